"""Logs that are one document of chat messages: tau-bench, SWE-agent, Cline and Roo tasks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from aseptic.model.event import AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.chat import content_text, message_events
from aseptic.readers.logs.stream import (
    PATHS,
    Call,
    Stream,
    aside,
    first_text,
    rendered,
    text_of,
    time_of,
    unknown,
)
from aseptic.readers.logs.whole import document, each, parsed_head

_PUT_IN = re.compile(r"^\s*<(environment_details|file_content|explicit_instructions)\b")
_SHOWN = re.compile(r"\[File: (\S+) \(\d+ lines total\)\]")
"""How the editor of SWE-agent heads a file that it shows."""
_CODE = re.compile(r"\(exit code:? (\d+)\)|Exit code: (\d+)", re.IGNORECASE)


def read_tau(path: Path) -> Iterator[LogUnit]:
    """tau-bench: one unit a message; a conversation is the session `task<id>-trial<n>`."""
    data = document(path)
    if isinstance(data, LogUnit):
        yield data
        return
    stream = Stream(path)
    number = 0
    for run in data if isinstance(data, list) else [data]:
        if not isinstance(run, dict) or not run.get("traj") or not isinstance(run["traj"], list):
            number += 1
            yield unknown(stream.place(number), "no conversation")
            continue
        session = f"{stream.name}-task{run.get('task_id')}-trial{run.get('trial')}"
        yield from each(_Shifted(stream, number), run["traj"], _events(stream, session, number))
        number += len(run["traj"])


class _Shifted(Stream):
    """The places of a list that does not begin at the first message of the file."""

    def __init__(self, of: Stream, by: int) -> None:
        self.path, self._of, self._by = of.path, of, by

    def all_or_none(self) -> AbstractContextManager[None]:
        return self._of.all_or_none()  # it is the other that gives the numbers

    def place(self, line: int, byte: int | None = None) -> Place:
        return Place(self.path, line + self._by, byte=byte)


def _events(stream: Stream, session: str, shift: int) -> Any:
    return lambda m, n: message_events(stream, session, m, stream.place(n + shift))


def read_swe(path: Path) -> Iterator[LogUnit]:
    """SWE-agent: one unit a step of the trajectory; of the history where there are no steps."""
    data = document(path)
    if isinstance(data, LogUnit):
        yield data
        return
    stream = Stream(path)
    if not isinstance(data, dict):
        yield unknown(stream.place(1, 0), "no trajectory")
        return
    steps, history = data.get("trajectory"), data.get("history")
    if isinstance(steps, list) and steps:
        opening = [
            m for m in history or [] if isinstance(m, dict) and m.get("role") in ("system", "user")
        ][:2]
        yield from each(
            stream,
            opening,
            lambda m, n: message_events(stream, stream.name, _plain(m), stream.place(n)),
        )
        shifted = _Shifted(stream, len(opening))
        yield from each(shifted, steps, lambda m, n: _step(stream, m, shifted.place(n)))
    elif isinstance(history, list) and history:
        yield from each(stream, history, lambda m, n: _told(stream, m, stream.place(n)))
    else:
        yield aside(stream.place(1, 0), AsideReason.BOOKKEEPING, "a trajectory without steps")


def _plain(message: dict[str, Any]) -> dict[str, Any]:
    return {"role": message["role"], "content": message.get("content")}


def _step(stream: Stream, step: dict[str, Any], place: Place) -> list[SessionEvent]:
    session, ident = stream.name, f"step-{place.line}"
    events = []
    thought = text_of(step.get("thought"))
    if thought:
        events.append(stream.event(session, Origin.AGENT, EventKind.MESSAGE, thought, place))
    action = text_of(step["action"])
    observation = step.get("observation")
    shown = _SHOWN.match(observation) if isinstance(observation, str) else None
    if action:
        call = Call("shell", action.strip(), shown[1] if shown else None)
        events.append(stream.call(session, ident, call, action.strip(), place))
    if isinstance(observation, str) and (observation.strip() or action):
        read = shown is not None
        events.append(stream.result(session, ident, observation, place, ok=None, read=read))
    return events


def _told(stream: Stream, message: dict[str, Any], place: Place) -> list[SessionEvent]:
    """A message of a demonstration: an observation may come under the role `user`."""
    if message.get("message_type") == "observation":
        ids = message.get("tool_call_ids") or [None]
        return [
            stream.result(stream.name, ids[0], content_text(message.get("content")), place, ok=None)
        ]
    return message_events(stream, stream.name, message, place)


def read_cline(path: Path) -> Iterator[LogUnit]:
    """Cline and Roo: one unit a message of `api_conversation_history.json`."""
    data = document(path)
    if isinstance(data, LogUnit):
        yield data
        return
    stream = Stream(path)
    session = path.parent.name or stream.name
    yield from each(stream, data, lambda m, n: _blocks(stream, session, m, stream.place(n)))


def _blocks(
    stream: Stream, session: str, message: dict[str, Any], place: Place
) -> list[SessionEvent]:
    content, time = message["content"], time_of(message.get("ts"))
    blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
    events = []
    for block in blocks:
        if block["type"] == "text":
            text = block["text"]
            typed = Origin.SYSTEM if _PUT_IN.match(text) else Origin.USER
            origin = Origin.AGENT if message["role"] == "assistant" else typed
            if text.strip():
                events.append(
                    stream.event(session, origin, EventKind.MESSAGE, text, place, time=time)
                )
        elif block["type"] == "tool_use":
            given = block.get("input")
            call = Call(block["name"], first_text(given, "command"), first_text(given, *PATHS))
            text = call.command or rendered(call.tool, given)
            events.append(stream.call(session, block["id"], call, text, place, time=time))
        elif block["type"] == "tool_result":
            text = content_text(block.get("content"))
            found = _CODE.search(text)
            code = int(found[1] or found[2]) if found else None
            ok = (
                not block["is_error"]
                if "is_error" in block
                else (code == 0 if code is not None else None)
            )
            events.append(
                stream.result(
                    session,
                    block["tool_use_id"],
                    text,
                    place,
                    ok=ok,
                    exit_code=code,
                    time=time,
                    read="read_file" in (stream.called(block["tool_use_id"]).tool or ""),
                )
            )
    return events


def _sniff_tau(path: Path, head: bytes) -> bool:
    text = parsed_head(head)
    return (
        text.startswith("[{")
        and '"task_id":' in text
        and ('"traj":[' in text or '"reward":' in text)
    )


def _sniff_swe(path: Path, head: bytes) -> bool:
    text = parsed_head(head)
    named = path.name.removesuffix(".gz").endswith(".traj")
    keys = ('"environment":', '"trajectory":', '"history":')
    return (
        text.startswith("{")
        and any(key in text for key in keys)
        and (named or '"trajectory":[{"action":' in text)
    )


def _sniff_cline(path: Path, head: bytes) -> bool:
    text = parsed_head(head)
    return (
        text.startswith('[{"role":')
        and '"content":[{' in text[:400]
        and ('"ts":' in text or "api_conversation_history" in path.name)
    )


TAU = LogReader("tau-bench", "message", _sniff_tau, read_tau)
SWE = LogReader("swe-agent", "message", _sniff_swe, read_swe)
CLINE = LogReader("cline", "message", _sniff_cline, read_cline)
