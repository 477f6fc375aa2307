"""The numbers of the judge benchmark, against known values."""

from __future__ import annotations

import pytest
from bench.judge.case import Case
from bench.judge.metrics import Scored, balanced, summary, upper95, wilson

from aseptic.model.note import Citation
from aseptic.model.verdict import Label


def scored(label: Label, mutant: str | None = None, role: str = "value") -> Scored:
    case = Case("c", "It is so.", Citation("s", 0, "so"), "tau", "x", mutant=mutant, role=role)
    return Scored(case, label, "", 0.01)


def test_wilson_agrees_with_the_textbook() -> None:
    """8 of 10."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=1e-3)


@pytest.mark.parametrize(("hits", "total", "bound"), [(0, 300, 0.009936), (1, 100, 0.046560), (5, 5, 1.0), (0, 0, 1.0)])  # fmt: skip
def test_the_upper_bound_is_clopper_pearsons(hits: int, total: int, bound: float) -> None:
    """None of 300 is the rule of three: about 1 %."""
    assert upper95(hits, total) == pytest.approx(bound, abs=1e-4)


@pytest.mark.parametrize("label", [Label.CONTRADICTED, Label.OVERSTATED, Label.UNSUPPORTED])
def test_a_mutant_is_right_when_it_is_refuted_in_any_way(label: Label) -> None:
    """And a true claim with that label is wrong."""
    assert scored(label, "number").right
    assert not scored(label).right


@pytest.mark.parametrize("label", [Label.UNDECIDED, Label.NOT_CHECKABLE])
def test_silence_is_never_right(label: Label) -> None:
    """Undecided counts as wrong for the balanced accuracy, on both sides."""
    assert not scored(label).right
    assert not scored(label, "number").right


def test_a_judge_that_says_one_thing_always_has_a_balanced_accuracy_of_one_half() -> None:
    """However many mutants there are for each true claim."""
    items = [scored(Label.SUPPORTED)] + [scored(Label.SUPPORTED, "number")] * 9
    assert balanced(items) == 0.5


def test_one_sort_alone_has_no_balanced_accuracy() -> None:
    """A mean of one thing would look like a result."""
    assert balanced([scored(Label.SUPPORTED)]) is None
    assert balanced([]) is None


def test_only_a_wrong_value_counts_among_the_values_that_must_be_contradicted() -> None:
    """Where the subject was changed, the log may rightly have nothing to say."""
    items = [
        scored(Label.CONTRADICTED, "number"),
        scored(Label.UNSUPPORTED, "name", role="subject"),
        scored(Label.UNSUPPORTED, "negation"),
        scored(Label.SUPPORTED),
    ]
    share = summary(items)["value_negation_state_contradicted"]
    assert isinstance(share, dict)
    assert (share["share"], share["n"]) == (0.5, 2)
