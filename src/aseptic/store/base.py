"""The contract of a governed store. Every store answers alike; one test class runs on each.

Writing happens inside `Store.change(...)`: one changeset, one transaction. What is
written in it lands whole, with its entry in the chain, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from aseptic.model.access import Access
from aseptic.model.event import Aside, Origin, SessionEvent
from aseptic.model.evidence import Says
from aseptic.model.recall import Hit
from aseptic.model.scope import LOCAL, Scope
from aseptic.model.verdict import Outcome

Entropy = Callable[[int], bytes]
"""Gives that many random bytes; `os.urandom` outside tests."""


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """A session held by the store."""

    name: str
    events: int
    first_seq: int
    last_seq: int
    first_at: datetime | None
    last_at: datetime | None
    head: str
    """Hash of its last event, hex."""
    forked_from: str | None = None
    forked_at: int | None = None
    """First `seq` in which it differs; what comes before stands in `forked_from`."""


@dataclass(frozen=True, slots=True)
class LogFile:
    """A log that is imported: its name in the store, and what its reader calls it."""

    path: str
    format: str
    unit: str


@dataclass(frozen=True, slots=True)
class Break:
    """The first place where a chain does not hold."""

    what: str
    session: str | None = None
    seq: int | None = None
    changeset: int | None = None


@dataclass(frozen=True, slots=True)
class Verification:
    """What re-computing every hash came to. Nothing checked is not a pass."""

    sessions: int
    events: int
    purged: int
    changesets: int
    head: str
    """Hash of the last changeset: keep it elsewhere to notice a rewritten store."""
    breaks: tuple[Break, ...] = ()
    """The first break of each broken chain."""

    @property
    def outcome(self) -> Outcome:
        if self.breaks:
            return Outcome.FAIL
        return Outcome.PASS if self.changesets else Outcome.UNKNOWN


class Status(StrEnum):
    """The state of a record."""

    UNVERIFIED = "unverified"
    VERIFIED = "verified"
    FROZEN = "frozen"
    SUPERSEDED = "superseded"
    EXPIRED = "expired"
    DELETED = "deleted"


@dataclass(frozen=True, slots=True)
class NewLink:
    """A citation found in its event: the quote is `event.text[start:end]`."""

    session: str
    seq: int
    start: int
    end: int
    speaker: Origin
    stance: Says = Says.SUPPORTS


@dataclass(frozen=True, slots=True)
class NewDecision:
    """A verdict to be kept with the evidence it saw."""

    code: str
    outcome: Outcome
    reason: str
    links: tuple[int, ...] = ()
    """Positions in the record's links."""


@dataclass(frozen=True, slots=True)
class NewRecord:
    """A record to be stored."""

    text: str
    scope: Scope
    links: tuple[NewLink, ...] = ()
    decisions: tuple[NewDecision, ...] = ()
    key: str | None = None
    """The caller's own name for it; one active record a tenant and namespace."""
    fact_key: str | None = None
    value: str | None = None
    source: str | None = None
    observed_at: datetime | None = None
    expires_at: datetime | None = None
    trigger: str = "command"
    stated: bool = True
    """False: inferred by the writer."""
    policy: str = "none/0"
    confidence: float | None = None
    """Share of the citations that hold, 0 to 1; None where there is none."""
    generation: int | None = None
    """Of deletions, when it was decided to store this; None: the current one."""


@dataclass(frozen=True, slots=True)
class Link:
    """Evidence of a record, with the quote as the event has it now."""

    session: str
    seq: int
    quote: str | None
    """None: the event's content was purged."""
    speaker: Origin
    stance: Says
    root: str
    """`session#seq` of the event that all copies of this evidence go back to."""
    file: str | None = None
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    code: str
    outcome: Outcome
    reason: str
    decided_at: datetime


