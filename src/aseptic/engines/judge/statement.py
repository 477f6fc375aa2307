"""The statements of an event: its sentences, lines and key-value pairs, verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from aseptic.engines.judge.asked import subwords
from aseptic.language import polarity
from aseptic.language.memory_files import quotes_memory
from aseptic.language.tokens import STOP, Token, tokens
from aseptic.language.values import Value, values
from aseptic.model.event import EventKind
from aseptic.model.evidence import Passage

_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’)*_`]*\s+(?=[\"'“‘(*_`\[]*[A-Z0-9])")
_PAIR = re.compile(r"(?<=[,{}\[\]])\s*(?=[\"'{\[])")
_DATA = re.compile(r"[\"']\s*:\s*[\"'{\[]")
MAX_TEXT = 200_000
"""Characters of an event that are looked at; what lies behind is named by no note."""
MAX_LINE = 700


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence or line of an event, read."""

    text: str
    start: int
    passage: Passage
    found: tuple[Token, ...]
    signs: tuple[int, ...]
    values: tuple[Value, ...]
    stems: frozenset[str]
    parts: frozenset[str]
    """Stems of the words inside its identifiers; a weaker match."""


def read(text: str, start: int, passage: Passage) -> Statement:
    """Read one piece of an event's text."""
    found = tokens(text)
    parts = {
        part for t in found if t.kind in ("name", "path", "place") for part in subwords(t.text)
    }
    return Statement(
        text=text,
        start=start,
        passage=passage,
        found=tuple(found),
        signs=tuple(polarity.signs(found)),
        values=tuple(values(found)),
        stems=frozenset(t.stem for t in found if t.kind != "mark" and t.text.lower() not in STOP),
        parts=frozenset(parts),
    )


def pieces(text: str, offset: int = 0) -> Iterator[tuple[int, str]]:
    """The pieces of a text with where each starts: lines, then sentences or pairs in them."""
    at = 0
    for line in text[:MAX_TEXT].split("\n"):
        if line.strip() and not quotes_memory(line):
            yield from line_pieces(line, offset + at)
        at += len(line) + 1


def line_pieces(line: str, offset: int) -> Iterator[tuple[int, str]]:
    """The sentences or key-value pairs of one line, with where each starts."""
    breaks = _PAIR if line.count('": ') + line.count("': ") > 1 else _SENTENCE
    at = 0
    for match in breaks.finditer(line):
        if line[at : match.start()].strip():
            yield offset + at, line[at : match.start()][:MAX_LINE]
        at = match.end()
    if line[at:].strip():
        yield offset + at, line[at:][:MAX_LINE]


def is_data(statement: Statement) -> bool:
    """Whether it is a piece of structured data, whose words stand beside each other without
    saying anything of each other (`"cave": {"east": "camp"`)."""
    return _DATA.search(statement.text) is not None


def is_thought(passage: Passage) -> bool:
    """Whether the event is reasoning, not something that happened."""
    return passage.event.kind is EventKind.THINKING
