"""Judging a claim that cites: against the quoted span, its event, its call and its neighbours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from aseptic.engines.judge import citation, outcomes, reach, speaker, standing, usage
from aseptic.engines.judge.alignment import context_of, held, holds
from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.citation import Span
from aseptic.engines.judge.conflict import Conflict, conflicts
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement, pieces, read
from aseptic.language.values import Value
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Label

CLASH_FRAME = 0.3
"""How much of the claim must lie on the quoted statement before a value in conflict counts.
Low, because the note itself says that the two speak of the same thing."""
NEGATION_FRAME = 0.45
ELSEWHERE = 0.2
"""Below this share of the claim, a quote speaks of something else."""
_STATES = frozenset({"opposite", "direction", "status", "weekday", "cabin", "environment"})
_NEAR = 600
"""Characters of the event round the quote that belong to it."""
SHORT_CLAIM = 8
"""Terms of a claim that says nothing beside how a run went."""
_MANY = 60
"""Pieces of an event that are read; a quote stands in a few of them."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What a cited claim stands on."""

    quoted: tuple[Statement, ...]
    """The statements that hold the quote, whole."""
    near: tuple[Statement, ...]
    """The rest of the event round it, and its neighbours."""
    context: tuple[Statement, ...]
    """The calls and files of the cited results."""
    text: str
    before: str
    """What the event says ahead of the quote."""
    passages: tuple[Passage, ...]

    @property
    def all(self) -> tuple[Statement, ...]:
        return self.quoted + self.near + self.context


def decide(asked: Asked, claim: Claim, passages: Sequence[Passage]) -> Opinion:
    """The opinion on a claim that cites at least one event."""
    spans, faults = citation.spans(claim, passages)
    if faults:
        fault = faults[0]
        label = Label.CONTRADICTED if fault.wrong_speaker else Label.UNSUPPORTED
        if fault.passage is None:
            return Opinion(label, fault.reason)
        return Opinion(label, fault.reason, fault.passage.event)
    ground = _ground(spans, passages)
    for check in _CHECKS:
        opinion = check(asked, ground)
        if opinion is not None:
            return opinion
    first = spans[0]
    quote = first.passage.event.text[first.start : first.end]
    return Opinion(
        Label.SUPPORTED,
        "the cited words say it, and nothing near them denies it",
        first.passage.event,
        quote,
    )


def _ground(spans: Sequence[Span], passages: Sequence[Passage]) -> Ground:
    quoted: list[Statement] = []
    near: list[Statement] = []
    context: list[Statement] = []
    texts: list[str] = []
    for span in spans:
        event = span.passage.event
        low, high = max(0, span.start - _NEAR), span.end + _NEAR
        for start, piece in pieces(event.text):
            end = start + len(piece)
            if end <= low or start >= high:
                continue
            inside = start < span.end and end > span.start
            (quoted if inside else near).append(read(piece, start, span.passage))
        texts.append(event.text[low:high])
        known = context_of(span.passage)
        if known is not None:
            context.append(known)
        for neighbour in (*span.passage.before, *span.passage.after):
            if neighbour.is_evidence:
                near.append(read(neighbour.text[:_NEAR], 0, span.passage))
    first = spans[0]
    return Ground(
        tuple(quoted[:_MANY]),
        tuple(near[:_MANY]),
        tuple(context),
        " ".join(texts),
        first.passage.event.text[: first.start],
        tuple(passages),
    )


def _speaker(asked: Asked, ground: Ground) -> Opinion | None:
    return speaker.other(asked.text, ground.quoted[0]) if ground.quoted else None


def _clash(asked: Asked, ground: Ground) -> Opinion | None:
    found: list[Conflict] = []
    for statement in ground.quoted:
        for conflict in conflicts(asked, statement):
            if conflict.frame >= _least(conflict) and not _held_beside(asked, conflict, ground):
                found.append(conflict)
    if not found:
        return None
    best = max(found, key=lambda c: c.frame)
    value = best.theirs if len({c.theirs for c in found}) == 1 and best.kind != "negation" else None
    return Opinion(
        Label.CONTRADICTED,
        best.reason,
        best.statement.passage.event,
        best.statement.text,
        value=value,
    )


