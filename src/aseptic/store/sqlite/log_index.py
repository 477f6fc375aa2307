"""The disposable index of session logs that `audit` searches. Answers `LogView`."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aseptic import __version__
from aseptic.model.event import LogSummary, SessionEvent
from aseptic.store import queries
from aseptic.store.sqlite import terms as query_terms
from aseptic.store.sqlite.connection import MEMORY, connect, errors_of
from aseptic.store.sqlite.event_row import event_of
from aseptic.store.sqlite.index_writer import IndexWriter

SCHEMA_VERSION = 2
"""Raised with every change of log_index.sql; an index of another version is emptied."""
WAIT_MS = 10_000
SQL = Path(__file__).parent / "sql" / "log_index.sql"


class LogIndex:
    """Events of session logs, searchable; a file that may be thrown away at any time.

    Not for two writers at once: a second one waits up to ten seconds, then gets a
    `StoreError`. An index that is damaged or of another version is built anew.
    """

    def __init__(self, path: str | Path = MEMORY, *, stamp: str = "") -> None:
        """Open the index, and make it where there is none.

        Args:
            stamp: what reading depends on beside the logs (mappings, say). An index
                that was made under another stamp, or by another version, is emptied.

        Raises:
            StoreError: it cannot be opened, or another process holds it.
        """
        self.path = str(path)
        made_by = f"{SCHEMA_VERSION} {__version__} {stamp}"
        self._version = zlib.crc32(made_by.encode()) >> 1 or 1  # SQLite keeps a positive int32
        self._sql = queries.load(SQL)
        self._db = self._open()
        self._tokenizer = self._db.fts5_tokenizer("unicode61", ["remove_diacritics", "2"])
        self._frequencies: dict[str, int] = {}
        self._evidence: int | None = None

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

    def add(self, events: Iterable[SessionEvent]) -> int:
        """Index events, in the order of their log; returns how many were new.

        An event that is held already is passed over. One that differs from the event
        held at its place begins a fork: it and what follows are kept as `<session>~2`.
        """
        self._frequencies.clear()
        self._evidence = None
        with errors_of(self.path), self._db:
            writer = IndexWriter(self._db, self._sql)
            for event in events:
                writer.add(event)
            writer.flush()
        return writer.added

    def prepare(self, paths: Iterable[Path]) -> None:
        """Get ready to hold exactly these logs: emptied where one that is held was
        rewritten, cut off or is no longer asked for. A log that only grew is kept."""
        from aseptic.store.sqlite.file_state import Change, FileState, change_since

        wanted = {str(path): path for path in paths}
        for name, size, mtime, digest, _ in self._all("log_files"):
            path = wanted.get(name)
            state = FileState(size, mtime, digest)
            if path is None or change_since(path, state) is Change.OTHER:
                self.empty()
                return

    def held(self, path: Path) -> LogSummary | None:
        """The summary of a log that is held as it is on disk now; None: it has to be read."""
        import msgspec

        from aseptic.store.sqlite.file_state import Change, FileState, change_since

        for name, size, mtime, digest, summary in self._all("log_files"):
            if name == str(path):
                same = change_since(path, FileState(size, mtime, digest)) is Change.NONE
                return msgspec.json.decode(summary, type=LogSummary) if same else None
        return None

    def add_log(
        self, path: Path, events: Iterable[SessionEvent], summary: Callable[[], LogSummary]
    ) -> LogSummary:
        """Index one log file whole or not at all, and remember that it is held.

        Args:
            summary: asked when the events are at their end.
        """
        import msgspec

        from aseptic.store.sqlite.file_state import state_of

        state = state_of(path)
        with errors_of(self.path), self._db:
            self.add(events)
            made = summary()
            row = (str(path), state.size, state.mtime, state.digest, msgspec.json.encode(made))
            self._db.execute(self._sql["put_log_file"], row)
        return made

    def empty(self) -> None:
        """Forget everything."""
        self._frequencies.clear()
        self._evidence = None
        with errors_of(self.path), self._db:
            self._db.execute(self._sql["empty"])

    def sessions(self) -> Sequence[str]:
        return [name for (name,) in self._all("sessions")]

    def count(self) -> int:
        return int(self._all("count")[0][0])

    def event(self, session: str, seq: int) -> SessionEvent | None:
        rows = self._all("event", session, seq)
        return event_of(rows[0]) if rows else None

    def around(self, session: str, seq: int, *, before: int, after: int) -> Sequence[SessionEvent]:
        ahead = self._all("before", session, seq, max(before, 0) + 1)
        if ahead and ahead[0][3] != seq:
            ahead = ahead[: max(before, 0)]
        behind = self._all("after", session, seq, max(after, 0))
        return [event_of(row) for row in (*reversed(ahead), *behind)]

    def joined(self, session: str, call: str) -> Sequence[SessionEvent]:
        return [event_of(row) for row in self._all("joined", session, call)]

    def touching(self, path: str, *, limit: int = 50) -> Sequence[SessionEvent]:
        wanted = path.removeprefix("./").strip("/") if path not in ("", "/") else ""
        if not wanted:
            return []
        rows = self._all("touching", wanted.rsplit("/", 1)[-1], wanted, max(limit, 0))
        return [event_of(row) for row in reversed(rows)]

    def search(
        self, terms: Sequence[str], *, limit: int = 20, session: str | None = None
    ) -> Sequence[tuple[SessionEvent, float]]:
        """As `LogView.search`. Terms that too many events hold are left out, and at most
        `terms.MOST_TERMS` are searched, the rarest; where all are common, a few of them."""
        place = None
        if session is not None:
            found = [row[1] for row in self._all("session_ids") if row[0] == session]
            if not found:
                return []
            place = f"s{found[0]}"
        if self._evidence is None:
            self._evidence = int(self._all("evidence_count")[0][0])
        chosen = query_terms.choose(
            [self.tokens(term) for term in terms], self._frequency, self._evidence
        )
        if not chosen or limit < 1:
            return []
        rows = self._all("search", query_terms.match(chosen, place), limit)
        hits = [(event_of(self._all("by_id", row)[0]), score) for row, score in rows]
        return sorted(hits, key=lambda hit: (-hit[1], hit[0].session, hit[0].seq))

    def tokens(self, text: str) -> tuple[str, ...]:
        """The words of `text` as the index knows them: folded, split at punctuation."""
        import apsw

        encoded = text.encode("utf-8", "replace")
        found = self._tokenizer(
            encoded, apsw.FTS5_TOKENIZE_QUERY, None, include_offsets=False, include_colocated=False
        )
        return tuple(found)

    def _frequency(self, token: str) -> int:
        if token not in self._frequencies:
            rows = self._all("frequency", token)
            self._frequencies[token] = int(rows[0][0]) if rows else 0
        return self._frequencies[token]

    def _all(self, name: str, *values: Any) -> list[tuple[Any, ...]]:
        with errors_of(self.path):
            return list(self._db.execute(self._sql[name], values))

    def _open(self) -> Any:
        from aseptic.errors import StoreCorruptError

        try:
            return self._prepare()
        except StoreCorruptError:
            for suffix in ("", "-wal", "-shm"):
                Path(self.path + suffix).unlink(missing_ok=True)
            return self._prepare()

    def _prepare(self) -> Any:
        db = connect(self.path, wait_ms=WAIT_MS)
        try:
            with errors_of(self.path):
                db.pragma("journal_mode", "wal")
                # A crash of the computer may damage the file: it is noticed and built anew.
                db.pragma("synchronous", "off")
                if db.pragma("user_version") not in (0, self._version):
                    raise _stale(self.path)
                with db:
                    db.execute(self._sql["schema"])
                    db.execute(self._sql["tune"])
                    db.pragma("user_version", self._version)
        except BaseException:
            db.close()
            raise
        return db


def _stale(path: str) -> Exception:
    from aseptic.errors import StoreCorruptError

    return StoreCorruptError("an index of another version", where=path)
