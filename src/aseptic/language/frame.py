"""Two texts side by side: what stands in the same place and differs.

The common words are the frame; each slot is a run of tokens that differs between
the same two frame words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from aseptic.language.tokens import STOP, Token

_MOST = 160
"""Tokens of a text that are aligned; longer ones are cut, since the cost is quadratic."""


class Slot(NamedTuple):
    """A place where two texts differ: the tokens of each side (either may be empty)."""

    left: tuple[Token, ...]
    right: tuple[Token, ...]


class Frame(NamedTuple):
    """How two token lists lie on each other."""

    shared: tuple[tuple[int, int], ...]
    """Positions (left, right) of the common tokens, in order."""
    slots: tuple[Slot, ...]


def align(left: Sequence[Token], right: Sequence[Token]) -> Frame:
    """The longest common run of stems, and the slots between. Function words count less."""
    left, right = left[:_MOST], right[:_MOST]
    pairs = _common([t.stem for t in left], [t.stem for t in right])
    slots = []
    last_left = last_right = 0
    for i, j in [*pairs, (len(left), len(right))]:
        if i > last_left or j > last_right:
            slots.append(Slot(tuple(left[last_left:i]), tuple(right[last_right:j])))
        last_left, last_right = i + 1, j + 1
    return Frame(tuple(pairs), tuple(slots))


def _common(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    """Longest common subsequence, as pairs of positions. Ends that agree are stripped first."""
    start = 0
    while start < len(a) and start < len(b) and a[start] == b[start]:
        start += 1
    end = 0
    while end < len(a) - start and end < len(b) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    head = [(n, n) for n in range(start)]
    tail = [(len(a) - end + n, len(b) - end + n) for n in range(end)]
    middle = _table_walk(a[start : len(a) - end], b[start : len(b) - end])
    return head + [(i + start, j + start) for i, j in middle] + tail


def _table_walk(a: list[str], b: list[str]) -> list[tuple[int, int]]:
    if not a or not b:
        return []
    weight = [1 if word in STOP or not word[:1].isalnum() else 4 for word in a]
    best = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        row, below, word, gain = best[i], best[i + 1], a[i], weight[i]
        for j in range(len(b) - 1, -1, -1):
            here = below[j] if below[j] > row[j + 1] else row[j + 1]
            if word == b[j] and below[j + 1] + gain > here:
                here = below[j + 1] + gain
            row[j] = here
    pairs, i, j = [], 0, 0
    while i < len(a) and j < len(b):
        if a[i] == b[j] and best[i][j] == best[i + 1][j + 1] + weight[i]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs
