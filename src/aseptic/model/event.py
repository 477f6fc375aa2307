"""A session event: one thing that happened. Layer 1, the raw record."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from aseptic.model.origin import Origin as Origin
from aseptic.model.place import Place


class EventKind(StrEnum):
    """What form it took."""

    MESSAGE = "message"
    """Something said by the user or the agent, or put in by the system."""
    THINKING = "thinking"
    """The agent's reasoning. Weak evidence: it is not what happened."""
    CALL = "call"
    """The agent (or the user, at the prompt) asked a tool to do something. It shows intent, not the outcome."""
    RESULT = "result"
    """What a tool returned. It outranks what an agent said."""


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """One thing that happened in a session.

    `session` and `seq` identify it: `seq` counts the events of a session from 0
    in log order, and stays the same when a longer copy of the session is read
    later. A sub-agent's events have the session `<parent>/<agent id>`.
    """

    session: str
    seq: int
    origin: Origin
    kind: EventKind
    text: str
    place: Place
    time: datetime | None = None
    """When it happened (aware, UTC); None where the format has no times."""
    ok: bool | None = None
    """Of a result: True succeeded, False failed, None the log does not say."""
    tool: str | None = None
    """Name of the tool that was called or that answered."""
    call: str | None = None
    """Joins a RESULT to its CALL (the tool call id)."""
    command: str | None = None
    """The shell command of a call, and of its result."""
    path: str | None = None
    """The file that a read, edit or write was about."""
    start_line: int | None = None
    """Of a file read: the number of the first line in `text`."""
    exit_code: int | None = None
    uid: str | None = None
    """The log's own id of the entry, where it has one."""

    @property
    def is_evidence(self) -> bool:
        """Whether a claim may rest on this event."""
        return self.origin.is_evidence

    @property
    def ref(self) -> str:
        """How messages name this event: `session#seq`."""
        return f"{self.session}#{self.seq}"


class AsideReason(StrEnum):
    """Why a line, message or row of a log became no event."""

    BLANK = "blank"
    PART = "part"
    """A further line of the event that an earlier line began; its text is in that event."""
    BOOKKEEPING = "bookkeeping"
    """A known shape that holds nothing that happened (snapshots, progress ticks)."""
    TORN = "torn"
    """Not readable as the format promises: cut off, two objects, bad encoding."""
    UNKNOWN = "unknown"
    """Readable, but of a shape that this reader does not know."""

    @property
    def is_problem(self) -> bool:
        return self in (AsideReason.TORN, AsideReason.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Aside:
    """One unit of a log that was set aside, and why."""

    place: Place
    reason: AsideReason
    detail: str
    """What was wrong, in words; never the content itself."""


@dataclass(frozen=True, slots=True)
class LogUnit:
    """One line (or message, or row) of a log file and what it became.

    Exactly one of `events` and `aside` is given, so units can be summed and nothing is lost.
    """

    place: Place
    events: tuple[SessionEvent, ...] = ()
    aside: Aside | None = None
    parts: tuple[Aside, ...] = ()
    """Of a unit with events: pieces of it that became none (a block of a shape that is not
    known, a reminder that the program put into a result)."""

    def __post_init__(self) -> None:
        if bool(self.events) == (self.aside is not None):
            raise ValueError(
                f"{self.place}: a unit becomes events or is set aside, never both or neither"
            )


@dataclass(frozen=True, slots=True)
class LogSummary:
    """What reading one log file came to. `units == event_units + sum(asides)` always."""

    path: str
    format: str
    unit: str
    """What is counted: `line`, `message` or `row`."""
    units: int
    event_units: int
    events: int
    asides: dict[AsideReason, int]
    problems: tuple[Aside, ...] = ()
    """Torn and unknown units (and parts of units), each with its place; capped, the counts in
    `asides` and `parts` are not."""
    sessions: tuple[str, ...] = ()
    parts: dict[AsideReason, int] = field(default_factory=dict)
    """Pieces of event units that became no event; not part of the sum of units."""
