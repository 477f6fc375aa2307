"""Computing every hash of a store again. Reads only; trusts no stored hash."""

from __future__ import annotations

from typing import Any

from aseptic.model.scope import Scope
from aseptic.store import canonical
from aseptic.store.base import Break, Verification
from aseptic.store.sqlite.event_row import to_micros
from aseptic.store.sqlite.event_table import event_from
from aseptic.store.sqlite.record_table import revision_bytes


def verify(db: Any, sql: dict[str, str]) -> Verification:
    """The first break of each session's chain, of the changesets' and of the records'."""
    breaks: list[Break] = []
    sessions = events = purged = 0
    for row in db.execute(sql["verify_sessions"]).fetchall():
        sessions += 1
        seen, gone, broken = _session(db, sql, row)
        events += seen
        purged += gone
        breaks += [broken] if broken else []
    for (orphan,) in db.execute(sql["orphan_sessions"]):
        breaks.append(Break(f"events of a session that is not there (number {orphan})"))
    changesets, head, broken = _changesets(db, sql)
    breaks += [broken] if broken else []
    breaks += _tails(db, sql)
    breaks += _revisions(db, sql)
    unique = dict.fromkeys(breaks)
    return Verification(sessions, events, purged, changesets, head.hex(), tuple(unique))


def _session(
    db: Any, sql: dict[str, str], session: tuple[Any, ...]
) -> tuple[int, int, Break | None]:
    own, name, nonce, _parent, forked_at = session
    chain = canonical.session_start(nonce)
    expected = forked_at or 0
    seen = purged = 0
    for row in db.execute(sql["verify_events"], (own,)):
        seq, committed, stored, tombstone = row[1], row[26], row[27], row[28]
        salt = row[19]
        if seq != expected:
            missing = f"event {expected} is missing" if seq > expected else f"event {seq} twice"
            return seen, purged, Break(missing, name, expected)
        if salt is None:
            purged += 1
            if tombstone is None:
                return seen, purged, Break("its content is gone without a tombstone", name, seq)
        elif not _is_committed(row, salt, committed):
            return seen, purged, Break("it is not what was recorded", name, seq)
        chain = canonical.link(chain, committed)
        if chain != stored:
            return seen, purged, Break("it does not follow the event before it", name, seq)
        seen += 1
        expected += 1
    return seen, purged, None


def _is_committed(row: tuple[Any, ...], salt: bytes, committed: bytes) -> bool:
    try:
        event = event_from(row)
        scope = Scope(*row[20:25])
        content = canonical.event_bytes(event, to_micros(event.time), scope, row[25])
    except ValueError:  # a word or value that no event can have
        return False
    return canonical.commitment(salt, content) == committed


def _changesets(db: Any, sql: dict[str, str]) -> tuple[int, bytes, Break | None]:
    previous = canonical.ZERO
    count = 0
    for row in db.execute(sql["verify_changesets"]):
        number, *facts, before, committed, stored, salt, body = row
        if number != count + 1:
            return count, previous, Break(f"changeset {count + 1} is missing", changeset=count + 1)
        if before != previous:
            what = "it does not follow the changeset before it"
            return count, previous, Break(what, changeset=number)
        heads = db.execute(sql["verify_heads"], (number,)).fetchall()
        plain = [(session, seq, chain) for session, seq, chain, *_ in heads]
        revisions = db.execute(sql["changeset_revisions"], (number,)).fetchall()
        hashed = canonical.changeset_hash(before, committed, [number, *facts], plain, revisions)
        if hashed != stored or (
            salt is not None and canonical.commitment(salt, body.encode()) != committed
        ):
            return count, previous, Break("it is not what was recorded", changeset=number)
        for session, seq, chain, held, name in heads:
            if held != chain:
                what = "was cut off or replaced" if held is None else "is not what was recorded"
                shown = name or f"number {session}"
                return count, previous, Break(f"the session {what}", shown, seq, number)
        previous = stored
        count += 1
    return count, previous, None


def _tails(db: Any, sql: dict[str, str]) -> list[Break]:
    """Events behind the last head that a changeset recorded were put in by somebody else."""
    heads = dict(db.execute(sql["head_tails"]))
    names = {row[0]: row[1] for row in db.execute(sql["verify_sessions"])}
    return [
        Break("it was added outside any changeset", names.get(session), heads.get(session, -1) + 1)
        for session, last in db.execute(sql["event_tails"])
        if last > heads.get(session, -1)
    ]


def _revisions(db: Any, sql: dict[str, str]) -> list[Break]:
    for row in db.execute(sql["verify_revisions"]).fetchall():
        facts, (committed, salt), content = row[:13], row[13:15], row[15:]
        if salt is None:
            continue
        if canonical.commitment(salt, revision_bytes(db, sql, facts, content)) != committed:
            what = f"record {facts[0]} version {facts[1]} is not what was recorded"
            return [Break(what, changeset=facts[2])]
    return []
