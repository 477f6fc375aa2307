"""Judging a claim that cites: against the quoted span, its event, its call and its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from aseptic.engines.judge import (
    amounts,
    citation,
    deeds,
    denials,
    diffstat,
    fields,
    foreign,
    lines,
    outcomes,
    reach,
    rewording,
    speaker,
    standing,
    turned,
    unspoken,
    usage,
)
from aseptic.engines.judge.alignment import holds
from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.carriers import carriers
from aseptic.engines.judge.conflict import Conflict, conflicts, said_alike
from aseptic.engines.judge.ground import Ground, lay
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.runs import run_of
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Label

CLASH_FRAME = 0.3
"""How much of the claim must lie on the quoted statement before a value in conflict counts.
Low, because the note itself says that the two speak of the same thing."""
NEGATION_FRAME = 0.3
VERBATIM = 0.75
"""Share of the claim from which a statement is the same sentence."""
SHORT_CLAIM = 8
"""Terms of a claim that says nothing beside how a run went."""
_STATES = frozenset({"opposite", "direction", "status", "weekday", "cabin", "environment"})


def decide(asked: Asked, claim: Claim, passages: Sequence[Passage]) -> Opinion:
    """The opinion on a claim that cites at least one event."""
    spans, faults = citation.spans(claim, passages)
    if faults:
        fault = faults[0]
        label = Label.CONTRADICTED if fault.wrong_speaker else Label.UNSUPPORTED
        if fault.passage is None:
            return Opinion(label, fault.reason)
        return Opinion(label, fault.reason, fault.passage.event)
    ground = lay(spans, passages)
    for check in _CHECKS:
        opinion = check(asked, ground)
        if opinion is not None:
            return opinion
    first = spans[0]
    quote = first.passage.event.text[first.start : first.end]
    reason = "the cited words say it, and nothing near them denies it"
    return Opinion(Label.SUPPORTED, reason, first.passage.event, quote)


def _speaker(asked: Asked, ground: Ground) -> Opinion | None:
    return speaker.other(asked.text, ground.quoted[0])


def _fields(asked: Asked, ground: Ground) -> Opinion | None:
    event = ground.quoted[0].passage.event
    return fields.misplaced(asked, ground.fields, event, ground.span) or fields.denied(
        asked, ground.fields, event
    )


def _turned(asked: Asked, ground: Ground) -> Opinion | None:
    return (
        turned.turned(asked, ground.quoted)
        or diffstat.swapped(asked, ground.quoted)
        or lines.elsewhere(asked, ground.quoted)
    )


def _clash(asked: Asked, ground: Ground) -> Opinion | None:
    found: list[Conflict] = []
    for statement in ground.quoted:
        for conflict in conflicts(asked, statement):
            if conflict.kind == "negation" and _both_deny(asked, conflict):
                continue
            if conflict.frame >= _least(conflict) and not _held_beside(asked, conflict, ground):
                found.append(conflict)
    if not found:
        return None
    best = max(found, key=lambda c: c.frame)
    value = best.theirs if len({c.theirs for c in found}) == 1 and best.kind != "negation" else None
    statement = best.statement
    return Opinion(
        Label.CONTRADICTED, best.reason, statement.passage.event, statement.text, value=value
    )


def _both_deny(asked: Asked, conflict: Conflict) -> bool:
    """Whether claim and statement tell of the same failure in other words."""
    if conflict.frame >= VERBATIM:
        return False
    return denials.is_plain(asked.text) and bool(denials.NEGATIVE.search(conflict.statement.text))


def _least(conflict: Conflict) -> float:
    if conflict.kind == "negation":
        return NEGATION_FRAME
    if conflict.kind in _STATES or (conflict.kind == "number" and conflict.same_attribute):
        return 0.0  # the note itself says that the quote speaks of its subject
    return CLASH_FRAME


def _held_beside(asked: Asked, conflict: Conflict, ground: Ground) -> bool:
    """Whether another quoted statement, or the call, holds the claim's own value or word."""
    quoted = [s for s in ground.quoted if s is not conflict.statement]
    if conflict.kind == "negation":
        return any(said_alike(asked, conflict.ours, s) for s in carriers(asked, quoted))
    beside = quoted + list(ground.context)
    ours = [v for v in asked.values if v.text == conflict.ours]
    if any(holds(value, s) for value in ours for s in beside):
        return True
    if conflict.kind in ("opposite", "cabin", "status", "environment"):
        stems = {t.stem for t in asked.found if t.text == conflict.ours}
        return any(stems & (s.stems | s.parts) for s in (*beside, *ground.near))
    return False


def _amounts(asked: Asked, ground: Ground) -> Opinion | None:
    return amounts.wrong(asked, ground.quoted, ground.context)


def _denial(asked: Asked, ground: Ground) -> Opinion | None:
    return denials.unfounded(asked, ground.quoted) or denials.made_up(asked, ground.quoted)


def _outcome(asked: Asked, ground: Ground) -> Opinion | None:
    passage = ground.quoted[0].passage
    opinion = outcomes.by_outcome(asked.text, passage, ground.quote)
    if opinion is None and run_of(passage.event) is not None and outcomes.is_about_all(asked.text):
        opinion = outcomes.by_last_run(asked.text, outcomes.runs_in(ground.passages))
        if opinion is not None and opinion.label is not Label.CONTRADICTED:
            opinion = None
    return (
        opinion
        or denials.hidden_failure(asked, ground.quoted)
        or outcomes.beyond_filter(asked.text, passage)
    )


def _usage(asked: Asked, ground: Ground) -> Opinion | None:
    return usage.alive(asked, ground.passages)


def _standing(asked: Asked, ground: Ground) -> Opinion | None:
    said = [
        standing.weaker(asked, s, ground.before, ground.quote)
        for s in carriers(asked, ground.quoted)
    ]
    return None if None in said else next(iter(said), None)


def _deeds(asked: Asked, ground: Ground) -> Opinion | None:
    return deeds.undone(asked, ground)


def _reworded(asked: Asked, ground: Ground) -> Opinion | None:
    for statement in carriers(asked, ground.quoted):
        opinion = rewording.less(asked, statement)
        if opinion is not None:
            return opinion
    return None


def _reach(asked: Asked, ground: Ground) -> Opinion | None:
    around = ground.text + " " + " ".join(s.text for s in ground.context)
    if run_of(ground.quoted[0].passage.event) is not None and len(asked.terms) <= SHORT_CLAIM:
        around += " all"  # a run is of all that it runs
    for statement in carriers(asked, ground.quoted):
        opinion = reach.wider(asked, statement, around)
        if opinion is not None:
            return opinion
    return None


def _foreign(asked: Asked, ground: Ground) -> Opinion | None:
    return foreign.value(asked, ground) or foreign.subject(asked, ground)


def _unspoken(asked: Asked, ground: Ground) -> Opinion | None:
    return unspoken.unspoken(asked, ground)


Check = Callable[[Asked, Ground], Opinion | None]
_CHECKS: tuple[Check, ...] = (
    _speaker,
    _fields,
    _turned,
    _clash,
    _amounts,
    _denial,
    _outcome,
    _usage,
    _standing,
    _deeds,
    _reworded,
    _reach,
    _foreign,
    _unspoken,
)
