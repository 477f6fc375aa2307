"""How far a claim reaches against how far the log does: qualifiers dropped, scope widened."""

from __future__ import annotations

import re

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.rewording import excludes
from aseptic.engines.judge.statement import Statement
from aseptic.language import qualifiers
from aseptic.language.modality import Modality
from aseptic.model.verdict import Label

_ABSENT = re.compile(
    r"\b(?:does ?n[o']t exist|do(?:es)? not exist|did not exist|there (?:is|are|was) no\b|non-?existent|never existed|has no\b|have no\b|is impossible)",
    re.IGNORECASE,
)
_NOT_FOUND = re.compile(
    r"\b(?:not found|no (?:match(?:es)?|results?|files? found|hits?)|(?:could|can|did) ?n[o']t (?:find|locate|see)|cannot find|unable to (?:find|locate)|couldn'?t find|nothing found|404)\b",
    re.IGNORECASE,
)
_DROPPED = frozenset(
    {
        "only",
        "sometimes",
        "mostly",
        "partially",
        "almost",
        "currently",
        "some",
        "except",
        "unless",
        "at least",
        "at most",
        "up to",
        "about",
        "by default",
    }
)
"""Narrowing words whose loss changes what is claimed. Conditions (`if`) are treated apart."""


def wider(asked: Asked, statement: Statement, around: str) -> Opinion | None:
    """OVERSTATED where the claim says more than the statement.

    `around` is all that was cited or stands near; a widening word found there is not the
    claim's own.
    """
    event = statement.passage.event
    if _ABSENT.search(asked.text) and _NOT_FOUND.search(statement.text):
        if not _ABSENT.search(around):
            return Opinion(
                Label.OVERSTATED,
                "the log says that it was not found, not that it does not exist",
                event,
                statement.text,
            )
        return None
    more = asked.wide - qualifiers.wide(around)
    if more and not _counted(asked, more):
        word = sorted(more)[0]
        return Opinion(Label.OVERSTATED, f"the log does not say {word!r}", event, statement.text)
    if asked.modality in (Modality.HEDGED, Modality.QUESTION):
        return None
    lost = _lost(asked, statement)
    if lost is not None:
        return Opinion(Label.OVERSTATED, f"the log says it {lost}", event, statement.text)
    return None


def _lost(asked: Asked, statement: Statement) -> str | None:
    said = qualifiers.narrow(statement.text)
    for word in sorted(said - asked.narrow):
        if word.startswith("@") and not any(w.startswith("@") for w in asked.narrow):
            place = word[1:]
            if place not in asked.text.lower():
                return f"only of {place}"
        elif word in _DROPPED and not _aside(word, asked, statement):
            if word == "only" and excludes(asked.text):
                continue
            return f"with {word!r}"
    return None


def _aside(word: str, asked: Asked, statement: Statement) -> bool:
    """Whether the word narrows a noun of its own that the claim leaves out ("only a check")."""
    known = {t.stem for t in asked.found}
    for n, token in enumerate(statement.found):
        if token.text.lower() != word:
            continue
        behind = statement.found[n + 1 : n + 4]
        if not behind or behind[0].text.lower() not in ("a", "an", "the"):
            return False
        if any(t.stem in known for t in behind[1:]):
            return False
    return True


def _counted(asked: Asked, more: frozenset[str]) -> bool:
    """`all 4 tests`: the number bounds the word."""
    return more == {"all"} and bool(
        re.search(
            r"\b(?:all|each|every)(?: of)?(?: the)? (?:\d+|two|three|four|five|six)\b",
            asked.text,
            re.IGNORECASE,
        )
    )
