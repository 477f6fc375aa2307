"""What the policy came to, as data with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from aseptic.rules.eligibility.action import Action, Sensitivity
from aseptic.rules.eligibility.finding import Finding


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer of the policy. Nothing in it, `text` apart, holds any of the candidate."""

    action: Action
    text: str | None
    """What may be written; None unless the action stores."""
    category: str
    """The category that decided."""
    sensitivity: Sensitivity
    """The highest of all that was found."""
    expiry: timedelta | None
    """How long after recording it may be kept; None: without limit."""
    purposes: frozenset[str] | None
    """For what it may be used; None: the policy sets no limit."""
    policy: str
    """Name, version and digest of the table: `default/1#3f2a9c1d`."""
    row: str
    """Name of the row that decided; empty where no row did."""
    reason: str
    findings: tuple[Finding, ...] = ()
    detectors: tuple[str, ...] = ()
    """Names of those that ran."""
    evaluated: bool = True
    """False: the policy could not be evaluated, and so nothing may be written."""

    @property
    def stores(self) -> bool:
        """Whether `text` may be written."""
        return self.action.stores and self.text is not None
