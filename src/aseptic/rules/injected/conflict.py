"""I202: two items cannot both be true."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.language.similarity import normalize
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.compared import near
from aseptic.rules.levels import ALWAYS_ERROR

ALIKE = 0.7
"""Items less alike than this mostly speak of different things, and difference is no conflict."""


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each later item that contradicts an earlier, nearly equal one."""
    reported: set[str] = set()
    for first, second, _ in near(injected, ALIKE):
        key = f"{second.place.path}:{second.id}"
        if key in reported or normalize(first.text) == normalize(second.text):
            continue
        from aseptic.language.guard import contradiction

        why = contradiction(first.text, second.text)
        if not why:
            continue
        reported.add(key)
        yield Hit(
            place=second.place,
            message=f"contradicts the item at {first.place}: {why}",
            kind=second.kind,
            record=second.id,
            hint="find out which one holds and remove the other",
            subject=f"{first.id}!{second.id}",
        )


RULE = Rule(
    code="I202",
    name="conflict",
    summary="two items cannot both be true",
    levels=ALWAYS_ERROR,
    check=check,
)
