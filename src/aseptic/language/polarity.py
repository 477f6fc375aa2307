"""Negation: where it stands, and which words it reaches.

The scope of a cue runs forward to the end of its clause. Two negations that
reach the same word undo each other ("not to ignore", "cannot fail").
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aseptic.language.tokens import Token


class Cue(NamedTuple):
    """A negation, as positions in a list of tokens."""

    first: int
    last: int
    """Positions of its first and last word."""
    end: int
    """The position behind the last word that it reaches."""
    word: str


_ONE = frozenset(
    """not no never none nothing nobody neither nor without cannot cant dont doesnt isnt wasnt wont
    hardly barely non""".split()
)
_FAILED = frozenset({"fail", "refus", "unabl", "declin", "forget", "forgot", "neglect"})
"""Stems that, with `to` behind them, say that what follows did not happen."""

_LEAVE = {
    # Words behind `not` / `no` that make it no negation of the clause.
    "not": frozenset({"only", "just", "merely", "necessarily", "least"}),
    "no": frozenset({"doubt", "matter", "problem", "wonder", "sooner"}),
}
_STOP_WORDS = frozenset(
    """but because although though while whereas unless if when since until which who that so
    however instead rather after before then therefore""".split()
)
_STOP_MARKS = frozenset(",;:.!?()[]{}–—…")
_VERBISH = frozenset(
    """is are was were be has have had do does did will would can could should must may might uses
    use used runs run ran keeps keep passes pass""".split()
)
_REACH = 12
"""Words that a negation reaches at most; clauses of notes are short."""


def cues(found: Sequence[Token]) -> list[Cue]:
    """The negations among `found`, in order."""
    out: list[Cue] = []
    at = 0
    while at < len(found):
        last = _cue_at(found, at)
        if last is None:
            at += 1
            continue
        word = found[at].text.lower()
        end = _scope_end(found, last + 1)
        if word == "non":
            end = min(end, last + 3)  # `non-empty rows`: the prefix is of one word
        out.append(Cue(at, last, end, word))
        at = last + 1
    return out


def _cue_at(found: Sequence[Token], at: int) -> int | None:
    token = found[at]
    if token.kind != "word":
        return None
    low = token.text.lower().replace("’", "'")
    following = found[at + 1].text.lower() if at + 1 < len(found) else ""
    if low.endswith("n't") or low in _ONE:
        if following in _LEAVE.get(low, ()):
            return None
        if low == "no" and following in ("longer", "more"):
            return at + 1
        if low == "not" and at and found[at - 1].text.lower() in ("or", "if", "why"):
            return None
        return at
    if low in ("instead", "rather") and following in ("of", "than"):
        return at + 1
    if token.stem in _FAILED and following == "to":
        return at + 1
    return None


def _scope_end(found: Sequence[Token], start: int) -> int:
    for at in range(start, len(found)):
        words = at - start
        token = found[at]
        if token.kind == "mark" and token.text in _STOP_MARKS:
            return at
        if token.kind == "word":
            low = token.text.lower()
            if words and low in _STOP_WORDS:
                return at
            if words and low in ("and", "or") and _opens_clause(found, at + 1):
                return at
        if words >= _REACH:
            return at + 1
    return len(found)


def _opens_clause(found: Sequence[Token], at: int) -> bool:
    """Whether a new clause with its own subject or verb starts at `at`."""
    ahead = [t.text.lower() for t in found[at : at + 3] if t.kind != "mark"]
    return any(word in _VERBISH for word in ahead)


def signs(found: Sequence[Token]) -> list[int]:
    """+1 or -1 for each token: -1 where an odd number of negations reaches it."""
    out = [1] * len(found)
    for cue in cues(found):
        for at in range(cue.last + 1, cue.end):
            out[at] = -out[at]
    return out


def negated(found: Sequence[Token]) -> frozenset[str]:
    """The stems that stand under a negation."""
    return frozenset(t.stem for t, sign in zip(found, signs(found), strict=True) if sign < 0)
