"""Line numbers of a claim against the numbered lines that a read or a search returned."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.model.verdict import Label

_NUMBERED = re.compile(r"^\s*(\d+)(?:→|\t|\|| {2})")
_FOUND = re.compile(r"^[\w./~@+-]+\.\w+[:-](\d+)[:-]")
_BARE = re.compile(r"^(\d+)[:-]")
_CLAIMED = re.compile(
    r"\b(?:lines?|L)\s*[~#]?\s*(\d+)(?:\s*(?:-|–|to)\s*(\d+))?|\.\w{1,5}:(\d+)(?:[-–:](\d+))?",
    re.IGNORECASE,
)


def number_of(statement: Statement) -> int | None:
    """The line number that a statement carries in front, or None."""
    text = statement.text
    for pattern in (_NUMBERED, _FOUND, _BARE):
        match = pattern.match(text)
        if match:
            return int(match.group(1))
    return _counted(statement)


def _counted(statement: Statement) -> int | None:
    """Of a file read without numbers: its first line plus the lines ahead."""
    event = statement.passage.event
    if event.start_line is None or event.text[:1].isspace():
        return None
    first = event.text.split("\n", 1)[0]
    if _NUMBERED.match(first):
        line_start = event.text.rfind("\n", 0, statement.start) + 1
        match = _NUMBERED.match(event.text[line_start : line_start + 20])
        return int(match.group(1)) if match else None
    return event.start_line + event.text.count("\n", 0, statement.start)


def claimed(text: str) -> list[tuple[int, int]]:
    """The line ranges that a claim names."""
    out = []
    for match in _CLAIMED.finditer(text):
        low = int(match.group(1) or match.group(3))
        high = match.group(2) or match.group(4)
        out.append((low, max(low, int(high)) if high else low))
    return out


def elsewhere(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where the quoted lines carry other numbers than the claim gives."""
    ranges = claimed(asked.text)
    if not ranges:
        return None
    numbers = [n for n in map(number_of, quoted) if n is not None]
    if not numbers or any(low <= n <= high for low, high in ranges for n in numbers):
        return None
    first = quoted[0]
    said = str(ranges[0][0])
    if any(re.search(rf"(?<!\d){said}(?!\d)", re.sub(r"^\s*\d+", "", s.text)) for s in quoted):
        return None  # the quoted text itself speaks of that line
    return Opinion(
        Label.CONTRADICTED,
        f"the claim says line {said}, the log shows it at line {numbers[0]}",
        first.passage.event,
        first.text,
        value=str(numbers[0]),
    )
