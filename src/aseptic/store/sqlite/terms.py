"""Turning search terms into a full-text query that is safe and fast."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

MOST_TERMS = 24
"""Terms of one search; the rarest are kept. An OR of many is slow and finds noise."""
COMMON_SHARE = 0.2
"""A term in a larger share of the events tells them apart too little to search for."""
COMMON_FLOOR = 500
"""Documents below which no term counts as common, whatever the share."""
MOST_POSTINGS = 50_000
"""Places in the index that one search may look at, about 50 ms of work: terms are taken,
the rarest first, until their frequencies add up to it. It keeps a search as quick in a
log of a million events as in a small one."""
LAST_RESORT = 3
"""How many of the rarest terms are searched where all are common."""

# Starts at the start of a word only and never steps back, so that a megabyte of base64
# takes linear time; of such a word no more than a plausible identifier is looked at.
_CAMEL = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][a-z0-9]*+[A-Z][A-Za-z0-9]{0,80}")
_HUMP = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")


def humps(text: str) -> str:
    """The parts of identifiers in camel case (`parseConfigFile` -> `parse Config File`).

    Other identifiers need no such help: the tokenizer splits them at their
    punctuation, and a phrase search finds them whole.
    """
    found = dict.fromkeys(_CAMEL.findall(text))
    return " ".join(" ".join(_HUMP.findall(word)) for word in found)


def choose(
    terms: Sequence[Sequence[str]], frequency: Callable[[str], int], total: int
) -> list[Sequence[str]]:
    """Which terms (each a sequence of tokens) to search for, rarest first.

    Args:
        frequency: in how many events a token stands.
        total: how many events there are to search.
    """
    ranked = []
    for tokens in dict.fromkeys(tuple(t) for t in terms if t):
        rarest = min(frequency(token) for token in tokens)
        if rarest:
            ranked.append((rarest, tokens))
    ranked.sort()
    limit = max(COMMON_FLOOR, int(total * COMMON_SHARE))
    kept: list[Sequence[str]] = []
    postings = 0
    for rarest, tokens in ranked[:MOST_TERMS]:
        postings += rarest
        if rarest > limit or (postings > MOST_POSTINGS and len(kept) >= LAST_RESORT):
            break
        kept.append(tokens)
    return kept or [tokens for _, tokens in ranked[:LAST_RESORT]]


def match(terms: Sequence[Sequence[str]], place: str | None) -> str:
    """The MATCH expression: any of the phrases, in one session if `place` names its token.

    Tokens are what the tokenizer gave, so they hold no quote; they are quoted
    all the same, and nothing of the caller's text reaches the query language.
    """
    phrases = " OR ".join(_phrase(tokens) for tokens in terms)
    query = f"{{text about}} : ({phrases})"
    return query if place is None else f'({query}) AND (place : "{place}")'


def _phrase(tokens: Sequence[str]) -> str:
    return '"' + " ".join(token.replace('"', "") for token in tokens) + '"'
