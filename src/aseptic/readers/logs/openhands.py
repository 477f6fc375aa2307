"""OpenHands: trajectories (V0 documents), event streams (V1 JSON lines), and LLM logs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from aseptic.model.event import EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.chat import arguments, content_text, message_events, shows_file
from aseptic.readers.logs.lines import lines
from aseptic.readers.logs.stream import (
    PATHS,
    SHAPE,
    Call,
    Stream,
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
from aseptic.readers.logs.whole import document, each, parsed_head

_QUIET = (
    "ConversationStateUpdateEvent",
    "LLMCompletionLogEvent",
    "TokenEvent",
    "PauseEvent",
    "CondensationRequest",
    "StreamingDeltaEvent",
    "InterruptEvent",
    "HookExecutionEvent",
)
_LISTS = ("history", "entries", "trajectory", "events")
_NO_CONTENT = (
    "change_agent_state",
    "agent_state_changed",
    "null",
    "recall",
    "initialize",
    "system",
)


def read(path: Path) -> Iterator[LogUnit]:
    """One unit an entry of a trajectory document."""
    data = document(path)
    if isinstance(data, LogUnit):
        yield data
        return
    stream = Stream(path)
    items = data
    if isinstance(data, dict):
        items = next((data[k] for k in _LISTS if isinstance(data.get(k), list)), None)
    yield from each(stream, items, lambda e, n: _entry(stream, e, stream.place(n)))


def read_stream(path: Path) -> Iterator[LogUnit]:
    """One unit a line of a V1 event stream."""
    stream = Stream(path)
    for line in lines(path):
        place = stream.place(line.number, line.byte)
        entry = entry_of(line, place)
        if isinstance(entry, LogUnit):
            yield entry
            continue
        try:
            with stream.all_or_none():
                events = _event(stream, entry, place)
        except SHAPE as error:
            yield unknown(place, f"an event of unknown shape: {type(error).__name__}")
            continue
        yield unit(place, events, "an event without text")


def read_llm(path: Path) -> Iterator[LogUnit]:
    """One unit a message of a logged LLM request (its answer is the last)."""
    data = document(path)
    if isinstance(data, LogUnit):
        yield data
        return
    stream = Stream(path)
    messages = data
    if isinstance(data, dict):
        asked = data.get("messages")
        choices = table(data.get("response")).get("choices")
        answers = [table(c).get("message") for c in choices] if isinstance(choices, list) else []
        messages = [*asked, *answers] if isinstance(asked, list) else None
    yield from each(
        stream, messages, lambda m, n: message_events(stream, stream.name, m, stream.place(n))
    )


def _entry(stream: Stream, entry: dict[str, Any], place: Place) -> list[SessionEvent]:
    if "kind" in entry:
        return _event(stream, entry, place)
    time = time_of(entry.get("timestamp"))
    if "observation" in entry:
        return _observed(stream, entry, place, time)
    action = entry.get("action") or entry.get("type")
    given = table(entry.get("args"))
    source = entry.get("source") or entry.get("actorType") or ""
    if not isinstance(action, str) or action in _NO_CONTENT:
        return []
    if action in ("message", "finish", "think", "thought"):
        text = (
            text_of(given.get("content"))
            or text_of(given.get("thought"))
            or text_of(entry.get("content"))
            or text_of(entry.get("message"))
        )
        origin = Origin.USER if str(source).lower() == "user" else Origin.AGENT
        kind = EventKind.THINKING if action in ("think", "thought") else EventKind.MESSAGE
        return [stream.event(stream.name, origin, kind, text, place, time=time)] if text else []
    events = []
    thought = text_of(given.get("thought"))
    if thought:
        events.append(
            stream.event(stream.name, Origin.AGENT, EventKind.MESSAGE, thought, place, time=time)
        )
    call = Call(
        action,
        command_in(given) or first_text(given, "code") or _told(entry, action),
        first_text(given, *PATHS) or text_of(entry.get("path")),
    )
    events.append(
        stream.call(
            stream.name,
            _ident(entry.get("id")),
            call,
            call.command or rendered(action, given) or action,
            place,
            Origin.USER if str(source).lower() == "user" else Origin.AGENT,
            time=time,
        )
    )
    return events


def _told(entry: dict[str, Any], action: str) -> str | None:
    """The command of an entry that has no `args`."""
    told = text_of(entry.get("command"))
    return told or (text_of(entry.get("content")) if action == "command" else None)


def _ident(value: object) -> str | None:
    return None if value is None else str(value)


def _observed(stream: Stream, entry: dict[str, Any], place: Place, time: Any) -> list[SessionEvent]:
    kind = entry["observation"]
    if kind in _NO_CONTENT:
        return []
    extras = table(entry.get("extras"))
    meta = table(extras.get("metadata"))
    code = meta.get("exit_code", extras.get("exit_code"))
    code = code if isinstance(code, int) and code >= 0 else None
    text = text_of(entry.get("content")) or text_of(entry.get("message")) or ""
    ok = code == 0 if code is not None else (False if kind == "error" else None)
    return [
        stream.result(
            stream.name,
            _ident(entry.get("cause")),
            text,
            place,
            ok=ok,
            exit_code=code,
            time=time,
            read=kind == "read",
        )
    ]


def _event(stream: Stream, entry: dict[str, Any], place: Place) -> list[SessionEvent]:
    kind, time = entry["kind"], time_of(entry.get("timestamp"))
    session = stream.name if stream.name != "events" else place.path.rsplit("/", 2)[-2]
    if kind in _QUIET:
        return []
    if kind == "MessageEvent":
        message = entry.get("llm_message") or entry.get("message") or entry
        text = content_text(message.get("content"))
        origin = Origin.USER if entry.get("source") == "user" else Origin.AGENT
        return (
            [stream.event(session, origin, EventKind.MESSAGE, text, place, time=time)]
            if text.strip()
            else []
        )
    if kind == "SystemPromptEvent":
        text = content_text([entry["system_prompt"]])
        return [stream.event(session, Origin.SYSTEM, EventKind.MESSAGE, text, place, time=time)]
    if kind == "ActionEvent":
        return _acted(stream, session, entry, place, time)
    if kind in (
        "ObservationEvent",
        "AgentErrorEvent",
        "UserRejectObservation",
        "ConversationErrorEvent",
    ):
        seen = table(entry.get("observation"))
        text = (
            content_text(seen.get("content"))
            or text_of(entry.get("error"))
            or text_of(entry.get("rejection_reason"))
            or text_of(entry.get("detail"))
            or ""
        )
        code = seen.get("exit_code")
        code = code if isinstance(code, int) and code >= 0 else None
        ok = (
            False
            if kind != "ObservationEvent" or seen.get("is_error")
            else (code == 0 if code is not None else None)
        )
        return [
            stream.result(
                session,
                entry.get("tool_call_id"),
                text,
                place,
                ok=ok,
                exit_code=code,
                time=time,
                tool=entry.get("tool_name"),
                read=shows_file(text),
            )
        ]
    if kind in ("Condensation", "CondensationSummaryEvent"):
        text = text_of(entry.get("summary")) or "condensation"
        return [stream.event(session, Origin.COMPACTION, EventKind.MESSAGE, text, place, time=time)]
    raise ValueError(kind)


def _acted(
    stream: Stream, session: str, entry: dict[str, Any], place: Place, time: Any
) -> list[SessionEvent]:
    events = []
    thought = content_text(entry.get("thought"))
    if thought.strip():
        events.append(
            stream.event(session, Origin.AGENT, EventKind.THINKING, thought, place, time=time)
        )
    action = entry.get("action")
    given: object = action if isinstance(action, dict) else None
    if given is None:
        call = entry.get("tool_call")
        given = arguments(call.get("arguments")) if isinstance(call, dict) else None
    known = Call(entry.get("tool_name"), command_in(given), first_text(given, *PATHS))
    text = known.command or rendered(known.tool, given)
    events.append(stream.call(session, entry.get("tool_call_id"), known, text, place, time=time))
    return events


def _sniff(path: Path, head: bytes) -> bool:
    text = parsed_head(head)[:20_000]
    if text.startswith('{"id":') and '"kind":' in text:
        return False
    lists = text.startswith("[{") or any(text.startswith(f'{{"{key}":[') for key in _LISTS)
    return (
        lists
        and ('"source":"' in text or '"actorType":' in text)
        and ('"action":' in text or '"observation":' in text or '"type":' in text)
        and '"traj":' not in text
    )


def _sniff_stream(path: Path, head: bytes) -> bool:
    return any("kind" in e and "source" in e and "timestamp" in e for e in objects(head, 5))


def _sniff_llm(path: Path, head: bytes) -> bool:
    text = parsed_head(head)
    return text.startswith(('{"messages":[{', '[{"role":"system","content":')) or (
        text.startswith('[{"content":') and '"role":"system"' in text
    )


TRAJECTORY = LogReader("openhands", "message", _sniff, read)
STREAM = LogReader("openhands-events", "line", _sniff_stream, read_stream)
LLM = LogReader("openhands-llm", "message", _sniff_llm, read_llm)
