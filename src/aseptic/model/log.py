"""How a judge looks at a session log, whatever holds it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from aseptic.model.event import SessionEvent


class LogView(Protocol):
    """Read access to the events of one scope. Every answer is bounded."""

    def sessions(self) -> Sequence[str]:
        """Ids of the sessions held, oldest first where times are known."""
        ...

    def event(self, session: str, seq: int) -> SessionEvent | None:
        """The event at that place, or None."""
        ...

    def around(self, session: str, seq: int, *, before: int, after: int) -> Sequence[SessionEvent]:
        """Up to `before` events ahead of `seq`, itself, and up to `after` behind it, in order."""
        ...

    def search(
        self, terms: Sequence[str], *, limit: int = 20, session: str | None = None
    ) -> Sequence[tuple[SessionEvent, float]]:
        """Events that hold any of the terms, best BM25 first (higher is better).

        A term of several words or with punctuation (`go test ./...`, `src/a.py`)
        is matched as a phrase of its tokens. Only events that may be evidence.
        """
        ...

    def joined(self, session: str, call: str) -> Sequence[SessionEvent]:
        """The CALL with this id and its RESULTs, in order."""
        ...

    def touching(self, path: str, *, limit: int = 50) -> Sequence[SessionEvent]:
        """Events about a file whose path is `path` or ends with `/path`, newest last."""
        ...

    def count(self) -> int:
        """How many events are held."""
        ...
