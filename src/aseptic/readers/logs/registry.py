"""Which format a session log has, and reading it with every unit accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from aseptic.config import LogMapping
from aseptic.errors import UnknownFormatError
from aseptic.model.event import Aside, AsideReason, LogSummary, LogUnit
from aseptic.readers.logs import (
    aider,
    claude_code,
    codex,
    databases,
    documents,
    gemini_cli,
    mapped,
    openhands,
    specstory,
)
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.lines import head_of

READERS: tuple[LogReader, ...] = (
    claude_code.READER,
    claude_code.HISTORY,
    codex.ROLLOUT,
    codex.EXEC,
    codex.HISTORY,
    gemini_cli.LINES,
    gemini_cli.SESSION,
    gemini_cli.TYPED,
    openhands.STREAM,
    documents.TAU,
    documents.SWE,
    documents.CLINE,
    openhands.TRAJECTORY,
    openhands.LLM,
    specstory.READER,
    aider.READER,
    databases.LANGGRAPH,
    databases.AGENTS,
)
"""In the order in which they are asked; the first that knows the file reads it."""

VERSION = 3
"""Raised when a reader reads the same bytes as other events: what was made of them is stale."""
HEAD = 64 * 1024
SHOWN_PROBLEMS = 50
"""Torn and unknown units kept with their places; all are counted."""


def detect(path: Path, mappings: Sequence[LogMapping] = ()) -> LogReader | None:
    """The reader of a log by its content; None when no reader knows it.

    Raises:
        UnreadableError: the file cannot be opened.
    """
    for mapping in mappings:
        if mapped.matches(mapping, path):
            return mapped.reader_of(mapping)
    head = head_of(path, HEAD)
    return next((reader for reader in READERS if reader.sniff(path, head)), None)


def read_log(path: Path, mappings: Sequence[LogMapping] = ()) -> Iterator[LogUnit]:
    """Read a log of any known format.

    Raises:
        UnknownFormatError: no reader recognises it.
        UnreadableError: it cannot be opened.
    """
    reader = detect(path, mappings)
    if reader is None:
        raise UnknownFormatError("no session-log format that is known here", where=path)
    return reader.read(path)


class Summarizer:
    """Counts units while they pass through."""

    def __init__(self, path: str, reader: LogReader) -> None:
        self._path, self._reader = path, reader
        self._units = self._event_units = self._events = 0
        self._asides: Counter[AsideReason] = Counter()
        self._parts: Counter[AsideReason] = Counter()
        self._problems: list[Aside] = []
        self._sessions: dict[str, None] = {}

    def through(self, units: Iterable[LogUnit]) -> Iterator[LogUnit]:
        """The same units, counted."""
        for unit in units:
            self._units += 1
            if unit.aside is not None:
                self._asides[unit.aside.reason] += 1
                self._note(unit.aside)
            else:
                self._event_units += 1
                self._events += len(unit.events)
                for event in unit.events:
                    self._sessions.setdefault(event.session)
                for part in unit.parts:
                    self._parts[part.reason] += 1
                    self._note(part)
            yield unit

    def _note(self, found: Aside) -> None:
        if found.reason.is_problem and len(self._problems) < SHOWN_PROBLEMS:
            self._problems.append(found)

    def summary(self) -> LogSummary:
        """What was counted so far."""
        return LogSummary(
            path=self._path,
            format=self._reader.name,
            unit=self._reader.unit,
            units=self._units,
            event_units=self._event_units,
            events=self._events,
            asides=dict(self._asides),
            problems=tuple(self._problems),
            sessions=tuple(self._sessions),
            parts=dict(self._parts),
        )
