"""Lines added and removed: `+14, -486`, `486 insertions`, `removes 14`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.model.verdict import Label

_ADDED = re.compile(
    r"(?<![\w.])\+(\d+)\b|\b(\d+) (?:lines? )?(?:insertions?|additions?|added|lines? added)\b|\b(?:adds?|added|inserts?|inserted|additions?:?)\s+(\d+)\b",
    re.IGNORECASE,
)
_REMOVED = re.compile(
    r"(?<![\w.])-(\d+)\b|\b(\d+) (?:lines? )?(?:deletions?|removals?|removed|deleted|lines? (?:removed|deleted))\b|\b(?:removes?|removed|deletes?|deleted|drops?|deletions?:?)\s+(\d+)\b",
    re.IGNORECASE,
)


def stat(text: str) -> tuple[str | None, str | None]:
    """The first numbers of lines added and removed that a text gives."""
    return _first(_ADDED, text), _first(_REMOVED, text)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    match = pattern.search(text)
    return next((g for g in match.groups() if g), None) if match else None


def swapped(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where the numbers of added and removed lines differ from the quote's."""
    ours = stat(asked.text)
    if ours == (None, None):
        return None
    text = "\n".join(s.text for s in quoted)
    theirs = stat(text)
    if None in theirs:
        return None
    for mine, other, name in zip(ours, theirs, ("added", "removed"), strict=True):
        if mine is not None and other is not None and mine != other:
            first = quoted[0]
            return Opinion(
                Label.CONTRADICTED,
                f"the claim says {mine} lines {name}, the log {other}",
                first.passage.event,
                first.text,
                value=other,
            )
    return None


def agrees(asked: Asked, quoted: Sequence[Statement]) -> bool:
    """Whether both give numbers of added and removed lines, and the same."""
    ours = stat(asked.text)
    return None not in ours and ours == stat("\n".join(s.text for s in quoted))
