"""The folder `.aseptic/` of a project: what in it belongs to git, and what does not."""

from __future__ import annotations

from pathlib import Path

_IGNORE = """# Session logs and memory are not for the repository.
*
# What people have reviewed is.
!review.toml
"""


def hide_from_git(folder: Path) -> None:
    """Keep everything in the folder out of git but the reviews."""
    ignore = folder / ".gitignore"
    if not ignore.exists():
        ignore.write_text(_IGNORE, encoding="utf-8")
