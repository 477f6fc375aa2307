"""Writers of the same facts at the same time: no accepted write is lost."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from aseptic import Access, Memory
from aseptic.errors import ConflictError
from aseptic.model.verdict import Outcome

ME = Access("app", "acme", "help", "user-1", "web", "agent", "notes")
WRITERS, WRITES = 16, 4


def write(path: Path, writer: int) -> list[tuple[int, str]]:
    accepted = []
    with Memory(path) as memory:
        for number in range(WRITES):
            text = f"Writer {writer} says {number}."
            for attempt in range(500):
                held = memory.fact(ME, "shared")
                try:
                    done = memory.add(
                        ME, text, operation=f"{writer}.{number}.{attempt}", fact_key="shared",
                        expected=held.version if held else None,
                    )  # fmt: skip
                except ConflictError:
                    continue
                accepted.append((done.version, text))
                break
    return accepted


def test_no_lost_update(tmp_path: Path) -> None:
    """Every accepted write is in the history, at its version, in one serial order."""
    path = tmp_path / "m.db"
    Memory(path).close()
    with ThreadPoolExecutor(WRITERS) as pool:
        runs = pool.map(lambda n: write(path, n), range(WRITERS))
        accepted = sorted(one for run in runs for one in run)
    with Memory(path) as memory:
        held = memory.fact(ME, "shared")
        assert held is not None
        assert [(r.version, r.text) for r in held.revisions] == accepted
        assert len(accepted) == WRITERS * WRITES
        assert memory.store.verify().outcome is Outcome.PASS
