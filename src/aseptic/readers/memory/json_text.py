"""JSON that may be broken: parsed with the place of what is wrong, never raised."""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from aseptic.records import dataclass

_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_SPACE = re.compile(r"[ \t\r\n]*")


@dataclass(frozen=True, slots=True)
class Broken:
    """Why a text is not JSON, and where."""

    message: str
    line: int
    offset: int


def parse(text: str) -> tuple[object, Broken | None]:
    """The value, or None and what is wrong. An escape that JSON does not know is read as
    the backslash that was meant, and reported all the same."""
    try:
        return json.loads(text), None
    except json.JSONDecodeError as error:
        broken = Broken(f"not JSON: {error.msg}", error.lineno, error.pos)
    except (RecursionError, ValueError) as error:
        return None, Broken(f"not JSON that can be read: {type(error).__name__}", 1, 0)
    if not broken.message.startswith("not JSON: Invalid \\escape"):
        return None, broken
    try:
        return json.loads(_ESCAPE.sub(_mend, text)), broken
    except (RecursionError, ValueError):
        return None, broken


def _mend(match: re.Match[str]) -> str:
    return match[0] if match[1] in '"\\/bfnrtu' else "\\\\" + match[1]


def elements(text: str) -> Iterator[tuple[object, int, int] | Broken]:
    """The elements of a JSON array with their first and last line; then what is wrong, if
    anything, and nothing more."""
    starts = [0, *accumulate(len(row) + 1 for row in text.split("\n"))]
    decoder = json.JSONDecoder()

    def line(at: int) -> int:
        return bisect_right(starts, at)

    def skip(at: int) -> int:
        match = _SPACE.match(text, at)
        return match.end() if match else at

    at = skip(0)
    if text[at : at + 1] != "[":
        yield Broken("not a JSON array", line(at), at)
        return
    at = skip(at + 1)
    while text[at : at + 1] != "]":
        try:
            value, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError as error:
            yield Broken(f"not JSON: {error.msg}", error.lineno, error.pos)
            return
        except (RecursionError, ValueError) as error:
            yield Broken(f"not JSON that can be read: {type(error).__name__}", line(at), at)
            return
        yield value, line(at), line(end - 1)
        at = skip(end)
        if text[at : at + 1] == ",":
            at = skip(at + 1)
        elif text[at : at + 1] != "]":
            yield Broken("not JSON: ',' or ']' expected", line(min(at, len(text) - 1)), at)
            return
    if skip(at + 1) != len(text):
        yield Broken("not JSON: text behind the array", line(skip(at + 1)), at + 1)


def encoded(text: str, limit: int = 60) -> tuple[str, str]:
    """How the beginning of a string may stand in JSON: with and without non-ASCII escaped."""
    head = text[:limit]
    return json.dumps(head, ensure_ascii=False)[1:-1], json.dumps(head)[1:-1]
