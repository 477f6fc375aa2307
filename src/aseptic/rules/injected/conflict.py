"""I202: two items cannot both be true."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from aseptic.language.similarity import normalize
from aseptic.model.note import Note
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.compared import near
from aseptic.rules.levels import ALWAYS_ERROR

ALIKE = 0.7
"""Items less alike than this mostly speak of different things, and difference is no conflict."""

_WAYS = {
    "polarity": "one affirms what the other denies",
    "number": "the same, with another number",
    "date": "the same, with another date or time",
    "direction": "the same, with the opposite direction",
    "antonym": "the same, with an opposite word",
    "order": "the same, in the reverse order",
}

_NAMED = (
    r"(?:fact|item|note|rule|step|topic|task|issue|pr|case|phase|part|chapter|section|entry|number|no\.?"
    r"|point|example|option|question|lesson|sprint|milestone|ticket|bug|figure|table|stage|day|week|team|user)s?"
)
"""Words after which a number is a name."""


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each later item that contradicts an earlier, nearly equal one."""
    reported: set[str] = set()
    series = _series(injected)
    for first, second, _ in near(injected, ALIKE):
        key = f"{second.place.path}:{second.id}"
        if key in reported or normalize(first.text) == normalize(second.text):
            continue
        from aseptic.language.guard import contradiction

        why = contradiction(first.text, second.text)
        if not why or (why == "number" and _counts_up(first, second, series)):
            continue
        reported.add(key)
        yield Hit(
            place=second.place,
            message=f"contradicts the item at {first.place}: {_WAYS.get(why, why)}",
            kind=second.kind,
            record=second.id,
            hint="find out which one holds and remove the other",
            subject=f"{first.id}!{second.id}",
        )


def _series(injected: Injected) -> frozenset[str]:
    """Templates (numbers left out) that three or more items fill: a list that counts, no conflict."""
    counts = Counter(_template(note.text) for note in injected.notes)
    return frozenset(template for template, count in counts.items() if count > 2)


def _template(text: str) -> str:
    return re.sub(r"\d+", "0", normalize(text))


def _counts_up(first: Note, second: Note, series: frozenset[str]) -> bool:
    """Whether the numbers name things (`step 3`, `#12`) and are not values of one thing."""
    if _template(first.text) in series or _template(second.text) in series:
        return True
    one, other = normalize(first.text).split(), normalize(second.text).split()
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            before = one[at - 1] if at else ""
            return left.startswith("#") or re.fullmatch(_NAMED, before) is not None
    return False


RULE = Rule(
    code="I202",
    name="conflict",
    summary="two items cannot both be true",
    levels=ALWAYS_ERROR,
    check=check,
)
