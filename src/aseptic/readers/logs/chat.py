"""Messages in the chat-completions shape, which many formats share: role, content, tool calls."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.decode import NOT_JSON, decode
from aseptic.readers.logs.stream import PATHS, Call, Stream, command_in, first_text, rendered, table

_ROLES = {
    "user": Origin.USER,
    "human": Origin.USER,
    "assistant": Origin.AGENT,
    "ai": Origin.AGENT,
    "model": Origin.AGENT,
    "system": Origin.SYSTEM,
    "developer": Origin.SYSTEM,
    "tool": Origin.TOOL,
    "function": Origin.TOOL,
}
_STATUS = re.compile(r"\[Command finished with exit code (\d+)\]\s*\Z")
_FAILED = re.compile(r"^\s*(?:error\b|traceback \(most recent call last\))", re.IGNORECASE)


def message_events(
    stream: Stream,
    session: str,
    message: dict[str, Any],
    place: Place,
    time: datetime | None = None,
) -> list[SessionEvent]:
    """The events of one message.

    Raises:
        KeyError, TypeError, ValueError: it is of another shape.
    """
    origin = _ROLES[message.get("role") or message["type"]]
    text = content_text(message.get("content"))
    if origin is Origin.TOOL:
        ident = message.get("tool_call_id")
        status = message.get("status")
        ok = None if status is None else status != "error"
        code = exit_code(text) if stream.called(ident).command else None
        if ok is None and code is not None:
            ok = code == 0
        if ok is None and _FAILED.match(text):
            ok = False
        return [
            stream.result(
                session, ident, text, place, ok=ok, exit_code=code, time=time,
                tool=message.get("name"), read=shows_file(text),
            )
        ]  # fmt: skip
    events = []
    if text.strip():
        events.append(stream.event(session, origin, EventKind.MESSAGE, text, place, time=time))
    for asked in message.get("tool_calls") or []:
        events.append(tool_call(stream, session, asked, place, time))
    return events


def tool_call(
    stream: Stream, session: str, asked: dict[str, Any], place: Place, time: datetime | None
) -> SessionEvent:
    """One entry of `tool_calls`, in the shape of the API or of LangChain."""
    function = table(asked.get("function")) or asked
    name = function["name"]
    given = arguments(function.get("arguments", function.get("args")))
    call = Call(name, command_of(given), first_text(given, *PATHS))
    return stream.call(
        session, asked.get("id"), call, call.command or rendered(name, given), place, time=time
    )


def exit_code(text: str) -> int | None:
    """The status that OpenHands writes behind what a command printed."""
    found = _STATUS.search(text[-600:])
    return int(found[1]) if found else None


def shows_file(text: str) -> bool:
    """Whether an editor tool shows a file's content here."""
    return text.startswith("Here's the result of running `cat -n`")


def arguments(value: object) -> object:
    """Arguments as an object where they are one, also when they are JSON in a string."""
    if not isinstance(value, str):
        return value
    try:
        return decode(value.encode("utf-8", "replace"))
    except NOT_JSON:
        return value


def command_of(given: object) -> str | None:
    """The shell command among a call's arguments; an argument list is joined by spaces."""
    if not isinstance(given, dict):
        return None
    for key in ("command", "cmd"):
        value = given.get(key)
        if isinstance(value, str) and value.strip():
            return command_in(given) if key == "command" else value
        if isinstance(value, list) and value and all(isinstance(word, str) for word in value):
            return unwrapped(value)
    return None


def unwrapped(words: list[str]) -> str:
    """`["bash", "-lc", "ls"]` is the command `ls`."""
    if (
        len(words) == 3
        and words[0].rsplit("/", 1)[-1] in ("bash", "sh", "zsh")
        and words[1] in ("-c", "-lc")
    ):
        return words[2]
    return " ".join(words)


def content_text(content: object) -> str:
    """The text of a message: a string, or the text blocks of a list."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = []
    for block in content:
        if isinstance(block, str):
            parts.append(block)
        elif isinstance(block, dict):
            text = block.get("text")
            if isinstance(text, str):
                parts.append(text)
            elif isinstance(block.get("type"), str) and "image" in block["type"]:
                parts.append("[image]")
    return "\n".join(parts)
