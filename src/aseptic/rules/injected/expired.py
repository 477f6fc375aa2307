"""I304: the item's own expiry date has passed."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """Hits for items whose last valid day is before today."""
    for note in injected.notes:
        if note.expires_on is not None and note.expires_on < injected.today:
            yield Hit(
                place=note.place,
                message=f"expired on {note.expires_on}, and is still loaded",
                kind=note.kind,
                record=note.id,
                hint="remove it, or set a new date after checking it",
                subject=f"expired:{note.id}",
            )


RULE = Rule(
    code="I304",
    name="expired",
    summary="the item's own expiry date has passed",
    levels=ALWAYS_ERROR,
    check=check,
)
