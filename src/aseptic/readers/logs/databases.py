"""Logs in SQLite files, opened read-only: LangGraph checkpoints, OpenAI Agents SDK sessions.

A checkpoint repeats the whole state; each message is read once. Values in msgpack hold
constructors of Python classes: they are taken apart as data and nothing is ever called.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from aseptic.errors import UnreadableError
from aseptic.model.event import AsideReason, LogUnit, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.chat import arguments, command_of, message_events
from aseptic.readers.logs.decode import NOT_JSON, decode
from aseptic.readers.logs.stream import (
    PATHS,
    SHAPE,
    Call,
    Stream,
    aside,
    first_text,
    rendered,
    text_of,
    time_of,
    unit,
    unknown,
)

if TYPE_CHECKING:
    import apsw

_MAGIC = b"SQLite format 3\x00"
_CHECKPOINTS = """
    SELECT thread_id, checkpoint_ns, checkpoint_id, type, checkpoint
      FROM checkpoints ORDER BY thread_id, checkpoint_ns, checkpoint_id
"""
_MESSAGES = "SELECT id, session_id, message_data, created_at FROM agent_messages ORDER BY id"


def read_langgraph(path: Path) -> Iterator[LogUnit]:
    """One unit a checkpoint row; the session is the thread."""
    stream = Stream(path)
    number = 0
    seen: set[str] = set()
    thread: object = None
    for row in _rows(path, _CHECKPOINTS):
        number += 1
        place = stream.place(number)
        if isinstance(row, LogUnit):
            yield row
            continue
        if row[0] != thread:
            thread, seen = row[0], set()
        try:
            state = _state(str(row[3]), row[4])
            with stream.all_or_none():
                events, fresh = _new(stream, row, state, seen, place)
        except NOT_JSON:
            yield aside(place, AsideReason.TORN, "a checkpoint that does not decode")
            continue
        except SHAPE as error:
            yield unknown(place, f"a checkpoint of unknown shape: {type(error).__name__}")
            continue
        seen |= fresh
        yield unit(place, events, "a checkpoint without new messages")


def _new(
    stream: Stream, row: Any, state: Any, seen: set[str], place: Place
) -> tuple[list[SessionEvent], set[str]]:
    """The events of messages that no checkpoint held before, and the keys of these messages."""
    session = f"{row[0]}/{row[1]}" if row[1] else str(row[0])
    time = time_of(state.get("ts"))
    events: list[SessionEvent] = []
    fresh: set[str] = set()
    messages = state["channel_values"].get("messages", [])
    for position, message in enumerate(messages if isinstance(messages, list) else []):
        fields = _fields(message)
        key = text_of(fields.get("id")) or f"{position}:{fields.get('content')!r}"
        name = f"{row[1]}:{key}"
        if name not in seen and name not in fresh:
            fresh.add(name)
            events += message_events(stream, session, fields, place, time)
    return events, fresh


def _fields(message: Any) -> dict[str, Any]:
    """A message of LangChain as plain fields, from its JSON or its msgpack form."""
    if isinstance(message, dict) and message.get("lc") == 1:
        fields = dict(message["kwargs"])
        fields.setdefault("type", message["id"][-1].removesuffix("Message").lower())
        return fields
    if not isinstance(message, dict):
        raise TypeError("message")
    return message


def _state(kind: str, blob: bytes | str) -> Any:
    data = blob.encode() if isinstance(blob, str) else blob
    if kind == "json":
        return decode(data)
    if kind == "msgpack":
        return msgspec.msgpack.decode(data, ext_hook=_extension)
    raise ValueError(kind)


def _extension(code: int, data: memoryview) -> Any:
    """What an extension holds, as data: [module, class, fields, method] becomes the fields."""
    inner = msgspec.msgpack.decode(data, ext_hook=_extension)
    if isinstance(inner, list) and len(inner) >= 3:
        held = inner[2]
        if isinstance(held, dict):
            return held
        return held[0] if isinstance(held, list) and len(held) == 1 else held
    return inner


def read_agents(path: Path) -> Iterator[LogUnit]:
    """One unit a row of `agent_messages`."""
    stream = Stream(path)
    number = 0
    for row in _rows(path, _MESSAGES):
        number += 1
        place = stream.place(number)
        if isinstance(row, LogUnit):
            yield row
            continue
        try:
            item = decode(str(row[2]).encode("utf-8", "replace"))
            with stream.all_or_none():
                events = _item(stream, str(row[1]), item, place, time_of(row[3]))
        except NOT_JSON:
            yield aside(place, AsideReason.TORN, "a message that is not JSON")
            continue
        except SHAPE as error:
            yield unknown(place, f"a message of unknown shape: {type(error).__name__}")
            continue
        yield unit(place, events)


def _item(
    stream: Stream, session: str, item: dict[str, Any], place: Place, time: Any
) -> list[SessionEvent]:
    kind = item.get("type")
    if kind == "function_call":
        given = arguments(item["arguments"])
        call = Call(item["name"], command_of(given), first_text(given, *PATHS))
        text = call.command or rendered(call.tool, given)
        return [stream.call(session, item["call_id"], call, text, place, time=time)]
    if kind == "function_call_output":
        output = item["output"]
        text = output if isinstance(output, str) else rendered(None, output)
        ok = False if text.startswith("Error") else None
        return [stream.result(session, item["call_id"], text, place, ok=ok, time=time)]
    if kind == "reasoning":
        return []
    return message_events(stream, session, {**item, "type": ""}, place, time)


def _rows(path: Path, query: str) -> Iterator[tuple[Any, ...] | LogUnit]:
    """Rows of a file that is never written; what is damaged ends the reading, and is said."""
    import apsw

    place = Stream(path).place(1, 0)
    try:
        db = _open(path)
    except apsw.Error as error:
        raise UnreadableError("cannot be read as a SQLite file", where=path) from error
    number = 0
    try:
        for row in db.execute(query):
            number += 1
            yield row
    except apsw.Error as error:
        where = f"the file is damaged behind row {number}: {type(error).__name__}"
        yield aside(Place(place.path, number + 1), AsideReason.TORN, where)
    finally:
        db.close()


def _open(path: Path) -> apsw.Connection:
    import apsw

    # Not `immutable`: a program may be writing beside us, and what is in its WAL counts.
    # Where the folder cannot be written, SQLite needs it.
    uri = path.absolute().as_uri()
    flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    if not Path(f"{path}-wal").exists():
        return apsw.Connection(f"{uri}?immutable=1", flags=flags)
    return apsw.Connection(f"{uri}?mode=ro", flags=flags)


def _has(path: Path, head: bytes, table: bytes) -> bool:
    return head.startswith(_MAGIC) and table in head and path.suffix != ".gz"


LANGGRAPH = LogReader(
    "langgraph", "row", lambda p, h: _has(p, h, b"CREATE TABLE checkpoints"), read_langgraph
)
AGENTS = LogReader(
    "openai-agents", "row", lambda p, h: _has(p, h, b"CREATE TABLE agent_messages"), read_agents
)
