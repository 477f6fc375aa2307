"""The stretches of text that rules on characters and tokens read, each with where it stands."""

from __future__ import annotations

from collections.abc import Iterator

from aseptic.model.note import MemoryFile, MemoryKind, Note
from aseptic.model.place import Place
from aseptic.records import dataclass
from aseptic.rules.base import Injected
from aseptic.rules.injected.loads import is_records


@dataclass(frozen=True, slots=True)
class Span:
    """One line of a file, or one line of a record's text."""

    text: str
    place: Place
    kind: MemoryKind
    record: str | None
    first: bool = False
    """Whether it is the first line of its file (a byte order mark may stand there)."""
    column: int = 1
    """Column of the first character; a record's text has no columns of its own in the file."""

    def at(self, index: int) -> Place:
        """The place of the character at `index`."""
        return Place(
            self.place.path,
            self.place.line,
            column=self.column + index,
        )


def spans(injected: Injected) -> Iterator[Span]:
    """Every line of every file: whole text where it is handed in, else the notes' text.

    The whole text holds what no note holds (comments, frontmatter), which is where
    things are hidden. Records are read through their notes: in the file their
    characters are escaped.
    """
    for file in injected.files:
        text = injected.texts.get(file.path)
        if text is None or is_records(file):
            yield from _of_notes(file)
        else:
            yield from _of_text(file, text)


def _of_notes(file: MemoryFile) -> Iterator[Span]:
    for note in file.notes:
        for offset, line in enumerate(note.text.split("\n")):
            yield Span(
                line,
                Place(note.place.path, _line(note, offset)),
                note.kind,
                note.id,
                column=note.place.column if offset == 0 else 1,
            )


def _line(note: Note, offset: int) -> int:
    last = note.place.end_line or note.place.line
    return min(note.place.line + offset, last)


def _of_text(file: MemoryFile, text: str) -> Iterator[Span]:
    owners: dict[int, str] = {}
    for note in file.notes:
        for number in range(note.place.line, (note.place.end_line or note.place.line) + 1):
            owners[number] = note.id
    for number, line in enumerate(text.split("\n"), start=1):
        yield Span(
            line.removesuffix("\r"),
            Place(file.path, number),
            file.kind,
            owners.get(number),
            first=number == 1,
        )
