"""What the benchmark asks of a store, and a double that needs none."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

UNKNOWN = "unknown"
"""The purpose of an asker whose role nobody knows."""


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks, as the application knows it; never as the question claims."""

    tenant: str
    principal: str
    role: str
    purpose: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One text to keep, with who may see it."""

    name: str
    """The caller's key; the same text for the same readers has the same key."""
    text: str
    purposes: frozenset[str]
    subject: str
    project: str
    order: int
    """Index of the turn in its episode; a later one was observed later."""
    open: bool = False
    """Whether `purposes` are all that there are."""


class Keeper(Protocol):
    """The four deeds; whatever stands behind them is the store under test."""

    name: str

    def put(self, tenant: str, entry: Entry) -> str:
        """Keep it, and say under which id."""
        ...

    def forget(self, tenant: str, record: str, order: int) -> None:
        """Delete it for good, with a tombstone; asked at turn `order`."""
        ...

    def supersede(self, tenant: str, record: str, order: int) -> None:
        """It no longer holds: unreachable by search, visible in history."""
        ...

    def search(self, asker: Asker, question: str, limit: int) -> Sequence[str]:
        """Ids of what is served, best first."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


_WORD = re.compile(r"[a-z0-9]+(?:[-_,.][a-z0-9]+)*")
K1, B = 1.2, 0.75
"""Robertson's usual constants of BM25."""


class DoubleKeeper:
    """BM25 in memory: not our store, and never reported as it. For tests of the benchmark itself."""

    name = "double"

    def __init__(self) -> None:
        self._kept: dict[str, dict[str, tuple[Entry, Counter[str]]]] = {}
        self._hidden: set[tuple[str, str]] = set()

    def put(self, tenant: str, entry: Entry) -> str:
        words = Counter(_WORD.findall(entry.text.lower()))
        self._kept.setdefault(tenant, {})[entry.name] = (entry, words)
        self._hidden.discard((tenant, entry.name))
        return entry.name

    def forget(self, tenant: str, record: str, order: int) -> None:
        del self._kept[tenant][record]

    def supersede(self, tenant: str, record: str, order: int) -> None:
        self._hidden.add((tenant, record))

    def search(self, asker: Asker, question: str, limit: int) -> Sequence[str]:
        seen = {
            name: words
            for name, (entry, words) in self._kept.get(asker.tenant, {}).items()
            if asker.purpose in entry.purposes and (asker.tenant, name) not in self._hidden
        }
        terms = set(_WORD.findall(question.lower()))
        scores = _bm25(seen, terms)
        return [
            name for name, score in sorted(scores.items(), key=lambda x: (-x[1], x[0])) if score > 0
        ][:limit]

    def close(self) -> None:
        self._kept.clear()


def _bm25(seen: dict[str, Counter[str]], terms: set[str]) -> dict[str, float]:
    total = len(seen)
    mean = sum(words.total() for words in seen.values()) / total if total else 1.0
    weight = {}
    for term in terms:
        holding = sum(term in words for words in seen.values())
        weight[term] = math.log(1 + (total - holding + 0.5) / (holding + 0.5))
    return {
        name: sum(
            weight[t] * words[t] * (K1 + 1) / (words[t] + K1 * (1 - B + B * words.total() / mean))
            for t in terms
            if words[t]
        )
        for name, words in seen.items()
    }
