"""What the policy does with a candidate, and how much harm the text could do."""

from __future__ import annotations

from enum import StrEnum


class Action(StrEnum):
    """What happens to a candidate. The members stand from the mildest to the strictest."""

    EXACT = "store exact"
    """Kept character for character."""
    NORMALIZED = "store normalized"
    """Kept with white space, digits and units in one form; the meaning stays."""
    REDACT = "redact"
    """Kept without the spans that may not be: each becomes its kind and length."""
    CONFIRM = "confirm"
    """Not kept. A single-use token is returned; with it the same text is kept."""
    SESSION_ONLY = "session-only"
    """Not kept. The caller may use it until the session ends."""
    DISCARD = "discard"
    """Not kept, and not to be used."""

    @property
    def strictness(self) -> int:
        """0 for the mildest; of several actions the strictest wins."""
        return list(Action).index(self)

    @property
    def stores(self) -> bool:
        """Whether anything of the text may be written."""
        return self in (Action.EXACT, Action.NORMALIZED, Action.REDACT)


class Sensitivity(StrEnum):
    """How much harm the text could do in wrong hands, from the least to the most."""

    PUBLIC = "public"
    INTERNAL = "internal"
    PERSONAL = "personal"
    SENSITIVE = "sensitive"
    SECRET = "secret"  # noqa: S105

    @property
    def rank(self) -> int:
        return list(Sensitivity).index(self)


class At(StrEnum):
    """Which door the text came to."""

    NOTE = "note"
    """It asks to be remembered."""
    LOG = "log"
    """It is an event of a session log, kept as evidence."""
