"""What the policy is asked about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aseptic.model.origin import Origin
from aseptic.rules.eligibility.action import At, Sensitivity


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text that asks to be kept, with every other string that would be written beside it."""

    text: str
    source: Origin = Origin.AGENT
    """Who said it: what the user stated is treated otherwise than what an agent inferred."""
    category: str | None = None
    """What the caller says it is; the detectors can add to that and take nothing away."""
    sensitivity: Sensitivity | None = None
    """What the caller says; it can raise what the table says, never lower it."""
    purposes: frozenset[str] = frozenset()
    """For what the record would be kept. Empty: whatever the policy allows."""
    at: At = At.NOTE
    fields: Mapping[str, str] = field(default_factory=dict)
    """Further strings that would be stored: `key`, `fact_key`, `value`, `source`."""
