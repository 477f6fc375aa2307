"""Gemini CLI: session documents, their JSON-lines variant, and `logs.json` (what was typed)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aseptic.model.event import AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.chat import command_of, content_text
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
    table,
    text_of,
    time_of,
    unit,
    unknown,
)
from aseptic.readers.logs.whole import document, each, parsed_head

_TYPED_HEAD = (
    re.compile(r'^\[\{"(?:sessionId|messageId|type|message|timestamp)":'),
    re.compile(r'"messageId":\d'),
    re.compile(r'"message":"'),
    re.compile(r'"sessionId":"'),
)
"""In `logs.json` ids of messages are numbers, messages texts, and nothing stands deeper."""
_TYPES = ("user", "gemini", "info", "warning", "error")
_CODE = re.compile(r"^Exit Code: (\d+)$", re.MULTILINE)
_READS = ("read_file", "read_many_files")


def read(path: Path) -> Iterator[LogUnit]:
    """One unit a message of the document (a single message is a document too)."""
    data = document(path)
    if isinstance(data, LogUnit):
        yield data
        return
    stream = Stream(path)
    messages = table(data).get("messages", [data])
    session = text_of(table(data).get("sessionId")) or stream.name
    yield from each(stream, messages, lambda m, n: _events(stream, session, m, stream.place(n)))


def read_lines(path: Path) -> Iterator[LogUnit]:
    """One unit a line: a head, then messages."""
    stream = Stream(path)
    session = stream.name
    for line in lines(path):
        place = stream.place(line.number, line.byte)
        entry = entry_of(line, place)
        if isinstance(entry, LogUnit):
            yield entry
            continue
        session = text_of(entry.get("sessionId")) or session
        if entry.get("type") not in _TYPES:
            head = "projectHash" in entry or "$set" in entry
            yield aside(place, AsideReason.BOOKKEEPING, "head") if head else unknown(place)
            continue
        try:
            with stream.all_or_none():
                events = _events(stream, session, entry, place)
        except SHAPE as error:
            yield unknown(place, f"a known type of unknown shape: {type(error).__name__}")
            continue
        yield unit(place, events)


def read_typed(path: Path) -> Iterator[LogUnit]:
    """One unit an entry of `logs.json`."""
    data = document(path)
    if isinstance(data, LogUnit):
        yield data
        return
    stream = Stream(path)
    yield from each(stream, data, lambda m, n: _typed(stream, m, stream.place(n)))


def _typed(stream: Stream, entry: dict[str, Any], place: Place) -> list[SessionEvent]:
    origin = {"user": Origin.USER, "gemini": Origin.AGENT}.get(entry["type"], Origin.SYSTEM)
    time = time_of(entry.get("timestamp"))
    return [
        stream.event(
            entry["sessionId"], origin, EventKind.MESSAGE, entry["message"], place, time=time
        )
    ]


def _events(
    stream: Stream, session: str, message: dict[str, Any], place: Place
) -> list[SessionEvent]:
    kind = message["type"]
    if kind not in _TYPES:
        raise ValueError(kind)
    time = time_of(message.get("timestamp"))
    origin = {"user": Origin.USER, "gemini": Origin.AGENT}.get(kind, Origin.SYSTEM)
    events = []
    for thought in message.get("thoughts") or []:
        text = "\n".join(
            t for t in (text_of(thought.get("subject")), text_of(thought.get("description"))) if t
        )
        if text:
            events.append(
                stream.event(session, Origin.AGENT, EventKind.THINKING, text, place, time=time)
            )
    text = content_text(message.get("content"))
    if text.strip():
        events.append(stream.event(session, origin, EventKind.MESSAGE, text, place, time=time))
    for number, asked in enumerate(message.get("toolCalls") or []):
        events += _tool(stream, session, asked, f"{message.get('id')}/{number}", place, time)
    return events


def _tool(
    stream: Stream, session: str, asked: dict[str, Any], otherwise: str, place: Place, time: Any
) -> list[SessionEvent]:
    ident = text_of(asked.get("id")) or otherwise
    given = asked.get("args")
    call = Call(asked["name"], command_of(given), first_text(given, *PATHS))
    events = [
        stream.call(
            session, ident, call, call.command or rendered(call.tool, given), place, time=time
        )
    ]
    status = asked.get("status")
    text = _returned(asked)
    if text is not None or status in ("success", "error", "cancelled"):
        ok = status == "success" if status in ("success", "error", "cancelled") else None
        # `success` says that the tool worked; of a command its own status counts.
        stated = _CODE.findall(text or "") if call.command else []
        code = int(stated[-1]) if stated else None
        ok = ok and code in (0, None)
        events.append(
            stream.result(
                session,
                ident,
                text or "",
                place,
                ok=ok,
                exit_code=code,
                time=time_of(asked.get("timestamp")) or time,
                read=asked["name"] in _READS,
            )
        )
    return events


def _returned(asked: dict[str, Any]) -> str | None:
    parts = []
    for part in asked.get("result") or []:
        response = (
            part.get("functionResponse", {}).get("response") if isinstance(part, dict) else None
        )
        if isinstance(response, dict):
            parts.append(
                text_of(response.get("output"))
                or text_of(response.get("error"))
                or rendered(None, response)
            )
    return "\n".join(parts) if parts else text_of(asked.get("resultDisplay"))


def _sniff(path: Path, head: bytes) -> bool:
    text = parsed_head(head)
    if not text.startswith("{"):
        return False
    session = '"projectHash":' in text and '"messages":[' in text
    return session or ('"type":"gemini"' in text[:4000] and len(objects(head, 2)) < 2)


def _sniff_lines(path: Path, head: bytes) -> bool:
    found = objects(head, 5)
    return len(found) > 1 and any("projectHash" in e or e.get("type") == "gemini" for e in found)


def _sniff_typed(path: Path, head: bytes) -> bool:
    text = parsed_head(head)
    return all(pattern.search(text[:4000]) for pattern in _TYPED_HEAD)


LINES = LogReader("gemini-cli-lines", "line", _sniff_lines, read_lines)
SESSION = LogReader("gemini-cli", "message", _sniff, read)
TYPED = LogReader("gemini-cli-logs", "message", _sniff_typed, read_typed)
