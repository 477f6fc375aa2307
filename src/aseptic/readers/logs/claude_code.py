"""Claude Code transcripts: `~/.claude/projects/<folder>/<session>.jsonl`, one JSON object a line.

Seen: versions 2.0.64 to 2.1.63. One API message is spread over several lines, each with one
block; one line of tool results can hold several. A sub-agent's events get the session
`<session>/<agent id>`.

Origins. What stands in `<system-reminder>` or a command wrapper, or is marked `isMeta`, was
not typed by the user: SYSTEM. A `<bash-stdout>` is what a tool returned: TOOL. A compaction's
summary is COMPACTION. What a read of a memory file returned (CLAUDE.md, AGENTS.md, GEMINI.md,
MEMORY.md, anything under `.claude/**/memory/`) is MEMORY: memory cannot feed itself.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from aseptic.model.event import Aside, AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.lines import Line, lines

REMEMBERED = 20_000
"""How many tool calls and entry ids are kept for joining: bounds memory, not the log."""

_NO_EVENT = {
    "file-history-snapshot",
    "queue-operation",
    "summary",
    "pr-link",
    "progress",
    "last-prompt",
}
_MEMORY_FILE = re.compile(
    r"(?:^|/)(?:CLAUDE(?:\.local)?|AGENTS|GEMINI|MEMORY)\.md$|/\.claude/(?:.*/)?memory/|/memory/inject\.json$"
)
_NOT_TYPED = re.compile(
    r"^\s*<(command-name|command-message|command-args|local-command-stdout|local-command-caveat"
    r"|system-reminder|task-notification|user-prompt-submit-hook|session-start-hook)\b"
)
_REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
_EXIT = re.compile(r"^(?:Error: )?Exit code (\d+)")
_ARROW = re.compile(r"^\s*(\d+)(?:→|\t)")


@dataclass(frozen=True, slots=True)
class _Call:
    """What a result must know of the call that it answers."""

    tool: str
    command: str | None
    path: str | None


class _Recent(OrderedDict[str, Any]):
    """The newest `REMEMBERED` entries."""

    def put(self, key: str, value: Any) -> None:
        self[key] = value
        if len(self) > REMEMBERED:
            self.popitem(last=False)


class _Transcript:
    """State of reading one file: order by session, calls to join, entries already seen."""

    def __init__(self, path: Path) -> None:
        self.path = str(path)
        self.name = path.name.removesuffix(".gz").removesuffix(".jsonl")
        self.next: dict[str, int] = {}
        self.calls = _Recent()
        self.seen = _Recent()

    def unit(self, line: Line) -> LogUnit:
        place = Place(self.path, line.number, byte=line.byte)
        if line.data is None:
            return _aside(place, AsideReason.TORN, "longer than any line of this format")
        if not line.data.strip():
            return _aside(place, AsideReason.BLANK, "blank")
        try:
            entry = msgspec.json.decode(line.data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return _aside(place, AsideReason.TORN, f"not one JSON object: {type(error).__name__}")
        if not isinstance(entry, dict) or not isinstance(entry.get("type"), str):
            return _aside(place, AsideReason.UNKNOWN, "no entry of a transcript")
        try:
            return self._entry(entry, place)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return _aside(
                place, AsideReason.UNKNOWN, f"a known type of unknown shape: {type(error).__name__}"
            )

    def _entry(self, entry: dict[str, Any], place: Place) -> LogUnit:
        kind = entry["type"]
        data = entry.get("data")
        if kind == "progress" and isinstance(data, dict) and data.get("type") == "agent_progress":
            return self._agent_progress(entry, data, place)
        if kind in _NO_EVENT:
            return _aside(place, AsideReason.BOOKKEEPING, kind)
        uid = entry.get("uuid")
        if isinstance(uid, str):
            if uid in self.seen:
                return _aside(place, AsideReason.BOOKKEEPING, "the same entry again")
            self.seen.put(uid, True)
        if kind in ("user", "assistant"):
            return self._message(entry, self._session(entry), place)
        if kind == "system":
            text = _system_text(entry)
            return _unit(
                place,
                [
                    self._event(
                        entry, self._session(entry), Origin.SYSTEM, EventKind.MESSAGE, text, place
                    )
                ],
            )
        if kind == "attachment":
            return _aside(place, AsideReason.BOOKKEEPING, kind)
        return _aside(place, AsideReason.UNKNOWN, "an entry of a type this reader does not know")

    def _session(self, entry: dict[str, Any]) -> str:
        session = entry.get("sessionId")
        name = session if isinstance(session, str) and session else self.name
        agent = entry.get("agentId")
        if isinstance(agent, str) and agent:
            return f"{name}/{agent}"
        if self.name.startswith("agent-"):
            return f"{name}/{self.name.removeprefix('agent-')}"
        return name

    def _agent_progress(self, entry: dict[str, Any], data: dict[str, Any], place: Place) -> LogUnit:
        inner = data.get("message")
        if not isinstance(inner, dict) or inner.get("type") not in ("user", "assistant"):
            return _aside(place, AsideReason.BOOKKEEPING, "progress of a sub-agent")
        uid = inner.get("uuid")
        if isinstance(uid, str):
            if uid in self.seen:
                return _aside(place, AsideReason.BOOKKEEPING, "the same entry again")
            self.seen.put(uid, True)
        session = f"{entry.get('sessionId') or self.name}/{data.get('agentId') or 'agent'}"
        return self._message({**inner, "isSidechain": True}, session, place)

    def _message(self, entry: dict[str, Any], session: str, place: Place) -> LogUnit:
        content = entry["message"]["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        events = []
        for block in blocks or []:
            event = self._block(entry, session, block, place)
            if event is not None:
                events.append(event)
        if not events:
            return _aside(place, AsideReason.BOOKKEEPING, "a message without text")
        return _unit(place, events)

    def _block(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], place: Place
    ) -> SessionEvent | None:
        kind = block["type"]
        if kind == "text":
            text = block["text"]
            if not text.strip():
                return None
            origin = Origin.AGENT if entry["type"] == "assistant" else _user_origin(entry, text)
            return self._event(entry, session, origin, EventKind.MESSAGE, text, place)
        if kind in ("thinking", "redacted_thinking"):
            text = block.get("thinking") or ""
            return (
                self._event(entry, session, Origin.AGENT, EventKind.THINKING, text, place)
                if text.strip()
                else None
            )
        if kind in ("tool_use", "server_tool_use"):
            return self._call(entry, session, block, place)
        if kind.endswith("tool_result"):
            return self._result(entry, session, block, place)
        if kind in ("image", "document"):
            return self._event(
                entry, session, _user_origin(entry, ""), EventKind.MESSAGE, f"[{kind}]", place
            )
        raise ValueError(kind)

    def _call(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], place: Place
    ) -> SessionEvent:
        given = block.get("input")
        given = given if isinstance(given, dict) else {}
        call = _Call(block["name"], _text(given.get("command")), _path_of(given))
        self.calls.put(block["id"], call)
        return self._event(
            entry, session, Origin.AGENT, EventKind.CALL, _rendered(call, given), place,
            tool=call.tool, call=block["id"], command=call.command, path=call.path,
        )  # fmt: skip

    def _result(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], place: Place
    ) -> SessionEvent:
        call = self.calls.get(block["tool_use_id"]) or _Call("", None, None)
        text = _REMINDER.sub("", _flat(block.get("content")))
        exit_found = _EXIT.match(text)
        failed = bool(block.get("is_error")) or text.startswith("<tool_use_error>")
        numbered = _ARROW.match(text) if call.tool in ("Read", "NotebookRead") else None
        origin = (
            Origin.MEMORY
            if call.path and _MEMORY_FILE.search(call.path) and numbered
            else Origin.TOOL
        )
        code = int(exit_found[1]) if exit_found else (0 if call.command and not failed else None)
        return self._event(
            entry, session, origin, EventKind.RESULT, text, place,
            ok=not failed, tool=call.tool or None, call=block["tool_use_id"], command=call.command,
            path=call.path, start_line=int(numbered[1]) if numbered else None, exit_code=code,
        )  # fmt: skip

    def _event(
        self,
        entry: dict[str, Any],
        session: str,
        origin: Origin,
        kind: EventKind,
        text: str,
        place: Place,
        **more: Any,
    ) -> SessionEvent:
        seq = self.next.get(session, 0)
        self.next[session] = seq + 1
        uid = entry.get("uuid")
        return SessionEvent(
            session, seq, origin, kind, text, place,
            time=_time(entry.get("timestamp")), uid=uid if isinstance(uid, str) else None, **more,
        )  # fmt: skip


def sniff(path: Path, head: bytes) -> bool:
    """An early line is an entry with a `sessionId` or one of the formats' own types."""
    for line in head.split(b"\n")[:20]:
        try:
            entry = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue
        if isinstance(entry, dict) and isinstance(entry.get("type"), str):
            if "sessionId" in entry and (
                "uuid" in entry or "message" in entry or "operation" in entry
            ):
                return True
            if entry["type"] == "file-history-snapshot" and "messageId" in entry:
                return True
            if entry["type"] == "summary" and "leafUuid" in entry:
                return True
    return False


