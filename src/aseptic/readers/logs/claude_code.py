"""Claude Code transcripts: `~/.claude/projects/<folder>/<session>.jsonl`, one JSON object a line.

Seen: versions 2.0.64 to 2.1.63. One API message is spread over several lines, each with one
block; one line of tool results can hold several. A sub-agent's events get the session
`<session>/<agent id>`.

Origins. What stands in `<system-reminder>` or a command wrapper, or is marked `isMeta`, was
not typed by the user: SYSTEM. A `<bash-stdout>` is what a tool returned: TOOL. A compaction's
summary is COMPACTION. What a read of a memory file or a command that shows one returned
(CLAUDE.md, AGENTS.md, GEMINI.md, MEMORY.md, anything under `.claude/**/memory/`), and what an
agent writes into one, is MEMORY: memory cannot feed itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aseptic.model.event import AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.chat import content_text
from aseptic.readers.logs.lines import Line, lines
from aseptic.readers.logs.stream import (
    PATHS,
    Call,
    Stream,
    aside,
    entry_of,
    first_text,
    objects,
    rendered,
    text_of,
    time_of,
    unit,
    unknown,
)

_NO_EVENT = frozenset(
    {"file-history-snapshot", "queue-operation", "summary", "pr-link", "progress", "last-prompt"}
    | {"attachment"}
)
_NOT_TYPED = re.compile(
    r"^\s*<(command-name|command-message|command-args|local-command-stdout|local-command-caveat"
    r"|system-reminder|task-notification|user-prompt-submit-hook|session-start-hook)\b"
)
_REMINDER = re.compile(r"<system-reminder>.*?</system-reminder>", re.DOTALL)
_EXIT = re.compile(r"^(?:Error: )?Exit code (\d+)")
_NUMBERED = re.compile(r"^\s*(\d+)(?:→|\t)")
_READS = ("Read", "NotebookRead")


class _Transcript(Stream):
    """State of reading one file."""

    def unit(self, line: Line) -> LogUnit:
        place = self.place(line.number, line.byte)
        entry = entry_of(line, place)
        if isinstance(entry, LogUnit):
            return entry
        if not isinstance(entry.get("type"), str):
            return unknown(place, "no entry of a transcript")
        try:
            return self._entry(entry, place)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            return unknown(place, f"a known type of unknown shape: {type(error).__name__}")

    def _entry(self, entry: dict[str, Any], place: Place) -> LogUnit:
        kind = entry["type"]
        data = entry.get("data")
        if kind == "progress" and isinstance(data, dict) and data.get("type") == "agent_progress":
            return self._sub_agent(entry, data, place)
        if kind in _NO_EVENT:
            return aside(place, AsideReason.BOOKKEEPING, kind)
        if self.again(entry.get("uuid")):
            return aside(place, AsideReason.BOOKKEEPING, "the same entry again")
        session = self._session(entry)
        if kind in ("user", "assistant"):
            return self._message(entry, session, place)
        if kind == "system":
            text = ": ".join(t for key in ("subtype", "content") if (t := text_of(entry.get(key))))
            said = (Origin.SYSTEM, EventKind.MESSAGE, text or "system", place)
            return unit(place, [self.event(session, *said, **_facts(entry))])
        return unknown(place)

    def _session(self, entry: dict[str, Any]) -> str:
        name = text_of(entry.get("sessionId")) or self.name
        agent = text_of(entry.get("agentId"))
        if agent is None and self.name.startswith("agent-"):
            agent = self.name.removeprefix("agent-")
        return f"{name}/{agent}" if agent else name

    def _sub_agent(self, entry: dict[str, Any], data: dict[str, Any], place: Place) -> LogUnit:
        inner = data.get("message")
        if not isinstance(inner, dict) or inner.get("type") not in ("user", "assistant"):
            return aside(place, AsideReason.BOOKKEEPING, "progress of a sub-agent")
        if self.again(inner.get("uuid")):
            return aside(place, AsideReason.BOOKKEEPING, "the same entry again")
        session = f"{entry.get('sessionId') or self.name}/{data.get('agentId') or 'agent'}"
        return self._message({**inner, "isSidechain": True}, session, place)

    def _message(self, entry: dict[str, Any], session: str, place: Place) -> LogUnit:
        content = entry["message"]["content"]
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        events = [self._block(entry, session, block, place) for block in blocks or []]
        return unit(place, [event for event in events if event is not None])

    def _block(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], place: Place
    ) -> SessionEvent | None:
        kind = block["type"]
        if kind in ("tool_use", "server_tool_use"):
            return self._asked(entry, session, block, place)
        if kind.endswith("tool_result"):
            return self._answered(entry, session, block, place)
        if kind in ("thinking", "redacted_thinking"):
            text, form = block.get("thinking") or "", EventKind.THINKING
        elif kind == "text":
            text, form = block["text"], EventKind.MESSAGE
        elif kind in ("image", "document"):
            text, form = f"[{kind}]", EventKind.MESSAGE
        else:
            raise ValueError(kind)
        if not text.strip():
            return None
        origin = Origin.AGENT if entry["type"] == "assistant" else _user_origin(entry, text)
        return self.event(session, origin, form, text, place, **_facts(entry))

    def _asked(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], place: Place
    ) -> SessionEvent:
        given = block.get("input")
        call = Call(block["name"], first_text(given, "command"), first_text(given, *PATHS))
        if call.command is None:
            text = rendered(call.tool, given)
        else:
            why = first_text(given, "description")
            text = f"{call.command}\n# {why}" if why else call.command
        return self.call(session, block["id"], call, text, place, **_facts(entry))

    def _answered(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], place: Place
    ) -> SessionEvent:
        ident = block["tool_use_id"]
        call = self.called(ident)
        text = _REMINDER.sub("", content_text(block.get("content")))
        failed = bool(block.get("is_error")) or text.startswith("<tool_use_error>")
        numbered = _NUMBERED.match(text) if call.tool in _READS else None
        status = _EXIT.match(text)
        code = int(status[1]) if status else (0 if call.command and not failed else None)
        return self.result(
            session, ident, text, place, ok=not failed, exit_code=code,
            start_line=int(numbered[1]) if numbered else None, read=numbered is not None,
            **_facts(entry),
        )  # fmt: skip


def sniff(path: Path, head: bytes) -> bool:
    """One of the first lines is an entry of a transcript."""
    return any(_is_entry(entry) for entry in objects(head))


def _is_entry(entry: dict[str, Any]) -> bool:
    kind = entry.get("type")
    if not isinstance(kind, str):
        return False
    if "sessionId" in entry and not {"uuid", "message", "operation"}.isdisjoint(entry):
        return True
    if kind in ("user", "assistant") and isinstance(entry.get("message"), dict):
        return "content" in entry["message"]
    return (kind == "file-history-snapshot" and "messageId" in entry) or (
        kind == "summary" and "leafUuid" in entry
    )


def read(path: Path) -> Iterator[LogUnit]:
    """One unit a line, in file order, in constant memory."""
    transcript = _Transcript(path)
    for line in lines(path):
        yield transcript.unit(line)


def read_history(path: Path) -> Iterator[LogUnit]:
    """One unit a line of `~/.claude/history.jsonl`: what the user typed, over all sessions."""
    stream = Stream(path)
    for line in lines(path):
        place = stream.place(line.number, line.byte)
        entry = entry_of(line, place)
        if isinstance(entry, LogUnit):
            yield entry
            continue
        text = text_of(entry.get("display"))
        if text is None or "project" not in entry:
            yield unknown(place)
            continue
        session = text_of(entry.get("sessionId")) or stream.name
        said = (Origin.USER, EventKind.MESSAGE, text, place)
        yield unit(place, [stream.event(session, *said, time=time_of(entry.get("timestamp")))])


def _user_origin(entry: dict[str, Any], text: str) -> Origin:
    if entry.get("isCompactSummary"):
        return Origin.COMPACTION
    if text.lstrip().startswith(("<bash-stdout>", "<bash-stderr>")):
        return Origin.TOOL
    if entry.get("isMeta") or _NOT_TYPED.match(text):
        return Origin.SYSTEM
    # The prompt of a sub-agent was written by the agent that started it.
    return Origin.AGENT if entry.get("isSidechain") else Origin.USER


def _facts(entry: dict[str, Any]) -> dict[str, Any]:
    return {"time": time_of(entry.get("timestamp")), "uid": text_of(entry.get("uuid"))}


def _sniff_history(path: Path, head: bytes) -> bool:
    found = objects(head, 5)
    return bool(found) and all("display" in e and "project" in e for e in found)


READER = LogReader("claude-code", "line", sniff, read)
HISTORY = LogReader("claude-code-history", "line", _sniff_history, read_history)
