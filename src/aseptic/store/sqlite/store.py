"""The embedded store: one SQLite file, one writer at a time, every change chained."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aseptic.errors import StoreError
from aseptic.model.access import Access
from aseptic.model.clock import Clock
from aseptic.model.event import Aside, AsideReason, SessionEvent
from aseptic.model.place import Place
from aseptic.model.recall import Hit
from aseptic.model.scope import LOCAL
from aseptic.store import queries
from aseptic.store.base import Applied, Entropy, Record, SessionInfo, Verification
from aseptic.store.folder import hide_from_git, refuse_link
from aseptic.store.sqlite.authorized import AuthorizedReader
from aseptic.store.sqlite.change import SqliteChange
from aseptic.store.sqlite.connection import MEMORY, connect, errors_of
from aseptic.store.sqlite.event_row import from_micros, to_micros
from aseptic.store.sqlite.event_table import event_from
from aseptic.store.sqlite.migrate import migrate
from aseptic.store.sqlite.record_table import read_record
from aseptic.store.sqlite.verify import verify

FOLDER = ".aseptic"
SQL = Path(__file__).parent / "sql" / "store.sql"


class SqliteStore:
    """Answers `aseptic.store.base.Store`. One object a thread."""

    def __init__(
        self,
        path: str | Path,
        *,
        clock: Clock,
        entropy: Entropy = os.urandom,
        create: bool = True,
        wait_ms: int = 5_000,
    ) -> None:
        """Open the store, and make it where there is none.

        Args:
            wait_ms: milliseconds to wait for another process's lock.
            create: False: a missing store is an error.

        Raises:
            StoreError: missing, locked, or of another version.
            StoreCorruptError: not a SQLite file, or a damaged one.
        """
        self.path = str(path)
        self._clock = clock
        self._entropy = entropy
        self._sql = queries.load(SQL)
        if Path(self.path).parent.name == FOLDER:
            refuse_link(Path(self.path).parent)
        self._db = connect(self.path, wait_ms=wait_ms, create=create)
        try:
            with errors_of(self.path):
                self._db.pragma("journal_mode", "wal")
                self._db.pragma("synchronous", "full")
                self._db.pragma("foreign_keys", True)
                self._db.pragma("secure_delete", True)
                migrate(self._db, self.path, clock.now())
        except BaseException:
            self._db.close()
            raise
        self._reader = AuthorizedReader(self._db)
        if create and self.path != MEMORY and Path(self.path).parent.name == FOLDER:
            hide_from_git(Path(self.path).parent)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._db.close()

    @contextmanager
    def change(
        self, kind: str, *, writer: str, tenant: str = LOCAL, operation: str | None = None
    ) -> Iterator[SqliteChange]:
        """As `Store.change`."""
        with errors_of(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                if operation and self.applied(operation, tenant=tenant):
                    raise StoreError(f"operation {operation} was applied before", where=self.path)
                # The changeset's row is written last, once its commitment is known.
                self._db.pragma("defer_foreign_keys", True)
                now = to_micros(self._clock.now())
                assert now is not None  # noqa: S101
                change = SqliteChange(
                    self._db, self._sql, self._entropy,
                    kind=kind, writer=writer, tenant=tenant, operation=operation, recorded_at=now,
                )  # fmt: skip
                yield change
                change.seal()
                self._db.execute("COMMIT" if change.wrote else "ROLLBACK")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    def applied(self, operation: str, *, tenant: str = LOCAL) -> Applied | None:
        rows = self._all("operation", tenant, operation)
        if not rows:
            return None
        record, version, changeset = rows[0]
        return Applied(record or "", version or 0, changeset, repeated=True)

    def sessions(self, *, tenant: str = LOCAL) -> Sequence[SessionInfo]:
        return [
            SessionInfo(
                name, count, first, last, from_micros(begun), from_micros(ended), head.hex(),
                parent, at,
            )
            for name, count, first, last, begun, ended, head, parent, at in self._all(
                "sessions", tenant
            )
        ]  # fmt: skip

    def event(self, session: str, seq: int, *, tenant: str = LOCAL) -> SessionEvent | None:
        row = self._session(session, tenant)
        while row is not None:
            found = self._all("event", row[0], seq)
            if found:
                return event_from(found[0])
            if row[3] is None or seq >= row[4]:
                return None
            row = next((r for r in self._all("verify_sessions") if r[0] == row[3]), None)
        return None

    def events(self, session: str, *, tenant: str = LOCAL) -> Iterator[SessionEvent]:
        row = self._session(session, tenant)
        if row is not None:
            with errors_of(self.path):
                for found in self._db.execute(self._sql["events"], (row[0],)):
                    yield event_from(found)

    def log_files(self, *, tenant: str = LOCAL) -> Sequence[tuple[str, int, bool]]:
        return [(path, units, bool(done)) for path, units, done in self._all("log_files", tenant)]

    def asides(self, log_file: str, *, tenant: str = LOCAL) -> Sequence[Aside]:
        return [
            Aside(Place(path, line, byte=byte), AsideReason(reason), detail)
            for path, line, byte, reason, detail in self._all("asides", tenant, log_file)
        ]

    def record(self, name: str, *, tenant: str = LOCAL) -> Record | None:
        with errors_of(self.path):
            return read_record(self._db, self._sql, name, tenant)

    def records(self, *, tenant: str = LOCAL) -> Sequence[Record]:
        found = (self.record(name, tenant=tenant) for (name,) in self._all("record_ids", tenant))
        return [record for record in found if record is not None]

    def get(self, access: Access, name: str) -> Record | None:
        return self._named("visible", access, name)

    def fact(self, access: Access, fact_key: str) -> Record | None:
        return self._named("visible_fact", access, fact_key)

    def history(self, access: Access, name: str) -> Record | None:
        return self._named("visible_past", access, name)

    def active_fact(self, access: Access, fact_key: str) -> Record | None:
        return self._named("active_fact", access, fact_key)

    def page(self, access: Access, limit: int, offset: int) -> tuple[Sequence[Record], int]:
        with errors_of(self.path):
            names, total = self._reader.page(access, self._clock.now(), limit, offset)
        found = (self.record(name, tenant=access.tenant) for name in names)
        return [record for record in found if record is not None], total

    def search_authorized(self, access: Access, question: str, limit: int) -> Sequence[Hit]:
        with errors_of(self.path):
            return self._reader.search(access, self._clock.now(), question, limit)

    def of_subject(self, access: Access) -> Sequence[str]:
        with errors_of(self.path):
            return self._reader.of_subject(access)

    def generation(self, tenant: str) -> int:
        return int(self._all("generation", tenant)[0][0])

    def _named(self, statement: str, access: Access, wanted: str) -> Record | None:
        with errors_of(self.path):
            name = self._reader.name(statement, access, self._clock.now(), wanted)
        return None if name is None else self.record(name, tenant=access.tenant)

    def verify(self) -> Verification:
        with errors_of(self.path), self._db:  # one snapshot, whoever writes meanwhile
            return verify(self._db, self._sql)

    def has_head(self, head: str) -> bool:
        """Whether a changeset with this hash (hex) is in the chain."""
        try:
            wanted = bytes.fromhex(head)
        except ValueError:
            return False
        return bool(self._all("changeset_by_hash", wanted))

    def _session(self, name: str, tenant: str) -> tuple[Any, ...] | None:
        rows = self._all("session", tenant, name)
        return rows[0] if rows else None

    def _all(self, name: str, *values: Any) -> list[tuple[Any, ...]]:
        with errors_of(self.path):
            return list(self._db.execute(self._sql[name], values))
