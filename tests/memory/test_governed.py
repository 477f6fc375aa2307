"""Only eligible facts in, only to those who may see them, and nothing comes back."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from aseptic import Access, Memory
from aseptic.errors import AccessError, ConflictError, StoreError, TombstoneError
from aseptic.flows.remember import RefusedError
from aseptic.model.clock import FixedClock
from aseptic.model.recall import RecallState
from aseptic.model.verdict import Outcome
from aseptic.store.base import Status

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)
ME = Access("app", "acme", "help", "user-1", "web", "agent", "notes")
FIELDS = ("tenant", "purpose", "subject", "project", "role", "namespace")


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(START)


@pytest.fixture
def memory(clock: FixedClock) -> Iterator[Memory]:
    with Memory(":memory:", clock=clock, entropy=random.Random(1).randbytes) as made:
        yield made


def found(memory: Memory, access: Access, question: str) -> list[str]:
    return [hit.text for hit in memory.search_authorized(access, question).hits]


@pytest.mark.parametrize("field", ["who", *FIELDS])
@pytest.mark.parametrize("value", ["", " ", None])
def test_a_missing_part_is_an_error(field: str, value: str | None) -> None:
    """Never 'all'."""
    with pytest.raises(AccessError):
        replace(ME, **{field: value})  # type: ignore[arg-type]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize(
    "value",
    ["*", "%", "_", "user-", "user-17", "USER-1", "user-1 ", "uѕer-1", "user-1' OR '1'='1", "\x00"],
)
def test_nothing_widens_a_scope(memory: Memory, field: str, value: str) -> None:
    """Wildcards, prefixes, look-alikes and injections see nothing; the twin sees it."""
    near = replace(ME, **{field: "user-1"})
    done = memory.add(near, "The canary sings.", operation="1", fact_key="bird")
    other = replace(near, **{field: value})
    assert found(memory, other, "canary") == []
    assert memory.get(other, done.record) is None
    assert memory.fact(other, "bird") is None
    assert memory.history(other, done.record) is None
    assert memory.list(other) == ([], 0)
    with pytest.raises(ConflictError):
        memory.delete(other, done.record, operation="2")
    assert found(memory, near, "canary") == ["The canary sings."]


def test_identity_by_purpose_matrix(memory: Memory) -> None:
    """A canary in each of 64 cells: each cell's query gives its own and no other."""
    cells = [
        replace(ME, **dict(zip(FIELDS, values, strict=True)))
        for values in itertools.product(*[(f"{name}-1", f"{name}-17") for name in FIELDS])
    ]
    for number, cell in enumerate(cells):
        memory.add(cell, f"The canary is number {number}.", operation=f"op {number}")
    for number, cell in enumerate(cells):
        assert found(memory, cell, "canary") == [f"The canary is number {number}."]
        assert memory.list(cell)[1] == 1


@pytest.mark.parametrize(
    "question", ['"', "a OR b", "NEAR(", "text:x", "*", "'; DROP TABLE record"]
)
def test_a_question_is_no_query_language(memory: Memory, question: str) -> None:
    """It is searched as words, and finds nothing here."""
    memory.add(ME, "The cave lies west.", operation="1")
    assert memory.search_authorized(ME, question).state is RecallState.EMPTY
    assert found(memory, ME, "cave") == ["The cave lies west."]


def test_a_broken_search_is_not_an_empty_one(memory: Memory) -> None:
    """It says `degraded`."""
    memory.store._db.execute("DROP TABLE record_words")
    assert memory.search_authorized(ME, "cave").state is RecallState.DEGRADED


def test_a_refused_candidate_is_not_written(memory: Memory) -> None:
    """The shipped policy refuses a key; nothing of it is there."""
    with pytest.raises(RefusedError):
        memory.add(ME, "The key is AKIAIOSFODNN7EXAMPLA, password=hunter2secret", operation="1")
    assert memory.list(ME) == ([], 0)
    assert memory.store.verify().changesets == 0


def test_a_fact_has_one_active_value(memory: Memory, clock: FixedClock) -> None:
    """Compare-and-set: a writer that saw an old version meets a conflict; nothing is lost."""
    first = memory.add(ME, "The city is Rome.", operation="1", fact_key="city")
    with pytest.raises(ConflictError):
        memory.add(ME, "The city is Oslo.", operation="2", fact_key="city")
    second = memory.add(ME, "The city is Bern.", operation="3", fact_key="city", expected=1)
    with pytest.raises(ConflictError):
        memory.add(ME, "The city is Oslo.", operation="4", fact_key="city", expected=1)
    assert (second.record, second.version) == (first.record, 2)
    assert found(memory, ME, "city") == ["The city is Bern."]
    held = memory.history(ME, first.record)
    assert held is not None
    assert [r.text for r in held.revisions] == ["The city is Rome.", "The city is Bern."]
    assert memory.store.verify().outcome is Outcome.PASS


def test_an_older_statement_never_overwrites_a_newer(memory: Memory) -> None:
    """Observed time orders, not arrival."""
    memory.add(ME, "The city is Bern.", operation="1", fact_key="city")
    with pytest.raises(ConflictError, match="newer"):
        memory.add(
            ME, "The city is Rome.", operation="2", fact_key="city", expected=1,
            observed_at=START - SECOND,
        )  # fmt: skip
    assert found(memory, ME, "city") == ["The city is Bern."]


