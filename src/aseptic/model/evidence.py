"""Evidence: a quoted span of a session event that speaks for or against a claim."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aseptic.model.event import Origin, SessionEvent


class Says(StrEnum):
    """What the quoted span does to the claim."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"
    MENTIONS = "mentions"
    """Speaks of the subject; decides nothing. The best evidence of an open verdict."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """A span that a reader can go and look at."""

    session: str
    seq: int
    quote: str
    says: Says
    origin: Origin
    path: str | None = None
    """The log file it stands in."""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Passage:
    """An event handed to a judge, with what is needed to read it rightly."""

    event: SessionEvent
    call: SessionEvent | None = None
    """The call that this result answers."""
    before: tuple[SessionEvent, ...] = ()
    after: tuple[SessionEvent, ...] = ()
    """Neighbours in the same session, in order."""
    cited: bool = False
    quote: str | None = None
    """The verbatim quote of the citation, when cited."""
    speaker: Origin | None = None
    score: float = 0.0
    """Retrieval score; comparable only inside one search."""
