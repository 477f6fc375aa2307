"""The pairs that every other tool we tried gets wrong, from log to label."""

from __future__ import annotations

import pytest
from bench.judge.pairs import DENIED, NOT_SUPPORTED, PAIRS, Pair

from aseptic.engines.evidence import gather
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement, Label
from aseptic.store.sqlite.log_index import LogIndex

PASSAGES = 8


def judged(pair: Pair, claim: Claim) -> Judgement:
    with LogIndex(":memory:") as log:
        log.add(pair.events)
        return LexicalJudge().decide(claim, gather(claim, log, limit=PASSAGES))


@pytest.mark.parametrize("pair", PAIRS, ids=lambda p: p.name)
def test_a_false_note_that_cites_is_refuted(pair: Pair) -> None:
    """Evidence that is present is not evidence that supports."""
    answer = judged(pair, pair.claim(pair.false, cited=True))

    assert answer.label in pair.false_labels, answer.reason


@pytest.mark.parametrize("pair", PAIRS, ids=lambda p: p.name)
def test_its_true_twin_that_cites_is_supported(pair: Pair) -> None:
    """A judge that refutes everything would pass the test above and fail this one."""
    answer = judged(pair, pair.claim(pair.true, cited=True))

    assert answer.label in pair.true_labels, answer.reason


@pytest.mark.parametrize("pair", PAIRS, ids=lambda p: p.name)
def test_a_false_note_that_cites_nothing_is_never_supported(pair: Pair) -> None:
    """Where the judge has to search it may be silent, never wrong."""
    answer = judged(pair, pair.claim(pair.false, cited=False))

    assert answer.label in NOT_SUPPORTED, answer.reason


@pytest.mark.parametrize("pair", PAIRS, ids=lambda p: p.name)
def test_its_true_twin_that_cites_nothing_is_not_contradicted(pair: Pair) -> None:
    """A true note is left standing, whether the judge finds its evidence or not."""
    answer = judged(pair, pair.claim(pair.true, cited=False))

    assert answer.label is not Label.CONTRADICTED, answer.reason


@pytest.mark.parametrize("pair", [p for p in PAIRS if p.false_labels == DENIED], ids=lambda p: p.name)  # fmt: skip
def test_a_denied_note_shows_the_words_that_deny_it(pair: Pair) -> None:
    """A contradiction comes with a quote that stands in the log."""
    answer = judged(pair, pair.claim(pair.false, cited=True))

    quotes = [e.quote for e in answer.evidence if e.says.value == "contradicts"]
    assert quotes and all(any(q in event.text for event in pair.events) for q in quotes)
