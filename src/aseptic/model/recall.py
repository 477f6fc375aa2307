"""What a search came to: hits, and whether it could search at all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class RecallState(StrEnum):
    """Nothing found and a broken search are different answers."""

    OK = "ok"
    EMPTY = "empty"
    DEGRADED = "degraded"


@dataclass(frozen=True, slots=True)
class Hit:
    """One record that may be seen and that matched."""

    id: str
    version: int
    text: str
    score: float
    """BM25 of the full-text index; higher is better."""
    observed_at: datetime | None
    """How fresh it is: when it was said, as far as that is known."""
    why: str


@dataclass(frozen=True, slots=True)
class Recall:
    """Hits, best first, with the state of the search."""

    hits: tuple[Hit, ...]
    state: RecallState
    reason: str = ""
    """Of `degraded`: what did not work."""
