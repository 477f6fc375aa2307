"""kill -9 during an import, then import again: the same log, and a chain that verifies."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import importer
import pytest

from aseptic.model.clock import SystemClock
from aseptic.model.verdict import Outcome
from aseptic.store.sqlite.store import SqliteStore

POINTS = ("before batch", "begun", "after event", "before commit", "after commit")
FEW = [("begun", 1), ("after event", 137), ("before commit", 5), ("after commit", 12)]
BATCHES = 19
"""Of both logs together."""
EVENTS = 550
MANY = [
    *[(point, nth) for point in POINTS if point != "after event" for nth in range(1, BATCHES, 2)],
    *[("after event", nth) for nth in range(1, EVENTS, 50)],
]


def contents(path: Path) -> tuple[object, ...]:
    """Everything the store says of its logs, without salts and times of the import."""
    with SqliteStore(path, clock=SystemClock()) as store:
        assert store.verify().outcome is Outcome.PASS
        return (
            {info.name: list(store.events(info.name)) for info in store.sessions()},
            [(info.name, info.forked_from, info.forked_at) for info in store.sessions()],
            store.log_files(),
            {name: store.asides(name) for name in importer.LOGS},
        )


def killed(path: Path, point: str, nth: int) -> None:
    call = [sys.executable, importer.__file__, str(path), point, str(nth)]
    done = subprocess.run(call, capture_output=True, timeout=60, check=False)
    assert done.returncode == -9, done.stderr.decode()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, ...]:
    """What an import that nobody disturbs comes to."""
    path = tmp_path_factory.mktemp("whole") / "store.db"
    importer.bring_all(path, importer.Killer("never", 1))
    found = contents(path)
    assert [len(events) for events in found[0].values()] == [300, 100]  # type: ignore[attr-defined]
    return found


def check(path: Path, point: str, nth: int, expected: tuple[object, ...]) -> None:
    killed(path, point, nth)
    with SqliteStore(path, clock=SystemClock()) as store:
        found = store.verify()
        assert found.outcome is (Outcome.PASS if found.changesets else Outcome.UNKNOWN)
    importer.bring_all(path, importer.Killer("never", 1))
    assert contents(path) == expected


@pytest.mark.parametrize(("point", "nth"), FEW)
def test_a_killed_import_is_finished_by_the_next(
    tmp_path: Path, point: str, nth: int, expected: tuple[object, ...]
) -> None:
    """One kill at each kind of point."""
    check(tmp_path / "store.db", point, nth, expected)


@pytest.mark.soak
@pytest.mark.parametrize(("point", "nth"), MANY)
def test_killed_anywhere(
    tmp_path: Path, point: str, nth: int, expected: tuple[object, ...]
) -> None:
    """The matrix: every point, over the whole of the work."""
    check(tmp_path / "store.db", point, nth, expected)


@pytest.mark.soak
def test_killed_again_and_again(tmp_path: Path, expected: tuple[object, ...]) -> None:
    """An import that is killed after every commit still ends."""
    path = tmp_path / "store.db"
    for nth in range(1, BATCHES - 1):
        killed(path, "after commit", nth)
    importer.bring_all(path, importer.Killer("never", 1))
    assert contents(path) == expected
