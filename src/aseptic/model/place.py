"""Where a piece of text stands in a file."""

from __future__ import annotations

from aseptic.records import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """A position in a file, as an editor shows it.

    `path` is as the user would type it (relative to the project root where the
    file lies inside it). `line` and `column` count from 1; `byte` is the offset
    of the line's first byte from 0, where the reader knows it.
    """

    path: str
    line: int = 1
    end_line: int | None = None
    column: int = 1
    byte: int | None = None

    def __str__(self) -> str:
        return f"{self.path}:{self.line}"
