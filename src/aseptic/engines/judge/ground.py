"""What a cited claim stands on: the quote, the rest of its event, its call, its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aseptic.engines.judge import record
from aseptic.engines.judge.alignment import context_of
from aseptic.engines.judge.citation import Span
from aseptic.engines.judge.record import Field
from aseptic.engines.judge.statement import Statement, pieces, read
from aseptic.model.evidence import Passage

NEAR = 600
"""Characters of the event round the quote that are read, and of each neighbour."""
MANY = 24
"""Pieces near the quote that are read at most; what lies farther is looked for as a string."""


@dataclass(frozen=True, slots=True)
class Ground:
    """The evidence of a cited claim, by how near it is."""

    quoted: tuple[Statement, ...]
    """The statements that hold the quote, whole; never empty."""
    near: tuple[Statement, ...]
    """The rest of the event round it."""
    context: tuple[Statement, ...]
    """The calls and files of the cited results."""
    fields: tuple[Field, ...]
    """Of a JSON result: the record that holds the quote."""
    quote: str
    span: tuple[int, int]
    """Where the first quote stands in its event."""
    text: str
    """The event's text round the quote."""
    before: str
    """What the event says ahead of the quote."""
    whole: str
    """All that may hold a value of the claim, in lower case: the events, their calls, the neighbours."""
    passages: tuple[Passage, ...]

    @property
    def all(self) -> tuple[Statement, ...]:
        return self.quoted + self.near + self.context


def lay(spans: Sequence[Span], passages: Sequence[Passage]) -> Ground:
    """Gather and read the evidence round the quotes."""
    quoted: list[Statement] = []
    near: list[Statement] = []
    context: list[Statement] = []
    fields: list[Field] = []
    for span in spans:
        inside, beside = _round(span)
        quoted.extend(inside)
        near.extend(beside)
        known = context_of(span.passage)
        if known is not None:
            context.append(known)
        found = record.fields(span.passage.event.text)
        fields.extend(record.around(found, span.start, span.end) if found else [])
    first = spans[0]
    text = first.passage.event.text
    return Ground(
        quoted=tuple(quoted),
        near=tuple(near[:MANY]),
        context=tuple(context),
        fields=tuple(fields),
        quote=text[first.start : first.end],
        span=(first.start, first.end),
        text=" ".join(s.passage.event.text[max(0, s.start - NEAR) : s.end + NEAR] for s in spans),
        before=text[: first.start],
        whole=_whole([span.passage for span in spans]),
        passages=tuple(passages),
    )


def _round(span: Span) -> tuple[list[Statement], list[Statement]]:
    inside: list[Statement] = []
    beside: list[Statement] = []
    low = span.passage.event.text.rfind("\n", 0, max(0, span.start - NEAR)) + 1
    high = span.end + NEAR
    for start, piece in pieces(span.passage.event.text[low:high], low):
        if start < span.end and start + len(piece) > span.start:
            inside.append(read(piece, start, span.passage))
        else:
            beside.append(read(piece, start, span.passage))
    if not inside:
        inside.append(
            read(span.passage.event.text[span.start : span.end], span.start, span.passage)
        )
    return inside, beside


def _whole(passages: Sequence[Passage]) -> str:
    parts: list[str] = []
    for passage in passages:
        event = passage.event
        parts += [event.text, event.path or "", event.command or ""]
        if passage.call is not None:
            parts.append(passage.call.text)
        parts += [e.text for e in (*passage.before, *passage.after) if e.is_evidence]
    return "\n".join(parts).lower()
