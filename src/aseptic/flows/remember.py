"""Candidate -> decision -> record: written at the commit boundary, once, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from aseptic.errors import AsepticError, ConflictError, StoreError
from aseptic.model.access import Access
from aseptic.model.origin import Origin
from aseptic.model.verdict import Outcome
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.decision import Decision
from aseptic.rules.eligibility.evaluate import evaluate
from aseptic.rules.eligibility.finding import Detector
from aseptic.rules.eligibility.policy import Policy
from aseptic.rules.retrieval.precedence import standing
from aseptic.store.base import Applied, GovernedStore, NewDecision, NewRecord, Record, Status

ELIGIBLE = "W103"
"""The eligibility policy lets the text in."""
Point = Callable[[str], None]
"""Called at each step with its name; tests kill the process there."""


class RefusedError(AsepticError):
    """The eligibility policy does not let this in: nothing was written."""


@dataclass(frozen=True, slots=True)
class Statement:
    """What was said, with its time. `observed_at` decides which of two is newer, not arrival."""

    text: str
    observed_at: datetime
    fact_key: str | None = None
    value: str | None = None
    stated: bool = True
    expires_at: datetime | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Evaluated:
    """A statement and what the policy says of it, before anything is written."""

    statement: Statement
    decision: Decision
    generation: int
    """Of deletions when it was decided: a later deletion makes the decision void."""


def evaluate_candidate(
    store: GovernedStore,
    access: Access,
    statement: Statement,
    policy: Policy,
    detectors: Sequence[Detector],
) -> Evaluated:
    """Ask the policy; write nothing."""
    generation = store.generation(access.tenant)
    named = {"fact_key": statement.fact_key, "value": statement.value, "source": statement.source}
    candidate = Candidate(
        statement.text,
        source=Origin.USER if statement.stated else Origin.AGENT,
        purposes=frozenset({access.purpose}),
        fields={name: text for name, text in named.items() if text is not None},
    )
    return Evaluated(statement, evaluate(candidate, policy, detectors), generation)


def put_if_current(
    store: GovernedStore,
    access: Access,
    asked: Evaluated,
    *,
    operation: str,
    now: datetime,
    record: str | None = None,
    expected: int | None = None,
    point: Point = lambda name: None,
) -> Applied:
    """Write what was let in, if the store still is as the writer saw it.

    Args:
        record: the one to revise; None: a new one, or the active one of the fact key.
        expected: its version as the writer saw it; None: there is none.

    Raises:
        RefusedError: the policy does not let it in, or not for this purpose.
        ConflictError: another version, a newer statement or one of higher standing is there.
        TombstoneError: it was deleted after this was said or decided.
    """
    new = _new(access, asked, now)
    if before := store.applied(operation, tenant=access.tenant):
        return _repeated(store, access, before, new, operation)
    try:
        with store.change(
            "note", writer=access.who, tenant=access.tenant, operation=operation
        ) as change:
            held = _held(store, access, new, record)
            if held is None:
                if expected is not None:
                    raise ConflictError("there is no such record (any more)")
                name, version = change.put(new)
            else:
                _check(held, access, new, expected, now)
                name, version = held.id, change.revise(held.id, held.version, new)
            changeset = change.id
            point("written")
    except StoreError:
        # Another process may have applied the same operation in between.
        if (before := store.applied(operation, tenant=access.tenant)) is None:
            raise
        return _repeated(store, access, before, new, operation)
    point("committed")
    return Applied(name, version, changeset)


def _new(access: Access, asked: Evaluated, now: datetime) -> NewRecord:
    said, decision = asked.statement, asked.decision
    if not decision.stores or decision.text is None:
        raise RefusedError(f"not stored: {decision.action.value}: {decision.reason}")
    if decision.purposes is not None and access.purpose not in decision.purposes:
        raise RefusedError("not stored: the policy does not allow it for this purpose")
    limits = [said.expires_at, now + decision.expiry if decision.expiry is not None else None]
    return NewRecord(
        text=decision.text,
        scope=access.scope,
        decisions=(NewDecision(ELIGIBLE, Outcome.PASS, decision.reason),),
        fact_key=said.fact_key,
        value=said.value,
        source=said.source,
        observed_at=said.observed_at,
        expires_at=min((limit for limit in limits if limit is not None), default=None),
        stated=said.stated,
        policy=decision.policy,
        generation=asked.generation,
    )


def _held(
    store: GovernedStore, access: Access, new: NewRecord, record: str | None
) -> Record | None:
    if record is not None:
        found = store.get(access, record)
        if found is None:
            raise ConflictError("there is no such record (any more)")
        return found
    return None if new.fact_key is None else store.active_fact(access, new.fact_key)


def _check(
    held: Record, access: Access, new: NewRecord, expected: int | None, now: datetime
) -> None:
    if held.scope.purposes != frozenset({access.purpose}):
        raise ConflictError("the fact is kept for other purposes too: it cannot be changed here")
    last = held.revisions[-1]
    if last.observed_at and new.observed_at and new.observed_at < last.observed_at:
        raise ConflictError("a newer statement is there; an older one never overwrites it")
    if held.expires_at is not None and held.expires_at <= now:
        return  # what has expired is nobody's current value
    if expected != held.version:
        raise ConflictError("the record is not at the version that the writer saw")
    old = standing(stated=last.stated, verified=held.status in (Status.VERIFIED, Status.FROZEN))
    if not new.stated and old > standing(stated=False, verified=False):
        raise ConflictError("an inference never overwrites what was stated or verified")


def _repeated(
    store: GovernedStore, access: Access, before: Applied, new: NewRecord, operation: str
) -> Applied:
    held = store.record(before.record, tenant=access.tenant)
    first = next((r for r in held.revisions if r.version == before.version), None) if held else None
    same = first is not None and first.text in (None, new.text)
    if held is None or held.scope != access.scope or not same:
        raise ConflictError(f"operation {operation} was applied before, to something else")
    return before
