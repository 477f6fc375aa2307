"""Who wins in a conflict: current statement > verified record > stored preference > inferred."""

from __future__ import annotations

from enum import IntEnum


class Standing(IntEnum):
    """How much a statement weighs; the higher wins, whatever the order of arrival."""

    INFERRED = 0
    PREFERENCE = 1
    VERIFIED = 2
    CURRENT = 3
    """Said by the user now, in this conversation."""


def standing(*, stated: bool, verified: bool, current: bool = False) -> Standing:
    """The standing of one statement."""
    if current:
        return Standing.CURRENT
    if verified:
        return Standing.VERIFIED
    return Standing.PREFERENCE if stated else Standing.INFERRED
