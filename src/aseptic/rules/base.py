"""What a rule of the injected context is, and the facts it is handed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date

from aseptic.config import Config
from aseptic.model.finding import Level
from aseptic.model.note import MemoryFile, MemoryKind, Note
from aseptic.model.place import Place
from aseptic.records import dataclass, field


@dataclass(frozen=True, slots=True)
class Repository:
    """What the project folder holds, gathered once and handed to rules.

    None means that the fact could not be gathered: a rule that needs it is then
    skipped, and counted as skipped, never as passed.
    """

    files: frozenset[str] | None = None
    """Paths of files and folders, relative to the root, with `/`. Folders end with `/`."""
    commands: Mapping[str, frozenset[str]] | None = None
    """Runner to its known targets: `make` -> {test, lint}, `npm run` -> {...}."""
    anchors: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """Markdown file to its heading anchors."""


@dataclass(frozen=True, slots=True)
class Injected:
    """The injected context under judgement: files, their notes, and the facts around them."""

    files: tuple[MemoryFile, ...]
    config: Config
    today: date
    repository: Repository = field(default_factory=Repository)
    texts: Mapping[str, str] = field(default_factory=dict)
    """Path of a file to its whole text, for rules that look between the notes
    (comments, frontmatter). A file that is not here is judged by its notes alone."""

    @property
    def notes(self) -> Iterable[Note]:
        return (note for file in self.files for note in file.notes)


@dataclass(frozen=True, slots=True)
class Hit:
    """What a rule found, before its level and code are put on."""

    place: Place
    message: str
    kind: MemoryKind
    record: str | None = None
    hint: str | None = None
    subject: str | None = None
    level: Level | None = None
    """Only where this hit matters less or more than the rule's level for its kind."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A stable code, a level for each kind of memory, and a check."""

    code: str
    name: str
    summary: str
    levels: Mapping[MemoryKind, Level]
    check: Callable[[Injected], Iterable[Hit]]
    needs_repository: bool = False