@dataclass(frozen=True, slots=True)
class Revision:
    """One version of a record: append-only."""

    version: int
    changeset: int
    changeset_hash: str
    writer: str
    trigger: str
    operation: str | None
    recorded_at: datetime
    observed_at: datetime | None
    stated: bool
    policy: str
    confidence: float | None
    status: Status
    text: str | None
    """None: purged."""
    source: str | None
    links: tuple[Link, ...] = ()
    decisions: tuple[Decision, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """A record as it stands, with all its versions, oldest first."""

    id: str
    kind: str
    scope: Scope
    status: Status
    version: int
    key: str | None
    fact_key: str | None
    expires_at: datetime | None
    reviewed_at: datetime | None
    load_count: int
    revisions: tuple[Revision, ...] = ()

    @property
    def text(self) -> str | None:
        return self.revisions[-1].text if self.revisions else None


@dataclass(frozen=True, slots=True)
class Applied:
    """What an operation came to. The second time it is the answer of the first."""

    record: str
    version: int
    changeset: int
    repeated: bool = False


class Change(Protocol):
    """Writing, inside one changeset."""

    id: int

    def append(
        self, event: SessionEvent, scope: Scope, branch: str | None = None
    ) -> tuple[str, bool]:
        """Add an event to its session, or to the fork that this copy of it is.

        Args:
            branch: what the event before it, of the same session in the same log, came
                to be in; None at the log's beginning.

        Returns:
            The session or fork it is in, and whether it is new there.
        """
        ...

    def set_aside(self, log_file: str, unit: int, aside: Aside) -> None:
        """Keep where and why a unit became no event; never its content."""
        ...

    def log_progress(self, log_file: LogFile, *, units: int, events: int, complete: bool) -> None:
        """Keep how far a log file is imported: the resume point."""
        ...

    def put(self, record: NewRecord) -> tuple[str, int]:
        """Store a new record; returns its id and version."""
        ...

    def revise(self, record: str, expected: int, new: NewRecord) -> int:
        """The next version of a record, by compare-and-set on `expected`."""
        ...

    def mark(self, record: str, expected: int, status: Status) -> int:
        """The next version of a record, with the same text and another status."""
        ...

    def supersede(self, old: str, expected: int, new: str, version: int) -> None:
        """`old` no longer holds, because of `new`."""
        ...

    def tombstone(self, kind: str, target: tuple[str, ...]) -> int:
        """Raise the generation; older statements about `target` never land again."""
        ...

    def purge(self, record: str) -> None:
        """Remove a record's content from every table and index."""
        ...


class Store(Protocol):
    """A governed store, opened."""

    path: str

    def change(
        self, kind: str, *, writer: str, tenant: str = LOCAL, operation: str | None = None
    ) -> AbstractContextManager[Change]:
        """One changeset. A change that wrote nothing leaves no changeset.

        Raises:
            StoreError: another process holds the store, or the operation was applied before.
            StoreFullError: no room; nothing of this change landed.
        """
        ...

    def applied(self, operation: str, *, tenant: str = LOCAL) -> Applied | None:
        """What the operation came to, if it was applied."""
        ...

    def sessions(self, *, tenant: str = LOCAL) -> Sequence[SessionInfo]: ...

    def event(self, session: str, seq: int, *, tenant: str = LOCAL) -> SessionEvent | None:
        """The event at that place; of a fork, also what it shares with its parent."""
        ...

    def events(self, session: str, *, tenant: str = LOCAL) -> Iterator[SessionEvent]:
        """The events of a session, in order; of a fork, from the first that differs."""
        ...

    def log_files(self, *, tenant: str = LOCAL) -> Sequence[tuple[str, int, bool]]:
        """Path, units committed, complete: of every imported log."""
        ...

    def asides(self, log_file: str, *, tenant: str = LOCAL) -> Sequence[Aside]:
        """What was set aside of a log, in order."""
        ...

    def record(self, name: str, *, tenant: str = LOCAL) -> Record | None:
        """By id, or by the caller's key."""
        ...

    def records(self, *, tenant: str = LOCAL) -> Sequence[Record]:
        """Every record with its newest version, in the order of writing."""
        ...

    def verify(self) -> Verification:
        """Compute every hash again."""
        ...

    def close(self) -> None: ...


class GovernedStore(Store, Protocol):
    """A store that answers under an access: scope, purpose, status and expiry are checked."""

    def get(self, access: Access, name: str) -> Record | None:
        """By id; None also where it may not be seen."""
        ...

    def fact(self, access: Access, fact_key: str) -> Record | None:
        """The one active value of a fact."""
        ...

    def history(self, access: Access, name: str) -> Record | None:
        """Like `get`, and superseded records too."""
        ...

    def page(self, access: Access, limit: int, offset: int) -> tuple[Sequence[Record], int]:
        """Records in the order of writing, and how many there are in all."""
        ...

    def search_authorized(self, access: Access, question: str, limit: int) -> Sequence[Hit]:
        """Best first."""
        ...

    def active_fact(self, access: Access, fact_key: str) -> Record | None:
        """For writers: whatever purpose and expiry it has; never to be served."""
        ...

    def of_subject(self, access: Access) -> Sequence[str]:
        """For deletion: every record of the subject in the tenant."""
        ...

    def generation(self, tenant: str) -> int:
        """How many deletions there were."""
        ...
