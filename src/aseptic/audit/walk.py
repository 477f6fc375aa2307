"""The files of a project: what git would show, else a walk that skips what is not the project's."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from aseptic.audit.git import project_files

SKIPPED = frozenset(
    {".git", ".hg", ".svn", "node_modules", ".venv", "venv", "__pycache__", ".tox", ".nox"}
    | {".mypy_cache", ".ruff_cache", ".pytest_cache", "dist", "build", "target", ".aseptic"}
)
"""Folders that hold other people's or derived files."""
MAX_FILES = 200_000
"""A walk without git ends here: a home folder or a disk is no project."""


def walk(root: Path) -> Iterator[Path]:
    """Every file of the project, sorted, as paths below `root`. Links to folders are not followed."""
    listed = project_files(root)
    if listed is None:
        yield from walk_folder(root)
        return
    for name in listed:
        path = root / name
        if path.is_file():
            yield path


def walk_folder(
    folder: Path, *, depth: int | None = None, refused: Callable[[OSError], None] | None = None
) -> Iterator[Path]:
    """Every file below a folder, without git. Folders that cannot be read are passed by.

    Args:
        refused: told the error of each folder that was passed by.
    """
    seen = 0
    base = len(folder.parts)
    for here, folders, files in os.walk(folder, onerror=refused, followlinks=False):
        at = Path(here)
        folders[:] = sorted(name for name in folders if name not in SKIPPED)
        if depth is not None and len(at.parts) - base >= depth:
            folders[:] = []
        for name in sorted(files):
            seen += 1
            if seen > MAX_FILES:
                return
            if (at / name).is_file():
                yield at / name


def inside(path: Path, root: Path) -> bool:
    """Whether the file that a path leads to, links followed, lies below `root`."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError, ValueError):
        return False


def is_file(path: Path) -> bool:
    """Whether a path that somebody wrote leads to a file; an impossible one does not."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
