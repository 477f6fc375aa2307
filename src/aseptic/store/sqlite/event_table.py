"""Appending events to their sessions: chained, each once, forks apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from aseptic.errors import StoreError
from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.model.scope import Scope
from aseptic.store import canonical
from aseptic.store.base import Entropy
from aseptic.store.sqlite.event_row import cleaned, digest_of, from_micros, to_micros


@dataclass(slots=True)
class _Tail:
    """The end of a session as this change has it."""

    id: int
    name: str
    last: int
    chain: bytes


class EventTable:
    """The events of one change. Made anew with each, so a failed change leaves no memory."""

    def __init__(
        self,
        db: Any,
        sql: dict[str, str],
        entropy: Entropy,
        changeset: int,
        recorded_at: int,
        tenant: str,
    ) -> None:
        self._db = db
        self._sql = sql
        self._entropy = entropy
        self._changeset = changeset
        self._recorded_at = recorded_at
        self._tenant = tenant
        self._tails: dict[str, _Tail] = {}
        self._purposes: dict[frozenset[str], int] = {}
        self._next = db.execute(sql["last_event"]).get + 1
        self._generation = db.execute(sql["generation"], (tenant,)).get
        self.heads: dict[int, tuple[int, bytes]] = {}
        """Session -> its last seq and chain hash, of the sessions that grew."""

    def append(self, event: SessionEvent, scope: Scope, branch: str | None) -> tuple[str, bool]:
        """As `Change.append`."""
        event = cleaned(event)
        tail, held = self._home(event, branch or event.session)
        if held:
            return tail.name, False
        salt = self._entropy(canonical.SALT_BYTES)
        time = to_micros(event.time)
        kept = event if tail.name == event.session else _renamed(event, tail.name)
        content = canonical.event_bytes(kept, time, scope, self._recorded_at)
        committed = canonical.commitment(salt, content)
        tail.chain = canonical.link(tail.chain, committed)
        tail.last = event.seq
        row, self._next = self._next, self._next + 1
        self._db.execute(
            self._sql["add_event"],
            (
                row, tail.id, event.seq, scope.tenant, scope.subject, scope.project, scope.role,
                scope.namespace, self.purposes(scope), event.origin.value, event.kind.value,
                None if event.ok is None else int(event.ok), time, self._recorded_at,
                self._changeset, self._generation, committed, tail.chain,
            ),
        )  # fmt: skip
        self._put_payload(row, salt, event)
        self.heads[tail.id] = (tail.last, tail.chain)
        return tail.name, True

    def purposes(self, scope: Scope) -> int:
        """The id of the set of purposes, made where it is new."""
        if scope.purposes not in self._purposes:
            names = canonical.encode(sorted(scope.purposes)).decode()
            self._db.execute(self._sql["purposes"], (names,))
            row = self._db.execute(self._sql["purposes_id"], (names,)).get
            self._db.executemany(self._sql["purpose"], [(row, n) for n in sorted(scope.purposes)])
            self._purposes[scope.purposes] = row
        return self._purposes[scope.purposes]

    def _put_payload(self, row: int, salt: bytes, event: SessionEvent) -> None:
        place = event.place
        self._db.execute(
            self._sql["add_event_payload"],
            (
                row, salt, event.text, place.path, place.line, place.end_line, place.column,
                place.byte, event.tool, event.call, event.command, event.path, event.start_line,
                event.exit_code, event.uid,
            ),
        )  # fmt: skip
        if event.is_evidence:
            words = (row, event.text, event.command, event.path)
            self._db.execute(self._sql["add_event_words"], words)

    def _home(self, event: SessionEvent, branch: str) -> tuple[_Tail, bool]:
        """The session or fork that the event belongs to, and whether it is held there."""
        tail = self._tail(branch)
        if event.seq <= tail.last:
            if self._held(tail, event):
                return tail, True
            # Only a fork that left this branch here can be the copy that is being read.
            for (name,) in self._db.execute(self._sql["forks"], (tail.id, event.seq)).fetchall():
                fork = self._tail(name)
                if self._held(fork, event):
                    return fork, True
            tail = self._fork(event, tail)
        if event.seq != tail.last + 1:
            raise StoreError(
                f"event {event.ref} does not follow {tail.last}: a session has no gaps",
                hint="import the log from its beginning",
            )
        return tail, False

    def _held(self, tail: _Tail, event: SessionEvent) -> bool:
        rows = list(self._db.execute(self._sql["event_state"], (tail.id, event.seq)))
        if not rows:
            return False
        if rows[0][1] is not None:
            return True  # purged: it was held, and is not to come back
        stored = list(self._db.execute(self._sql["event"], (tail.id, event.seq)))
        return bool(stored) and digest_of(event_from(stored[0])) == digest_of(event)

    def _tail(self, name: str) -> _Tail:
        if name not in self._tails:
            rows = list(self._db.execute(self._sql["session"], (self._tenant, name)))
            self._tails[name] = self._end(rows[0]) if rows else self._create(name, None, None)
        return self._tails[name]

    def _end(self, row: tuple[Any, ...]) -> _Tail:
        ends = list(self._db.execute(self._sql["session_tail"], (row[0],)))
        last, chain = ends[0] if ends else (-1, canonical.session_start(row[2]))
        return _Tail(row[0], row[1], last, chain)

    def _create(self, name: str, parent: int | None, at: int | None) -> _Tail:
        nonce = self._entropy(16)
        values = (self._tenant, name, nonce, parent, at, self._changeset)
        row = self._db.execute(self._sql["add_session"], values).get
        return _Tail(row, name, -1 if at is None else at - 1, canonical.session_start(nonce))

    def _fork(self, event: SessionEvent, branch: _Tail) -> _Tail:
        """A new fork, named after the session; it says which branch it left and where."""
        number = 2
        while list(
            self._db.execute(self._sql["session"], (self._tenant, f"{event.session}~{number}"))
        ):
            number += 1
        name = f"{event.session}~{number}"
        self._tails[name] = self._create(name, branch.id, event.seq)
        return self._tails[name]


def _renamed(event: SessionEvent, session: str) -> SessionEvent:
    from dataclasses import replace

    return replace(event, session=session)


def event_from(row: tuple[Any, ...]) -> SessionEvent:
    """The event of the statements `event`, `events` and `verify_events`."""
    (session, seq, origin, kind, ok, time, text, file, line, end_line, column, byte) = row[:12]
    (tool, call, command, path, start_line, exit_code, uid) = row[12:19]
    return SessionEvent(
        session=session,
        seq=seq,
        origin=Origin(origin),
        kind=EventKind(kind),
        text=text,
        place=Place(file, line, end_line, column, byte),
        time=from_micros(time),
        ok=None if ok is None else bool(ok),
        tool=tool,
        call=call,
        command=command,
        path=path,
        start_line=start_line,
        exit_code=exit_code,
        uid=uid,
    )
