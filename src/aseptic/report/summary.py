"""The counts and the closing words that every view shows alike."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date

from aseptic.config import Config, Limits
from aseptic.model.event import Aside, AsideReason
from aseptic.model.finding import Finding, Level, Result
from aseptic.model.note import MemoryKind
from aseptic.model.verdict import Judgement, Label, Outcome
from aseptic.rules.base import Injected
from aseptic.rules.injected.loads import LoadGroup, loads

MEANING = {
    Outcome.PASS: "pass: nothing of level error was found (exit 0)",
    Outcome.FAIL: "fail: at least one finding of level error (exit 1)",
    Outcome.UNKNOWN: "no verdict: this is not a pass (exit 2)",
}


@dataclass(frozen=True, slots=True)
class Size:
    """What every session loads of one tool's files, against the limits for their kind."""

    format: str
    kind: MemoryKind
    files: int
    items: int
    bytes: int
    lines: int
    limits: Limits | None

    @property
    def tokens(self) -> int:
        """An estimate: bytes / 4."""
        return self.bytes // 4

    @property
    def measures(self) -> tuple[tuple[str, int, int | None], ...]:
        """(name, amount, limit) in the order in which they are shown; None: no limit."""
        limits = self.limits
        return (
            ("items", self.items, limits.items if limits else None),
            ("bytes", self.bytes, limits.bytes if limits else None),
            ("lines", self.lines, limits.lines if limits else None),
            ("tokens", self.tokens, limits.tokens if limits else None),
        )


def findings(result: Result) -> list[Finding]:
    """In the order of files and lines; twins keep their order."""
    return sorted(result.findings, key=lambda f: (*f.sort_key, f.message))


def by_weight(result: Result) -> list[Finding]:
    """In the order of files; in a file what is worst first, and what the log says before the rest."""
    rank = {level: number for number, level in enumerate(Level)}

    def key(finding: Finding) -> tuple[str, int, bool, int, int]:
        place = finding.place
        judged = finding.code.startswith("C")
        return (place.path, rank[finding.level], not judged, place.line, place.column)

    return sorted(findings(result), key=key)


def claims(result: Result) -> list[Judgement]:
    """In the order of files and lines."""
    return sorted(
        result.judgements, key=lambda j: (j.claim.place.path, j.claim.place.line, j.claim.text)
    )


def levels(result: Result) -> dict[str, int]:
    """How many findings of each level; every level is there."""
    count = Counter(f.level for f in result.findings)
    return {level.value: count[level] for level in Level}


def labels(result: Result) -> dict[str, int]:
    """How many claims of each label; every label is there."""
    count = Counter(j.label for j in result.judgements)
    return {label.value: count[label] for label in Label}


def asides(result: Result) -> dict[str, int]:
    """How many log units were set aside, by reason; torn and unknown are always there."""
    count: Counter[AsideReason] = Counter()
    for log in result.logs:
        count.update(log.asides)
    return {
        reason.value: count[reason] for reason in AsideReason if count[reason] or reason.is_problem
    }


def problems(result: Result) -> list[Aside]:
    """The torn and unknown units whose places are known, in order of logs and lines."""
    found = [aside for log in result.logs for aside in log.problems if aside.reason.is_problem]
    return sorted(found, key=lambda a: (a.place.path, a.place.line))


def sizes(result: Result) -> list[Size]:
    """What every session loads, one row a tool and kind."""
    given = result.limits is not None or result.instruction_limits is not None
    config = Config(
        limits=result.limits or Limits(),
        instruction_limits=result.instruction_limits or Limits(),
    )
    groups = loads(Injected(result.files, config, date.min))
    return [_size(group, given) for group in groups]


def _size(group: LoadGroup, given: bool) -> Size:
    return Size(
        format=group.format,
        kind=group.kind,
        files=len(group.files),
        items=len(group.items),
        bytes=group.bytes,
        lines=group.lines,
        limits=group.limits if given else None,
    )


def judgement_of(result: Result) -> dict[tuple[str, str, int, str], Judgement]:
    """Finds the judgement behind a finding of a claim: by code, path, line and record."""
    return {
        (j.label.code, j.claim.place.path, j.claim.place.line, j.claim.note): j
        for j in reversed(result.judgements)
    }


def behind(finding: Finding, known: dict[tuple[str, str, int, str], Judgement]) -> Judgement | None:
    """The judgement that a finding reports, or None for the finding of a rule."""
    place = finding.place
    return known.get((finding.code, place.path, place.line, finding.record or ""))


def decided(result: Result) -> str:
    """The decided share in words, with the least that is allowed."""
    share = result.decided_share
    if share is None:
        return "no checkable claims"
    least = f", at least {result.min_decided:.0%} needed" if result.min_decided else ""
    return (
        f"{result.decided} of {len(result.checkable)} checkable claims decided ({share:.0%}{least})"
    )


def reasons(result: Result) -> list[str]:
    """Why there is no full verdict, in words; empty where there is one."""
    why = list(result.unknown_reasons)
    share = result.decided_share
    if result.checks_run == 0:
        why.append("no check ran")
    if share is not None and share < result.min_decided:
        why.append(f"only {decided(result)}")
    return why


def verdict(result: Result) -> str:
    """The last line: the outcome, what it means, and the exit status."""
    return MEANING[result.outcome]


def plural(count: int, noun: str) -> str:
    """`1 claim`, `1,200 claims`."""
    return f"{count:,} {noun}" + ("" if count == 1 else "s")
