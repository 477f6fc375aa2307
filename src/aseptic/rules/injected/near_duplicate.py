"""I201: two items say the same."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.language.similarity import normalize
from aseptic.model.note import Note
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.compared import exchanged, near
from aseptic.rules.levels import AGENT_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each later item that repeats an earlier one.

    Never for items that differ in polarity, a number, a date or a name.
    """
    reported: set[str] = set()
    for first, second, similarity in near(injected, injected.config.duplicates.threshold):
        key = f"{second.place.path}:{second.id}"
        if key in reported or not _same(first, second):
            continue
        reported.add(key)
        how = "repeats" if similarity == 1 else f"is {similarity:.0%} the same as"
        yield Hit(
            place=second.place,
            message=f"{how} the item at {first.place}",
            kind=second.kind,
            record=second.id,
            hint="keep one of them, with the sources of both",
            subject=f"{first.id}~{second.id}",
        )


def _same(first: Note, second: Note) -> bool:
    if normalize(first.text) == normalize(second.text):
        return True
    if exchanged(first, second):
        return False
    from aseptic.language.guard import difference

    return difference(first.text, second.text) is None


RULE = Rule(
    code="I201",
    name="near-duplicate",
    summary="two items say the same",
    levels=AGENT_ERROR,
    check=check,
)
