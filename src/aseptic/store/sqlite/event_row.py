"""A session event as a row of the log index, and back."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.place import Place

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def to_micros(time: datetime | None) -> int | None:
    """Microseconds since 1970 (UTC); None stays None."""
    return None if time is None else (time - _EPOCH) // _MICROSECOND


def from_micros(value: int | None) -> datetime | None:
    return None if value is None else _EPOCH + value * _MICROSECOND


def digest_of(event: SessionEvent) -> bytes:
    """16 bytes that tell whether two copies of a log hold the same event here.

    Where it stands in its file is left out: a later copy may be another file.
    """
    facts = (
        event.origin.value,
        event.kind.value,
        to_micros(event.time),
        event.ok,
        event.tool,
        event.call,
        event.command,
        event.path,
        event.start_line,
        event.exit_code,
        event.uid,
    )
    digest = hashlib.blake2b(repr(facts).encode("utf-8", "replace"), digest_size=16)
    digest.update(event.text.encode("utf-8", "replace"))
    return digest.digest()


def clean(text: str) -> str:
    """Text that SQLite can hold: lone surrogates (torn UTF-16 in a log) are replaced."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def row_of(
    event: SessionEvent, row: int, session: int, moment: int | None, digest: bytes
) -> tuple[Any, ...]:
    """The columns of table `event`, in order."""
    place = event.place
    return (
        row,
        session,
        event.seq,
        event.origin.value,
        event.kind.value,
        clean(event.text),
        clean(place.path),
        place.line,
        place.end_line,
        place.column,
        place.byte,
        to_micros(event.time),
        None if event.ok is None else int(event.ok),
        _clean(event.tool),
        _clean(event.call),
        _clean(event.command),
        _clean(event.path),
        event.start_line,
        event.exit_code,
        _clean(event.uid),
        _clean(event.path.rsplit("/", 1)[-1]) if event.path else None,
        moment,
        digest,
    )


def _clean(text: str | None) -> str | None:
    return None if text is None else clean(text)


def event_of(row: tuple[Any, ...]) -> SessionEvent:
    """The event of a row `session name, event.*`."""
    (name, _id, _session, seq, origin, kind, text, file, line, end_line, column, byte) = row[:12]
    (time, ok, tool, call, command, path, start_line, exit_code, uid) = row[12:21]
    return SessionEvent(
        session=name,
        seq=seq,
        origin=Origin(origin),
        kind=EventKind(kind),
        text=text,
        place=Place(file, line, end_line, column, byte),
        time=from_micros(time),
        ok=None if ok is None else bool(ok),
        tool=tool,
        call=call,
        command=command,
        path=path,
        start_line=start_line,
        exit_code=exit_code,
        uid=uid,
    )


def cleaned(event: SessionEvent) -> SessionEvent:
    """The event with text that SQLite can hold; itself where that is so already."""
    texts: dict[str, Any] = {
        name: clean(value)
        for name in ("session", "text", "tool", "call", "command", "path", "uid")
        if isinstance(value := getattr(event, name), str)
    }
    place = replace(event.place, path=clean(event.place.path))
    same = place == event.place and all(getattr(event, k) == v for k, v in texts.items())
    return event if same else replace(event, place=place, **texts)
