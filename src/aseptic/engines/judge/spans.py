"""The spans of an event that speak most of a claim: what a model is shown, and a reader quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.language.tokens import content, tokens
from aseptic.language.values import same, values
from aseptic.model.evidence import Evidence, Passage, Says

_WORD = re.compile(r"[A-Za-z0-9_]{2,}")
_BREAK = re.compile(r"(?<=[.!?])\s+(?=[A-Z\"'`(])|\n+")
MAX_SPAN = 600
"""Characters. An entailment model reads 160 to 512 tokens; longer spans would be cut unseen."""


def pieces(text: str) -> list[str]:
    """The sentences and lines of a text, verbatim, without the empty ones."""
    return [piece.strip()[:MAX_SPAN] for piece in _BREAK.split(text) if piece.strip()]


def best_spans(claim: str, text: str, limit: int) -> list[str]:
    """Up to `limit` pieces of `text` that share most words with the claim, best first.

    Only pieces that share a word are returned. Ties keep the order of the text.
    """
    wanted = set(_words(claim))
    scored = []
    for order, piece in enumerate(pieces(text)):
        shared = len(wanted & set(_words(piece)))
        if shared:
            scored.append((-shared / (len(wanted) or 1), order, piece))
    return [piece for _, _, piece in sorted(scored)[:limit]]


def ranked(claim: str, passages: Sequence[Passage], a_passage: int) -> list[tuple[Passage, str]]:
    """The spans of all passages that share most words with the claim, best first.

    Recalled memory is no evidence and is left out. Ties keep the order of the passages.
    """
    wanted = set(_words(claim))
    found = [
        (-len(wanted & set(_words(span))), order, passage, span)
        for order, passage in enumerate(passages)
        if passage.event.is_evidence
        for span in best_spans(claim, passage.event.text, a_passage)
    ]
    found.sort(key=lambda row: row[:2])
    return [(passage, span) for _, _, passage, span in found]


def evidence_of(passage: Passage, quote: str, says: Says) -> Evidence:
    """Evidence that quotes the passage's event."""
    event = passage.event
    return Evidence(
        event.session,
        event.seq,
        quote[:300],
        says,
        event.origin,
        event.place.path,
        event.place.line,
    )


def best_mention(claim: str, passages: Sequence[Passage]) -> tuple[Evidence, ...]:
    """The best evidence found, for an open verdict."""
    for passage in passages:
        if passage.event.is_evidence:
            for span in best_spans(claim, passage.event.text, 1):
                return (evidence_of(passage, span, Says.MENTIONS),)
    return ()


def holds_values(text: str, claim: str) -> bool:
    """Whether each number, name, path ... of the claim stands in the text.

    Models that read 8080 for 9090 still say "entailed".
    """
    held = values(tokens(text))
    return all(
        any(v.kind == w.kind and same(v.kind, v.norm, w.norm) for w in held)
        for v in values(tokens(claim))
    )


def speaks_of(quote: str, claim: str) -> bool:
    """Whether the quote shares a word that carries meaning with the claim."""
    return bool({t.stem for t in content(tokens(quote))} & {t.stem for t in content(tokens(claim))})


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
