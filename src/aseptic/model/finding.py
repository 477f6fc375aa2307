"""Findings: what a person or a CI job is told, and the result that carries them."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from aseptic.config import Limits
from aseptic.model.note import MemoryFile, MemoryKind
from aseptic.model.outcome import Outcome
from aseptic.model.place import Place
from aseptic.records import dataclass, field

TYPE_CHECKING = False
if TYPE_CHECKING:  # a hook that runs the gate has no logs and no judgements
    from aseptic.model.event import LogSummary
    from aseptic.model.evidence import Evidence
    from aseptic.model.verdict import Judgement


class Level(StrEnum):
    """How much it matters. `error` makes exit 1."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a rule or the judge found, where, and what to do."""

    code: str
    level: Level
    message: str
    place: Place
    kind: MemoryKind | None = None
    record: str | None = None
    """Id of the note it is about."""
    evidence: tuple[Evidence, ...] = ()
    hint: str | None = None
    subject: str | None = None
    """What exactly is wrong, normalized (a dead path, the other item's id); part of
    the fingerprint, so that a baseline survives moved lines. Never a secret."""

    @property
    def sort_key(self) -> tuple[str, int, int, str]:
        return (self.place.path, self.place.line, self.place.column, self.code)

    @property
    def fingerprint(self) -> str:
        """32 hex digits that stay the same when lines move. Not unique: twins share it."""
        from hashlib import sha256  # only reports and baselines need it

        parts = (self.code, self.place.path, self.record or "", self.subject or self.message)
        return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Suppressed:
    """A finding that an ignore or a baseline accepted; still counted and listed."""

    finding: Finding
    by: str
    """`inline`, `config` or `baseline`."""
    reason: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a verb (`audit`, `gate`) came to: the one thing every report is a view of."""

    verb: str
    root: str
    at: datetime
    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    files: tuple[MemoryFile, ...] = ()
    logs: tuple[LogSummary, ...] = ()
    min_decided: float = 0.0
    checks_run: int = 0
    """How many rules really ran on something. A run without checks is never green."""
    unknown_reasons: tuple[str, ...] = ()
    """Why no full verdict was possible, in words (no logs found, a file unreadable)."""
    extra: dict[str, str] = field(default_factory=dict)
    limits: Limits | None = None
    """Limits of agent-written memory in this run, for reports; None: not shown."""
    instruction_limits: Limits | None = None
    """Limits of instruction files in this run, for reports; None: not shown."""

    @property
    def checkable(self) -> tuple[Judgement, ...]:
        return tuple(j for j in self.judgements if j.label.value != "not checkable")

    @property
    def decided(self) -> int:
        return sum(1 for j in self.checkable if j.label.value != "undecided")

    @property
    def decided_share(self) -> float | None:
        """Share of the checkable claims that were decided; None where there are none."""
        return self.decided / len(self.checkable) if self.checkable else None

    @property
    def outcome(self) -> Outcome:
        """Fail wins over unknown; an empty run is unknown."""
        if any(f.level is Level.ERROR for f in self.findings):
            return Outcome.FAIL
        share = self.decided_share
        too_few = share is not None and share < self.min_decided
        if self.unknown_reasons or self.checks_run == 0 or too_few:
            return Outcome.UNKNOWN
        return Outcome.PASS

    @property
    def exit_code(self) -> int:
        """0 pass, 1 a finding of level error, 2 no verdict."""
        return {Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.UNKNOWN: 2}[self.outcome]
