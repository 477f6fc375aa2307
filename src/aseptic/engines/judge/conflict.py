"""What a statement of the log puts against a claim: another value, an opposite, a negation."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aseptic.engines.judge.alignment import attributes_agree, holds
from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.statement import Statement
from aseptic.language import antonyms
from aseptic.language.frame import Frame, Slot, align
from aseptic.language.tokens import STOP, Token
from aseptic.language.values import Value
from aseptic.language.verbs import action_of_stem

SHORT = 24
"""Tokens of a statement in which two opposites count wherever they stand."""
_COPULA = frozenset({"be", "have", "do", "can", "will"})


@dataclass(frozen=True, slots=True)
class Conflict:
    """One thing of the claim that the statement denies."""

    kind: str
    """number, date, direction, name, path, opposite, negation ..."""
    ours: str
    theirs: str
    frame: float
    """How much of the rest of the claim lies on the statement, 0 to 1."""
    statement: Statement
    same_attribute: bool = False
    """Of two numbers: both say of what, and it is the same ("port", "issues")."""

    @property
    def reason(self) -> str:
        if self.kind == "negation":
            return f"the log says the opposite about {self.ours!r}"
        return f"the claim says {self.ours!r}, the log says {self.theirs!r}"


def conflicts(asked: Asked, statement: Statement) -> list[Conflict]:
    """The conflicts of a claim with one statement, by alignment of the two."""
    frame = align(asked.found, statement.found)
    shared = {i for i, _ in frame.shared}
    out: list[Conflict] = []
    for slot in frame.slots:
        out.extend(_slot(asked, statement, slot, shared))
    out.extend(_attribute(asked, statement, shared))
    if not any(c.kind not in ("number", "negation") for c in out):
        out.extend(_anywhere(asked, statement, shared))
    out.extend(_negation(asked, statement, frame))
    return out


def _slot(asked: Asked, statement: Statement, slot: Slot, shared: set[int]) -> list[Conflict]:
    if not slot.left or not slot.right or len(slot.left) > 5 or len(slot.right) > 5:
        return []
    out = []
    ours, theirs = _loose(asked, slot.left, statement), _loose_right(statement, slot.right, asked)
    for value in ours:
        rivals = [v for v in theirs if may_swap(value, v)]
        if len(rivals) == 1:
            rest = _rest(asked, shared, slot.left)
            out.append(Conflict(value.kind, value.text, rivals[0].text, rest, statement))
    out.extend(_opposites(asked, statement, slot, shared))
    return out


def may_swap(one: Value, two: Value) -> bool:
    """Whether two values could take each other's place: same kind, same shape, not nested."""
    if one.kind != two.kind or not attributes_agree(one, two):
        return False
    if one.kind == "number":
        return True
    if one.norm in two.norm or two.norm in one.norm:
        return False
    return one.kind not in ("name", "proper") or shape(one.text) == shape(two.text)


def shape(name: str) -> str:
    """How a name is written: camel, Pascal, snake, UPPER, plural (`IDs`), dotted or code (`G204`)."""
    bare = name.rstrip("()")
    if "." in bare or ":" in bare:
        return "dotted"
    if "_" in bare:
        return "UPPER" if bare.isupper() else "snake"
    if re.fullmatch(r"[A-Za-z]+\d+", bare):
        return "code"
    if bare.isupper():
        return "UPPER"
    if re.fullmatch(r"[A-Z]{2,}s", bare):
        return "plural"
    return "Pascal" if bare[:1].isupper() else "camel"


def _loose(asked: Asked, part: Sequence[Token], statement: Statement) -> list[Value]:
    """Values in a slot of the claim that the statement holds nowhere."""
    inside = {token.start for token in part}
    return [
        v for v in asked.values if asked.found[v.at].start in inside and not holds(v, statement)
    ]


def _loose_right(statement: Statement, part: Sequence[Token], asked: Asked) -> list[Value]:
    inside = {token.start for token in part}
    held = [v for v in statement.values if statement.found[v.at].start in inside]
    return [v for v in held if not any(v.kind == o.kind and v.norm == o.norm for o in asked.values)]


def _opposites(asked: Asked, statement: Statement, slot: Slot, shared: set[int]) -> list[Conflict]:
    out = []
    for one in slot.left:
        if one.kind == "mark" or _told(one, statement):
            continue
        for two in slot.right:
            if two.kind == "mark" or _is_empty(two) or two.stem == one.stem:
                continue
            if not antonyms.opposite(one.text, two.text):
                continue
            if any(t.stem == two.stem for t in asked.found):
                continue
            if _sign(asked.found, asked.signs, one) != _sign(statement.found, statement.signs, two):
                continue  # "safe" and "not dangerous" agree
            kind = antonyms.exclusive(one.text, two.text) or "opposite"
            rest = _rest(asked, shared, [one])
            out.append(Conflict(kind, one.text, two.text, rest, statement))
    return out


