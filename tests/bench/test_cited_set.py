"""The cited set: the same for the same seed, true where it says so, and split for good."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from bench.judge import corpus, mutants, phrasing
from bench.judge.build import HELD_OUT_SOURCE, build
from bench.judge.case import Case
from bench.judge.facts import collect
from bench.judge.facts.fact import Fact

from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.place import Place

RESERVATION = (
    '{"reservation_id": "OBUT9V", "user_id": "u", "origin": "JFK", "destination": "SEA", "flight_type": "one_way", '
    '"cabin": "economy", "flights": [], "passengers": [{"first_name": "Mia", "last_name": "Li", "dob": "1990-04-05"}], '
    '"payment_history": [], "created_at": "2024-05-11T08:28:51", "total_baggages": 0, "nonfree_baggages": 0, "insurance": "no"}'
)


def result(seq: int, text: str, tool: str, **more: str) -> SessionEvent:
    return SessionEvent("s", seq, Origin.TOOL, EventKind.RESULT, text, Place("x", seq + 1), tool=tool, **more)  # type: ignore[arg-type]  # fmt: skip


def kinds(*events: SessionEvent) -> dict[str, Fact]:
    return {fact.kind: fact for fact in collect(events)}


def test_a_fact_quotes_its_event() -> None:
    """The quote is verbatim, and holds the value."""
    fact = kinds(result(0, RESERVATION, "get_reservation_details"))["reservation.cabin"]

    assert fact.quote == '"cabin": "economy"'
    assert phrasing.say(fact, "Cabin on {res}: {cabin:words}.") == "Cabin on OBUT9V: economy."


def test_a_fact_that_was_overtaken_is_no_true_note() -> None:
    """Of a reservation that changed, only the newest state is told."""
    changed = RESERVATION.replace('"economy"', '"business"')
    events = (result(0, RESERVATION, "get_reservation_details"), result(1, changed, "update_reservation_flights"))  # fmt: skip

    assert kinds(*events)["reservation.cabin"].slots["cabin"].value == "business"


def test_a_failure_that_was_repaired_has_no_mutant_that_says_it_was_done() -> None:
    """`the file was edited` would be true in the end."""
    failed = result(0, "<error>String to replace not found in file.", "Edit", path="/r/a.go")
    done = SessionEvent("s", 1, Origin.TOOL, EventKind.RESULT, "The file /r/a.go has been updated successfully.", Place("x"), tool="Edit", path="/r/a.go", ok=True)  # fmt: skip

    assert kinds(failed)["edit.failed"].forbid == ()
    assert "completion" in kinds(failed, done)["edit.failed"].forbid


def test_tests_that_were_limited_by_name_are_not_told_as_the_whole_package() -> None:
    """`ok` after `-run TestX` says nothing of the other tests."""
    line = "ok  \texample.com/cli/strategy\t0.8s"

    assert "test.ok" in kinds(result(0, line, "Bash", command="go test ./strategy"))
    limited = kinds(result(0, line, "Bash", command="go test -run TestX ./strategy"))
    assert "test.ok" not in limited and "test.subset" in limited


def test_every_kind_of_fact_has_several_phrasings() -> None:
    """One phrasing a kind could be learnt by heart."""
    assert {kind for kind, ways in phrasing.families().items() if len(ways["true"]) < 2} == set()


def test_every_false_phrasing_is_of_a_known_kind() -> None:
    """A misspelt kind would silently never be used."""
    known = {"true", *mutants.KINDS}
    assert {k for ways in phrasing.families().values() for k in ways} <= known


@cache
def logs(data: Path) -> dict[str, list[SessionEvent]]:
    return corpus.sessions(data)


@cache
def cases(data: Path) -> tuple[Case, ...]:
    return tuple(build(logs(data), seed=1))


@pytest.mark.shared
def test_there_are_enough_true_claims_and_kinds_of_mutant(shared_data: Path) -> None:
    """A thousand true claims; a dozen kinds with thirty mutants each."""
    made = Counter(case.mutant for case in cases(shared_data))

    assert made[None] >= 1000
    assert sum(n >= 30 for kind, n in made.items() if kind) >= 12


@pytest.mark.shared
def test_no_claim_is_both_true_and_false(shared_data: Path) -> None:
    """The same sentence with the same citation has one label."""
    told: dict[object, bool] = {}
    for case in cases(shared_data):
        assert told.setdefault((case.text, case.citation), case.mutant is None) is (case.mutant is None)  # fmt: skip


@pytest.mark.shared
def test_every_true_claim_quotes_what_its_event_says(shared_data: Path) -> None:
    """And was said by whom the citation names."""
    sessions = logs(shared_data)
    for case in cases(shared_data):
        if case.mutant is None:
            events = {e.seq: e for e in sessions[case.citation.session]}
            event = events[case.citation.seq]
            assert case.citation.quote in event.text
            assert case.citation.speaker is event.origin


@pytest.mark.shared
def test_nothing_held_out_is_in_the_tuning_split(shared_data: Path) -> None:
    """Neither a held-out kind nor a phrasing of the held-out source; and both splits are full."""
    tuning = [case for case in cases(shared_data) if not case.held_out]

    assert not {case.mutant for case in tuning} & set(mutants.HELD_OUT_KINDS)
    assert HELD_OUT_SOURCE not in {case.source for case in tuning}
    assert len(tuning) > 500 < sum(case.held_out for case in cases(shared_data))
    tuned, held = ({c.citation.session for c in cases(shared_data) if c.mutant is None and c.held_out is h} for h in (False, True))  # fmt: skip
    assert not tuned & held


@pytest.mark.shared
def test_the_same_seed_builds_the_same_set(shared_data: Path) -> None:
    """And another seed another one."""
    sessions = logs(shared_data)
    few = dict(random.Random(3).sample(sorted(sessions.items()), 15))

    assert build(few, 5) == build(few, 5)
    assert build(few, 5) != build(few, 6)
