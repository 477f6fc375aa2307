"""Any order of writes, deletions and time: promises 2, 3 and 5 beside a plain model."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from aseptic import Access, Memory
from aseptic.errors import ConflictError, TombstoneError
from aseptic.model.clock import FixedClock
from aseptic.model.verdict import Outcome

START = datetime(2026, 3, 1, 12, tzinfo=UTC)
ME = Access("app", "acme", "help", "user-1", "web", "agent", "notes")
PLACES = st.sampled_from([ME, replace(ME, subject="user-17"), replace(ME, tenant="other")])
ACCESSES = [
    replace(place, purpose=purpose)
    for place in (ME, replace(ME, subject="user-17"), replace(ME, tenant="other"))
    for purpose in ("help", "ads")
]
SECONDS = st.integers(0, 4)


class Governed(RuleBasedStateMachine):
    """The model: fact -> text, version, observed and expiry, for each place and purpose."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = FixedClock(START)
        self.memory = Memory(":memory:", clock=self.clock, entropy=random.Random(1).randbytes)
        self.facts: dict[Access, tuple[str, int, datetime, datetime | None]] = {}
        self.deleted: dict[tuple[str, str], datetime] = {}
        self.count = 0

    @rule(place=PLACES, back=SECONDS, life=st.none() | st.integers(1, 4), fresh=st.booleans())
    def put(self, place: Access, back: int, life: int | None, fresh: bool) -> None:
        """A statement of now or before lands if nothing newer, and no deletion, forbids it."""
        now = self.clock.moment
        observed = now - timedelta(seconds=back)
        expires = None if life is None else now + timedelta(seconds=life)
        held = self.facts.get(place)
        live = held is not None and (held[3] is None or held[3] > now)
        expected = held[1] if held is not None and live and fresh else None
        gone = self.deleted.get((place.tenant, place.subject))
        blocked = gone is not None and observed <= gone
        late = held is not None and (observed < held[2] or (live and expected is None))
        self.count += 1
        text = f"canary number {self.count}"
        operation = f"op {self.count}"
        try:
            for again in (False, True):  # promise 5
                done = self.memory.add(
                    place, text, operation=operation, expected=expected, fact_key="f",
                    observed_at=observed, expires_at=expires,
                )  # fmt: skip
                assert done.repeated is again
        except (ConflictError, TombstoneError):
            assert blocked or late
        else:
            assert not blocked and not late
            self.facts[place] = (text, done.version, observed, expires)

    @rule(place=PLACES)
    def forget(self, place: Access) -> None:
        """The subject goes, whatever was kept."""
        self.count += 1
        expected = sum((p.tenant, p.subject) == (place.tenant, place.subject) for p in self.facts)
        assert self.memory.delete_scope(place, operation=f"op {self.count}") == expected
        self.deleted[(place.tenant, place.subject)] = self.clock.moment
        self.facts.pop(place, None)

    @rule(seconds=st.integers(1, 3))
    def wait(self, seconds: int) -> None:
        self.clock.moment += timedelta(seconds=seconds)

    @invariant()
    def each_sees_its_own(self) -> None:
        """Promise 2: on every read path, by scope, purpose and expiry."""
        for access in ACCESSES:
            held = self.facts.get(access)
            live = held is not None and (held[3] is None or held[3] > self.clock.moment)
            texts = [held[0]] if held is not None and live else []
            hits = self.memory.search_authorized(access, "canary").hits
            assert [hit.text for hit in hits] == texts
            assert [r.text for r in self.memory.list(access)[0]] == texts
            fact = self.memory.fact(access, "f")
            assert ([fact.text] if fact else []) == texts

    def teardown(self) -> None:
        found = self.memory.store.verify()
        assert found.outcome is (Outcome.PASS if found.changesets else Outcome.UNKNOWN)
        self.memory.close()


TestGoverned = Governed.TestCase
TestGoverned.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