def read(path: Path) -> Iterator[LogUnit]:
    """One unit a line, in file order."""
    transcript = _Transcript(path)
    for line in lines(path):
        yield transcript.unit(line)


def _user_origin(entry: dict[str, Any], text: str) -> Origin:
    if entry.get("isCompactSummary"):
        return Origin.COMPACTION
    if text.lstrip().startswith(("<bash-stdout>", "<bash-stderr>")):
        return Origin.TOOL
    if entry.get("isMeta") or _NOT_TYPED.match(text):
        return Origin.SYSTEM
    # The prompt of a sub-agent was written by the agent that started it.
    return Origin.AGENT if entry.get("isSidechain") else Origin.USER


def _system_text(entry: dict[str, Any]) -> str:
    parts = [entry.get("subtype"), entry.get("content")]
    return ": ".join(p for p in parts if isinstance(p, str) and p) or "system"


def _rendered(call: _Call, given: dict[str, Any]) -> str:
    """A call as a person would read it: the command or the arguments, one a line."""
    if call.command is not None:
        rest = _text(given.get("description"))
        return f"{call.command}\n# {rest}" if rest else call.command
    lines_ = [call.tool]
    lines_ += [
        f"{key}: {value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
        for key, value in given.items()
    ]
    return "\n".join(lines_)


def _flat(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(
            b["text"] for b in content if isinstance(b, dict) and isinstance(b.get("text"), str)
        )
    return ""


def _path_of(given: dict[str, Any]) -> str | None:
    return (
        _text(given.get("file_path"))
        or _text(given.get("notebook_path"))
        or _text(given.get("path"))
    )


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None


def _time(value: Any) -> datetime | None:
    if not isinstance(value, str):
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def _unit(place: Place, events: list[SessionEvent]) -> LogUnit:
    return LogUnit(place, tuple(events))


def _aside(place: Place, reason: AsideReason, detail: str) -> LogUnit:
    return LogUnit(place, aside=Aside(place, reason, detail))


READER = LogReader("claude-code", "line", sniff, read)
