"""The central type: a verdict on something, given evidence, with a reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aseptic.model.evidence import Evidence
from aseptic.model.note import Claim
from aseptic.model.outcome import Outcome as Outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """A decision as data."""

    outcome: Outcome
    code: str
    reason: str
    evidence: tuple[Evidence, ...] = ()


class Label(StrEnum):
    """What the log does to a claim. Never a bare score."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    OVERSTATED = "overstated"
    """The log says less: one case made always, tried made works."""
    UNSUPPORTED = "unsupported"
    """Nothing in the log speaks of it."""
    UNDECIDED = "undecided"
    """The log speaks of it; this judge cannot tell."""
    NOT_CHECKABLE = "not checkable"
    """Opinion, plan, advice."""

    @property
    def outcome(self) -> Outcome:
        if self is Label.SUPPORTED:
            return Outcome.PASS
        if self in (Label.UNDECIDED, Label.NOT_CHECKABLE):
            return Outcome.UNKNOWN
        return Outcome.FAIL

    @property
    def code(self) -> str:
        """The rule code under which findings report this label."""
        return _CODES[self]


_CODES = {
    Label.SUPPORTED: "C100",
    Label.CONTRADICTED: "C101",
    Label.OVERSTATED: "C102",
    Label.UNSUPPORTED: "C103",
    Label.UNDECIDED: "C104",
    Label.NOT_CHECKABLE: "C105",
}


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a judge decided about one claim, and on what."""

    claim: Claim
    label: Label
    reason: str
    evidence: tuple[Evidence, ...] = ()
    judge: str = "lexical"
    value: str | None = None
    """Of a contradiction: the log's own value, where it holds exactly one."""

    @property
    def verdict(self) -> Verdict:
        return Verdict(self.label.outcome, self.label.code, self.reason, self.evidence)
