"""I302: nobody has reviewed the item."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.provenance import lacking
from aseptic.rules.levels import AGENT_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """Hits for items that are not marked as reviewed; silence is not a review."""
    return lacking(
        injected,
        lambda note: note.reviewed is not True,
        one="the item was not reviewed",
        all_of_file="none of its {count} items was reviewed",
        hint="review it against the log, then mark it (`reviewed`, or `aseptic audit --accept`)",
        subject="reviewed",
    )


RULE = Rule(
    code="I302",
    name="not-reviewed",
    summary="nobody has reviewed the item",
    levels=AGENT_ERROR,
    check=check,
)
