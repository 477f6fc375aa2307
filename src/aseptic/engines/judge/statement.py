"""The statements of an event: its sentences, lines and key-value pairs, verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from aseptic.engines.judge.asked import Asked, subwords
from aseptic.language import polarity
from aseptic.language.tokens import STOP, Token, tokens
from aseptic.language.values import Value, values
from aseptic.model.event import EventKind
from aseptic.model.evidence import Passage

_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’)*_`]*\s+(?=[\"'“‘(*_`\[]*[A-Z0-9])")
_PAIR = re.compile(r"(?<=[,{}\[\]])\s*(?=[\"'{\[])")
_NUMBERED = re.compile(r"^\s*\d+(?:→|\t|:|\|)")
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
        if line.strip():
            yield from _line_pieces(line, offset + at)
        at += len(line) + 1


def _line_pieces(line: str, offset: int) -> Iterator[tuple[int, str]]:
    breaks = _PAIR if line.count('": ') + line.count("': ") > 1 else _SENTENCE
    at = 0
    for match in breaks.finditer(line):
        if line[at : match.start()].strip():
            yield offset + at, line[at : match.start()][:MAX_LINE]
        at = match.end()
    if line[at:].strip():
        yield offset + at, line[at:][:MAX_LINE]


def speaking(
    asked: Asked, passage: Passage, text: str, offset: int = 0
) -> list[tuple[int, Statement]]:
    """The pieces of `text` that share words with the claim, each with its running number.

    A cheap look for the stems comes first: most lines of a log share nothing.
    """
    probes = _probes(asked)
    out = []
    for number, (start, piece) in enumerate(pieces(text, offset)):
        low = piece.lower()
        if any(probe in low for probe in probes):
            out.append((number, read(piece, start, passage)))
    return out


def _probes(asked: Asked) -> tuple[str, ...]:
    out: set[str] = set()
    for term in asked.terms:
        if term.value is not None and term.value.kind in ("path", "place"):
            out.add(term.stem.split(":")[0].rsplit("/", 1)[-1])
        else:
            out.update(probes(term.stem, asked.found[term.at].text))
    return tuple(out)


def probes(stemmed: str, word: str) -> tuple[str, ...]:
    """Strings of which one stands in every form of a word: `verif`; `found` and `find`."""
    low = word.lower().rstrip("()")
    common = stemmed
    while not low.startswith(common):
        common = common[:-1]
    if len(common) >= 3:
        return (common,)
    return tuple({p for p in (stemmed, low) if len(p) >= 3 or p.isdigit()})


def is_thought(passage: Passage) -> bool:
    """Whether the event is reasoning, not something that happened."""
    return passage.event.kind is EventKind.THINKING


def texts(statements: Iterable[Statement]) -> str:
    """The statements' words, for a quote."""
    return " ".join(s.text.strip() for s in statements)


def by_start(statements: Sequence[Statement]) -> list[Statement]:
    """In the order of the event."""
    return sorted(statements, key=lambda s: s.start)


def is_numbered(line: str) -> bool:
    """Whether a line carries its number in front, as readers and grep print them."""
    return bool(_NUMBERED.match(line))
