"""Judges in order: the next is asked only what the one before could not decide."""

from __future__ import annotations

from collections.abc import Sequence

from aseptic.engines.base import Judge
from aseptic.errors import EngineError
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement, Label

# What a judge without a word for "nothing speaks of it" and "cannot tell" may hand on.
_OPEN = (Label.UNDECIDED, Label.UNSUPPORTED)


class Cascade:
    """Asks each judge in turn until one decides; keeps the first opinion otherwise.

    A judge that cannot run never makes a verdict: the claim stays as the judge before
    left it, and the reason says who could not be asked.
    """

    name = "cascade"

    def __init__(self, judges: Sequence[Judge]) -> None:
        if not judges:
            raise ValueError("a cascade needs at least one judge")
        self.judges = tuple(judges)

    def decide(self, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        first: Judgement | None = None
        failures: list[str] = []
        for judge in self.judges:
            try:
                judgement = judge.decide(claim, passages)
            except EngineError as error:
                failures.append(f"{judge.name} could not run: {error.what}")
                continue
            if judgement.label not in _OPEN or not passages:
                return judgement
            first = first or judgement
        if first is None:
            return Judgement(claim, Label.UNDECIDED, "; ".join(failures), (), self.name)
        if not failures:
            return first
        reason = "; ".join((first.reason, *failures))
        return Judgement(claim, first.label, reason, first.evidence, first.judge, first.value)
