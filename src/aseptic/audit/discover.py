"""Finds a project's memory files: by name in its folder, and Claude's auto-memory under home."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from aseptic.audit.defaults import IMPORTING, MAX_HOPS
from aseptic.audit.globs import matches_glob
from aseptic.audit.walk import inside, is_file, walk, walk_folder
from aseptic.config import Config
from aseptic.model.note import Load, MemoryFile, MemoryKind
from aseptic.readers.memory.imports import resolve_import
from aseptic.readers.memory.registry import detect, read_memory, shown_path

_OFTEN_IGNORED = ("CLAUDE.local.md", ".claude/CLAUDE.local.md")
_OFTEN_IGNORED_FOLDERS = (
    ".claude/memory",
    ".claude/rules",
    ".serena/memories",
    ".cursor/rules",
    "memory-bank",
    "memory",
)
"""Tools load these whether or not git ignores them."""


_ANYWHERE = ("letta",)
"""Formats that no folder gives a meaning to."""
_TOOL_FOLDERS = frozenset(
    {".claude", ".cursor", ".windsurf", ".clinerules", ".kiro", ".openhands", ".github", ".serena"}
    | {".kn", "memory", "memory-bank"}
)


@dataclass(frozen=True, slots=True)
class FoundMemory:
    """A memory file that is there, not read yet."""

    path: Path
    format: str | None
    """None: by its name nothing; the configuration names the file."""
    kind: MemoryKind | None = None
    """Set where the configuration says who writes it."""
    load: Load | None = None
    why: str = "name"
    """`name`, `config`, `inject`, `import` or `home`."""

    def read(self, root: Path) -> MemoryFile:
        """Its notes. Never raises for what the file holds."""
        return read_memory(self.path, root=root, format=self.format, kind=self.kind, load=self.load)


def find_memory(root: Path, config: Config, home: Path) -> list[FoundMemory]:
    """The memory files of a project, sorted by path; a file with two names is found once.

    Nothing outside `root` is looked at, but Claude Code's memory folder for this path
    below `home`. A link out of the project is left out.
    """
    found: dict[Path, FoundMemory] = {}
    for item in _candidates(root, config, home):
        shown = shown_path(item.path, root)
        if any(matches_glob(shown, glob) for glob in config.memory.exclude):
            continue
        target = item.path.resolve()
        known = found.get(target)
        # Of two names for one file the file's own wins, and what the user says wins over names.
        if (
            known is None
            or (item.kind is not None and known.kind is None)
            or (known.path.is_symlink() and not item.path.is_symlink() and known.why == item.why)
        ):
            found[target] = item
    _follow_imports(found, root, config, home)
    return sorted(found.values(), key=lambda item: shown_path(item.path, root))


def _follow_imports(found: dict[Path, FoundMemory], root: Path, config: Config, home: Path) -> None:
    """Add what the found files import (inside the project): it is loaded with them."""
    queue = [(item, 0) for item in found.values() if item.format in IMPORTING]
    while queue:
        item, hops = queue.pop()
        file = item.read(root)
        for word, _ in file.imports if hops < MAX_HOPS else ():
            path = resolve_import(word, item.path.parent, home)
            if not is_file(path) or not inside(path, root):
                continue
            target = path.resolve()
            shown = shown_path(target, root)
            if any(matches_glob(shown, glob) for glob in config.memory.exclude):
                continue
            known = found.get(target)
            if known is None:
                found[target] = FoundMemory(target, "markdown", load=file.load, why="import")
                queue.append((found[target], hops + 1))
            elif known.load is Load.SCOPED and file.load is Load.GLOBAL:
                found[target] = replace(known, load=Load.GLOBAL)


def _candidates(root: Path, config: Config, home: Path) -> Iterator[FoundMemory]:
    inject = root / config.memory.inject
    if inject.is_file() and inside(inject, root):
        yield FoundMemory(inject, "inject", why="inject")
    for path in _project_files(root):
        shown = shown_path(path, root)
        kind = _configured(shown, config)
        known = detect(path, root)
        if kind is not None:
            yield FoundMemory(path, known.name if known else None, kind, why="config")
        elif known is not None:
            nested = known.name not in _ANYWHERE and not _at_top(shown)
            yield FoundMemory(path, known.name, load=Load.SCOPED if nested else None)
    yield from _home_memory(root, home)


def _project_files(root: Path) -> Iterator[Path]:
    seen: set[Path] = set()
    extra = [root / name for name in _OFTEN_IGNORED if (root / name).is_file()]
    for name in _OFTEN_IGNORED_FOLDERS:
        if (root / name).is_dir() and inside(root / name, root):
            extra += walk_folder(root / name)
    for path in (*walk(root), *extra):
        if path not in seen:
            seen.add(path)
            if not path.is_symlink() or inside(path, root):
                yield path


def _at_top(shown: str) -> bool:
    """Whether the file belongs to the project's own root, not to one nested in it, whose
    memory only sessions in that folder load."""
    first, *below = shown.split("/")
    return not below or first in _TOOL_FOLDERS


def _configured(shown: str, config: Config) -> MemoryKind | None:
    if any(matches_glob(shown, glob) for glob in config.memory.agent):
        return MemoryKind.AGENT
    if any(matches_glob(shown, glob) for glob in config.memory.instructions):
        return MemoryKind.INSTRUCTIONS
    return None


def _home_memory(root: Path, home: Path) -> Iterator[FoundMemory]:
    for project in claude_folders(root, home):
        folder = project / "memory"
        if not folder.is_dir():
            continue
        for path in walk_folder(folder, depth=3):
            if path.suffix in (".md", ".markdown") and inside(path, folder):
                index = path.name == "MEMORY.md"
                yield FoundMemory(path, "claude-index" if index else "claude-topic", why="home")


def claude_folders(root: Path, home: Path) -> list[Path]:
    """Claude Code's folders for a project: its path with every character but letters and
    digits made `-`, so that two paths may share one (`a/b` and `a-b`)."""
    names = {re.sub(r"[^A-Za-z0-9]", "-", str(path)) for path in (root.absolute(), root.resolve())}
    folders = [home / ".claude" / "projects" / name for name in sorted(names)]
    return [folder for folder in folders if folder.is_dir()]
