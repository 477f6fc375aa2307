"""I303: the item was not confirmed for longer than the limit, or nothing says when it was."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from aseptic.model.note import Note
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import counted, limits_for
from aseptic.rules.injected.provenance import lacking
from aseptic.rules.levels import AGENT_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """Hits for items older than `stale_days`, dated in the future, or without a date."""
    yield from _old(injected)
    yield from lacking(
        injected,
        lambda note: note.updated_on is None and _limit(injected, note) is not None,
        one="nothing says when the item was last updated, so its age is not known",
        all_of_file="nothing says when any of its {count} items was last updated",
        hint="give it a date (`updated_on`), or keep the file under git",
        subject="date",
    )


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
