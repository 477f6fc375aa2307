"""Fields of a JSON result, each with its place in the text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from aseptic.engines.judge.asked import subwords

_GENERIC = frozenset({"total", "num", "number", "count", "be", "have", "est", "current", "of"})
MAX_TEXT = 120_000
_PIECE = re.compile(r'"((?:[^"\\]|\\.)*)"|([{}\[\],:])|(-?\d[\d.eE+-]*|true|false|null)')


@dataclass(frozen=True, slots=True)
class Field:
    """One leaf: `available_seats.business` = 13."""

    keys: tuple[str, ...]
    value: str
    start: int
    end: int
    home: tuple[int, int]
    """The span of the innermost object that holds it."""

    @property
    def words(self) -> tuple[str, ...]:
        """The stems of the words in its own key that say what it is."""
        if not self.keys:
            return ()
        return tuple(w for w in subwords(self.keys[-1]) if w not in _GENERIC)


@dataclass(slots=True)
class _Level:
    """An object or list that is open while the text is read."""

    start: int
    is_object: bool
    key: str | None
    first: int
    """How many fields were there when it opened."""


def fields(text: str) -> list[Field]:
    """The fields of a JSON text, in order; none where it is not JSON. Torn JSON gives what it has."""
    text = text[:MAX_TEXT]
    if text.lstrip()[:1] not in ("{", "["):
        return []
    found: list[Field] = []
    homes: dict[int, tuple[int, int]] = {}
    stack: list[_Level] = []
    for match in _PIECE.finditer(text):
        string, mark, bare = match.groups()
        if mark in ("{", "["):
            stack.append(_Level(match.start(), mark == "{", None, len(found)))
        elif mark in ("}", "]"):
            if stack:
                _close(stack, found, homes, match.end())
        elif mark == ",":
            if stack and stack[-1].is_object:
                stack[-1].key = None
        elif mark is None and stack:
            _take(stack, found, match, string if string is not None else bare)
    return [
        Field(f.keys, f.value, f.start, f.end, homes.get(n, (0, len(text))))
        for n, f in enumerate(found)
    ]


def _take(stack: list[_Level], found: list[Field], match: re.Match[str], word: str) -> None:
    level = stack[-1]
    if level.is_object and level.key is None:
        level.key = word
        return
    keys = tuple(lv.key for lv in stack if lv.is_object and lv.key is not None)
    found.append(Field(keys, word, match.start(), match.end(), (0, 0)))


def _close(
    stack: list[_Level], found: list[Field], homes: dict[int, tuple[int, int]], end: int
) -> None:
    level = stack.pop()
    if level.is_object:
        for n in range(level.first, len(found)):
            homes.setdefault(n, (level.start, end))


def around(found: list[Field], start: int, end: int) -> list[Field]:
    """The fields of the smallest object that holds the whole span, nested ones included."""
    homes = {f.home for f in found if f.home[0] <= start and f.home[1] >= end}
    if not homes:
        return [f for f in found if f.start < end and f.end > start]
    low, high = min(homes, key=lambda home: home[1] - home[0])
    return [f for f in found if low <= f.start and f.end <= high]
