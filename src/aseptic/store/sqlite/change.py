"""One changeset while it is being written."""

from __future__ import annotations

from typing import Any

from aseptic.errors import StoreError
from aseptic.model.event import Aside, SessionEvent
from aseptic.model.scope import Scope
from aseptic.store import canonical
from aseptic.store.base import Entropy, LogFile, NewRecord, Status
from aseptic.store.sqlite.event_table import EventTable
from aseptic.store.sqlite.record_table import RecordWriter
from aseptic.store.sqlite.tombstone_table import add_tombstone, refuse_deleted


class SqliteChange:
    """Answers `aseptic.store.base.Change`; lives inside its transaction."""

    def __init__(
        self,
        db: Any,
        sql: dict[str, str],
        entropy: Entropy,
        *,
        kind: str,
        writer: str,
        tenant: str,
        operation: str | None,
        recorded_at: int,
    ) -> None:
        self._db = db
        self._sql = sql
        self._entropy = entropy
        self._tenant = tenant
        self._operation = operation
        self.id: int = db.execute(sql["next_changeset"]).get
        self._facts = [self.id, tenant, kind, writer, operation, recorded_at]
        self._events = EventTable(db, sql, entropy, self.id, recorded_at, tenant)
        self._records = RecordWriter(db, sql, entropy, self.id, recorded_at, writer, operation)
        self._appended: dict[str, list[int]] = {}
        self._asides = 0
        self._deleted = 0
        self._logs: list[str] = []
        self._put: list[tuple[str, int, str]] = []
        self._log_ids: dict[str, int] = {}

    @property
    def wrote(self) -> bool:
        """Whether anything is different from before."""
        return bool(self._appended or self._asides or self._logs or self._put or self._deleted)

    def append(
        self, event: SessionEvent, scope: Scope, branch: str | None = None
    ) -> tuple[str, bool]:
        self._own(scope)
        name, new = self._events.append(event, scope, branch)
        if new:
            self._appended.setdefault(name, [event.seq, event.seq])[1] = event.seq
        return name, new

    def log_progress(self, log_file: LogFile, *, units: int, events: int, complete: bool) -> None:
        now = (log_file.format, log_file.unit, units, events, int(complete))
        key = (self._tenant, log_file.path)
        known = list(self._db.execute(self._sql["log_file_facts"], key))
        if known and (known[0] == now or (units <= known[0][2] and not complete)):
            return  # read again: the point reached before stands
        row = self._db.execute(self._sql["log_file"], (*key, *now, self.id)).get
        self._log_ids[log_file.path] = row
        self._logs.append(log_file.path)

    def set_aside(self, log_file: str, unit: int, aside: Aside) -> None:
        if log_file not in self._log_ids:
            rows = list(self._db.execute(self._sql["log_file_id"], (self._tenant, log_file)))
            if not rows:
                raise StoreError(f"log file {log_file} is not known: call log_progress first")
            self._log_ids[log_file] = rows[0][0]
        place = aside.place
        values = (
            self._log_ids[log_file], unit, place.line, place.byte, aside.reason.value,
            aside.detail,
        )  # fmt: skip
        before = self._db.total_changes()
        self._db.execute(self._sql["add_aside"], values)
        self._asides += self._db.total_changes() - before

    def put(self, record: NewRecord) -> tuple[str, int]:
        self._own(record.scope)
        refuse_deleted(self._db, self._sql, record)
        purposes = self._events.purposes(record.scope)
        made, version, committed = self._records.put(record, purposes)
        self._put.append((made, version, committed.hex()))
        return made, version

    def revise(self, record: str, expected: int, new: NewRecord) -> int:
        """The next version of a record; `expected` is the version the writer saw.

        Raises:
            ConflictError: it has another version by now.
            TombstoneError: it was deleted after `new` was observed or decided.
        """
        self._own(new.scope)
        refuse_deleted(self._db, self._sql, new)
        return self._noted(record, self._records.revise(record, expected, new))

    def mark(self, record: str, expected: int, status: Status) -> int:
        """The next version of a record, with the same text and another status."""
        return self._noted(record, self._records.mark(record, expected, status))

    def supersede(self, old: str, expected: int, new: str, version: int) -> None:
        """`old` no longer holds, because of `new`: no search reaches it, its history does."""
        self.mark(old, expected, Status.SUPERSEDED)
        values = ("supersedes", new, version, old, expected, self.id)
        self._db.execute(self._sql["add_edge"], values)

    def tombstone(self, kind: str, target: tuple[str, ...]) -> int:
        """Raise the generation; older statements about `target` never land again."""
        raised = add_tombstone(
            self._db, self._sql, self._entropy, self._tenant, kind, target, self.id, self._facts[5]
        )
        self._deleted += 1
        return raised

    def purge(self, record: str) -> None:
        """Remove a record's content from every table and index; ids and hashes stay."""
        version, committed = self._records.purge(record)
        self._noted(record, (version, committed))

    def _noted(self, record: str, made: tuple[int, bytes]) -> int:
        self._put.append((record, made[0], made[1].hex()))
        return made[0]

    def seal(self) -> None:
        """Write the changeset's own row, chained to the one before."""
        if not self.wrote:
            return
        if self._operation is not None:
            record, version = self._put[-1][:2] if self._put else (None, None)
            values = (self._tenant, self._operation, self.id, record, version)
            self._db.execute(self._sql["add_operation"], values)
        body = canonical.encode(
            {
                "events": [[name, *span] for name, span in self._appended.items()],
                "records": self._put,
                "logs": self._logs,
                "asides": self._asides,
            }
        )
        salt = self._entropy(canonical.SALT_BYTES)
        committed = canonical.commitment(salt, body)
        previous = self._db.execute(self._sql["last_changeset"]).get or canonical.ZERO
        heads = [(s, seq, chain) for s, (seq, chain) in sorted(self._events.heads.items())]
        revisions = self._db.execute(self._sql["changeset_revisions"], (self.id,)).fetchall()
        hashed = canonical.changeset_hash(previous, committed, self._facts, heads, revisions)
        self._db.execute(self._sql["add_changeset"], (*self._facts, previous, committed, hashed))
        self._db.execute(self._sql["add_changeset_payload"], (self.id, salt, body.decode()))
        self._db.executemany(self._sql["add_changeset_head"], [(self.id, *h) for h in heads])

    def _own(self, scope: Scope) -> None:
        if scope.tenant != self._tenant:
            raise StoreError(f"a change of tenant {self._tenant} cannot write for {scope.tenant}")
