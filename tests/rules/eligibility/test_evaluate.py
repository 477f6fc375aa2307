"""Promises of the decision, over texts that nobody thought of."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aseptic.model.origin import Origin
from aseptic.rules.eligibility.action import Action, At
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.evaluate import evaluate
from aseptic.rules.eligibility.parse import load_policy

POLICY, DETECTORS = load_policy(), standard()
CANARIES = [
    "AKIA" + "Q3ZJ7TBN5WXR2MLD",
    "4539148803436467",
    "GB33BUKB20201555555555",
    "536-22-8723",
    "jane.doe@mailhouse.net",
]
AROUND = st.text(alphabet=st.sampled_from("ab cd.,:\n\t -é\u200b١"), max_size=30)


@given(AROUND, st.sampled_from(CANARIES), AROUND, st.sampled_from(Origin), st.sampled_from(At))
def test_a_canary_never_comes_through(
    ahead: str, canary: str, behind: str, source: Origin, at: At
) -> None:
    """Among any other words and from anybody it is not in the text to store, nor in the decision."""
    text = f"{ahead} {canary} {behind}"
    decision = evaluate(Candidate(text, source=source, at=at), POLICY, DETECTORS)
    if at is At.LOG and "@" in canary:
        assert decision.text == text  # the twin: a log keeps addresses, so the check can see one
    else:
        assert canary not in repr(decision)


@given(st.text(max_size=80), st.sampled_from(Origin), st.sampled_from(At))
def test_a_decision_is_total_and_repeatable(text: str, source: Origin, at: At) -> None:
    """Any text gets a decision, the same one each time, and a text only where it may be stored."""
    candidate = Candidate(text, source=source, at=at)
    decision = evaluate(candidate, POLICY, DETECTORS)
    assert decision == evaluate(candidate, POLICY, DETECTORS)
    assert decision.stores is (decision.text is not None) is decision.action.stores
    assert decision.evaluated


@given(st.sampled_from(CANARIES), st.sampled_from(CANARIES))
def test_adding_text_never_makes_it_milder(one: str, two: str) -> None:
    """Two findings are treated at least as strictly as each alone."""
    alone = evaluate(Candidate(one), POLICY, DETECTORS).action.strictness
    both = evaluate(Candidate(f"{one} and {two}"), POLICY, DETECTORS).action.strictness
    assert both >= alone


def test_strictness_is_the_documented_order() -> None:
    """discard > session-only > confirm > redact > store normalized > store exact."""
    order = sorted(Action, key=lambda action: action.strictness)
    assert [action.value for action in order] == [
        "store exact", "store normalized", "redact", "confirm", "session-only", "discard",
    ]  # fmt: skip