def _least(conflict: Conflict) -> float:
    if conflict.kind == "negation":
        return NEGATION_FRAME
    if conflict.kind in _STATES:
        return 0.0  # the note itself says that the quote speaks of its subject
    return CLASH_FRAME


def _held_beside(asked: Asked, conflict: Conflict, ground: Ground) -> bool:
    """Whether another quoted statement, or the call, holds the claim's own value."""
    ours = [v for v in asked.values if v.text == conflict.ours]
    beside = [s for s in ground.quoted if s is not conflict.statement] + list(ground.context)
    return any(holds(value, s) for value in ours for s in beside)


def _outcome(asked: Asked, ground: Ground) -> Opinion | None:
    runs = outcomes.runs_in(ground.passages)
    for statement in ground.quoted[:1]:
        opinion = outcomes.by_outcome(asked.text, statement.passage, runs)
        if opinion is not None:
            return opinion
    if outcomes.is_about_all(asked.text):
        opinion = outcomes.by_last_run(asked.text, runs)
        if opinion is not None and (
            opinion.label is Label.CONTRADICTED
            or (opinion.label is Label.SUPPORTED and len(asked.terms) <= SHORT_CLAIM)
        ):
            return opinion
    return None


def _standing(asked: Asked, ground: Ground) -> Opinion | None:
    for statement in ground.quoted:
        opinion = standing.weaker(asked, statement, ground.before)
        if opinion is not None:
            return opinion
    return None


def _reach(asked: Asked, ground: Ground) -> Opinion | None:
    around = ground.text + " " + " ".join(s.text for s in ground.context)
    for statement in ground.quoted:
        opinion = reach.wider(asked, statement, around)
        if opinion is not None:
            return opinion
    return None


def _foreign(asked: Asked, ground: Ground) -> Opinion | None:
    """A value of the claim that stands nowhere near the quote."""
    for value in asked.values:
        if value.kind == "proper" or any(holds(value, s) for s in ground.all):
            continue
        if value.kind == "number" and (
            len(value.norm) < 2 or any(value.norm in s.text for s in ground.all)
        ):
            continue
        return _missing(asked, value, ground)
    return None


def _missing(asked: Asked, value: Value, ground: Ground) -> Opinion:
    rivals = {
        v.norm: v.text
        for s in ground.quoted
        for v in s.values
        if v.kind == value.kind
        and not any(o.kind == v.kind and o.norm == v.norm for o in asked.values)
    }
    first = ground.quoted[0] if ground.quoted else ground.all[0]
    if len(rivals) == 1:
        theirs = next(iter(rivals.values()))
        reason = f"the claim says {value.text!r}, the log says {theirs!r}"
        return Opinion(Label.CONTRADICTED, reason, first.passage.event, first.text, value=theirs)
    reason = f"{value.text!r} is not in what it cites"
    return Opinion(Label.UNSUPPORTED, reason, first.passage.event, first.text)


def _elsewhere(asked: Asked, ground: Ground) -> Opinion | None:
    if not asked.terms:
        return None
    on_quote = sum(held(asked, ground.quoted, None).values()) / asked.weight
    on_all = sum(held(asked, ground.all, None).values()) / asked.weight
    if on_quote >= ELSEWHERE or on_all >= 0.5:
        return None
    first = ground.quoted[0]
    return Opinion(
        Label.UNSUPPORTED, "the quote speaks of something else", first.passage.event, first.text
    )


def _usage(asked: Asked, ground: Ground) -> Opinion | None:
    return usage.alive(asked, ground.passages)


Check = Callable[[Asked, Ground], Opinion | None]
_CHECKS: tuple[Check, ...] = (
    _speaker,
    _clash,
    _usage,
    _outcome,
    _standing,
    _reach,
    _foreign,
    _elsewhere,
)
