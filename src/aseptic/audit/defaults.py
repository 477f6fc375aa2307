"""What the gate checks when no file is named. Known places only: a hook has no time to walk a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from aseptic.audit.globs import matches_glob
from aseptic.config import Config
from aseptic.model.note import Load, MemoryFile

PLACES = (
    "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules/*.md", "AGENTS.md", "AGENT.md", "GEMINI.md",
    ".github/copilot-instructions.md", ".cursorrules", ".cursor/rules/*.mdc", ".windsurfrules",
    ".windsurf/rules/*.md", ".clinerules", ".clinerules/*.md", ".kiro/steering/*.md",
    "memory-bank/*.md", "MEMORY.md", "memory/MEMORY.md", ".claude/memory/MEMORY.md",
)  # fmt: skip
"""Where tools look for what every session loads, from the project root."""
MAX_HOPS = 5
"""Imports of imports that Claude Code follows (its documentation: five hops)."""
IMPORTING = ("claude-md", "gemini-md")
"""Formats whose imports a session loads."""


def always_loaded(root: Path, config: Config) -> list[Path]:
    """Files that may be loaded by every session, the injected items first; no file twice.

    Whether a rules file really is (`alwaysApply`) is known when it was read.
    """
    found: list[Path] = []
    seen: set[tuple[int, int]] = set()
    for path in _candidates(root, config):
        try:
            stat = path.stat()
        except OSError:
            continue
        inside = path.relative_to(root).as_posix()
        key = (stat.st_dev, stat.st_ino)
        if key in seen or any(matches_glob(inside, glob) for glob in config.memory.exclude):
            continue  # CLAUDE.md is often a link to AGENTS.md
        if path.is_file():
            seen.add(key)
            found.append(path)
    return found


def imported(
    files: Iterable[MemoryFile],
    root: Path,
    config: Config,
    read: Callable[[Path], MemoryFile],
) -> list[MemoryFile]:
    """What those files import (`@path`), inside the project: it is loaded with them, once."""
    first = [file for file in files if file.load is Load.GLOBAL]
    queue = [(file, 0) for file in first if file.imports and file.format in IMPORTING]
    if not queue:
        return []  # a run without imports reads no more modules
    from aseptic.audit.walk import inside, is_file
    from aseptic.readers.memory.imports import resolve_import
    from aseptic.readers.memory.registry import shown_path

    found: list[MemoryFile] = []
    seen = {(root / file.path).resolve() for file in first}
    while queue:
        file, hops = queue.pop(0)
        for word, _ in file.imports if hops < MAX_HOPS else ():
            path = resolve_import(word, (root / file.path).parent)
            if not is_file(path) or not inside(path, root) or path.resolve() in seen:
                continue
            seen.add(path.resolve())
            shown = shown_path(path.resolve(), root)
            if any(matches_glob(shown, glob) for glob in config.memory.exclude):
                continue
            found.append(read(path.resolve()))
            queue.append((found[-1], hops + 1))
    return found


def _candidates(root: Path, config: Config) -> Iterator[Path]:
    yield root / config.memory.inject
    for place in (*PLACES, *config.memory.agent, *config.memory.instructions):
        if "*" not in place:
            yield root / place
        elif "**" in place or (root / place).parent.is_dir():
            yield from sorted(root.glob(place))
