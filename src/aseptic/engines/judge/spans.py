"""The spans of an event that speak most of a claim: what a model is shown, and a reader quoted."""

from __future__ import annotations

import re
from collections.abc import Sequence

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


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]
