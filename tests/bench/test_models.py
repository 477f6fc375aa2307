"""The benchmark of models: who is drawn, who is timed, when it stops."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.judge import models

from aseptic.model.note import Claim
from aseptic.model.place import Place
from aseptic.model.verdict import Judgement, Label

CLAIM = Claim("x", "n", Place("MEMORY.md"))


def test_a_sample_takes_turns_and_is_the_same_again() -> None:
    """A stop in the middle leaves as many true claims as mutants."""
    items = [(n, n % 3 == 0) for n in range(90)]
    once = models.draw(items, 10)
    assert once == models.draw(items, 10)
    assert len(once) == len(set(once)) == 20
    assert [n % 3 == 0 for n in once] == [True, False] * 10


def test_without_a_number_everything_is_judged_in_order() -> None:
    """No sample, no shuffling."""
    assert models.draw([(n, True) for n in range(5)], None) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("label", "decided"), [(Label.SUPPORTED, 1), (Label.UNDECIDED, 0), (Label.UNSUPPORTED, 0)])  # fmt: skip
def test_a_timed_judge_counts_what_it_decided(label: Label, decided: int) -> None:
    """What is left open is asked, and not decided."""

    class One:
        name = "one"

        def decide(self, claim: Claim, passages: object) -> Judgement:
            return Judgement(claim, label, "")

    timed = models.Timed(One())
    assert timed.decide(CLAIM, []).label is label
    table = timed.table()
    assert (table["asked"], table["decided"]) == (1, decided)


def test_minutes_that_are_over_are_over() -> None:
    """And without a limit they never are."""
    assert models.Watch(-1.0).over
    assert not models.Watch(None).over
    assert not models.Watch(5.0).over


def test_the_settings_are_those_of_the_file(tmp_path: Path) -> None:
    """As an audit would read them."""
    file = tmp_path / "aseptic.toml"
    file.write_text("[judge.nli]\nmodel = 'm.onnx'\nthreshold = 0.4\n", encoding="utf-8")
    assert models.settings(file).nli.threshold == 0.4
    assert models.settings(None).nli.model is None
