"""Logs that are one JSON document: read whole, because JSON cannot be cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from aseptic.errors import UnreadableError
from aseptic.model.event import AsideReason, LogUnit, SessionEvent
from aseptic.readers.logs.decode import NOT_JSON, decode
from aseptic.readers.logs.lines import DAMAGED, open_log
from aseptic.readers.logs.stream import SHAPE, Stream, aside, unit, unknown

MAX_DOCUMENT = 256 * 1024 * 1024
"""Bytes of one document. Memory of a few times its size is needed to read one."""


def document(path: Path) -> Any | LogUnit:
    """The decoded document, or the whole file set aside.

    Raises:
        UnreadableError: it cannot be opened.
    """
    place = Stream(path).place(1, 0)
    try:
        with open_log(path) as file:
            data = file.read(MAX_DOCUMENT + 1)
    except DAMAGED:
        return aside(place, AsideReason.TORN, "a compressed file that is cut off or spoiled")
    except OSError as error:
        raise UnreadableError(
            f"cannot be read: {error.strerror or 'damaged'}", where=path
        ) from error
    if len(data) > MAX_DOCUMENT:
        return aside(place, AsideReason.TORN, "larger than one document may be")
    if not data.strip():
        return aside(place, AsideReason.BLANK, "blank")
    try:
        return decode(data)
    except NOT_JSON:
        return aside(place, AsideReason.TORN, "not one JSON document")


def each(
    stream: Stream, items: object, events: Callable[[dict[str, Any], int], list[SessionEvent]]
) -> Iterator[LogUnit]:
    """A unit for each item of a list; `place.line` is its number from 1.

    A document without a list, or with an empty one, is one unit that was set aside.
    """
    if not isinstance(items, list):
        yield unknown(stream.place(1, 0), "no list of entries")
        return
    if not items:
        yield aside(stream.place(1, 0), AsideReason.BOOKKEEPING, "an empty list")
    for number, item in enumerate(items, 1):
        place = stream.place(number)
        if not isinstance(item, dict):
            yield unknown(place, "no object")
            continue
        try:
            with stream.all_or_none():
                found = events(item, number)
        except SHAPE as error:
            yield unknown(place, f"an entry of unknown shape: {type(error).__name__}")
            continue
        yield unit(place, found, "an entry without text")


def parsed_head(head: bytes) -> str:
    """The first bytes of a document without white space, for sniffing by names of keys."""
    return b"".join(head.split()).decode("utf-8", "replace")