def test_an_inference_never_overwrites_a_statement(memory: Memory) -> None:
    """And a statement does overwrite an inference."""
    memory.add(ME, "The city is Bern.", operation="1", fact_key="city", stated=False)
    memory.add(ME, "The city is Rome.", operation="2", fact_key="city", expected=1)
    with pytest.raises(ConflictError, match="inference"):
        memory.add(
            ME, "The city is Oslo.", operation="3", fact_key="city", expected=2, stated=False
        )


def test_an_operation_is_applied_once(memory: Memory) -> None:
    """A retry gives the first answer; another text or scope under its id is a conflict."""
    first = memory.add(ME, "The cave lies west.", operation="1")
    again = memory.add(ME, "The cave lies west.", operation="1")
    assert (again.record, again.version, again.repeated) == (first.record, 1, True)
    assert memory.list(ME)[1] == 1
    for access, text in ((ME, "Other."), (replace(ME, subject="b"), "The cave lies west.")):
        with pytest.raises(ConflictError):
            memory.add(access, text, operation="1")


@pytest.mark.parametrize(("after", "seen"), [(-1, True), (0, False), (1, False)])
def test_expiry_at_the_boundary(tmp_path: Path, after: int, seen: bool) -> None:
    """Just before, at, and after; also after the store was opened again."""
    clock, path = FixedClock(START), tmp_path / "m.db"
    with Memory(path, clock=clock) as memory:
        end = START + timedelta(days=1)
        done = memory.add(ME, "The cave lies west.", operation="1", fact_key="c", expires_at=end)
    with Memory(path, clock=clock) as memory:
        clock.moment = end + timedelta(microseconds=after)
        assert bool(found(memory, ME, "cave")) is seen
        assert bool(memory.get(ME, done.record)) is seen
        assert bool(memory.fact(ME, "c")) is seen
        assert bool(memory.history(ME, done.record)) is seen
        assert memory.list(ME)[1] == int(seen)
        if not seen:
            memory.add(ME, "The cave lies east.", operation="2", fact_key="c")
            assert found(memory, ME, "cave") == ["The cave lies east."]


def test_superseded_is_in_the_history_only(memory: Memory) -> None:
    """No search, list or get reaches it."""
    old = memory.add(ME, "The cave lies west.", operation="1")
    new = memory.add(ME, "The cave lies east.", operation="2")
    memory.supersede(ME, old.record, new.record, operation="3")
    memory.supersede(ME, old.record, new.record, operation="3")
    assert found(memory, ME, "cave west") == ["The cave lies east."]
    assert memory.get(ME, old.record) is None
    held = memory.history(ME, old.record)
    assert held is not None and held.status is Status.SUPERSEDED
    assert memory.store.verify().outcome is Outcome.PASS


def test_expired_by_hand_is_gone(memory: Memory) -> None:
    """At once."""
    done = memory.add(ME, "The cave lies west.", operation="1")
    memory.expire(ME, done.record, operation="2")
    assert found(memory, ME, "cave") == []


def test_deleted_never_comes_back(memory: Memory, clock: FixedClock) -> None:
    """Not by a retry, a pending decision or an older statement; a new one may be stored."""
    done = memory.add(ME, "The city is Bern.", operation="1", fact_key="city")
    pending = memory.evaluate_candidate(ME, "The city is Rome.", fact_key="city")
    clock.moment += SECOND
    memory.delete(ME, done.record, operation="2")
    assert memory.add(
        ME, "The city is Bern.", operation="1", fact_key="city", observed_at=START
    ).repeated
    with pytest.raises(TombstoneError):
        memory.put_if_current(ME, pending, operation="3")
    for text, key in (("The city is Bern.", None), ("The city is Oslo.", "city")):
        with pytest.raises(TombstoneError):
            memory.add(ME, text, operation="4", fact_key=key, observed_at=START)
    assert memory.list(ME) == ([], 0)
    clock.moment += SECOND
    memory.add(ME, "The city is Bern.", operation="5", fact_key="city")
    assert found(memory, ME, "city") == ["The city is Bern."]
    assert memory.store.verify().outcome is Outcome.PASS


def test_a_deleted_subject_leaves_no_byte(tmp_path: Path) -> None:
    """Neither in tables nor in indexes; another subject's text, the twin, is there."""
    clock, path = FixedClock(START), tmp_path / "m.db"
    other = replace(ME, subject="user-17")
    with Memory(path, clock=clock) as memory:
        memory.add(ME, "Zyzzogeton sings.", operation="1", fact_key="quokkabird")
        memory.add(replace(ME, purpose="ads"), "Zyzzogeton rests.", operation="2")
        memory.add(other, "Wombatina sleeps.", operation="3")
        pending = memory.evaluate_candidate(ME, "Late.")
        assert memory.delete_scope(ME, operation="4") == 2
        with pytest.raises(TombstoneError):
            memory.put_if_current(ME, pending, operation="5")
        assert found(memory, other, "wombatina") == ["Wombatina sleeps."]
        assert memory.store.verify().outcome is Outcome.PASS
        memory.store._db.pragma("wal_checkpoint(truncate)")
    raw = b"".join(file.read_bytes() for file in tmp_path.iterdir()).lower()
    assert b"wombatina" in raw
    assert b"zyzzogeton" not in raw
    assert b"quokkabird" not in raw


def test_a_page_states_the_total(memory: Memory) -> None:
    """In the order of writing."""
    for number in range(5):
        memory.add(ME, f"Note {number}.", operation=str(number))
    records, total = memory.list(ME, limit=2, offset=2)
    assert ([r.text for r in records], total) == (["Note 2.", "Note 3."], 5)
    with pytest.raises(StoreError):
        memory.list(ME, limit=-1)
