"""aider's `.aider.chat.history.md`: append-only Markdown, a session for each start of the program.

`#### ` is the user, `> ` the program and its tools, everything else the model. The only
times are those of the starts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from aseptic.model.event import EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.lines import lines
from aseptic.readers.logs.markdown_turns import Turn, gather
from aseptic.readers.logs.stream import Stream, time_of

_START = re.compile(r"^# aider chat started at (\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)")
_EDIT = re.compile(r"^Applied edit to (\S+)", re.MULTILINE)


def read(path: Path) -> Iterator[LogUnit]:
    """One unit a line."""
    history = _History(path)
    yield from gather(lines(path), history.path, history.opens, history.events)


class _History(Stream):
    session = ""
    time: datetime | None = None
    current = ""
    starts = 0

    def opens(self, text: str) -> str | None:
        if found := _START.match(text):
            self.starts += 1
            self.current = "skip"
            self.session = f"aider-{found[1]}T{found[2]}"
            # aider writes the local time without its zone; taken as UTC.
            self.time = time_of(f"{found[1]}T{found[2]}")
            return "skip"
        # `>>>>>>> REPLACE` and `##### A heading` are the model's.
        mark = text.split(" ", 1)[0].rstrip()
        kind = {"####": "user", ">": "tool"}.get(mark, "agent")
        if kind == self.current or (kind == "agent" and not text.strip()):
            return None
        self.current = kind
        return kind

    def events(self, turn: Turn, place: Place) -> list[SessionEvent]:
        session = self.session or self.name
        rows = [turn.head, *turn.lines]
        if turn.kind == "user":
            text = "\n".join(row.removeprefix("####").strip() for row in rows).strip()
            return (
                [self.event(session, Origin.USER, EventKind.MESSAGE, text, place, time=self.time)]
                if text
                else []
            )
        if turn.kind == "tool":
            text = "\n".join(row.removeprefix(">").strip() for row in rows).strip()
            edited = _EDIT.findall(text)
            event = self.event(
                session, Origin.TOOL, EventKind.RESULT, text, place, time=self.time, tool="aider",
                path=edited[0] if len(edited) == 1 else None,
            )  # fmt: skip
            return [event] if text else []
        text = "\n".join(rows).strip()
        return (
            [self.event(session, Origin.AGENT, EventKind.MESSAGE, text, place, time=self.time)]
            if text
            else []
        )


def _sniff(path: Path, head: bytes) -> bool:
    if (
        path.name.removesuffix(".gz") == ".aider.chat.history.md"
        or b"# aider chat started at " in head
    ):
        return True
    user = head.startswith(b"#### ") or b"\n#### " in head
    return user and (
        b"\n> Applied edit to " in head or b"\n> $ aider" in head or b"chat-transcript" in head
    )


READER = LogReader("aider", "line", _sniff, read)
