"""What the gate checks when no file is named. Known places only: a hook has no time to walk a tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aseptic.audit.globs import matches_glob
from aseptic.config import Config

PLACES = (
    "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules/*.md", "AGENTS.md", "AGENT.md", "GEMINI.md",
    ".github/copilot-instructions.md", ".cursorrules", ".cursor/rules/*.mdc", ".windsurfrules",
    ".windsurf/rules/*.md", ".clinerules", ".clinerules/*.md", ".kiro/steering/*.md",
    "memory-bank/*.md", "MEMORY.md", "memory/MEMORY.md", ".claude/memory/MEMORY.md",
)  # fmt: skip
"""Where tools look for what every session loads, from the project root."""


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


def _candidates(root: Path, config: Config) -> Iterator[Path]:
    yield root / config.memory.inject
    for place in (*PLACES, *config.memory.agent, *config.memory.instructions):
        if "*" not in place:
            yield root / place
        elif "**" in place or (root / place).parent.is_dir():
            yield from sorted(root.glob(place))
