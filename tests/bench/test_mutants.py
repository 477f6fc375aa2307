"""Each operator changes what it says it changes, and leaves sentences alone that give it no hold."""

from __future__ import annotations

import random

import pytest
from bench.judge import mutants
from hypothesis import given
from hypothesis import strategies as st

SPEAKS = [
    ("direction", "The cave lies to the west."),
    ("direction", "Reservation OBUT9V goes from JFK to SEA."),
    ("number", "The suite ends with 3 failures."),
    ("number", "mise run lint took 1.87s."),
    ("date", "The review is on April 28, 2026."),
    ("date", "The stage opened on 2024-05-20."),
    ("path", "The fix is in cmd/entire/cli/explain.go."),
    ("identifier", "ReadSession returns an error."),
    ("identifier", "Reservation 8C8K4E is in economy."),
    ("name", "Mia Li has a gold membership."),
    ("name", "The cache uses Redis."),
    ("unit", "The timeout is 30 seconds."),
    ("unit", "The fare was $120."),
    ("negation", "The parser keeps comments."),
    ("negation", "The parser does not keep comments."),
    ("state", "The last test run passed."),
    ("completion", "The agent tried to push the branch."),
    ("speaker", "The user asked for a rebase."),
    ("qualifier", "The tests pass when run with -short."),
    ("scope", "Some tests need a network."),
    ("modality", "The cache may be stale."),
]
SILENT = [
    ("direction", "The suite ends with 3 failures."),
    ("number", "The cache uses Redis."),
    ("number", "Commit abc1234 is on v1.2.3."),
    ("date", "The suite ends with 3 failures."),
    ("path", "Use the load/save pattern."),
    ("path", "2/3 of the tests pass."),
    ("identifier", "The parser keeps comments."),
    ("name", "The parser keeps comments."),
    ("unit", "The parser keeps 3 comments."),
    ("negation", "Three failures in all."),
    ("state", "The parser keeps comments."),
    ("completion", "The agent pushed the branch."),
    ("completion", "Review comments can be answered inline."),
    ("speaker", "The parser keeps comments."),
    ("qualifier", "The tests pass."),
    ("scope", "Three failures in all."),
    ("modality", "The cache is stale."),
    ("elsewhere", "The cache is stale."),
]


@pytest.mark.parametrize(("kind", "text"), SPEAKS)
def test_an_operator_changes_a_sentence_that_gives_it_hold(kind: str, text: str) -> None:
    """For any seed the answer is another sentence."""
    for seed in range(20):
        made = mutants.apply(kind, text, random.Random(seed))
        assert made is not None and made != text


@pytest.mark.parametrize(("kind", "text"), SILENT)
def test_an_operator_leaves_other_sentences_alone(kind: str, text: str) -> None:
    """No hold, no mutant; never the same sentence under another name."""
    assert mutants.apply(kind, text, random.Random(1)) is None


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("negation", "The parser does not keep comments.", "The parser keeps comments."),
        ("negation", "The build is green.", "The build is not green."),
        ("negation", "Mia Li has no insurance.", "Mia Li has insurance."),
        ("negation", "The user can cancel.", "The user cannot cancel."),
        ("completion", "The agent tried to push the branch.", "The agent pushed the branch."),
        ("modality", "The cache may be stale.", "The cache is stale."),
        ("qualifier", "The tests pass when run with -short.", "The tests pass."),
        ("scope", "Some tests need a network.", "All tests need a network."),
        ("state", "The last run passed.", "The last run failed."),
        ("speaker", "The user asked for a rebase.", "The agent asked for a rebase."),
    ],
)
def test_mutants_are_good_english(kind: str, text: str, expected: str) -> None:
    """A judge must not find mutants by their grammar."""
    assert mutants.apply(kind, text, random.Random(0)) == expected


def test_a_new_value_never_stands_in_the_evidence() -> None:
    """Else the mutant could be true after all."""
    evidence = " ".join(str(n) for n in range(40) if n != 17)
    for seed in range(50):
        made = mutants.apply("number", "It has 7 parts.", random.Random(seed), avoid=evidence)
        assert made in (None, "It has 17 parts.") or int(made.split()[2]) >= 40


def test_a_long_date_is_not_replaced_by_one_that_the_evidence_holds_in_iso_form() -> None:
    """The same day in another form is the same day."""
    days = " ".join(f"2026-04-{day:02d}" for day in range(1, 31))
    for seed in range(60):
        made = mutants.apply("date", "It is on April 28, 2026.", random.Random(seed), avoid=days)
        assert made is None or "April" not in made


def test_there_are_enough_kinds_and_three_are_held_out() -> None:
    """At least twelve kinds; the held-out ones are among them."""
    assert len(set(mutants.KINDS)) >= 12
    assert len(mutants.HELD_OUT_KINDS) == 3
    assert set(mutants.HELD_OUT_KINDS) <= set(mutants.KINDS)


def test_an_unknown_kind_is_an_error() -> None:
    """A misspelt kind must not look like a sentence without a mutant."""
    with pytest.raises(ValueError, match="negatoin"):
        mutants.apply("negatoin", "It is so.", random.Random(0))


@given(st.text(max_size=200), st.sampled_from(mutants.KINDS), st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_mutant_of_any_text(text: str, kind: str, seed: int) -> None:
    """Never an exception, never the same text, always the same answer."""
    one = mutants.apply(kind, text, random.Random(seed))
    two = mutants.apply(kind, text, random.Random(seed))

    assert one == two
    assert one is None or one.strip() != text.strip()
