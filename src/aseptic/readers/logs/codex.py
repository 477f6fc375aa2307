"""Codex CLI: rollouts, `codex exec --json` streams, and the history of prompts. JSON lines.

In a rollout what is said stands twice, as `response_item` and as `event_msg`; the first is
read, the second is bookkeeping. Instructions that Codex puts in (`<user_instructions>`,
`<environment_context>`) were not typed by the user: SYSTEM; AGENTS.md among them: MEMORY.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aseptic.language.memory_files import is_memory_file
from aseptic.model.event import AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.chat import arguments, command_of, content_text
from aseptic.readers.logs.lines import lines
from aseptic.readers.logs.stream import (
    PATHS,
    SHAPE,
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

_ROLLOUT = ("session_meta", "response_item", "event_msg", "turn_context", "compacted")
_EXEC = (
    "thread.started",
    "turn.started",
    "turn.completed",
    "turn.failed",
    "item.started",
    "item.updated",
    "item.completed",
    "error",
)
_PUT_IN = re.compile(
    r"^\s*<(environment_context|permissions|turn_aborted|skill|collaboration_mode|subagent)"
)
_MEMORY = re.compile(r"^\s*(?:<user_instructions>|<INSTRUCTIONS>|# AGENTS\.md instructions)")
_PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (\S.*?)\s*$", re.MULTILINE)
_CODE = re.compile(r"(?:Process exited with code|Exit code:?) (\d+)")


def read_rollout(path: Path) -> Iterator[LogUnit]:
    """One unit a line."""
    rollout = _Rollout(path)
    for line in lines(path):
        place = rollout.place(line.number, line.byte)
        entry = entry_of(line, place)
        yield entry if isinstance(entry, LogUnit) else rollout.unit(entry, place)


class _Rollout(Stream):
    session = ""
    said_twice = False

    def unit(self, entry: dict[str, Any], place: Place) -> LogUnit:
        kind, payload = entry.get("type"), entry.get("payload")
        if kind not in _ROLLOUT or not isinstance(payload, dict):
            return unknown(place)
        try:
            if kind == "session_meta":
                self.session = text_of(payload.get("id")) or self.session or self.name
                return aside(place, AsideReason.BOOKKEEPING, kind)
            if kind == "turn_context":
                return aside(place, AsideReason.BOOKKEEPING, kind)
            with self.all_or_none():
                events = self._events(str(kind), entry, payload, place)
            return unit(place, events, "said a second time")
        except SHAPE as error:
            return unknown(place, f"a known type of unknown shape: {type(error).__name__}")

    def _events(
        self, kind: str, entry: dict[str, Any], payload: dict[str, Any], place: Place
    ) -> list[SessionEvent]:
        self.session = self.session or self.name
        time = time_of(entry.get("timestamp"))
        if kind == "compacted":
            text = text_of(payload.get("message")) or "compacted"
            return [
                self.event(
                    self.session, Origin.COMPACTION, EventKind.MESSAGE, text, place, time=time
                )
            ]
        if kind == "event_msg":
            return self._notice(payload, place, time)
        self.said_twice = True
        return self._item(payload, place, time)

    def _notice(self, payload: dict[str, Any], place: Place, time: Any) -> list[SessionEvent]:
        kind = payload["type"]
        if kind in ("user_message", "agent_message") and not self.said_twice:
            origin = Origin.USER if kind == "user_message" else Origin.AGENT
            text = text_of(payload.get("message"))
            return (
                [self.event(self.session, origin, EventKind.MESSAGE, text, place, time=time)]
                if text
                else []
            )
        if kind in ("turn_aborted", "error"):
            text = f"{kind}: {payload.get('reason') or payload.get('message') or ''}"
            return [
                self.event(self.session, Origin.SYSTEM, EventKind.MESSAGE, text, place, time=time)
            ]
        return []

    def _item(self, payload: dict[str, Any], place: Place, time: Any) -> list[SessionEvent]:
        kind = payload.get("type") or "message"
        if kind == "message":
            text = content_text(payload["content"])
            origin = _origin(payload["role"], text)
            return (
                [self.event(self.session, origin, EventKind.MESSAGE, text, place, time=time)]
                if text.strip()
                else []
            )
        if kind == "reasoning":
            text = content_text(payload.get("summary")) or content_text(payload.get("content"))
            return (
                [self.event(self.session, Origin.AGENT, EventKind.THINKING, text, place, time=time)]
                if text.strip()
                else []
            )
        if kind in ("function_call", "custom_tool_call", "local_shell_call", "web_search_call"):
            return [self._call(payload, place, time)]
        if kind in ("function_call_output", "custom_tool_call_output", "local_shell_call_output"):
            return [self._output(payload, place, time)]
        raise ValueError(kind)

    def _call(self, payload: dict[str, Any], place: Place, time: Any) -> SessionEvent:
        name = text_of(payload.get("name")) or payload["type"]
        given = arguments(payload.get("arguments", payload.get("input", payload.get("action"))))
        command = command_of(given)
        call = Call(name, command, first_text(given, *PATHS) or patched(given))
        return self.call(
            self.session,
            payload.get("call_id") or payload.get("id"),
            call,
            command or rendered(name, given),
            place,
            time=time,
        )

    def _output(self, payload: dict[str, Any], place: Place, time: Any) -> SessionEvent:
        output = arguments(payload.get("output"))
        code: int | None = None
        if isinstance(output, dict):
            meta = output.get("metadata")
            code = meta.get("exit_code") if isinstance(meta, dict) else None
            text = (
                output.get("output")
                if isinstance(output.get("output"), str)
                else rendered(None, output)
            )
        else:
            text = content_text(output) if isinstance(output, list) else str(output or "")
            found = _CODE.search(text[:400])
            code = int(found[1]) if found else None
        ok = (
            code == 0
            if isinstance(code, int)
            else (False if output is not None and _failed(text or "") else None)
        )
        return self.result(
            self.session,
            payload.get("call_id"),
            text or "",
            place,
            ok=ok,
            exit_code=code,
            time=time,
        )


def read_exec(path: Path) -> Iterator[LogUnit]:
    """One unit a line; the stream has no times."""
    stream = _Exec(path)
    for line in lines(path):
        place = stream.place(line.number, line.byte)
        entry = entry_of(line, place)
        yield entry if isinstance(entry, LogUnit) else stream.unit(entry, place)


class _Exec(Stream):
    session = ""

    def unit(self, entry: dict[str, Any], place: Place) -> LogUnit:
        kind = entry.get("type")
        if kind not in _EXEC:
            return unknown(place)
        if kind == "thread.started":
            self.session = text_of(entry.get("thread_id")) or self.name
        self.session = self.session or self.name
        if kind in ("error", "turn.failed"):
            text = f"{kind}: {rendered(None, entry)}"
            return unit(
                place, [self.event(self.session, Origin.SYSTEM, EventKind.MESSAGE, text, place)]
            )
        item = entry.get("item")
        if not isinstance(item, dict):
            return aside(place, AsideReason.BOOKKEEPING, str(kind))
        try:
            with self.all_or_none():
                events = self._item(item, done=kind == "item.completed", place=place)
            return unit(place, events, "not finished yet")
        except SHAPE as error:
            return unknown(place, f"a known type of unknown shape: {type(error).__name__}")

    def _item(self, item: dict[str, Any], *, done: bool, place: Place) -> list[SessionEvent]:
        kind = item["type"]
        if kind == "command_execution":
            return self._command(item, done, place)
        if not done:
            return []
        if kind in ("agent_message", "reasoning"):
            form = EventKind.MESSAGE if kind == "agent_message" else EventKind.THINKING
            return [self.event(self.session, Origin.AGENT, form, item["text"], place)]
        if kind == "error":
            return [
                self.event(
                    self.session, Origin.SYSTEM, EventKind.MESSAGE, str(item.get("message")), place
                )
            ]
        if kind in ("file_change", "mcp_tool_call", "web_search", "todo_list"):
            changes = item.get("changes")
            path = (
                changes[0].get("path") if isinstance(changes, list) and len(changes) == 1 else None
            )
            text = rendered(kind, {k: v for k, v in item.items() if k not in ("id", "type")})
            call = self.call(self.session, item["id"], Call(kind, None, path), kind, place)
            return [
                call,
                self.result(
                    self.session, item["id"], text, place, ok=item.get("status") != "failed"
                ),
            ]
        raise ValueError(kind)

    def _command(self, item: dict[str, Any], done: bool, place: Place) -> list[SessionEvent]:
        command = item["command"]
        known = self.called(item["id"]).command is not None
        events = []
        if not known:
            events.append(
                self.call(self.session, item["id"], Call("shell", command), command, place)
            )
        if done:
            code = item.get("exit_code")
            text = item.get("aggregated_output") or ""
            events.append(
                self.result(
                    self.session,
                    item["id"],
                    text,
                    place,
                    ok=code == 0 if code is not None else None,
                    exit_code=code,
                )
            )
        return events


def read_history(path: Path) -> Iterator[LogUnit]:
    """One unit a line: what the user typed, over all sessions."""
    stream = Stream(path)
    for line in lines(path):
        place = stream.place(line.number, line.byte)
        entry = entry_of(line, place)
        if isinstance(entry, LogUnit):
            yield entry
            continue
        session, text = text_of(entry.get("session_id")), text_of(entry.get("text"))
        if session and text:
            event = stream.event(
                session, Origin.USER, EventKind.MESSAGE, text, place, time=time_of(entry.get("ts"))
            )
            yield unit(place, [event])
        else:
            yield unknown(place)


def _origin(role: str, text: str) -> Origin:
    if role in ("system", "developer"):
        return Origin.SYSTEM
    if role == "assistant":
        return Origin.AGENT
    if _MEMORY.match(text):
        return Origin.MEMORY
    return Origin.SYSTEM if _PUT_IN.match(text) else Origin.USER


def patched(given: object) -> str | None:
    """The file that an `apply_patch` is about: the only one, or a memory file among several."""
    text = given if isinstance(given, str) else first_text(given, "input", "patch")
    files = list(dict.fromkeys(_PATCHED.findall(text or "")))
    memory = next((file for file in files if is_memory_file(file)), None)
    return memory or (files[0] if len(files) == 1 else None)


def _failed(text: str) -> bool:
    return text.startswith(
        ("failed", "error", "execution error", "command timed out", "exec_command failed")
    )


def _sniff_rollout(path: Path, head: bytes) -> bool:
    return any(
        e.get("type") in _ROLLOUT and isinstance(e.get("payload"), dict) for e in objects(head)
    )


def _sniff_exec(path: Path, head: bytes) -> bool:
    found = objects(head, 5)
    return any(
        e.get("type") in _EXEC and ("item" in e or "thread_id" in e or "usage" in e) for e in found
    )


def _sniff_history(path: Path, head: bytes) -> bool:
    found = objects(head, 5)
    return bool(found) and all({"session_id", "ts", "text"} <= e.keys() for e in found)


ROLLOUT = LogReader("codex-rollout", "line", _sniff_rollout, read_rollout)
EXEC = LogReader("codex-exec", "line", _sniff_exec, read_exec)
HISTORY = LogReader("codex-history", "line", _sniff_history, read_history)
