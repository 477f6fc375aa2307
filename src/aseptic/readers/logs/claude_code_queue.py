"""Prompts that the user typed while the agent worked, in a Claude Code transcript.

`enqueue` holds the text. What then becomes of it is told without it: `dequeue`, a line of
the user follows; `popAll`, the user took it back to go on writing; `remove`, it was put into
the running turn, of which newer versions write an `attachment` and older ones nothing more.
"""

from __future__ import annotations

import re
from collections import deque
from typing import Any

from aseptic.readers.logs.chat import content_text
from aseptic.readers.logs.claude_code_words import not_typed
from aseptic.readers.logs.stream import table, text_of

MOST = 200
"""Prompts remembered: nobody queues more."""
_BARE_COMMAND = re.compile(r"\s*/[\w:-]+\s*")


class Queue:
    """The prompts of one session that wait."""

    def __init__(self) -> None:
        self._waiting: deque[str] = deque(maxlen=MOST)
        self._removed: deque[str] = deque(maxlen=MOST)
        self._attached: deque[str] = deque(maxlen=MOST)

    def operation(self, entry: dict[str, Any]) -> str | None:
        """The prompt that this `queue-operation` sent without a line of its own, if any."""
        kind, text = entry.get("operation"), text_of(entry.get("content"))
        if kind == "enqueue" and text:
            self._waiting.append(text)
        elif kind == "popAll":
            self._waiting = deque((t for t in self._waiting if not_typed(t)), MOST)
        elif kind in ("dequeue", "remove"):
            sent = self._first()
            if kind == "remove" and sent is not None and not not_typed(sent):
                return self._sent(sent)
        return None

    def attachment(self, entry: dict[str, Any]) -> str | None:
        """The prompt that this `attachment` sent, where `remove` did not tell of it before."""
        held = table(entry.get("attachment"))
        if held.get("type") != "queued_command":
            return None
        text = text_of(content_text(held.get("prompt")))
        if text is None or not_typed(text) or _BARE_COMMAND.fullmatch(text):
            return None
        if text in self._removed:
            self._removed.remove(text)
            return None
        self._attached.append(text)
        return text

    def line(self, text: str) -> None:
        """The user's own line said this: it waits no longer."""
        if text in self._waiting:
            self._waiting.remove(text)

    def _first(self) -> str | None:
        """The one that goes next: what the user typed goes ahead of notices."""
        if not self._waiting:
            return None
        chosen = next((t for t in self._waiting if not not_typed(t)), self._waiting[0])
        self._waiting.remove(chosen)
        return chosen

    def _sent(self, text: str) -> str | None:
        if text in self._attached:
            self._attached.remove(text)
            return None
        if _BARE_COMMAND.fullmatch(text):
            return None
        self._removed.append(text)
        return text
