"""Judging a claim that cites nothing: precise when it speaks, silent when it cannot tell."""

from __future__ import annotations

from collections.abc import Sequence

from aseptic.engines.judge import (
    absence,
    against,
    existence,
    outcomes,
    standing,
    usage,
)
from aseptic.engines.judge.alignment import Match, matches
from aseptic.engines.judge.asked import Asked, ask
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import is_thought
from aseptic.engines.judge.support import SUPPORT, supports
from aseptic.language.claims import atoms
from aseptic.language.modality import Modality
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Label

NOTHING = 0.25
"""Below this share of the claim in its best window the log does not speak of it."""
_OPEN = (Modality.ADVICE, Modality.OPINION, Modality.QUESTION, Modality.PLAN, Modality.HYPOTHETICAL)


def decide(asked: Asked, claim: Claim, passages: Sequence[Passage]) -> Opinion:
    """The opinion on a claim whose evidence was searched."""
    if asked.modality in _OPEN:
        return _unchecked(asked, passages)
    if not any(p.event.is_evidence for p in passages):
        return Opinion(Label.UNSUPPORTED, "nothing in the log speaks of it")
    opinions = [_atom(ask(text), passages) for text in atoms(claim.text)]
    for label in (Label.CONTRADICTED, Label.OVERSTATED, Label.UNDECIDED, Label.UNSUPPORTED):
        for opinion in opinions:
            if opinion.label is label:
                return opinion
    return opinions[0]


def _unchecked(asked: Asked, passages: Sequence[Passage]) -> Opinion:
    found = matches(asked, passages, 1)
    reason = f"{asked.modality}: true or false does not apply"
    if not found:
        return Opinion(Label.NOT_CHECKABLE, reason)
    best = found[0]
    return Opinion(Label.NOT_CHECKABLE, reason, best.passage.event, best.best.text)


def _atom(asked: Asked, passages: Sequence[Passage]) -> Opinion:
    runs = outcomes.runs_in(passages)
    if outcomes.is_about_all(asked.text) and outcomes.says_only_run(asked.text):
        opinion = outcomes.by_last_run(asked.text, runs)
        if opinion is not None:
            return opinion
    known = usage.alive(asked, passages) or existence.overstated(asked, passages)
    if known is not None:
        return known
    found = matches(asked, passages)
    if not found:
        return Opinion(Label.UNSUPPORTED, "nothing in the log speaks of it")
    lost = absence.nowhere(asked, passages, found)
    if lost is not None:
        return lost
    supporting = [m for m in found if supports(asked, m)]
    denial = against.denial(asked, found) or against.baseless(asked, found)
    best = found[0]
    if supporting and denial is None:
        top = supporting[0]
        return Opinion(Label.SUPPORTED, "the log says it", top.passage.event, top.best.text)
    if denial is not None and not supporting:
        return denial
    supposed = None if supporting else _only_supposed(asked, found)
    if supposed is not None:
        return supposed
    if best.coverage < NOTHING:
        return Opinion(
            Label.UNSUPPORTED, "nothing in the log speaks of it", best.passage.event, best.best.text
        )
    return Opinion(
        Label.UNDECIDED, "the log speaks of it, but not plainly", best.passage.event, best.best.text
    )


def _only_supposed(asked: Asked, found: Sequence[Match]) -> Opinion | None:
    """OVERSTATED where every window that holds the claim merely supposes it."""
    holding = [m for m in found if m.coverage >= SUPPORT and not is_thought(m.passage)]
    opinions = [standing.weaker(asked, m.best) for m in holding]
    if not opinions or any(o is None or not standing.is_supposed(o) for o in opinions):
        return None
    return opinions[0]
