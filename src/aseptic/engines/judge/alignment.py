"""Where a claim lies best on the evidence: the window of statements that holds most of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from aseptic.engines.judge.asked import HARD, Asked, Term, subwords
from aseptic.engines.judge.sketch import Forms, Mark, forms, marks, mask_of, weight_of
from aseptic.engines.judge.statement import Statement, read
from aseptic.language.values import Value, same
from aseptic.model.event import EventKind, Origin
from aseptic.model.evidence import Passage

PROSE_REACH = 5
LINES_REACH = 12
"""Pieces that a window spans: two sentences of talk, six lines of a tool's output."""
ANCHORS = 3
PART = 0.5
"""What a word inside an identifier counts, against the word itself."""
CONTEXT = 0.5
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
    context: Statement | None = None
    """The call, the command and the file of the passage, read."""

    @property
    def best(self) -> Statement:
        """The statement that a reader should be shown."""
        return self.statements[0]


class _Window(NamedTuple):
    passage: Passage
    marks: tuple[Mark, ...]
    score: float


def matches(asked: Asked, passages: Sequence[Passage], limit: int = 8) -> list[Match]:
    """The windows that hold most of the claim, best first; the best two of a passage at most."""
    wanted = forms(asked)
    weights = [term.weight for term in asked.terms]
    windows: list[_Window] = []
    for passage in passages:
        if passage.event.is_evidence:
            windows.extend(_windows(wanted, weights, passage))
    windows.sort(key=lambda w: (-w.score, w.passage.event.session, -w.passage.event.seq))
    contexts: dict[int, Statement | None] = {}
    found: list[Match] = []
    for window in windows[: limit + limit // 2]:
        key = id(window.passage)
        if key not in contexts:
            contexts[key] = context_of(window.passage)
        found.append(_match(asked, window, contexts[key]))
    found.sort(key=lambda m: (-m.rank, m.passage.event.session, -m.passage.event.seq))
    return found[:limit]


def _windows(wanted: Forms, weights: Sequence[float], passage: Passage) -> list[_Window]:
    pieces = marks(wanted, passage.event.text)
    if not pieces:
        return []
    known = mask_of(wanted, context_text(passage))
    is_lines = passage.event.kind in (EventKind.RESULT, EventKind.CALL)
    reach = LINES_REACH if is_lines else PROSE_REACH
    out = []
    ranked = sorted(range(len(pieces)), key=lambda n: -weight_of(pieces[n].mask, weights))
    for n in ranked[:ANCHORS]:
        anchor = pieces[n]
        near = [
            m
            for m in pieces[max(0, n - reach) : n + reach + 1]
            if m is not anchor and abs(m.number - anchor.number) <= reach and m.mask & ~anchor.mask
        ]
        alone = weight_of(anchor.mask, weights)
        mask = anchor.mask
        for mark in near:
            mask |= mark.mask
        whole = weight_of(mask, weights) + CONTEXT * weight_of(known & ~mask, weights)
        out.append(_Window(passage, (anchor, *near), whole + 0.5 * alone))
    out.sort(key=lambda w: -w.score)
    return out[:2]


def _match(asked: Asked, window: _Window, context: Statement | None) -> Match:
    passage = window.passage
    statements = tuple(read(mark.text, mark.start, passage) for mark in window.marks)
    got = held(asked, statements, context)
    coverage = sum(got.values()) / (asked.weight or 1.0)
    missing = tuple(term for term in asked.terms if term.at not in got)
    alone = sum(held(asked, statements[:1], None).values()) / (asked.weight or 1.0)
    standing = 1.08 if passage.event.origin is Origin.USER else _STANDING[passage.event.kind]
    rank = (coverage + 0.5 * alone) * standing
    return Match(passage, statements, coverage, missing, rank, context)


def context_text(passage: Passage) -> str:
    """The file, the command and the call of a result, as one text."""
    event = passage.event
    parts = [event.path or "", event.command or ""]
    if passage.call is not None:
        parts.append(passage.call.text[:2_000])
    return " ".join(part for part in parts if part)


def context_of(passage: Passage) -> Statement | None:
    """What is known of a result beside its text, read."""
    text = context_text(passage)
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


def holds(value: Value, statement: Statement | Asked) -> bool:
    """Whether the statement states this very value (of the same thing, for a bare number)."""
    for other in statement.values:
        if other.kind == value.kind and same(value.kind, value.norm, other.norm):
            if value.kind != "number" or attributes_agree(value, other):
                return True
        elif _crosses(value, other) or _within(value, other):
            return True
    if value.kind in HARD:
        return _verbatim(value, statement)
    return False


def _within(folder: Value, other: Value) -> bool:
    """Whether a value names a folder (`.git/sessions/`) that the other path lies in."""
    if folder.kind != "path" or other.kind not in ("path", "place"):
        return False
    bare = folder.norm.rstrip("/")
    return folder.text.endswith("/") and f"/{bare}/" in f"/{other.norm}"


def attributes_agree(one: Value, two: Value) -> bool:
    """Whether two numbers may be of the same thing: one names nothing, or both the same."""
    return not one.attr or not two.attr or one.attr == two.attr


def _crosses(value: Value, other: Value) -> bool:
    """The same thing written as another kind: `#181` and `181`, `file.go` and `file.go:413`."""
    kinds = {value.kind, other.kind}
    if kinds == {"issue", "number"}:
        return value.norm == other.norm
    if kinds in ({"url", "number"}, {"url", "issue"}):
        url, bare = (value, other) if value.kind == "url" else (other, value)
        return url.norm.endswith("/" + bare.norm)
    if kinds == {"path", "place"}:
        return same("path", value.norm.split(":")[0], other.norm.split(":")[0]) and (
            value.kind == "path"
        )
    if kinds in ({"name", "path"}, {"hash", "number"}, {"version", "number"}, {"name", "flag"}):
        return same("path", value.norm, other.norm)
    return False


def _verbatim(value: Value, statement: Statement | Asked) -> bool:
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
