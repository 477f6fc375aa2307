"""What a detector is and what it finds: where something stands, never what it is."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Protocol


class Span(NamedTuple):
    """A stretch of the text of one kind. `start` and `end` count characters from 0."""

    category: str
    """One of `categories.CATEGORIES`, or a word of your own that the table names."""
    kind: str
    """What exactly: `email address`, `GitHub token`."""
    start: int
    end: int


class Detector(Protocol):
    """Finds spans of some categories. Pure; anything that it raises makes the write fail closed."""

    @property
    def name(self) -> str:
        """Stable, with what it stands on: `phone (phonenumbers)`."""
        ...

    @property
    def categories(self) -> frozenset[str]:
        """All that it can report. It is not run where the table refuses none of them."""
        ...

    def find(self, text: str) -> Iterable[Span]:
        """The spans in any order; they may overlap."""
        ...


@dataclass(frozen=True, slots=True)
class Finding:
    """A span with the row that decided about it. Holds no content."""

    category: str
    kind: str
    field: str
    """`text`, or the name of another string of the candidate."""
    start: int
    end: int
    detector: str
    row: str = ""
    """Name of the row of the table that applies."""
    action: str = ""

    @property
    def length(self) -> int:
        return self.end - self.start
