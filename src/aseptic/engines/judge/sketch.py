"""A cheap look at an event: which of its lines hold which terms of a claim.

Reading a line (tokens, values, negations) costs a thousand times more than looking
for a string in it, and most lines of a log share nothing with a claim. So terms are
looked for as strings first; only the best windows are read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from aseptic.engines.judge.asked import Asked, probes
from aseptic.engines.judge.statement import line_pieces
from aseptic.language.memory_files import quotes_memory

MAX_TEXT = 120_000
"""Characters of an event that are looked at; what lies behind is named by no note."""
MAX_HITS = 400
"""Lines that one term may mark: `err` in a long file tells nothing."""


class Mark(NamedTuple):
    """A piece of an event that holds terms of the claim."""

    number: int
    """Counts lines, or sentences of one line, so that near pieces have near numbers."""
    start: int
    text: str
    mask: int
    """Bit n is set where term n may be in the piece."""


Forms = tuple[tuple[str, ...], ...]


def forms(asked: Asked) -> Forms:
    """For each term of the claim, the lower-case strings that betray it."""
    out: list[tuple[str, ...]] = []
    for term in asked.terms:
        if term.value is not None and term.value.kind in ("path", "place"):
            out.append((term.stem.split(":")[0].rsplit("/", 1)[-1],))
        else:
            out.append(probes(term.stem, asked.found[term.at].text))
    return tuple(out)


def marks(wanted: Forms, text: str) -> list[Mark]:
    """The pieces of `text` that hold at least one of the terms, in order."""
    text = text[:MAX_TEXT]
    low = text.lower()
    if len(low) != len(text):  # a few letters change length; places would be wrong
        low = text
    starts = _line_starts(low)
    masks: dict[int, int] = {}
    for bit, strings in enumerate(wanted):
        for string in strings:
            for line in _lines_with(low, string, starts):
                masks[line] = masks.get(line, 0) | (1 << bit)
    out: list[Mark] = []
    extra = 0
    for line in sorted(masks):
        start = starts[line]
        end = starts[line + 1] - 1 if line + 1 < len(starts) else len(text)
        if quotes_memory(text[start:end]):
            continue
        pieces = list(line_pieces(text[start:end], start))
        if len(pieces) == 1:
            out.append(Mark(line + extra, start, pieces[0][1], masks[line]))
            continue
        for at, piece in pieces:
            mask = mask_of(wanted, piece)
            if mask:
                out.append(Mark(line + extra, at, piece, mask))
            extra += 1
    return out


def _line_starts(text: str) -> list[int]:
    starts = [0]
    at = text.find("\n")
    while at >= 0:
        starts.append(at + 1)
        at = text.find("\n", at + 1)
    return starts


def _lines_with(text: str, string: str, starts: Sequence[int]) -> list[int]:
    lines: list[int] = []
    if not string:
        return lines
    at = text.find(string)
    while at >= 0 and len(lines) < MAX_HITS:
        line = bisect_right(starts, at) - 1
        lines.append(line)
        if line + 1 >= len(starts):
            break
        at = text.find(string, starts[line + 1])
    return lines


def mask_of(wanted: Forms, text: str) -> int:
    """Which terms a text may hold."""
    low = text.lower()
    mask = 0
    for bit, strings in enumerate(wanted):
        if any(string in low for string in strings):
            mask |= 1 << bit
    return mask


def weight_of(mask: int, weights: Sequence[float]) -> float:
    """The summed weight of the terms in a mask."""
    return sum(weight for bit, weight in enumerate(weights) if mask >> bit & 1)