def _told(token: Token, statement: Statement) -> bool:
    """Whether the statement has the word itself, or another for the same action."""
    if token.stem in statement.stems:
        return True
    what = action_of_stem(token.stem)
    return what is not None and any(action_of_stem(s) == what for s in statement.stems)


def _is_empty(token: Token) -> bool:
    """A function word; `use` is one too, but not where it stands against `deprecated`."""
    return token.text.lower() in STOP and token.stem != "use"


def _anywhere(asked: Asked, statement: Statement, shared: set[int]) -> list[Conflict]:
    """Plain opposites outside of any slot, in a short statement (`"status": "delivered"`)."""
    if len(statement.found) > SHORT:
        return []
    out = []
    for one in (asked.found[t.at] for t in asked.terms):
        if _told(one, statement):
            continue
        for two, sign in zip(statement.found, statement.signs, strict=True):
            if two.kind == "mark" or _is_empty(two) or any(t.stem == two.stem for t in asked.found):
                continue
            if not antonyms.plainly_opposite(one.text, two.text):
                continue
            if _sign(asked.found, asked.signs, one) == sign:
                kind = antonyms.exclusive(one.text, two.text) or "opposite"
                rest = _rest(asked, shared, [one])
                out.append(Conflict(kind, one.text, two.text, rest, statement))
    return out


def _attribute(asked: Asked, statement: Statement, shared: set[int]) -> list[Conflict]:
    """Numbers of the same named thing ("port 8080" / "port: 9090"), wherever they stand."""
    out = []
    for value in asked.values:
        if value.kind != "number" or not value.attr or holds(value, statement):
            continue
        rivals = {
            v.norm: v for v in statement.values if v.kind == "number" and v.attr == value.attr
        }
        if len(rivals) == 1:
            rival = next(iter(rivals.values()))
            if holds(rival, asked):
                continue
            rest = _rest(asked, shared, [asked.found[value.at]])
            out.append(Conflict("number", value.text, rival.text, rest, statement, True))
    return out


def _negation(asked: Asked, statement: Statement, frame: Frame) -> list[Conflict]:
    """Shared predicate words of which one side is negated and the other is not."""
    flipped, kept = [], []
    for i, j in frame.shared:
        token = asked.found[i]
        if token.kind == "mark" or (token.text.lower() in STOP and token.stem not in _COPULA):
            continue
        if asked.signs[i] != statement.signs[j]:
            flipped.append(token)
        else:
            kept.append(token)
    strong = [
        t for t in flipped if t.text.lower() not in STOP and not _either_way(t, asked, statement)
    ]
    if not strong or _balanced(asked, statement):
        return []
    rest = _rest(asked, {i for i, _ in frame.shared}, [])
    return [Conflict("negation", strong[0].text, "not " + strong[0].text, rest, statement)]


def _either_way(token: Token, asked: Asked, statement: Statement) -> bool:
    """Whether the statement has the word a second time, as the claim has it."""
    ours = _sign(asked.found, asked.signs, token)
    return any(
        t.stem == token.stem and sign == ours
        for t, sign in zip(statement.found, statement.signs, strict=True)
    )


def said_alike(asked: Asked, word: str, statement: Statement) -> bool:
    """Whether a statement has a word of the claim with the claim's own sign."""
    token = next((t for t in asked.found if t.text == word), None)
    return token is not None and _either_way(token, asked, statement)


def _balanced(asked: Asked, statement: Statement) -> bool:
    """Whether an antonym takes the place of the negation ("unsafe" / "not safe")."""
    for one, sign in zip(asked.found, asked.signs, strict=True):
        if one.kind == "mark" or one.text.lower() in STOP:
            continue
        for two, other in zip(statement.found, statement.signs, strict=True):
            if two.kind != "mark" and sign != other and antonyms.opposite(one.text, two.text):
                return True
    return False


def _sign(found: Sequence[Token], signs: Sequence[int], token: Token) -> int:
    for other, sign in zip(found, signs, strict=True):
        if other.start == token.start:
            return sign
    return 1


def _rest(asked: Asked, shared: set[int], apart: Sequence[Token]) -> float:
    """Share of the claim's weight, without the tokens in conflict, that is in the frame."""
    out = {token.start for token in apart}
    total = got = 0.0
    for term in asked.terms:
        if asked.found[term.at].start in out:
            continue
        total += term.weight
        if term.at in shared:
            got += term.weight
    return got / total if total else 0.0
