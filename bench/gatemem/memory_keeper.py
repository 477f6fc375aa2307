"""The store under test: `aseptic.Memory`, by its public verbs only."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from aseptic import Access, Memory
from aseptic.model.clock import FixedClock
from aseptic.model.recall import Hit, RecallState
from bench.gatemem.store import UNKNOWN, Asker, Entry

START = datetime(2026, 1, 1, tzinfo=UTC)
STEP = timedelta(minutes=1)
"""Between two turns. The clock is the episode's, so that a run can be repeated."""
PLACE = "gatemem"
OPEN = "open"
"""The purpose of what everybody may see: written once instead of for a dozen purposes."""


class MemoryKeeper:
    """One record a text and purpose: an access has one purpose, and so has what is written under it.

    What everybody may see is written under a purpose of its own, which every known asker has too.

    The eligibility detectors are off: the benchmark asks for door codes and tokens, which the shipped
    table rightly never stores. What that table does is measured elsewhere.
    """

    name = "memory"

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="gatemem-"))
        self._clock = FixedClock(START)
        self._memory = Memory(self._folder / "store.db", clock=self._clock, detectors=())
        self._records: dict[str, dict[str, str]] = {}
        """Name of an entry -> purpose -> id of its record."""
        self._entries: dict[str, str] = {}
        """Id of a record -> name of its entry."""
        self._writes = 0

    def put(self, tenant: str, entry: Entry) -> str:
        self._clock.moment = START + entry.order * STEP
        held = self._records.setdefault(entry.name, {})
        purposes = {OPEN} if entry.open else entry.purposes
        for purpose in sorted(purposes - held.keys()):
            access = _access(tenant, purpose, "writer")
            applied = self._memory.add(access, entry.text, operation=self._operation())
            held[purpose] = applied.record
            self._entries[applied.record] = entry.name
        return entry.name

    def forget(self, tenant: str, record: str, order: int) -> None:
        self._clock.moment = START + order * STEP
        for purpose, held in self._records.pop(record, {}).items():
            self._memory.delete(_access(tenant, purpose, "writer"), held, operation=self._operation())  # fmt: skip

    def supersede(self, tenant: str, record: str, order: int) -> None:
        # What replaces it may be for other readers, so it ends without naming a successor.
        self._clock.moment = START + order * STEP
        for purpose, held in self._records.pop(record, {}).items():
            self._memory.expire(_access(tenant, purpose, "writer"), held, operation=self._operation())  # fmt: skip

    def search(self, asker: Asker, question: str, limit: int) -> Sequence[str]:
        if asker.purpose == UNKNOWN:
            return []
        hits = [
            hit
            for purpose in (asker.purpose, OPEN)
            for hit in self._hits(_access(asker.tenant, purpose, asker.principal), question, limit)
        ]
        # One index gave both, so their scores may be compared.
        hits.sort(key=lambda hit: (-hit.score, hit.id))
        return [self._entries[hit.id] for hit in hits[:limit]]

    def _hits(self, access: Access, question: str, limit: int) -> Sequence[Hit]:
        found = self._memory.search_authorized(access, question, limit=limit)
        if found.state is RecallState.DEGRADED:
            raise RuntimeError(f"search is broken: {found.reason}")
        return found.hits

    def close(self) -> None:
        self._memory.close()
        shutil.rmtree(self._folder)

    def _operation(self) -> str:
        self._writes += 1
        return f"op-{self._writes}"


def _access(tenant: str, purpose: str, who: str) -> Access:
    """One place an episode: its two tracks are read together, and the purpose tells readers apart."""
    return Access(who, tenant, purpose, PLACE, PLACE, PLACE, PLACE)
