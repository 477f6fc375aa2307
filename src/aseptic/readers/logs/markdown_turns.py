"""Markdown transcripts: lines gathered into turns, every line accounted for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from aseptic.model.event import Aside, AsideReason, LogUnit, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.lines import Line
from aseptic.readers.logs.stream import aside, unit

MAX_TURN = 4 * 1024 * 1024
"""Characters of one turn; a longer one is cut into several, so that memory stays flat."""


@dataclass(slots=True)
class Turn:
    """A run of lines that one heading opened."""

    kind: str
    head: str
    """The line that opened it; empty where a long turn goes on."""
    place: Place
    lines: list[str] = field(default_factory=list)
    parts: list[Aside] = field(default_factory=list)
    size: int = 0

    @property
    def body(self) -> str:
        return "\n".join(self.lines)

    def take(self, text: str, place: Place) -> None:
        self.lines.append(text)
        self.size += len(text) + 1
        reason = AsideReason.PART if text.strip() else AsideReason.BLANK
        self.parts.append(Aside(place, reason, "text of the event above"))


def gather(
    source: Iterable[Line],
    path: str,
    opens: Callable[[str], str | None],
    events: Callable[[Turn, Place], list[SessionEvent]],
) -> Iterator[LogUnit]:
    """One unit a line: the first line of a turn carries its events, the others are its parts.

    Args:
        opens: kind of the turn that a line opens; `skip` for a line of the format itself
            that belongs to no turn; None for text.
        events: the events of a turn that is complete.
    """
    turn: Turn | None = None
    for line in source:
        place = Place(path, line.number, byte=line.byte)
        text = _text(line)
        kind = opens(text) if text is not None else "torn"
        if kind is not None or (turn is not None and turn.size > MAX_TURN):
            yield from _closed(turn, events)
            goes_on = kind is None and turn is not None
            turn = Turn(turn.kind, "", place) if goes_on and turn else None
        if text is None:
            yield aside(place, AsideReason.TORN, "too long, or not UTF-8")
        elif kind == "skip":
            yield aside(place, AsideReason.BOOKKEEPING, "a mark of the format")
        elif kind is not None:
            turn = Turn(kind, text, place)
        elif turn is None:
            reason = AsideReason.BOOKKEEPING if text.strip() else AsideReason.BLANK
            yield aside(place, reason, "before the first turn")
        elif turn.head == "" and not turn.lines:
            turn.lines.append(text)  # the line that a long turn goes on with stands for its head
        else:
            turn.take(text, place)
    yield from _closed(turn, events)


def _text(line: Line) -> str | None:
    try:
        return None if line.data is None else line.data.decode("utf-8").removesuffix("\r")
    except UnicodeDecodeError:
        return None


def _closed(
    turn: Turn | None, events: Callable[[Turn, Place], list[SessionEvent]]
) -> Iterator[LogUnit]:
    if turn is None:
        return
    yield unit(turn.place, events(turn, turn.place), "a turn without text")
    for part in turn.parts:
        yield LogUnit(part.place, aside=part)
