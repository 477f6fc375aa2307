"""Who brought a text into a session. Apart from events, so that a hook need not load those."""

from __future__ import annotations

from enum import StrEnum


class Origin(StrEnum):
    """Who brought the text into the session."""

    USER = "user"
    AGENT = "agent"
    TOOL = "tool"
    MEMORY = "memory"
    COMPACTION = "compaction"
    SYSTEM = "system"

    @property
    def is_evidence(self) -> bool:
        """Memory cannot feed itself, and a compaction is a summary, not an event."""
        return self not in (Origin.MEMORY, Origin.COMPACTION, Origin.SYSTEM)
