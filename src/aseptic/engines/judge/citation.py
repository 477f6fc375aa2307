"""What a note cites, checked: the event exists, says these words, and by whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from aseptic.model.event import Origin
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim

_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class CitationFault:
    """Why a citation does not carry the claim."""

    reason: str
    passage: Passage | None
    wrong_speaker: bool = False


@dataclass(frozen=True, slots=True)
class Span:
    """Where a quote stands in an event."""

    passage: Passage
    start: int
    end: int


def spans(claim: Claim, passages: Sequence[Passage]) -> tuple[list[Span], list[CitationFault]]:
    """The places of the quotes that hold, and what is wrong with the citations that do not."""
    cited = [p for p in passages if p.cited]
    found: list[Span] = []
    faults: list[CitationFault] = []
    held = {(p.event.session, p.event.seq) for p in cited}
    for citation in claim.citations:
        if (citation.session, citation.seq) not in held:
            faults.append(
                CitationFault(f"{citation.session}#{citation.seq} is not in the log", None)
            )
    for passage in cited:
        fault = _fault(passage)
        if fault is not None:
            faults.append(fault)
            continue
        start, end = locate(passage.quote or "", passage.event.text) or (0, 0)
        found.append(Span(passage, start, end))
    return found, faults


def _fault(passage: Passage) -> CitationFault | None:
    event = passage.event
    if not event.is_evidence:
        return CitationFault(f"it rests on {event.origin} alone, which is no evidence", passage)
    quote = passage.quote or ""
    if not quote.strip():
        return CitationFault("its citation quotes nothing", passage)
    if locate(quote, event.text) is None:
        return CitationFault(f"the quote is not in {event.ref}", passage)
    if passage.speaker is not None and not _speaks(passage.speaker, event.origin):
        return CitationFault(
            f"the note says that the {passage.speaker} said it; {event.ref} is of the {event.origin}",
            passage,
            wrong_speaker=True,
        )
    return None


def _speaks(claimed: Origin, real: Origin) -> bool:
    return claimed is real


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where `quote` stands in `text`, word for word; only white space may differ."""
    at = text.find(quote)
    if at >= 0 and quote:
        return at, at + len(quote)
    words = [re.escape(word) for word in _SPACE.split(quote.strip()) if word]
    if not words:
        return None
    match = re.search(r"\s+".join(words), text)
    return (match.start(), match.end()) if match else None
