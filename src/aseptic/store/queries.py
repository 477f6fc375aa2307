"""Loads `.sql` files: SQL is read as SQL, and named where it stands.

A file holds statements, each under a line `-- name: what_it_is`. Comment lines
of their own are kept out of the loaded text.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_MARK = "-- name:"


@cache
def load(path: Path) -> dict[str, str]:
    """The named statements of one `.sql` file.

    Raises:
        ValueError: text stands before the first name, or a name is used twice.
    """
    found: dict[str, list[str]] = {}
    lines: list[str] | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith(_MARK):
            name = line.removeprefix(_MARK).strip()
            if name in found:
                raise ValueError(f"{path.name}: the name {name} is used twice")
            lines = found[name] = []
        elif line.strip() and not line.lstrip().startswith("--"):
            if lines is None:
                raise ValueError(f"{path.name}: a statement without a name")
            lines.append(line)
    return {name: "\n".join(text).strip() for name, text in found.items()}
