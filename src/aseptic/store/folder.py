"""The folder `.aseptic/` of a project: what in it belongs to git, and what does not."""

from __future__ import annotations

from pathlib import Path

from aseptic.errors import StoreError

_IGNORE = """# Session logs and memory are not for the repository.
*
# What people have reviewed is.
!review.toml
"""


def refuse_link(folder: Path) -> None:
    """A hostile repository could lead what we write out of the project.

    Raises:
        StoreError: the folder is a symbolic link.
    """
    if folder.is_symlink():
        hint = "name the store itself with --store where that is meant"
        raise StoreError("is a link, and is not followed", where=folder, hint=hint)


def hide_from_git(folder: Path) -> None:
    """Keep everything in the folder out of git but the reviews."""
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text(_IGNORE, encoding="utf-8")
