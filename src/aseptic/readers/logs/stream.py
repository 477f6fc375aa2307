"""What reading any log file keeps: the order by session, and the calls that results answer."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from aseptic.language.memory_files import is_memory_file
from aseptic.model.event import Aside, AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.decode import NOT_JSON, complaint, decode
from aseptic.readers.logs.lines import Line

REMEMBERED = 20_000
"""How many calls and entry ids are kept for joining: bounds memory, not the log."""

SHAPE = (KeyError, TypeError, ValueError, AttributeError)
"""What code that expects a shape raises for another."""

LONG = 300
"""Characters. A longer answer about a memory file holds its content, not only that it was written."""

_SHOWS = re.compile(
    r"\b(?:cat|head|tail|sed|awk|grep|rg|ag|bat|nl|diff|show|less|more|tee|echo|printf|log|apply_patch)\b"
)
"""Commands that print what is in the files they name, or write what they were given."""
_WORD = re.compile(r"[^\s'\"`;|&<>()=]+")


class Call(NamedTuple):
    """What a result must know of the call that it answers."""

    tool: str | None = None
    command: str | None = None
    path: str | None = None


class Recent(OrderedDict[str, Any]):
    """The newest `REMEMBERED` entries."""

    def put(self, key: str, value: Any) -> None:
        self[key] = value
        if len(self) > REMEMBERED:
            self.popitem(last=False)


class Stream:
    """State of reading one file."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.name = path.name.removesuffix(".gz").rsplit(".", 1)[0]
        self._next: dict[str, int] = {}
        self._given: list[str] = []
        self._calls = Recent()
        self._seen = Recent()

    def place(self, line: int, byte: int | None = None) -> Place:
        return Place(self.path, line, byte=byte)

    def again(self, uid: object) -> bool:
        """Whether an entry of this id was met before; remembers it."""
        if not isinstance(uid, str):
            return False
        known = uid in self._seen
        self._seen.put(uid, True)
        return known

    def all_or_none(self) -> AbstractContextManager[None]:
        """Takes back the numbers that were given out inside, where that raises."""
        return self._taking_back()

    @contextmanager
    def _taking_back(self) -> Iterator[None]:
        self._given.clear()
        try:
            yield
        except Exception:
            for session in self._given:
                self._next[session] -= 1
            raise

    def event(
        self, session: str, origin: Origin, kind: EventKind, text: str, place: Place, **more: Any
    ) -> SessionEvent:
        """The next event of a session."""
        seq = self._next.get(session, 0)
        self._next[session] = seq + 1
        self._given.append(session)
        return SessionEvent(session, seq, origin, kind, text, place, **more)

    def call(
        self, session: str, ident: str | None, call: Call, text: str, place: Place,
        origin: Origin = Origin.AGENT, **more: Any,
    ) -> SessionEvent:  # fmt: skip
        """The agent (or the user, at the prompt) asks a tool; remembered for the result."""
        self.remember(ident, call)
        # What an agent writes into memory is memory: it cannot be evidence for itself.
        memory = len(text) > LONG and is_about_memory(call)
        return self.event(
            session, Origin.MEMORY if memory else origin, EventKind.CALL, text, place,
            tool=call.tool, call=ident, command=call.command, path=call.path, **more,
        )  # fmt: skip

    def remember(self, ident: str | None, call: Call) -> None:
        """What the result of that id will answer."""
        if ident:
            self._calls.put(ident, call)

    def result(
        self, session: str, ident: str | None, text: str, place: Place, *,
        ok: bool | None, exit_code: int | None = None, start_line: int | None = None,
        read: bool = False, tool: str | None = None, **more: Any,
    ) -> SessionEvent:  # fmt: skip
        """What a tool returned. The content of a memory file is memory, which cannot feed itself.

        Args:
            read: the text is a file's content, however short.
        """
        call = self.called(ident)
        memory = (read or len(text) > LONG or call.path is None) and is_about_memory(call)
        return self.event(
            session, Origin.MEMORY if memory else Origin.TOOL, EventKind.RESULT, text, place,
            ok=ok, tool=call.tool or tool, call=ident, command=call.command, path=call.path,
            exit_code=exit_code, start_line=start_line, **more,
        )  # fmt: skip

    def called(self, ident: str | None) -> Call:
        """The call of that id, empty where it is not known."""
        found = self._calls.get(ident) if ident else None
        return found or Call()


