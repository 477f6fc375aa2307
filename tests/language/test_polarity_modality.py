"""Negation and its scope; how a sentence is meant; what narrows and widens it; opposites."""

from __future__ import annotations

import pytest

from aseptic.language import antonyms, polarity, qualifiers
from aseptic.language.modality import Modality, modality
from aseptic.language.stems import stem
from aseptic.language.tokens import tokens


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The bridge is not safe", "safe"),
        ("It never works here", "works"),
        ("Tests no longer fail", "fail"),
        ("It ran without errors", "errors"),
        ("It doesn't retry", "retry"),
        ("The job failed to start", "start"),
        ("We cannot merge it", "merge"),
    ],
)
def test_a_negation_reaches_its_word(text: str, word: str) -> None:
    """The word stands under a negation."""
    assert stem(word) in polarity.negated(tokens(text))


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("It is not only safe but fast", "safe"),
        ("The bridge is not new, it is safe", "safe"),
        ("It is not slow because caches help", "help"),
        ("No doubt it works", "works"),
        ("It works", "works"),
        ("He did not fail to start", "start"),
        ("Say whether or not it works", "works"),
    ],
)
def test_a_negation_does_not_reach_beyond(text: str, word: str) -> None:
    """Other clauses, `not only`, and a negation undone by another."""
    assert stem(word) not in polarity.negated(tokens(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use Redis for the cache.", Modality.FACT),
        ("The server listens on port 8080.", Modality.FACT),
        ("Test files live in tests/.", Modality.FACT),
        ("Build fails on Windows.", Modality.FACT),
        ("Suppose we used Redis for the cache", Modality.HYPOTHETICAL),
        ("If we switched to Redis it would be faster", Modality.HYPOTHETICAL),
        ("Does the server use Redis?", Modality.QUESTION),
        ("TODO: move the cache to Redis", Modality.PLAN),
        ("I'd like to change my flight", Modality.PLAN),
        ("Run the tests before a commit", Modality.ADVICE),
        ("Never commit to main", Modality.ADVICE),
        ("You should use pnpm", Modality.ADVICE),
        ("The agent tried to fix the build", Modality.ATTEMPT),
        ("It is probably a race", Modality.HEDGED),
        ("The API is really nice", Modality.OPINION),
    ],
)
def test_how_a_sentence_is_meant(text: str, expected: Modality) -> None:
    """One row a way of saying."""
    assert modality(text) is expected


def test_what_narrows_and_what_widens_is_told() -> None:
    """Families, not words: `every` and `all` are one."""
    assert qualifiers.narrow("Only in staging, usually") == {"only", "@staging", "mostly"}
    assert qualifiers.wide("Every test always passes everywhere") == {"all", "always", "everywhere"}
    assert (
        qualifiers.narrow("The server is up") == qualifiers.wide("The server is up") == frozenset()
    )


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("east", "west"),
        ("safe", "unsafe"),
        ("enabled", "disabled"),
        ("passes", "failed"),
        ("deprecated", "used"),
        ("monday", "friday"),
        ("harmful", "harmless"),
        ("added", "removes"),
        ("beautiful", "ugly"),
    ],
)
def test_opposites_are_known_in_all_forms(a: str, b: str) -> None:
    """And from both sides."""
    assert antonyms.opposite(a, b)
    assert antonyms.opposite(b, a)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("east", "east"),
        ("safe", "secure"),
        ("form", "inform"),
        ("put", "input"),
        ("added", "created"),
        ("til", "until"),
        ("pass", "passed"),
        ("fast", "quick"),
        ("port", "import"),
    ],
)
def test_other_words_are_no_opposites(a: str, b: str) -> None:
    """A prefix alone makes no opposite."""
    assert not antonyms.opposite(a, b)
