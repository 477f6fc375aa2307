"""`Memory`: a governed store, opened and wired. All defaults of the library live here."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aseptic.errors import ConflictError, StoreError
from aseptic.flows.forget import delete_record, delete_scope
from aseptic.flows.remember import Evaluated, Statement, evaluate_candidate, put_if_current
from aseptic.model.access import Access
from aseptic.model.clock import Clock, SystemClock
from aseptic.model.recall import Recall, RecallState
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.finding import Detector
from aseptic.rules.eligibility.parse import load_or_refuse
from aseptic.rules.eligibility.policy import Policy
from aseptic.store.base import Applied, Entropy, Record, Status
from aseptic.store.sqlite.store import SqliteStore


class Memory:
    """Only eligible facts in, only to those who may see them. One object a thread."""

    def __init__(
        self,
        path: str | Path,
        *,
        clock: Clock | None = None,
        entropy: Entropy = os.urandom,
        policy: Policy | None = None,
        detectors: Sequence[Detector] | None = None,
    ) -> None:
        """Open the store at `path`, and make it where there is none.

        Args:
            policy: None: the shipped table. One that cannot be used refuses every write.
        """
        self._clock = clock or SystemClock()
        self._policy = policy or load_or_refuse()
        self._detectors = standard() if detectors is None else detectors
        self.store = SqliteStore(path, clock=self._clock, entropy=entropy)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self.store.close()

    def evaluate_candidate(self, access: Access, text: str, **said: Any) -> Evaluated:
        """Ask the policy and write nothing. `said`: the fields of `Statement`."""
        said.setdefault("observed_at", self._clock.now())
        statement = Statement(text, **said)
        return evaluate_candidate(self.store, access, statement, self._policy, self._detectors)

    def put_if_current(
        self, access: Access, asked: Evaluated, *, operation: str, expected: int | None = None
    ) -> Applied:
        """As `flows.remember.put_if_current`."""
        now = self._clock.now()
        return put_if_current(
            self.store, access, asked, operation=operation, now=now, expected=expected
        )

    def add(
        self, access: Access, text: str, *, operation: str, expected: int | None = None, **said: Any
    ) -> Applied:
        """Evaluate and put. The same operation id a second time changes nothing."""
        asked = self.evaluate_candidate(access, text, **said)
        return self.put_if_current(access, asked, operation=operation, expected=expected)

    def update(
        self, access: Access, record: str, text: str, *, operation: str, expected: int, **said: Any
    ) -> Applied:
        """A new version of a record that the access may see."""
        held = self.store.get(access, record)
        if held is not None:
            said.setdefault("fact_key", held.fact_key)
            said.setdefault("expires_at", held.expires_at)
        asked = self.evaluate_candidate(access, text, **said)
        now = self._clock.now()
        return put_if_current(
            self.store, access, asked, operation=operation, now=now, record=record,
            expected=expected,
        )  # fmt: skip

    def get(self, access: Access, record: str) -> Record | None:
        return self.store.get(access, record)

    def fact(self, access: Access, fact_key: str) -> Record | None:
        return self.store.fact(access, fact_key)

    def history(self, access: Access, record: str) -> Record | None:
        """The record with all its versions, also where it was superseded."""
        return self.store.history(access, record)

    def list(
        self, access: Access, *, limit: int = 100, offset: int = 0
    ) -> tuple[Sequence[Record], int]:
        """A page of records, and how many there are in all."""
        if limit < 0 or offset < 0:
            raise StoreError("limit and offset are 0 or more")
        return self.store.page(access, limit, offset)

    def search_authorized(self, access: Access, question: str, *, limit: int = 10) -> Recall:
        """Full-text search of what the access may see. A search that fails is `degraded`."""
        if limit < 0:
            raise StoreError("limit is 0 or more")
        try:
            hits = tuple(self.store.search_authorized(access, question, limit))
        except StoreError as error:
            return Recall((), RecallState.DEGRADED, error.what)
        return Recall(hits, RecallState.OK if hits else RecallState.EMPTY)

    def supersede(self, access: Access, old: str, new: str, *, operation: str) -> None:
        """`old` no longer holds, because of `new`; both must be visible to the access."""
        self._marked(access, old, operation, Status.SUPERSEDED, new)

    def expire(self, access: Access, record: str, *, operation: str) -> None:
        """It no longer holds, from now on."""
        self._marked(access, record, operation, Status.EXPIRED, None)

    def delete(self, access: Access, record: str, *, operation: str) -> int:
        """Delete for good; returns the generation of the tombstone."""
        return delete_record(self.store, access, record, operation=operation)

    def delete_scope(self, access: Access, *, operation: str) -> int:
        """Delete all of the access's subject in its tenant; returns how many records."""
        return delete_scope(self.store, access, operation=operation)

    def _marked(
        self, access: Access, name: str, operation: str, status: Status, by: str | None
    ) -> None:
        store = self.store
        if store.applied(operation, tenant=access.tenant):
            return
        with store.change(
            status.value, writer=access.who, tenant=access.tenant, operation=operation
        ) as change:
            held = store.get(access, name)
            other = store.get(access, by) if by is not None else None
            if held is None or by == name or (by is not None and other is None):
                raise ConflictError("there is no such record (any more)")
            if other is None:
                change.mark(held.id, held.version, status)
            else:
                change.supersede(held.id, held.version, other.id, other.version)
