"""Whether the words of a claim that could turn it stand beside the same words in the evidence.

A window may hold every word of a claim and still say something else: "before" belongs to
another verb, the number to another thing, the identifier to the next sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked, Term
from aseptic.engines.judge.statement import Statement
from aseptic.language import antonyms
from aseptic.language.tokens import Token
from aseptic.language.values import same
from aseptic.language.verbs import action, is_past

NEAR = 9
"""Tokens within which a neighbour counts. Notes leave out words that the log has between."""


def loose(asked: Asked, statements: Sequence[Statement]) -> Term | None:
    """The first critical term that stands in the statements, but beside none of its neighbours."""
    if len(asked.terms) < 3:
        return None
    for n, term in enumerate(asked.terms):
        if not _is_critical(asked, term) or _leads(asked, n):
            continue
        neighbours = [*asked.terms[max(0, n - 3) : n], *asked.terms[n + 1 : n + 4]]
        seen = False
        tied = False
        for statement in statements:
            for at in _places(term, statement):
                seen = True
                tied = tied or _beside(neighbours, statement, at)
        if seen and not tied:
            return term
    return None


def _leads(asked: Asked, n: int) -> bool:
    """Whether a file only says where: `a.go: Added ...`."""
    term = asked.terms[n]
    if n != 0 or term.value is None or term.value.kind not in ("path", "place"):
        return False
    after = asked.found[term.at + 1 : term.at + 3]
    return any(t.text in ":-–—(" for t in after)


def _is_critical(asked: Asked, term: Term) -> bool:
    if term.value is not None:
        return term.value.kind not in ("proper", "quoted")
    return is_turning(asked, term)


def is_turning(asked: Asked, term: Term) -> bool:
    """Whether a word has an opposite that would turn the claim: `old`, `before`, `enabled`."""
    word = asked.found[term.at].text
    if term.value is not None or word.endswith("ly"):
        return False
    if action(word) is not None and is_past(word):
        return False  # judged by the kind of action
    return bool(antonyms.plainly_of(word))


def _places(term: Term, statement: Statement) -> list[int]:
    if term.value is None:
        return [n for n, t in enumerate(statement.found) if t.stem == term.stem]
    kind, norm = term.value.kind, term.value.norm
    return [v.at for v in statement.values if v.kind == kind and same(kind, v.norm, norm)]


def _beside(neighbours: Sequence[Term], statement: Statement, at: int) -> bool:
    near = statement.found[max(0, at - NEAR) : at] + statement.found[at + 1 : at + NEAR + 1]
    return any(_is(term, token) for term in neighbours for token in near)


def _is(term: Term, token: Token) -> bool:
    if token.stem == term.stem:
        return True
    return term.value is not None and same(term.value.kind, token.stem, term.value.norm)
