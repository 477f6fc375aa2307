"""What a memory-file reader is: a file that was decoded goes in, its content comes out."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import cached_property
from pathlib import Path, PurePath

from aseptic.model.note import FileProblem, Load, MemoryKind, Note
from aseptic.model.place import Place
from aseptic.records import dataclass

_NEWLINE = re.compile(r"\r\n|\n|\r")
"""What an editor and CommonMark count as the end of a line; not U+2028, which may stand in text."""


def split_lines(text: str) -> list[str]:
    """The lines of `text` without their ends; a final line end opens no further line."""
    lines = _NEWLINE.split(text)
    if lines and not lines[-1]:
        lines.pop()
    return lines


@dataclass(frozen=True)
class Source:
    """A memory file that was read and decoded, on its way to notes."""

    path: Path
    shown: str
    """As reports name it: relative to the project root where it lies inside."""
    root: Path
    text: str
    bytes: int
    kind: MemoryKind
    load: Load

    @cached_property
    def lines(self) -> list[str]:
        return split_lines(self.text)

    def problem(
        self, code: str, message: str, *, line: int = 1, byte: int | None = None
    ) -> FileProblem:
        """A problem at a line of this file."""
        return FileProblem(Place(self.shown, line, byte=byte), code, message)


@dataclass(frozen=True, slots=True)
class Facts:
    """What a file (its frontmatter, its name) says about all of its notes."""

    source: str | None = None
    reviewed: bool | None = None
    updated_on: date | None = None
    expires_on: date | None = None
    type: str | None = None


@dataclass(frozen=True, slots=True)
class Content:
    """What a reader found in a file."""

    notes: tuple[Note, ...] = ()
    problems: tuple[FileProblem, ...] = ()
    imports: tuple[tuple[str, int], ...] = ()
    load: Load | None = None
    """When the file itself says when it is loaded; None: as the format does."""
    loaded_lines: int | None = None
    loaded_bytes: int | None = None


@dataclass(frozen=True, slots=True)
class MemoryFormat:
    """A memory-file format.

    `matches(path, root)` looks at names only (and whether a sibling exists); `read`
    never raises for content.
    """

    name: str
    """Stable, shown in reports: `claude-md`."""
    kind: MemoryKind
    load: Load
    matches: Callable[[PurePath, Path], bool]
    read: Callable[[Source], Content]
    nests: bool = False
    """Below the project root such a file is loaded only by sessions that go there."""
