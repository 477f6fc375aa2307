"""Whoever edits the file behind the store's back is found out, at the first place."""

from __future__ import annotations

import random
import stat
from pathlib import Path

import apsw
import pytest
from store_making import bring, event, opened, units

from aseptic.errors import StoreCorruptError, StoreError, StoreFullError
from aseptic.model.event import Origin
from aseptic.model.evidence import Says
from aseptic.model.scope import Scope
from aseptic.model.verdict import Outcome
from aseptic.store.base import NewLink, NewRecord
from aseptic.store.sqlite.event_table import EventTable

LINES = [f"line {n}" for n in range(10)]
COPY = "INSERT INTO event SELECT 99, session, {seq}, tenant, subject, project, role, namespace, " \
    "purposes, origin, kind, ok, observed_at, recorded_at, changeset, generation, purged, " \
    "commitment, chain FROM event WHERE seq = 4; INSERT INTO event_payload SELECT 99, salt, text, " \
    "file, line, end_line, col, byte, tool, call, command, path, start_line, exit_code, uid " \
    "FROM event_payload WHERE event = 5"  # fmt: skip


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store of ten events in two changesets, and a note that cites one."""
    file = tmp_path / ".aseptic" / "store.db"
    with opened(file) as store:
        bring(store, units(LINES[:5]))
        bring(store, units(LINES))
        link = NewLink("s", 4, 0, 4, Origin.USER, Says.SUPPORTS)
        with store.change("note", writer="me") as change:
            change.put(NewRecord("a note", Scope(), (link,)))
    return file


def tamper(path: Path, statements: str) -> None:
    """Change the file as somebody would who knows SQLite."""
    db = apsw.Connection(str(path))
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        db.execute(f"DROP TRIGGER {name}")
    db.execute(statements)
    db.close()


@pytest.mark.parametrize(
    ("what", "statements", "seq"),
    [
        ("edited text", "UPDATE event_payload SET text = 'LINE 3' WHERE event = 4", 3),
        ("edited file", "UPDATE event_payload SET file = 'x' WHERE event = 4", 3),
        ("edited outcome", "UPDATE event SET ok = 1 WHERE seq = 3", 3),
        ("edited origin", "UPDATE event SET origin = 'tool' WHERE seq = 4", 4),
        ("unknown origin", "UPDATE event SET origin = 'god' WHERE seq = 4", 4),
        ("edited time", "UPDATE event SET observed_at = 0 WHERE seq = 3", 3),
        ("edited tenant", "UPDATE event SET tenant = 'x' WHERE seq = 3", 3),
        ("edited hash", "UPDATE event SET chain = zeroblob(32) WHERE seq = 3", 3),
        ("deleted", "DELETE FROM event WHERE seq = 3", 3),
        ("deleted first", "DELETE FROM event WHERE seq = 0", 0),
        ("content deleted", "DELETE FROM event_payload WHERE event = 4", 3),
        (
            "reordered",
            "UPDATE event SET seq = 99 WHERE seq = 3; UPDATE event SET seq = 3 WHERE seq = 4;"
            "UPDATE event SET seq = 4 WHERE seq = 99",
            3,
        ),
        ("inserted at the end", COPY.format(seq=10), 10),
        (
            "inserted between",
            "UPDATE event SET seq = seq + 101 WHERE seq > 4; "
            "UPDATE event SET seq = seq - 100 WHERE seq > 100;" + COPY.format(seq=5),
            5,
        ),
        ("cut off", "DELETE FROM event WHERE seq > 7", 9),
        ("all gone", "DELETE FROM event", 4),
        ("session gone", "DELETE FROM event; DELETE FROM session", 4),
    ],
)
def test_the_first_broken_event_is_named(path: Path, what: str, statements: str, seq: int) -> None:
    """Edited, deleted, reordered, inserted, cut off: found, and at the right place."""
    tamper(path, statements)
    with opened(path) as store:
        found = store.verify()
    assert found.outcome is Outcome.FAIL, what
    assert min(b.seq for b in found.breaks if b.seq is not None) == seq


@pytest.mark.parametrize(
    "statements",
    [
        "UPDATE changeset SET writer = 'x' WHERE id = 1",
        "UPDATE changeset_payload SET body = '{}' WHERE changeset = 1",
        "DELETE FROM changeset WHERE id = 1",
        "DELETE FROM changeset_head WHERE changeset = 2",
        "UPDATE changeset_head SET seq = 3 WHERE changeset = 2",
        "UPDATE revision_payload SET text = 'x'",
        "UPDATE revision SET writer = 'x'",
        "UPDATE evidence_link SET span_end = 6",
        "DELETE FROM evidence_link",
        "DELETE FROM revision",
    ],
)
def test_changesets_and_records_are_covered(path: Path, statements: str) -> None:
    """What was changed, by whom, and on which evidence is part of the chain."""
    tamper(path, statements)
    with opened(path) as store:
        assert store.verify().outcome is Outcome.FAIL


@pytest.mark.parametrize(
    "statements",
    [
        "SELECT 1",
        "DELETE FROM changeset_payload",  # purged: the chain stands without the content
        "UPDATE record SET load_count = 5",
        "INSERT INTO event_words(event_words) VALUES ('optimize')",
        "DELETE FROM revision_payload",
    ],
)
def test_what_may_change_breaks_nothing(path: Path, statements: str) -> None:
    """Counters, the index, and payloads of changesets and records may go."""
    tamper(path, statements)
    with opened(path) as store:
        assert store.verify().outcome is Outcome.PASS


def test_a_purged_event_leaves_the_chain_whole(path: Path) -> None:
    """The schema allows a deletion: a tombstone, no content, a chain that verifies, no return."""
    tamper(
        path,
        "INSERT INTO tombstone VALUES (1, 'local', 1, 'event', x'00', x'00', 1, 0);"
        "UPDATE event SET purged = 1 WHERE seq = 4;"
        "INSERT INTO event_words(event_words, rowid, text, command, path) "
        "SELECT 'delete', event, text, command, path FROM event_payload WHERE event = 5;"
        "DELETE FROM event_payload WHERE event = 5",
    )
    with opened(path) as store:
        found = store.verify()
        assert (found.outcome, found.purged) == (Outcome.PASS, 1)
        assert bring(store, units(LINES)).added == 0
        assert store.event("s", 4) is None
        assert store.records()[0].revisions[0].links[0].quote is None


@pytest.mark.parametrize("table", ["event", "revision", "changeset"])
def test_history_is_append_only(path: Path, table: str) -> None:
    """The file itself refuses to change what was recorded."""
    db = apsw.Connection(str(path))
    with pytest.raises(apsw.ConstraintError, match="append-only"):
        db.execute(f"UPDATE {table} SET recorded_at = 0")
    with pytest.raises(apsw.ConstraintError, match="append-only"):
        db.execute(f"DELETE FROM {table}")
    db.close()


def test_the_files_are_the_users_own_and_hidden_from_git(path: Path) -> None:
    """0600, in a folder of 0700 that git ignores."""
    with opened(path) as store:
        store.sessions()
        files = {p.name: stat.S_IMODE(p.stat().st_mode) for p in path.parent.iterdir()}
    assert files.pop(".gitignore")
    assert set(files.values()) == {0o600}
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert "*" in (path.parent / ".gitignore").read_text().splitlines()


def test_settings_that_promises_rest_on(path: Path) -> None:
    """Full synchronous, write-ahead log, foreign keys, secure delete in pages and words."""
    with opened(path) as store:
        db = store._db
        names = ("journal_mode", "synchronous", "foreign_keys", "secure_delete")
        assert [db.pragma(name) for name in names] == ["wal", 2, 1, 1]
        for table in ("event_words", "record_words"):
            assert db.execute(f"SELECT v FROM {table}_config WHERE k = 'secure-delete'").get == 1


def test_another_writer_is_told_to_wait(path: Path) -> None:
    """A locked store is a clear error, and nothing is written."""
    with opened(path) as one, opened(path, seed=2, wait_ms=10) as other:
        waits = pytest.raises(StoreError, match="another process")
        with one.change("import", writer="test"), waits as caught:
            bring(other, units(LINES, "t"), "t.jsonl")
        assert caught.value.hint
        assert bring(other, units(LINES, "t"), "t.jsonl").added == 10


def test_a_full_device_keeps_what_was_committed(path: Path) -> None:
    """No room: a clear error, the store verifies, and importing again with room continues."""
    big = [f"{n} " + "x" * 50_000 for n in range(400)]
    with opened(path) as store:
        store._db.pragma("max_page_count", store._db.pragma("page_count") + 2_000)
        with pytest.raises(StoreFullError, match="committed before is intact"):
            bring(store, units(big, "t"), "t.jsonl")
        assert store.verify().outcome is Outcome.PASS
        held = store.verify().events
        assert 10 < held < 410
        ((_, reached, complete),) = [f for f in store.log_files() if f[0] == "t.jsonl"]
        assert (reached > 0, complete) == (True, False)
        store._db.pragma("max_page_count", 1_000_000)
        done = bring(store, units(big, "t"), "t.jsonl")
        assert (done.resumed_at, done.held, done.added) == (reached, held - 10, 410 - held)
        assert store.verify().outcome is Outcome.PASS


def test_rubbish_and_other_versions_are_refused(tmp_path: Path, path: Path) -> None:
    """A governed store is never thrown away because it cannot be read."""
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"not a database, " * 500)
    with pytest.raises(StoreCorruptError):
        opened(rubbish)
    assert rubbish.stat().st_size == 8_000
    tamper(path, "INSERT INTO migration VALUES (999, 'later', 'x', 0)")
    with pytest.raises(StoreError, match="another version"):
        opened(path)


def test_a_well_forged_event_is_found(path: Path) -> None:
    """Right salt, right hash, right place, but in no changeset: added by somebody else."""
    with opened(path, seed=7) as store:
        db = store._db
        db.pragma("foreign_keys", False)
        table = EventTable(db, store._sql, random.Random(7).randbytes, 2, 0, "local")
        table.append(event(10, "forged"), Scope(), None)
        found = store.verify()
    assert [(b.session, b.seq, b.what) for b in found.breaks] == [
        ("s", 10, "it was added outside any changeset")
    ]
