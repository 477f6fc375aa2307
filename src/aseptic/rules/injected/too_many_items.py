"""I101: more items than every session should load."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import loads
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each group whose item count is greater than its limit."""
    for group in loads(injected):
        limit = group.limits.items
        if limit is None:
            continue
        items = group.items
        if len(items) > limit:
            yield Hit(
                place=items[limit].place,
                message=f"{group.what} load {len(items)} items into every session, the limit is {limit}"
                if len(group.files) > 1
                else f"{len(items)} items are loaded into every session, the limit is {limit}",
                kind=group.kind,
                hint="move what only some sessions need to a scoped file, or merge items",
                subject=group.format,
            )


RULE = Rule(
    code="I101",
    name="too-many-items",
    summary="more items than every session should load",
    levels=ALWAYS_ERROR,
    check=check,
)
