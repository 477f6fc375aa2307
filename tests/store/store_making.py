"""Small logs for tests of the store."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from aseptic.flows.capture import Captured, capture
from aseptic.model.clock import FixedClock
from aseptic.model.event import Aside, AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.model.scope import Scope
from aseptic.store.base import LogFile, Store
from aseptic.store.sqlite.store import SqliteStore

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
ORIGINS = (Origin.USER, Origin.AGENT, Origin.TOOL, Origin.MEMORY)


def event(seq: int, text: str, session: str = "s", origin: Origin | None = None) -> SessionEvent:
    return SessionEvent(
        session=session,
        seq=seq,
        origin=origin or ORIGINS[seq % 4],
        kind=EventKind.MESSAGE,
        text=text,
        place=Place("log.jsonl", seq + 1),
        time=START + timedelta(seconds=seq),
    )


def units(texts: Sequence[str], session: str = "s") -> list[LogUnit]:
    """One unit an event, and after every third one that is set aside."""
    made = []
    for seq, text in enumerate(texts):
        made.append(LogUnit(Place("log.jsonl", len(made) + 1), (event(seq, text, session),)))
        if seq % 3 == 2:
            place = Place("log.jsonl", len(made) + 1)
            reason = AsideReason.TORN if seq % 2 else AsideReason.BLANK
            made.append(LogUnit(place, aside=Aside(place, reason, "made so")))
    return made


def opened(path: Path | str = ":memory:", *, seed: int = 1, wait_ms: int = 200) -> SqliteStore:
    return SqliteStore(
        path, clock=FixedClock(START), entropy=random.Random(seed).randbytes, wait_ms=wait_ms
    )


def bring(store: Store, made: Sequence[LogUnit], path: str = "log.jsonl") -> Captured:
    log = LogFile(path, "test", "line")
    return capture(store, log, made, scope=Scope(), writer="test")


def texts(store: Store, session: str = "s") -> list[str]:
    return [held.text for held in store.events(session)]
