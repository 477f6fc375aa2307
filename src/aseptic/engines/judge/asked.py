"""A claim, read once: what any evidence has to match."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aseptic.language import polarity, qualifiers
from aseptic.language.modality import Modality, modality
from aseptic.language.stems import stem
from aseptic.language.tokens import STOP, Token, tokens
from aseptic.language.values import Value, values

_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
HARD = frozenset({"path", "place", "name", "url", "issue", "hash", "version", "flag", "email"})
"""Kinds of value that people copy and do not paraphrase."""
_WEIGHT = {"number": 1.5, "date": 2.0, "time": 1.5, "direction": 1.5}


@dataclass(frozen=True, slots=True)
class Term:
    """A content word of the claim, with how much it matters."""

    stem: str
    weight: float
    at: int
    value: Value | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim (or one atom of it) as the judge sees it."""

    text: str
    found: tuple[Token, ...]
    signs: tuple[int, ...]
    values: tuple[Value, ...]
    terms: tuple[Term, ...]
    modality: Modality
    wide: frozenset[str]
    narrow: frozenset[str]

    @property
    def weight(self) -> float:
        return sum(term.weight for term in self.terms)


def ask(text: str) -> Asked:
    """Read one claim or atom."""
    found = tokens(text)
    held = values(found)
    by_position = {value.at: value for value in held}
    terms = tuple(
        Term(token.stem, _weight(token, by_position.get(at)), at, by_position.get(at))
        for at, token in enumerate(found)
        if token.kind != "mark" and not _is_stop(token)
    )
    return Asked(
        text=text,
        found=tuple(found),
        signs=tuple(polarity.signs(found)),
        values=tuple(held),
        terms=terms,
        modality=modality(text),
        wide=qualifiers.wide(text),
        narrow=qualifiers.narrow(text),
    )


def _is_stop(token: Token) -> bool:
    return token.kind == "word" and token.text.lower() in STOP


def _weight(token: Token, value: Value | None) -> float:
    if value is not None:
        return 2.0 if value.kind in HARD else _WEIGHT.get(value.kind, 1.5)
    return 1.0 if len(token.stem) > 3 else 0.7


def subwords(name: str) -> list[str]:
    """The stems of the words in an identifier or path: `findSessionIndex` -> find session index."""
    return [stem(part) for part in _CAMEL.findall(name) if len(part) > 1]


def probes(stemmed: str, word: str) -> tuple[str, ...]:
    """Strings of which one stands in every form of a word: `verif`; `found` and `find`."""
    low = word.lower().rstrip("()")
    common = stemmed
    while not low.startswith(common):
        common = common[:-1]
    if len(common) >= 3:
        return (common,)
    return tuple({p for p in (stemmed, low) if len(p) >= 3 or p.isdigit()})
