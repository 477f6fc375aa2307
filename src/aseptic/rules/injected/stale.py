"""I303: the item was not confirmed for longer than the limit, or nothing says when it was."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date

from aseptic.model.note import Note
from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import counted, is_records, limits_for
from aseptic.rules.injected.provenance import lacking
from aseptic.rules.levels import AGENT_ERROR

_MONTHS = "january february march april may june july august september october november december"
_STATED = (
    r"(?i)(?:\b(?:last[ _-]?)?(?:updated?|modified|reviewed|date)\b[^\n:]{0,12}:|\bas of\b|\bupdated on\b)[\s*_]*"
    r"(?:(?P<iso>20\d\d-\d\d-\d\d)|(?P<month>[a-z]{3,9})\.? (?P<day>\d{1,2}),? (?P<year>20\d\d))"
)
HEAD = 2_000
"""Characters from the start of a file in which a stated date is taken for the whole file's."""


def check(injected: Injected) -> Iterable[Hit]:
    """Hits for items older than `stale_days`, dated in the future, or without a date.

    A Markdown file that states its date in prose near its start is as old as it says.
    """
    yield from _old(injected)
    dated: set[str] = set()
    for file in injected.files:
        limit = limits_for(injected, file.kind).stale_days
        if is_records(file) or all(note.updated_on is not None for note in file.notes):
            continue
        stated = stated_date(injected.texts.get(file.path, "")[:HEAD])
        if stated is None:
            continue
        dated.add(file.path)
        message = _complaint(stated, injected.today, limit) if limit is not None else None
        if message:
            yield Hit(
                place=Place(file.path),
                message=f"as the file says, {message}",
                kind=file.kind,
                hint="check it against recent sessions, then update its date or remove it",
                subject="stated date",
            )
    yield from lacking(
        injected,
        lambda note: (
            note.updated_on is None
            and note.place.path not in dated
            and _limit(injected, note) is not None
        ),
        one="nothing says when the item was last updated, so its age is not known",
        all_of_file="nothing says when any of its {count} items was last updated",
        hint="give it a date (`updated_on`), or keep the file under git",
        subject="date",
    )


def stated_date(text: str) -> date | None:
    """The latest date that a text gives as its own (`Last updated: August 5, 2025`)."""
    found = []
    for match in re.finditer(_STATED, text):
        try:
            if match.group("iso"):
                found.append(date.fromisoformat(match.group("iso")))
                continue
            names = [m for m in _MONTHS.split() if m.startswith(match.group("month").lower()[:3])]
            if names:
                month = _MONTHS.split().index(names[0]) + 1
                found.append(date(int(match.group("year")), month, int(match.group("day"))))
        except ValueError:
            continue
    return max(found, default=None)


def _old(injected: Injected) -> Iterator[Hit]:
    for _, notes in counted(injected):
        for note in notes:
            limit = _limit(injected, note)
            if limit is None or note.updated_on is None:
                continue
            message = _complaint(note.updated_on, injected.today, limit)
            if message:
                yield Hit(
                    place=note.place,
                    message=message,
                    kind=note.kind,
                    record=note.id,
                    hint="check it against recent sessions, then update its date or remove it",
                    subject=f"age:{note.id}",
                )


def _complaint(updated_on: date, today: date, limit: int) -> str | None:
    days = (today - updated_on).days
    if days > limit:
        return f"last updated {days} days ago ({updated_on}), the limit is {limit}"
    if days < -1:  # one day of grace: time zones
        return f"its date {updated_on} lies in the future, so its age is not known"
    return None


def _limit(injected: Injected, note: Note) -> int | None:
    return limits_for(injected, note.kind).stale_days


RULE = Rule(
    code="I303",
    name="stale",
    summary="the item was not confirmed for longer than the limit",
    levels=AGENT_ERROR,
    check=check,
)
