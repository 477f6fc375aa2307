"""The log index answers `LogView`, survives hostile words, and never loses an event."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aseptic.model.event import AsideReason, EventKind, LogSummary, Origin, SessionEvent
from aseptic.model.log import LogView
from aseptic.model.place import Place
from aseptic.store.sqlite.log_index import LogIndex

START = datetime(2026, 3, 1, 12, tzinfo=UTC)


def said(
    seq: int, text: str, *, session: str = "s", origin: Origin = Origin.AGENT, **more: object
) -> SessionEvent:
    base = SessionEvent(
        session=session,
        seq=seq,
        origin=origin,
        kind=EventKind.MESSAGE,
        text=text,
        place=Place("log.jsonl", seq + 1),
        time=START + timedelta(seconds=seq),
    )
    return replace(base, **more)  # type: ignore[arg-type]


@pytest.fixture
def index() -> Iterator[LogIndex]:
    with LogIndex() as made:
        yield made


def refs(events: object) -> list[str]:
    return [event.ref for event in events]  # type: ignore[attr-defined]


def test_an_event_comes_back_as_it_went_in(index: LogIndex) -> None:
    """Every field of an event survives the index."""
    event = SessionEvent(
        "s", 3, Origin.TOOL, EventKind.RESULT, "out\x00\u2028put", Place("a.jsonl", 7, 9, 2, 512),
        START, False, "Bash", "call_1", "make test", "/repo/src/a.py", 12, 2, "uuid-1",
    )  # fmt: skip
    index.add([event])
    assert index.event("s", 3) == event


def test_the_index_is_a_log_view(index: LogIndex) -> None:
    """The whole Protocol is there."""
    view: LogView = index
    assert view.count() == 0 and list(view.sessions()) == []


@pytest.mark.parametrize(
    ("text", "term", "found"),
    [
        ("the value of max_retry_count is 3", "max_retry_count", True),
        ("the value of max_retry_count is 3", "retry", True),
        ("call parseConfigFile first", "parseConfigFile", True),
        ("call parseConfigFile first", "config", True),
        ("listening on 127.0.0.1:9090", "9090", True),
        ("run go test ./... now", "go test ./...", True),
        ("edit src/app/main.py", "src/app/main.py", True),
        ("Die Straße nach Übersee", "ubersee", True),
        ("the value of max_retry_count is 3", "count_retry", False),
        ("run go vet, then test", "go test", False),
        ("edit src/app/main.py", "src/main.py", False),
        ("listening on 127.0.0.1:9090", "909", False),
        ("call parseConfigFile first", "figFile", False),
        ("", "anything", False),
    ],
)
def test_words_identifiers_and_phrases(index: LogIndex, text: str, term: str, found: bool) -> None:
    """Identifiers are found whole and by parts; a phrase only in its order."""
    index.add([said(0, text), said(1, "something else entirely")])
    assert ("s#0" in refs(e for e, _ in index.search([term]))) is found


@pytest.mark.parametrize("origin", list(Origin))
def test_only_evidence_is_found(index: LogIndex, origin: Origin) -> None:
    """Memory, compactions and system text are held but never found by a search."""
    index.add([said(0, "the cave is to the west", origin=origin)])
    assert bool(index.search(["cave"])) is origin.is_evidence
    assert index.count() == 1


def test_the_rarer_word_ranks_first(index: LogIndex) -> None:
    """BM25: higher is better, and the order is the same every time."""
    index.add([said(n, "common words here") for n in range(20)])
    index.add([said(20, "common words and a zebra")])
    hits = index.search(["common", "zebra"])
    assert hits[0][0].seq == 20
    assert hits[0][1] > hits[1][1]
    assert hits == index.search(["zebra", "common"])


def test_a_search_may_stay_in_one_session(index: LogIndex) -> None:
    """`session` bounds the search; an unknown session finds nothing."""
    index.add([said(0, "cave west", session="a"), said(0, "cave east", session="b")])
    assert refs(e for e, _ in index.search(["cave"], session="b")) == ["b#0"]
    assert index.search(["cave"], session="c") == []
    assert index.search(["s1"]) == []


def test_too_common_words_are_dropped_unless_all_are(index: LogIndex) -> None:
    """A word of every event is not searched beside a rare one, but is when it is all there is."""
    index.add([said(n, "the file" + (" zebra" if n == 7 else "")) for n in range(1200)])
    assert refs(e for e, _ in index.search(["the", "zebra"])) == ["s#7"]
    assert len(index.search(["the"], limit=5)) == 5


@given(st.lists(st.text(max_size=30), max_size=5))
@settings(max_examples=200, deadline=None)
def test_no_word_breaks_the_search(terms: list[str]) -> None:
    """Quotes, operators, NUL and surrogates in a query are words, never syntax."""
    with LogIndex() as index:
        index.add([said(0, 'NEAR("a" OR b) AND NOT c* ^d - {text}: "')])
        for term in [*terms, '"', 'a" OR "b', "NEAR(", "*", "text:", "\ud800", "a\x00b", "-- x"]:
            assert len(index.search([term])) <= 1


def test_around_touching_and_joined(index: LogIndex) -> None:
    """Neighbours in order; files by the end of their path; a call with its results."""
    index.add(
        [
            said(0, "a", path="/repo/src/a.py"),
            said(1, "call", kind=EventKind.CALL, call="c1", path="src/a.py"),
            said(2, "b", path="/repo/src/ba.py"),
            said(3, "result", kind=EventKind.RESULT, origin=Origin.TOOL, call="c1"),
            said(4, "z", path="/other/a.py"),
        ]
    )
    assert refs(index.around("s", 2, before=1, after=1)) == ["s#1", "s#2", "s#3"]
    assert refs(index.around("s", 0, before=5, after=0)) == ["s#0"]
    assert refs(index.around("s", 99, before=1, after=1)) == ["s#4"]
    assert refs(index.touching("src/a.py")) == ["s#0", "s#1"]
    assert refs(index.touching("a.py")) == ["s#0", "s#1", "s#4"]
    assert refs(index.touching("a.py", limit=1)) == ["s#4"]
    assert refs(index.touching("")) == []
    assert refs(index.joined("s", "c1")) == ["s#1", "s#3"]
    assert index.joined("s", "c2") == []


def test_sessions_oldest_first(index: LogIndex) -> None:
    """By the first known time; sessions without times last."""
    index.add(
        [
            said(0, "x", session="late", time=START + timedelta(days=2)),
            said(0, "x", session="never", time=None),
            said(0, "x", session="early"),
        ]
    )
    assert list(index.sessions()) == ["early", "late", "never"]


def test_a_later_copy_adds_only_what_is_new(index: LogIndex) -> None:
    """The same session read again, longer and from another file, changes nothing held."""
    first = [said(n, f"line {n}") for n in range(5)]
    longer = [replace(e, place=Place("later.jsonl", 1)) for e in first] + [said(5, "line 5")]
    assert index.add(first) == 5
    assert index.add(longer) == 1
    assert index.add(longer) == 0
    assert refs(index.around("s", 2, before=9, after=9)) == [f"s#{n}" for n in range(6)]


def test_a_diverging_copy_is_a_fork(index: LogIndex) -> None:
    """Events that differ are kept beside those held, whichever copy is read again."""
    main = [said(n, f"line {n}") for n in range(5)]
    other = main[:2] + [said(n, f"other {n}") for n in range(2, 8)]
    index.add(main)
    assert index.add(other) == 6
    assert index.add(other) == 0
    assert index.add([*main, said(5, "line 5")]) == 1
    assert index.add([*other, said(8, "other 8")]) == 1
    assert set(index.sessions()) == {"s", "s~2"}
    assert index.event("s", 3) == main[3]
    assert [e.text for e in index.around("s~2", 2, before=0, after=9)][-1] == "other 8"
    assert index.count() == 6 + 7


def test_the_file_is_the_users_own_and_outlives_the_process(tmp_path: Path) -> None:
    """0600, and what was indexed is there when it is opened again."""
    path = tmp_path / "log.db"
    with LogIndex(path) as index:
        index.add([said(0, "cave west")])
        modes = {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert modes == {0o600}
    with LogIndex(path) as index:
        assert refs(e for e, _ in index.search(["cave"])) == ["s#0"]


def test_a_damaged_index_is_built_anew(tmp_path: Path) -> None:
    """Rubbish in the file is no error: the index is disposable."""
    path = tmp_path / "log.db"
    path.write_bytes(b"not a database, " * 500)
    with LogIndex(path) as index:
        assert index.count() == 0
        index.add([said(0, "cave west")])
        assert index.count() == 1


def summary(path: Path, events: int) -> LogSummary:
    return LogSummary(str(path), "x", "line", events, events, events, {AsideReason.BLANK: 2})


def test_an_unchanged_log_is_not_read_again(tmp_path: Path) -> None:
    """Same size and time: its summary comes from the index."""
    log = tmp_path / "a.jsonl"
    log.write_text("1\n")
    with LogIndex(tmp_path / "cache" / "x.index") as index:
        made = index.add_log(log, [said(0, "west")], lambda: summary(log, 1))
        index.prepare([log])
        assert index.held(log) == made
        assert index.held(tmp_path / "b.jsonl") is None


def test_a_grown_log_adds_and_a_rewritten_one_starts_anew(tmp_path: Path) -> None:
    """Appended: what is held stays. Rewritten or gone: the index is emptied."""
    log = tmp_path / "a.jsonl"
    log.write_text("1\n")
    with LogIndex() as index:
        index.add_log(log, [said(0, "west")], lambda: summary(log, 1))
        log.write_text("1\n2\n")
        index.prepare([log])
        assert index.held(log) is None
        assert index.count() == 1
        index.add_log(log, [said(0, "west"), said(1, "east")], lambda: summary(log, 2))
        assert index.count() == 2
        log.write_text("X\n2\n3\n")
        index.prepare([log])
        assert index.count() == 0
        assert index.search(["west"]) == []
        index.add_log(log, [said(0, "north")], lambda: summary(log, 1))
        index.prepare([])
        assert index.count() == 0


def test_an_index_made_otherwise_is_emptied(tmp_path: Path) -> None:
    """Another version or other mappings read the same logs differently."""
    path = tmp_path / "x.index"
    for stamp, count in (("a", 0), ("a", 1), ("b", 0)):
        with LogIndex(path, stamp=stamp) as index:
            assert index.count() == count
            index.add([said(0, "west")])


def test_a_log_that_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    """Indexed whole or not at all, so a summary is never of half a log."""
    log = tmp_path / "a.jsonl"
    log.write_text("1\n")

    def torn() -> Iterator[SessionEvent]:
        yield said(0, "west")
        raise RuntimeError("stop")

    with LogIndex() as index:
        with pytest.raises(RuntimeError):
            index.add_log(log, torn(), lambda: summary(log, 1))
        assert (index.count(), index.held(log)) == (0, None)
