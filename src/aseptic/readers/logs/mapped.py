"""JSON lines of your own, read by a mapping in `aseptic.toml`."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from aseptic.config import LogMapping
from aseptic.errors import ConfigError
from aseptic.model.event import EventKind, LogUnit, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.base import LogReader
from aseptic.readers.logs.chat import content_text
from aseptic.readers.logs.lines import lines
from aseptic.readers.logs.stream import Call, Stream, entry_of, text_of, time_of, unit, unknown

_WORDS = {
    "true": True,
    "ok": True,
    "success": True,
    "false": False,
    "error": False,
    "failed": False,
}


def reader_of(mapping: LogMapping) -> LogReader:
    """A reader for the files that the mapping names.

    Raises:
        ConfigError: `origins` maps to a word that is no origin.
    """
    known = {origin.value for origin in Origin}
    for word in mapping.origins.values():
        if word not in known:
            raise ConfigError(
                f"logs.mapping.origins: {word!r} is no origin",
                hint=f"one of {', '.join(sorted(known))}",
            )
    return LogReader("mapped", "line", lambda p, h: matches(mapping, p), lambda p: read(p, mapping))


def matches(mapping: LogMapping, path: Path) -> bool:
    """Whether the mapping names this file: by its name, or by the end of its path."""
    return fnmatchcase(path.name, mapping.files) or fnmatchcase(
        path.as_posix(), f"*/{mapping.files}"
    )


def read(path: Path, mapping: LogMapping) -> Iterator[LogUnit]:
    """One unit a line."""
    stream = Stream(path)
    for line in lines(path):
        place = stream.place(line.number, line.byte)
        entry = entry_of(line, place)
        if isinstance(entry, LogUnit):
            yield entry
            continue
        event = _event(stream, entry, mapping, place)
        yield unit(place, [event]) if event else unknown(place, f"nothing at {mapping.text!r}")


def _event(
    stream: Stream, entry: dict[str, Any], mapping: LogMapping, place: Place
) -> SessionEvent | None:
    def at(dotted: str | None) -> Any:
        return _at(entry, dotted)

    text = content_text(at(mapping.text))
    if not text.strip():
        return None
    word = str(at(mapping.origin))
    named = mapping.origins.get(word, word)
    # What the mapping does not name may be anything: it is never evidence.
    origin = Origin(named) if named in {o.value for o in Origin} else Origin.SYSTEM
    session = str(at(mapping.session) or stream.name)
    ident = at(mapping.call)
    ident = str(ident) if ident is not None else None
    command, file, tool = (
        text_of(at(mapping.command)),
        text_of(at(mapping.path)),
        text_of(at(mapping.tool)),
    )
    time = time_of(at(mapping.time))
    if origin is Origin.TOOL:
        return stream.result(
            session, ident, text, place, ok=_truth(at(mapping.ok)), tool=tool, time=time
        )
    if origin is Origin.AGENT and (command or (tool and ident)):
        return stream.call(session, ident, Call(tool, command, file), text, place, time=time)
    return stream.event(session, origin, EventKind.MESSAGE, text, place, time=time)


def _truth(value: Any) -> bool | None:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value == 0  # an exit status
    return _WORDS.get(str(value).lower())


def _at(entry: Any, dotted: str | None) -> Any:
    if dotted is None:
        return None
    for key in dotted.split("."):
        if not isinstance(entry, dict):
            return None
        entry = entry.get(key)
    return entry
