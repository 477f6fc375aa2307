"""A claim that repeats a sentence of the log, but for a part: what was left out or put in?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked, Term
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.language.frame import align
from aseptic.language.stems import stem
from aseptic.language.tokens import STOP, Token
from aseptic.model.verdict import Label

REPEATS = 0.6
"""Share of the claim's content that must stand in the sentence for it to be a repetition."""
_HEDGES = frozenset(
    """may might could possibly probably perhaps likely maybe seems seem seemed appears appear appeared
    apparently presumably potentially supposedly can should""".split()
)
_FIRM = frozenset({"likely", "can", "should"})
_CONDITION = frozenset("""if when unless until whenever once except provided only""".split())
_NARROWING = frozenset(
    """only sometimes usually often mostly most some partially partly almost nearly currently temporarily
    generally typically mainly occasionally rarely locally partial about approximately roughly up""".split()
)


def less(asked: Asked, statement: Statement) -> Opinion | None:
    """OVERSTATED where the claim repeats the sentence without its doubt or its condition."""
    frame = align(asked.found, statement.found)
    shared = {i for i, _ in frame.shared}
    core = [t for t in asked.terms if not _frames(t)]
    total = sum(t.weight for t in core)
    got = sum(t.weight for t in core if t.at in shared)
    if not total or got / total < REPEATS:
        return None
    edges = _edges(frame.shared)
    for position, slot in _slots(frame.shared, statement.found):
        reason = _lost(slot, inside=edges[0] <= position <= edges[1])
        if reason is not None and not (reason in _EXCLUDES and excludes(asked.text)):
            return Opinion(
                Label.OVERSTATED,
                f"the log says it with {reason!r}",
                statement.passage.event,
                statement.text,
            )
    return None


_FORMULA = re.compile(
    r"\b(?:newer|later|supersed\w*|otherwise|further notice|next update|changes?)\b", re.IGNORECASE
)
"""Of "until further notice": it bounds every statement, and so none."""
_FRAMING = frozenset(
    stem(word)
    for word in """documents comment comments says said agent user customer view put found explained remarked noted
    according per stated states reported file function""".split()
)


def _frames(term: Term) -> bool:
    """Whether a term only says where or by whom it was said."""
    if term.value is not None and term.value.kind in ("path", "place"):
        return True
    return term.stem in _FRAMING


def _edges(shared: Sequence[tuple[int, int]]) -> tuple[int, int]:
    return (shared[0][1], shared[-1][1] + 1) if shared else (0, 0)


def _slots(
    shared: Sequence[tuple[int, int]], found: Sequence[Token]
) -> list[tuple[int, Sequence[Token]]]:
    """Runs of the sentence that the claim left out, each with its position."""
    out: list[tuple[int, Sequence[Token]]] = []
    last = 0
    for _, j in [*shared, (0, len(found))]:
        if j > last:
            out.append((last, found[last:j]))
        last = j + 1
    return out


def _lost(slot: Sequence[Token], *, inside: bool) -> str | None:
    """The word that made the sentence say less, or None."""
    if _FORMULA.search(" ".join(t.text for t in slot)):
        return None
    for n, token in enumerate(slot):
        low = token.text.lower()
        doubts = (low in _HEDGES and low not in _FIRM) or (low in _NARROWING and low != "up")
        if doubts and inside and not _is_aside(slot, n):
            return token.text
        if low == "only" and _is_aside(slot, n):
            continue
        if low in _CONDITION and _content(slot) >= 1 and (inside or n <= 2):
            return " ".join(t.text for t in slot[:6])
    return None


_EXCLUDES = frozenset({"only", "just", "mostly", "mainly"})
_EXCLUSION = re.compile(r"\b(?:but|and) not\b|\b(?:alone|rather than|nothing but)\b", re.IGNORECASE)
"""A claim of "this but not that" has kept an `only` in other words."""


def excludes(text: str) -> bool:
    """Whether a claim rules something out, which is an `only` in other words."""
    return _EXCLUSION.search(text) is not None


_ARTICLES = frozenset({"a", "an", "the"})


def _is_aside(slot: Sequence[Token], n: int) -> bool:
    """Whether a word of a slot bears on nothing but what the claim left out with it.

    It stands in brackets ("(which could be slow)"), or before a noun of its own ("only a
    check of flags").
    """
    opened = sum((t.text == "(") - (t.text == ")") for t in slot[:n])
    if opened > 0:
        return True
    behind = slot[n + 1 :]
    return bool(behind) and behind[0].text.lower() in _ARTICLES and _content(behind) > 0


def _content(slot: Sequence[Token]) -> int:
    return sum(t.kind != "mark" and t.text.lower() not in STOP for t in slot)
