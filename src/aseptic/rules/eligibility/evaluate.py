"""The decision: what the detectors found, looked up in the table; the strictest row wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from aseptic.rules.eligibility.action import Action, Sensitivity
from aseptic.rules.eligibility.bare import bare
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.categories import CATEGORIES
from aseptic.rules.eligibility.decision import Decision
from aseptic.rules.eligibility.finding import Detector, Finding
from aseptic.rules.eligibility.policy import Policy, Row

TEXT = "text"
UNKNOWN = "not in the table"


def evaluate(
    candidate: Candidate,
    policy: Policy,
    detectors: Sequence[Detector],
    *,
    confirmed: bool = False,
) -> Decision:
    """What may be stored of a candidate.

    For each finding the first matching row of the table applies; of all rows the strictest
    action wins, the shortest expiry, and the purposes that all of them allow. Where the
    policy cannot be evaluated, the candidate is refused: this function does not raise.

    Args:
        confirmed: somebody confirmed exactly this candidate (`tokens.redeem`); then
            `confirm` stores.
    """
    names = tuple(detector.name for detector in detectors)
    if policy.unusable:
        return _closed(policy, f"the policy cannot be used: {policy.unusable}", names)
    found: list[Finding] = []
    for detector in detectors:
        try:
            for name, text in ((TEXT, candidate.text), *candidate.fields.items()):
                found += findings(detector, text, name)
        except Exception:  # whatever it is: its words may quote the text, so they are not kept
            return _closed(policy, f"the detector {detector.name!r} failed", names)
    decided = [
        _look_up(finding, candidate, policy) for finding in _subjects(found, candidate, policy)
    ]
    return replace(_decide(decided, candidate, policy, detectors, confirmed), detectors=names)


def findings(detector: Detector, text: str, name: str = TEXT) -> list[Finding]:
    """What one detector finds in a text, as written and with what hides words taken out."""
    out = [
        Finding(s.category, s.kind, name, s.start, s.end, detector.name)
        for s in detector.find(text)
    ]
    plain, origin = bare(text)
    if plain != text:
        for span in detector.find(plain):
            if span.end > span.start:
                start, end = origin[span.start], origin[span.end - 1] + 1
                found = Finding(span.category, span.kind, name, start, end, detector.name)
                out.append(found)
    return list(dict.fromkeys(out))


def _subjects(found: Sequence[Finding], candidate: Candidate, policy: Policy) -> list[Finding]:
    """The findings, and what the caller says that the text is; `other` where nobody says.

    A category that the table does not know is not repeated: it could hold anything.
    """
    stated = candidate.category
    if stated is not None and stated not in CATEGORIES and stated not in policy.sensitivity:
        stated = UNKNOWN
    if stated is not None and all(f.category != stated for f in found):
        return [*found, Finding(stated, "as stated", TEXT, 0, 0, "caller")]
    return list(found) or [Finding("other", "other", TEXT, 0, 0, "none")]


_Decided = tuple[Finding, Row | None, Sensitivity]


def _look_up(finding: Finding, candidate: Candidate, policy: Policy) -> _Decided:
    level = policy.sensitivity_of(finding.category, finding.kind)
    if candidate.sensitivity is not None and candidate.sensitivity.rank > level.rank:
        level = candidate.sensitivity
    row = policy.row_for(finding.category, finding.kind, level, candidate.source, candidate.at)
    if row is None:
        return replace(finding, action=Action.DISCARD.value), None, level
    return replace(finding, row=row.name, action=row.action.value), row, level


def _decide(
    decided: Sequence[_Decided],
    candidate: Candidate,
    policy: Policy,
    detectors: Sequence[Detector],
    confirmed: bool,
) -> Decision:
    strictest = max(decided, key=lambda d: (_effective(d[0], d[1]).strictness, d[2].rank))
    finding, row, _ = strictest
    action = _effective(finding, row)
    reason = "no row of the table speaks of it" if row is None else row.reason
    if action is not (row.action if row else Action.DISCARD):
        reason = f"{finding.kind} stands in {finding.field!r}, where nothing can be taken out"
    base = Decision(
        action=action,
        text=None,
        category=finding.category,
        sensitivity=max((level for _, _, level in decided), key=lambda level: level.rank),
        expiry=_shortest([r.expiry for _, r, _ in decided if r is not None]),
        purposes=None,
        policy=policy.id,
        row=row.name if row else "",
        reason=reason,
        findings=tuple(f for f, _, _ in decided),
    )
    return _with_text(base, decided, candidate, detectors, confirmed)


def _effective(finding: Finding, row: Row | None) -> Action:
    """A key or a subject without a span cannot lose a part of itself: then nothing is kept."""
    if row is None:
        return Action.DISCARD
    whole = finding.field != TEXT or finding.end <= finding.start
    return Action.DISCARD if row.action is Action.REDACT and whole else row.action


def _with_text(
    base: Decision,
    decided: Sequence[_Decided],
    candidate: Candidate,
    detectors: Sequence[Detector],
    confirmed: bool,
) -> Decision:
    purposes = _purposes(decided, candidate)
    if purposes is not None and not purposes:
        reason = "no purpose that was asked for is allowed for it"
        return replace(base, action=Action.DISCARD, purposes=purposes, reason=reason)
    base = replace(base, purposes=purposes)
    if base.action is Action.CONFIRM and confirmed:
        taken_out = any(r and r.action is Action.REDACT for _, r, _ in decided)
        action = Action.REDACT if taken_out else Action.NORMALIZED
        base = replace(base, action=action, reason=f"confirmed; {base.reason}")
    if not base.action.stores:
        return base
    if base.action is Action.EXACT:
        return replace(base, text=candidate.text)
    from aseptic.rules.eligibility.normalize import normalize

    if base.action is Action.NORMALIZED:
        return replace(base, text=normalize(candidate.text))
    spans = [f for f, r, _ in decided if r is not None and r.action is Action.REDACT]
    text = redact(candidate.text, spans)
    if _still_there(text, spans, detectors):
        reason = f"{base.reason}; it could not be taken out"
        return replace(base, action=Action.DISCARD, reason=reason)
    return replace(base, text=text)


def redact(text: str, spans: Sequence[Finding]) -> str:
    """The text with each span, overlapping ones as one, replaced by its kind and length."""
    merged: list[tuple[int, int, str]] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if merged and span.start < merged[-1][1]:
            start, end, kind = merged[-1]
            merged[-1] = (start, max(end, span.end), kind)
        else:
            merged.append((span.start, span.end, span.kind))
    for start, end, kind in reversed(merged):
        text = f"{text[:start]}[{kind}, {end - start} characters]{text[end:]}"
    return text


def _still_there(text: str, spans: Sequence[Finding], detectors: Sequence[Detector]) -> bool:
    refused = {(span.category, span.kind) for span in spans}
    try:
        found = [f for detector in detectors for f in findings(detector, text)]
    except Exception:
        return True
    return any((f.category, f.kind) in refused for f in found)


def _purposes(decided: Sequence[_Decided], candidate: Candidate) -> frozenset[str] | None:
    allowed: frozenset[str] | None = candidate.purposes or None
    for _, row, _ in decided:
        if row is not None and row.purposes is not None:
            allowed = row.purposes if allowed is None else allowed & row.purposes
    return allowed


def _shortest(times: Sequence[timedelta | None]) -> timedelta | None:
    return min((time for time in times if time is not None), default=None)


def _closed(policy: Policy, reason: str, names: tuple[str, ...]) -> Decision:
    return Decision(
        action=Action.DISCARD,
        text=None,
        category="unknown",
        sensitivity=Sensitivity.SECRET,
        expiry=None,
        purposes=None,
        policy=policy.id,
        row="",
        reason=f"{reason}; nothing is written while that is so",
        detectors=names,
        evaluated=False,
    )
