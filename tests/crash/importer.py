"""Imports a made-up log and kills itself: `importer.py STORE POINT NTH`. Run by the crash tests."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "store"))

from store_making import units

from aseptic.flows import capture as flow
from aseptic.model.clock import SystemClock
from aseptic.model.event import LogUnit
from aseptic.model.scope import Scope
from aseptic.store.base import LogFile
from aseptic.store.sqlite.store import SqliteStore

LINES = [f"line {n} " + "x" * 200 for n in range(300)]
OTHER = [*LINES[:150], *[f"other {n}" for n in range(100)]]
LOGS: dict[str, list[LogUnit]] = {"main.jsonl": units(LINES), "other.jsonl": units(OTHER)}
BATCH = 40
"""Units a batch, so that a small log has many commits."""


class Killer:
    """Kills this process with SIGKILL at the nth passing of a named point."""

    def __init__(self, name: str, nth: int) -> None:
        self.name, self.left = name, nth

    def __call__(self, name: str) -> None:
        if name == self.name:
            self.left -= 1
            if self.left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


def bring_all(path: Path, point: Killer) -> None:
    flow.BATCH_UNITS = BATCH
    with SqliteStore(path, clock=SystemClock()) as store:
        for name, made in LOGS.items():
            log = LogFile(name, "test", "line")
            flow.capture(store, log, made, scope=Scope(), writer="test", point=point)


if __name__ == "__main__":
    bring_all(Path(sys.argv[1]), Killer(sys.argv[2], int(sys.argv[3])))
