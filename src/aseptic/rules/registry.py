"""All rules of the injected context, by code."""

from __future__ import annotations

from aseptic.rules.base import Rule
from aseptic.rules.injected import (
    conflict,
    dead_anchor,
    dead_command,
    dead_file,
    expired,
    hidden,
    import_cycle,
    item_too_long,
    missing_import,
    missing_source,
    near_duplicate,
    not_reviewed,
    overflow,
    poison,
    reasoning,
    secret,
    stale,
    too_many_bytes,
    too_many_items,
    too_many_lines,
    too_many_tokens,
)

RULES: tuple[Rule, ...] = (
    too_many_items.RULE,
    too_many_bytes.RULE,
    too_many_lines.RULE,
    too_many_tokens.RULE,
    item_too_long.RULE,
    overflow.RULE,
    near_duplicate.RULE,
    conflict.RULE,
    missing_source.RULE,
    not_reviewed.RULE,
    stale.RULE,
    expired.RULE,
    reasoning.RULE,
    dead_file.RULE,
    dead_command.RULE,
    dead_anchor.RULE,
    missing_import.RULE,
    import_cycle.RULE,
    secret.RULE,
    poison.RULE,
    hidden.RULE,
)
