"""Event -> log: brings a session log into the store, in batches that survive a kill."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from aseptic.model.event import AsideReason, LogUnit, SessionEvent
from aseptic.model.scope import Scope
from aseptic.store.base import Change, LogFile, Store

BATCH_UNITS = 2_000
BATCH_CHARACTERS = 4_000_000
"""A batch is committed at the first of both bounds: at most that much is read again."""

Admit = Callable[[SessionEvent], SessionEvent]
"""The eligibility policy: gives the event as it may be kept, before it is hashed or stored."""
Point = Callable[[str], None]
"""Told the named points that the work passes; crash tests kill the process there."""


def _nothing(*_: object) -> None:
    """Nobody listens."""


@dataclass(slots=True)
class Captured:
    """What importing one log came to. `units == event_units + sum(asides)` always."""

    path: str
    units: int = 0
    event_units: int = 0
    events: int = 0
    added: int = 0
    held: int = 0
    """Events that the store held already."""
    asides: dict[AsideReason, int] = field(default_factory=dict)
    forks: dict[str, int] = field(default_factory=dict)
    """Sessions that a diverging copy was kept under, and from which `seq` this time."""
    resumed_at: int = 0
    """Units that an interrupted import had committed before."""
    complete: bool = False
    branches: dict[str, str] = field(default_factory=dict)
    """Session -> the session or fork that this copy of it is, so far."""


def capture(
    store: Store,
    log: LogFile,
    units: Iterable[LogUnit],
    *,
    scope: Scope,
    writer: str,
    admit: Admit | None = None,
    progress: Callable[[int], object] = _nothing,
    point: Point = _nothing,
) -> Captured:
    """Import one log. Doing it again adds only what is new; a diverging copy becomes a fork.

    Args:
        units: from the log's beginning, in order.
        progress: told how many units were committed since the last call.

    Raises:
        StoreFullError: no room; what was committed before stays, and importing again continues.
        StoreError: another process holds the store.
    """
    done = Captured(log.path)
    for known, at, complete in store.log_files(tenant=scope.tenant):
        if known == log.path and not complete:
            done.resumed_at = at
    batch: list[LogUnit] = []
    characters = 0
    for item in units:
        if admit is not None and item.events:
            item = LogUnit(item.place, tuple(map(admit, item.events)))
        batch.append(item)
        characters += sum(len(event.text) for event in item.events)
        if len(batch) >= BATCH_UNITS or characters >= BATCH_CHARACTERS:
            _commit(store, log, done, batch, scope, writer, point, complete=False)
            progress(len(batch))
            batch, characters = [], 0
    _commit(store, log, done, batch, scope, writer, point, complete=True)
    progress(len(batch))
    return done


def _commit(
    store: Store,
    log: LogFile,
    done: Captured,
    batch: list[LogUnit],
    scope: Scope,
    writer: str,
    point: Point,
    *,
    complete: bool,
) -> None:
    point("before batch")
    with store.change("import", writer=writer, tenant=scope.tenant) as change:
        point("begun")
        events = sum(len(item.events) for item in batch)
        change.log_progress(
            log,
            units=done.units + len(batch),
            events=done.events + events,
            complete=complete,
        )
        for item in batch:
            _take(change, done, item, scope, point)
        point("before commit")
    point("after commit")
    done.complete = complete


def _take(change: Change, done: Captured, item: LogUnit, scope: Scope, point: Point) -> None:
    done.units += 1
    if item.aside is not None:
        reason = item.aside.reason
        done.asides[reason] = done.asides.get(reason, 0) + 1
        change.set_aside(done.path, done.units, item.aside)
        return
    done.event_units += 1
    for event in item.events:
        done.events += 1
        name, new = change.append(event, scope, done.branches.get(event.session))
        point("after event")
        done.branches[event.session] = name
        if not new:
            done.held += 1
            continue
        done.added += 1
        if name != event.session:
            done.forks.setdefault(name, event.seq)
