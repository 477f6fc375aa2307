"""I103: more lines than every session should load."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import loads
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each group with more lines than its limit (off by default)."""
    for group in loads(injected):
        limit = group.limits.lines
        if limit is not None and group.lines > limit:
            yield Hit(
                place=group.where,
                message=f"every session loads {group.lines} lines of {group.what}, "
                f"the limit is {limit}",
                kind=group.kind,
                hint="move what only some sessions need to a scoped file",
                subject=group.format,
            )


RULE = Rule(
    code="I103",
    name="too-many-lines",
    summary="more lines than every session should load",
    levels=ALWAYS_ERROR,
    check=check,
)
