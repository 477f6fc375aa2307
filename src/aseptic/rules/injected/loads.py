"""What counts against the limits: the items of one tool's files that every session loads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aseptic.config import Limits
from aseptic.model.note import Form, Load, MemoryFile, MemoryKind, Note
from aseptic.model.place import Place
from aseptic.records import dataclass
from aseptic.rules.base import Injected


@dataclass(frozen=True, slots=True)
class LoadGroup:
    """Files of one format and kind. One session loads one tool's files, so formats do not add up."""

    format: str
    kind: MemoryKind
    limits: Limits
    files: tuple[MemoryFile, ...]

    @property
    def items(self) -> list[Note]:
        """The items that count, in file order. A heading or code block is part of its item."""
        return [
            note
            for file in self.files
            for note in file.notes
            if note.load is Load.GLOBAL and note.form not in (Form.HEADING, Form.CODE)
        ]

    @property
    def bytes(self) -> int:
        """UTF-8 bytes that a session gets: record texts, or what the tool loads of a file."""
        return sum(_loaded_bytes(file) for file in self.files)

    @property
    def lines(self) -> int:
        """Lines that a session gets; a record counts the lines of its text."""
        return sum(_loaded_lines(file) for file in self.files)

    @property
    def where(self) -> Place:
        """The place to show: the first file of the group."""
        return Place(self.files[0].path)

    @property
    def what(self) -> str:
        """How a message names the group."""
        if len(self.files) == 1:
            return "this file"
        return f"the {len(self.files)} {self.format} files"


def loads(injected: Injected) -> Iterator[LoadGroup]:
    """The groups of files that every session loads, in the order in which they were read."""
    groups: dict[tuple[str, MemoryKind], list[MemoryFile]] = {}
    for file in injected.files:
        if file.load is Load.GLOBAL:
            groups.setdefault((file.format, file.kind), []).append(file)
    for (form, kind), files in groups.items():
        yield LoadGroup(form, kind, limits_for(injected, kind), tuple(files))


def limits_for(injected: Injected, kind: MemoryKind) -> Limits:
    """The limits for a kind of memory, from the configuration."""
    if kind is MemoryKind.INSTRUCTIONS:
        return injected.config.instruction_limits
    return injected.config.limits


def counted(injected: Injected) -> Iterator[tuple[MemoryFile, list[Note]]]:
    """Each file with the notes that provenance rules look at.

    In a file that every session loads, a scoped record is not part of the injected
    context. Headings and code carry no statement of their own.
    """
    for file in injected.files:
        notes = [
            note
            for note in file.notes
            if (note.load is Load.GLOBAL or file.load is Load.SCOPED)
            and note.form not in (Form.HEADING, Form.CODE)
        ]
        if notes:
            yield file, notes


def is_records(file: MemoryFile) -> bool:
    """Whether the file's items are records with fields of their own (not Markdown)."""
    return any(note.form is Form.RECORD for note in file.notes)


def size(text: str) -> int:
    """UTF-8 bytes of a text; lone surrogates count as the three bytes they would take."""
    return len(text.encode("utf-8", "surrogatepass"))


def _loaded_bytes(file: MemoryFile) -> int:
    if is_records(file):
        return sum(size(note.text) for note in _global(file.notes))
    return file.bytes if file.loaded_bytes is None else min(file.bytes, file.loaded_bytes)


def _loaded_lines(file: MemoryFile) -> int:
    if is_records(file):
        return sum(note.text.count("\n") + 1 for note in _global(file.notes))
    return file.lines if file.loaded_lines is None else min(file.lines, file.loaded_lines)


def _global(notes: Iterable[Note]) -> Iterator[Note]:
    return (note for note in notes if note.load is Load.GLOBAL)
