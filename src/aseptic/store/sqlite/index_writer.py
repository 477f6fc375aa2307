"""Writes events into the log index: in batches, each event once, forks apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aseptic.model.event import EventKind, SessionEvent
from aseptic.store.sqlite.event_row import clean, digest_of, row_of, to_micros
from aseptic.store.sqlite.terms import humps

BATCH_EVENTS = 500
BATCH_CHARACTERS = 4_000_000
"""A batch is written at the first of both bounds, so memory does not follow the log."""


@dataclass(slots=True)
class _Session:
    """What the writer knows of a session while it writes."""

    id: int
    name: str
    last: int = -1
    moment: int | None = None
    """Latest time so far: events without one are taken to happen then."""
    first: int | None = None


class IndexWriter:
    """One pass of writing, inside the caller's transaction."""

    def __init__(self, db: Any, sql: dict[str, str]) -> None:
        self._db = db
        self._sql = sql
        self._sessions: dict[str, _Session] = {}
        self._forks: dict[tuple[int, int], list[_Session]] = {}
        self._branch: dict[str, _Session] = {}
        for name, row, of, at, last, moment, first in db.execute(sql["session_ids"]):
            self._know(_Session(row, name, -1 if last is None else last, moment, first), of, at)
        self._next = db.execute(sql["last_id"]).get + 1
        self._rows: list[tuple[Any, ...]] = []
        self._words: list[tuple[Any, ...]] = []
        self._characters = 0
        self.added = 0

    def add(self, event: SessionEvent) -> None:
        """Take one event; it is written with its batch."""
        digest = digest_of(event)
        session = self._home(event, digest)
        if session is None:
            return
        time = to_micros(event.time)
        if time is not None:
            session.moment = time
            if session.first is None:
                session.first = time
                self._db.execute(self._sql["set_first"], (time, session.id))
        session.last = event.seq
        self._rows.append(row_of(event, self._next, session.id, session.moment, digest))
        if event.is_evidence:
            self._words.append((self._next, clean(event.text), about(event), f"s{session.id}"))
        self._next += 1
        self.added += 1
        self._characters += len(event.text)
        if len(self._rows) >= BATCH_EVENTS or self._characters >= BATCH_CHARACTERS:
            self.flush()

    def flush(self) -> None:
        """Write what is gathered."""
        self._db.executemany(self._sql["add_event"], self._rows)
        self._db.executemany(self._sql["add_words"], self._words)
        self._rows, self._words, self._characters = [], [], 0

    def _home(self, event: SessionEvent, digest: bytes) -> _Session | None:
        """The session (or fork of it) that the event is new to; None where it is held."""
        branch = self._branch.get(event.session) or self._sessions.get(event.session)
        if branch is None:
            branch = self._create(event.session, None, None)
        if event.seq <= branch.last:
            if self._held(branch, event.seq, digest):
                return None
            # Only a fork that left this branch here can be the copy that is being read.
            forks = self._forks.get((branch.id, event.seq), [])
            known = next((f for f in forks if self._held(f, event.seq, digest)), None)
            self._branch[event.session] = known or self._fork(event, branch)
            return None if known else self._branch[event.session]
        return branch

    def _fork(self, event: SessionEvent, branch: _Session) -> _Session:
        number = 2
        while (name := f"{event.session}~{number}") in self._sessions:
            number += 1
        return self._create(name, branch, event.seq)

    def _held(self, session: _Session, seq: int, digest: bytes) -> bool:
        if self._rows:
            self.flush()
        rows = list(self._db.execute(self._sql["digest"], (session.id, seq)))
        return bool(rows) and rows[0][0] == digest

    def _create(self, name: str, of: _Session | None, at: int | None) -> _Session:
        parent = of.id if of else None
        row = self._db.execute(self._sql["add_session"], (name, parent, at)).get
        session = _Session(row, name, moment=of.moment if of else None)
        self._know(session, parent, at)
        return session

    def _know(self, session: _Session, of: int | None, at: int | None) -> None:
        self._sessions[session.name] = session
        if of is not None and at is not None:
            self._forks.setdefault((of, at), []).append(session)


def about(event: SessionEvent) -> str:
    """What an event is findable by beside its text: command, file, tool, parts of names."""
    parts = [humps(event.text)]
    if event.command and event.command not in event.text:
        parts.append(event.command)
    if event.path and event.path not in event.text:
        parts.append(event.path)
    if event.tool and event.kind is EventKind.CALL:
        parts.append(event.tool)
    return clean(" ".join(part for part in parts if part))
