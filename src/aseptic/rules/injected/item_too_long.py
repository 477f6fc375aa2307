"""I105: one item is longer than an item should be."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import loads, size
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each loaded item whose text is greater than the limit in UTF-8 bytes."""
    for group in loads(injected):
        limit = group.limits.item_bytes
        if limit is None:
            continue
        for note in group.items:
            length = size(note.text)
            if length > limit:
                yield Hit(
                    place=note.place,
                    message=f"the item has {length:,} bytes, the limit is {limit:,}",
                    kind=note.kind,
                    record=note.id,
                    hint="keep the conclusion here and move the rest to a topic file",
                    subject=note.id,
                )


RULE = Rule(
    code="I105",
    name="item-too-long",
    summary="one item is longer than an item should be",
    levels=ALWAYS_ERROR,
    check=check,
)
