"""Claude Code transcripts: `~/.claude/projects/<folder>/<session>.jsonl`, one JSON object a line.

Seen: versions 2.0.64 to 2.1.63. One API message is spread over several lines, each with one
block; one line of tool results can hold several. A sub-agent's events get the session
`<session>/<agent id>`, in its own file and in the `agent_progress` lines of its parent; where
the two tell different things, the store keeps both as branches, as of any session.

Origins. What stands in `<system-reminder>` or a command wrapper, or is marked `isMeta`, was
not typed by the user: SYSTEM; the arguments of a command, the words of a rejection and a
queued prompt were. A compaction's summary is COMPACTION. What a read of a memory file or a
command that shows one returned (CLAUDE.md, AGENTS.md, GEMINI.md, MEMORY.md, anything under
`.claude/**/memory/`), what an agent writes into one, and what a reminder quotes of one, is
MEMORY: memory cannot feed itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aseptic.model.event import Aside, AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.claude_code_queue import Queue
from aseptic.readers.logs.claude_code_results import answer, path_of
from aseptic.readers.logs.claude_code_words import pieces, ran, returned
from aseptic.readers.logs.lines import Line, lines
from aseptic.readers.logs.stream import (
    PATHS,
    SHAPE,
    Call,
    Stream,
    aside,
    command_in,
    entry_of,
    first_text,
    objects,
    rendered,
    table,
    text_of,
    time_of,
    unit,
    unknown,
)

_NO_EVENT = frozenset({"file-history-snapshot", "summary", "pr-link", "last-prompt"})
_TICKS = frozenset(
    {"bash_progress", "hook_progress", "mcp_progress", "query_update", "search_results_received"}
    | {"waiting_for_task"}
)
"""What `progress` lines tell that is nothing that happened."""


class _Transcript(Stream):
    """State of reading one file."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._queues: dict[str, Queue] = {}
        self._ran: dict[str, str] = {}
        self._parts: list[Aside] = []

    def unit(self, line: Line) -> LogUnit:
        place = self.place(line.number, line.byte)
        entry = entry_of(line, place)
        if isinstance(entry, LogUnit):
            return entry
        if not isinstance(entry.get("type"), str):
            return unknown(place, "no entry of a transcript")
        try:
            return self._entry(entry, place)
        except SHAPE as error:
            return unknown(place, f"a known type of unknown shape: {type(error).__name__}")

    def _entry(self, entry: dict[str, Any], place: Place) -> LogUnit:
        kind = entry["type"]
        if kind == "progress":
            return self._progress(entry, place)
        if kind in _NO_EVENT:
            return aside(place, AsideReason.BOOKKEEPING, kind)
        if self.again(entry.get("uuid")):
            return aside(place, AsideReason.BOOKKEEPING, "the same entry again")
        session = self._session(entry)
        if kind in ("user", "assistant"):
            return self._message(entry, session, place)
        if kind in ("queue-operation", "attachment"):
            queue = self._queues.setdefault(session, Queue())
            sent = queue.operation(entry) if kind != "attachment" else queue.attachment(entry)
            said = [(Origin.USER, sent)] if sent else []
            return unit(place, self._texts(entry, session, said, place), kind)
        if kind == "system":
            text = ": ".join(t for key in ("subtype", "content") if (t := text_of(entry.get(key))))
            said = [(Origin.SYSTEM, text or "system")]
            return unit(place, self._texts(entry, session, said, place))
        return unknown(place)

    def _texts(
        self, entry: dict[str, Any], session: str, said: list[tuple[Origin, str]], place: Place
    ) -> list[SessionEvent]:
        facts = _facts(entry)
        return [
            self.event(session, origin, EventKind.MESSAGE, text, place, **facts)
            for origin, text in said
        ]

    def _progress(self, entry: dict[str, Any], place: Place) -> LogUnit:
        data = table(entry.get("data"))
        kind = data.get("type")
        if kind == "agent_progress":
            return self._sub_agent(entry, data, place)
        if kind in _TICKS:
            return aside(place, AsideReason.BOOKKEEPING, "progress")
        return unknown(place, "progress of a type this reader does not know")

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
        answers = sum(1 for b in blocks or [] if str(table(b).get("type")).endswith("tool_result"))
        # The twin of a result stands beside the message, so it is one's own only of one.
        twin = entry.get("toolUseResult") if answers == 1 else None
        self._parts = []
        events: list[SessionEvent] = []
        for block in blocks or []:
            try:
                with self.all_or_none():
                    events += self._block(entry, session, block, twin, place)
            except SHAPE as error:
                what = f"a block of unknown shape: {type(error).__name__}"
                self._parts.append(Aside(place, AsideReason.UNKNOWN, what))
        return unit(place, events, parts=self._parts)

    def _block(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], twin: object, place: Place
    ) -> list[SessionEvent]:
        kind = block["type"]
        if kind in ("tool_use", "server_tool_use"):
            return [self._asked(entry, session, block, place)]
        if kind.endswith("tool_result"):
            return self._answered(entry, session, block, twin, place)
        if kind == "text":
            return self._said(entry, session, block["text"], place)
        if kind in ("thinking", "redacted_thinking"):
            text, form = block.get("thinking") or "", EventKind.THINKING
        elif kind in ("image", "document"):
            text, form = f"[{kind}]", EventKind.MESSAGE
        else:
            raise ValueError(kind)
        if not text.strip():
            return []
        origin = Origin.AGENT if entry["type"] == "assistant" else pieces(entry, text)[0][0]
        return [self.event(session, origin, form, text, place, **_facts(entry))]

    def _said(
        self, entry: dict[str, Any], session: str, text: str, place: Place
    ) -> list[SessionEvent]:
        if not text.strip():
            return []
        if entry["type"] == "assistant":
            origin = Origin.SYSTEM if entry.get("isApiErrorMessage") else Origin.AGENT
            return self._texts(entry, session, [(origin, text)], place)
        command, shown = ran(text), returned(text)
        if command is not None:
            call = Call("Bash", command)
            ident = self._ran[session] = text_of(entry.get("uuid")) or f"line {place.line}"
            facts = {"origin": Origin.USER, **_facts(entry)}
            return [self.call(session, ident, call, command, place, **facts)]
        if shown is not None:
            of = self._ran.get(session)
            facts = {"ok": None, "tool": "Bash", **_facts(entry)}
            return [self.result(session, of, shown, place, **facts)]
        if session in self._queues:
            self._queues[session].line(text)
        return self._texts(entry, session, pieces(entry, text), place)

    def _asked(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], place: Place
    ) -> SessionEvent:
        given = block.get("input")
        call = Call(block["name"], command_in(given), first_text(given, *PATHS))
        if call.command is None:
            text = rendered(call.tool, given)
        else:
            why = first_text(given, "description")
            text = f"{call.command}\n# {why}" if why else call.command
        return self.call(session, block["id"], call, text, place, **_facts(entry))

    def _answered(
        self, entry: dict[str, Any], session: str, block: dict[str, Any], twin: object, place: Place
    ) -> list[SessionEvent]:
        ident = block["tool_use_id"]
        call = self.called(ident)
        if call.path is None and call.command is None and (path := path_of(twin)):
            call = call._replace(path=path)
            self.remember(ident, call)
        found = answer(call, block, twin)
        events = [
            self.result(
                session, ident, found.text, place, ok=found.ok, exit_code=found.code,
                start_line=found.start_line, read=found.holds_file, **_facts(entry),
            )
        ]  # fmt: skip
        if found.said:
            events += self._texts(entry, session, [(Origin.USER, found.said)], place)
        what = "a reminder that the program put behind a result"
        self._parts += [Aside(place, AsideReason.BOOKKEEPING, what)] * found.reminders
        return events


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


def _facts(entry: dict[str, Any]) -> dict[str, Any]:
    return {"time": time_of(entry.get("timestamp")), "uid": text_of(entry.get("uuid"))}


def _sniff_history(path: Path, head: bytes) -> bool:
    found = objects(head, 5)
    return bool(found) and all("display" in e and "project" in e for e in found)


READER = LogReader("claude-code", "line", sniff, read)
HISTORY = LogReader("claude-code-history", "line", _sniff_history, read_history)
