"""The policy at the door of the session log: refused spans go before an event is hashed or kept."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from aseptic.model.event import SessionEvent
from aseptic.rules.eligibility.action import Action, At
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.evaluate import evaluate, redact
from aseptic.rules.eligibility.finding import Detector
from aseptic.rules.eligibility.policy import Policy

Admit = Callable[[SessionEvent], SessionEvent]
_STRINGS = ("text", "command", "path", "uid", "call", "tool")
"""Everything of an event that a log's author fills freely."""


def admitting(policy: Policy, detectors: Sequence[Detector]) -> Admit:
    """The hook for `flows.capture`: gives the event as it may be kept.

    An event is never dropped, because its place in the order is evidence. Where only spans
    are refused, they are replaced by kind and length; where the whole text is refused, or
    the policy cannot be evaluated, the whole text is.
    """

    at_work = [d for d in detectors if policy.may_change(d.categories, At.LOG)]

    def admit(event: SessionEvent) -> SessionEvent:
        changed: dict[str, Any] = {}
        for name in _STRINGS:
            value = getattr(event, name)
            if value:
                kept = keep(value, event, policy, at_work)
                if kept != value:
                    changed[name] = kept
        return replace(event, **changed) if changed else event

    return admit


def keep(text: str, event: SessionEvent, policy: Policy, detectors: Sequence[Detector]) -> str:
    """What may be kept of one string of an event."""
    candidate = Candidate(text, source=event.origin, at=At.LOG)
    decision = evaluate(candidate, policy, detectors)
    if decision.action in (Action.EXACT, Action.NORMALIZED):
        return text  # evidence stays verbatim; normalizing is for notes
    if decision.action is Action.REDACT and decision.text is not None:
        return decision.text
    refused = [f for f in decision.findings if f.action not in _KEPT and f.end > f.start]
    whole = [f for f in decision.findings if f.action not in _KEPT and f.end <= f.start]
    if decision.evaluated and refused and not whole:
        done = redact(text, refused)
        again = evaluate(replace(candidate, text=done), policy, detectors)
        if again.evaluated and all(f.action in _KEPT for f in again.findings):
            return done
    return f"[withheld by policy {policy.id}, {len(text)} characters]"


_KEPT = (Action.EXACT.value, Action.NORMALIZED.value)