def is_about_memory(call: Call) -> bool:
    """Whether a call reads or writes a memory file, itself or by a command that shows content."""
    if call.path is not None and is_memory_file(call.path):
        return True
    command = call.command
    if command is None or not _SHOWS.search(command):
        return False
    return any(is_memory_file(word) for word in _WORD.findall(command))


def unit(
    place: Place,
    events: list[SessionEvent],
    nothing: str = "a message without text",
    parts: Iterable[Aside] = (),
) -> LogUnit:
    """The events of a unit, or the unit set aside where there are none.

    Args:
        nothing: why, in words, where nothing in it was wrong.
        parts: what in the unit became no event.
    """
    parts = tuple(parts)
    if not events:
        bad = next((part for part in parts if part.reason.is_problem), None)
        return LogUnit(place, aside=bad or Aside(place, AsideReason.BOOKKEEPING, nothing))
    return LogUnit(place, tuple(events), parts=parts)


def aside(place: Place, reason: AsideReason, detail: str) -> LogUnit:
    return LogUnit(place, aside=Aside(place, reason, detail))


def unknown(place: Place, detail: str = "an entry of a type this reader does not know") -> LogUnit:
    return aside(place, AsideReason.UNKNOWN, detail)


def entry_of(line: Line, place: Place) -> dict[str, Any] | LogUnit:
    """The JSON object of a line, or the line set aside."""
    if line.data is None:
        return aside(
            place, AsideReason.TORN, "longer than any line of this format, or not decompressed"
        )
    if not line.data.strip():
        return aside(place, AsideReason.BLANK, "blank")
    try:
        entry = decode(line.data)
    except NOT_JSON as error:
        return aside(place, AsideReason.TORN, complaint(line.data, error))
    if not isinstance(entry, dict):
        return unknown(place, "JSON, but no object")
    return entry


def objects(head: bytes, most: int = 20) -> list[dict[str, Any]]:
    """The JSON objects among the first lines, for sniffing."""
    found = []
    for line in head.split(b"\n")[:most]:
        try:
            entry = decode(line)
        except NOT_JSON:
            continue
        if isinstance(entry, dict):
            found.append(entry)
    return found


def text_of(value: object) -> str | None:
    """A string that says something, else None."""
    return value if isinstance(value, str) and value.strip() else None


def table(value: object) -> dict[str, Any]:
    """The value where it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def time_of(value: object) -> datetime | None:
    """An ISO time, or seconds or milliseconds since 1970, as UTC; None where it is neither."""
    try:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC)
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except (ValueError, OverflowError, OSError):
        return None
    if moment is None:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def rendered(tool: str | None, given: object) -> str:
    """A call's arguments as a person would read them, one a line."""
    if not isinstance(given, dict):
        return "\n".join(p for p in (tool, text_of(given)) if p)
    lines = [tool] if tool else []
    for key, value in given.items():
        shown = value if isinstance(value, str) else msgspec.json.encode(value).decode()
        lines.append(f"{key}: {shown}")
    return "\n".join(lines)


def first_text(given: object, *keys: str) -> str | None:
    """The first of these arguments that is a text."""
    if not isinstance(given, dict):
        return None
    return next((t for key in keys if (t := text_of(given.get(key)))), None)


def command_in(given: object) -> str | None:
    """The shell command of a call; the order to an editor (`view`, `create`) is none."""
    command = first_text(given, "command")
    return None if command in _EDITOR else command


_EDITOR = frozenset({"view", "create", "str_replace", "insert", "undo_edit", "delete", "rename"})
"""What editor tools take under the name `command`."""

PATHS = ("file_path", "notebook_path", "absolute_path", "path", "filename", "file", "filePath")
"""Names under which tools take the file they are about."""
