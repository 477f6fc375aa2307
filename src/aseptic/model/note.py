"""A note: one conclusion that is kept as memory, with where it stands and where it came from."""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from aseptic.model.origin import Origin
from aseptic.model.place import Place
from aseptic.records import dataclass


class MemoryKind(StrEnum):
    """Who writes it. The kind decides the level of many findings."""

    INSTRUCTIONS = "instructions"
    """Written by people for agents: CLAUDE.md, AGENTS.md, rules files."""
    AGENT = "agent"
    """Written by agents from experience: MEMORY.md, topic files, stores, inject.json."""


class Load(StrEnum):
    """When sessions get it (the `scope` field of inject.json)."""

    GLOBAL = "global"
    """Every new session loads it unconditionally."""
    SCOPED = "scoped"
    """Only some sessions load it: nested folder, glob, topic file, on demand."""


class Form(StrEnum):
    """What shape the item has in its file."""

    LIST_ITEM = "list item"
    PARAGRAPH = "paragraph"
    TABLE_ROW = "table row"
    CODE = "code"
    HEADING = "heading"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Citation:
    """What a note says it rests on: an event, a verbatim quote, and who said it."""

    session: str
    seq: int
    quote: str
    speaker: Origin | None = None
    """Whom the note says the quote is from; None where it does not say."""


@dataclass(frozen=True, slots=True)
class Note:
    """One item of memory, as written. It is *unverified* until review."""

    id: str
    """Stable: the record's own id, else derived from file and text (not line)."""
    text: str
    place: Place
    kind: MemoryKind
    load: Load
    form: Form
    section: tuple[str, ...] = ()
    """Headings above it, outermost first."""
    source: str | None = None
    """Where it came from, as stated: a session, a log reference, a person, a commit."""
    reviewed: bool | None = None
    """None: nothing says."""
    updated_on: date | None = None
    expires_on: date | None = None
    type: str | None = None
    """The file's own type word (user, feedback, project, reference, entity ...)."""
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class FileProblem:
    """Something wrong with a memory file itself."""

    place: Place
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """A file that holds memory, read into notes."""

    path: str
    """Relative to the project root where it lies inside, absolute otherwise."""
    format: str
    kind: MemoryKind
    load: Load
    notes: tuple[Note, ...]
    bytes: int
    lines: int
    imports: tuple[tuple[str, int], ...] = ()
    """`@path` imports as written, each with its line."""
    loaded_lines: int | None = None
    """How many of the lines the tool really loads; None: all."""
    loaded_bytes: int | None = None
    problems: tuple[FileProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable (or not) statement of a note: the unit that is judged."""

    text: str
    note: str
    """Id of the note that it is part of."""
    place: Place
    citations: tuple[Citation, ...] = ()
    section: tuple[str, ...] = ()
    written_on: date | None = None
