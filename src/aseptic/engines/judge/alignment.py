"""Where a claim lies best on the evidence: the window of statements that holds most of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aseptic.engines.judge.asked import HARD, Asked, Term, subwords
from aseptic.engines.judge.statement import Statement, read, speaking
from aseptic.language.values import Value, same
from aseptic.model.event import EventKind, Origin
from aseptic.model.evidence import Passage

PROSE_REACH = 2
LINES_REACH = 6
"""Pieces that a window spans: two sentences of talk, six lines of a tool's output."""
PART = 0.7
"""What a word inside an identifier counts, against the word itself."""
CONTEXT = 0.6
"""What a word of the call or of the file's path counts."""
_STANDING = {
    EventKind.RESULT: 1.1,
    EventKind.MESSAGE: 1.0,
    EventKind.CALL: 0.95,
    EventKind.THINKING: 0.85,
}


@dataclass(frozen=True, slots=True)
class Match:
    """A window of statements and what of the claim it holds."""

    passage: Passage
    statements: tuple[Statement, ...]
    coverage: float
    """Share of the claim's weight that the window holds, 0 to 1."""
    missing: tuple[Term, ...]
    rank: float
    """Coverage, weighed by who speaks and how tight the window is."""

    @property
    def best(self) -> Statement:
        """The statement that a reader should be shown."""
        return self.statements[0]


def matches(asked: Asked, passages: Sequence[Passage], limit: int = 8) -> list[Match]:
    """The best window of each passage, best first."""
    found = [
        match
        for passage in passages
        if passage.event.is_evidence
        for match in _of_passage(asked, passage)
    ]
    found.sort(key=lambda m: (-m.rank, m.passage.event.session, -m.passage.event.seq))
    return found[:limit]


def _of_passage(asked: Asked, passage: Passage) -> list[Match]:
    pieces = speaking(asked, passage, passage.event.text)
    if not pieces:
        return []
    context = context_of(passage)
    is_lines = passage.event.kind is EventKind.RESULT or passage.event.kind is EventKind.CALL
    reach = LINES_REACH if is_lines else PROSE_REACH
    scored = [(number, s, held(asked, (s,), None)) for number, s in pieces]
    scored.sort(key=lambda row: -sum(row[2].values()))
    out: list[Match] = []
    for number, anchor, _ in scored[:3]:
        near = [s for n, s in pieces if n != number and abs(n - number) <= reach]
        out.append(_match(asked, passage, (anchor, *near), context))
        out.append(_match(asked, passage, (anchor,), context))
    out.sort(key=lambda m: -m.rank)
    return out[:2]


def _match(
    asked: Asked,
    passage: Passage,
    window: tuple[Statement, ...],
    context: Statement | None,
) -> Match:
    got = held(asked, window, context)
    coverage = sum(got.values()) / (asked.weight or 1.0)
    missing = tuple(term for term in asked.terms if term.at not in got)
    alone = sum(held(asked, window[:1], None).values()) / (asked.weight or 1.0)
    standing = 1.08 if passage.event.origin is Origin.USER else _STANDING[passage.event.kind]
    return Match(passage, window, coverage, missing, (coverage + 0.5 * alone) * standing)


def context_of(passage: Passage) -> Statement | None:
    """What is known of a result beside its text: the file, the command, the call."""
    event = passage.event
    parts = [event.path or "", event.command or ""]
    if passage.call is not None:
        parts.append(passage.call.text[:2_000])
    text = " ".join(part for part in parts if part)
    return read(text, 0, passage) if text else None


def held(asked: Asked, window: Sequence[Statement], context: Statement | None) -> dict[int, float]:
    """For each term of the claim that the window holds: its position and the weight it gets."""
    got: dict[int, float] = {}
    for term in asked.terms:
        share = max((_share(asked, term, s) for s in window), default=0.0)
        if share < CONTEXT and context is not None:
            share = max(share, CONTEXT * _share(asked, term, context))
        if share:
            got[term.at] = share * term.weight
    return got


def _share(asked: Asked, term: Term, statement: Statement) -> float:
    value = term.value
    if value is not None and value.kind not in ("proper", "direction"):
        return _value_share(value, statement)
    if term.stem in statement.stems:
        return 1.0
    if term.stem in statement.parts:
        return PART
    return 0.0


def _value_share(value: Value, statement: Statement) -> float:
    if holds(value, statement):
        return 1.0
    if value.kind in ("name", "path"):
        words = subwords(value.text)
        known = statement.stems | statement.parts
        if words and all(word in known for word in words):
            return 0.5
    return 0.0


def holds(value: Value, statement: Statement) -> bool:
    """Whether the statement states this very value (of the same thing, for a bare number)."""
    for other in statement.values:
        if other.kind == value.kind and same(value.kind, value.norm, other.norm):
            if value.kind != "number" or attributes_agree(value, other):
                return True
        elif _crosses(value, other):
            return True
    if value.kind in HARD:
        return _verbatim(value, statement)
    return False


def attributes_agree(one: Value, two: Value) -> bool:
    """Whether two numbers may be of the same thing: one names nothing, or both the same."""
    return not one.attr or not two.attr or one.attr == two.attr


def _crosses(value: Value, other: Value) -> bool:
    """The same thing written as another kind: `#181` and `181`, `file.go` and `file.go:413`."""
    kinds = {value.kind, other.kind}
    if kinds == {"issue", "number"}:
        return value.norm == other.norm
    if kinds == {"path", "place"}:
        return same("path", value.norm.split(":")[0], other.norm.split(":")[0]) and (
            value.kind == "path"
        )
    if kinds in ({"name", "path"}, {"hash", "number"}, {"version", "number"}, {"name", "flag"}):
        return same("path", value.norm, other.norm)
    return False


def _verbatim(value: Value, statement: Statement) -> bool:
    text = value.text.rstrip("()").lower()
    if len(text) < 4:
        return False
    low = statement.text.lower()
    at = low.find(text)
    while at >= 0:
        end = at + len(text)
        before = low[at - 1] if at else " "
        after = low[end] if end < len(low) else " "
        if not (before.isalnum() or before == "_") and not (after.isalnum() or after == "_"):
            return True
        at = low.find(text, at + 1)
    return False
