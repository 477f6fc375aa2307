"""I102: more bytes than every session should load."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import loads
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each group whose size in UTF-8 bytes is greater than its limit."""
    for group in loads(injected):
        limit = group.limits.bytes
        if limit is not None and group.bytes > limit:
            yield Hit(
                place=group.where,
                message=f"every session loads {group.bytes:,} bytes of {group.what}, "
                f"the limit is {limit:,}",
                kind=group.kind,
                hint="shorten items to their conclusion, or move some to a scoped file",
                subject=group.format,
            )


RULE = Rule(
    code="I102",
    name="too-many-bytes",
    summary="more bytes than every session should load",
    levels=ALWAYS_ERROR,
    check=check,
)
