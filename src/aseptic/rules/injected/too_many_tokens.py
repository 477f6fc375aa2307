"""I104: more tokens (an estimate) than every session should load."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import loads
from aseptic.rules.levels import ALWAYS_ERROR

BYTES_A_TOKEN = 4
"""A common rule of thumb for English text; code and other scripts take more tokens."""


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each group whose estimated tokens are greater than its limit."""
    for group in loads(injected):
        limit = group.limits.tokens
        if limit is None:
            continue
        tokens = -(-group.bytes // BYTES_A_TOKEN)
        if tokens > limit:
            yield Hit(
                place=group.where,
                message=f"every session loads about {tokens:,} tokens of {group.what} "
                f"(an estimate: {BYTES_A_TOKEN} bytes a token), the limit is {limit:,}",
                kind=group.kind,
                hint="the true count depends on the model's tokenizer; shorten or scope items",
                subject=group.format,
            )


RULE = Rule(
    code="I104",
    name="too-many-tokens",
    summary="more tokens (estimated) than every session should load",
    levels=ALWAYS_ERROR,
    check=check,
)
