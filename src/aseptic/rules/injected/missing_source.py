"""I301: nothing says where the item came from."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.model.note import Note
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.provenance import lacking
from aseptic.rules.levels import AGENT_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """Hits for items with neither a source nor a citation."""
    return lacking(
        injected,
        _has_none,
        one="the item does not say where it came from",
        all_of_file="none of its {count} items says where it came from",
        hint="name the session, event or commit it rests on (`source`), or accept it in a review",
        subject="source",
    )


def _has_none(note: Note) -> bool:
    return not (note.source or "").strip() and not note.citations


RULE = Rule(
    code="I301",
    name="missing-source",
    summary="nothing says where the item came from",
    levels=AGENT_ERROR,
    check=check,
)
