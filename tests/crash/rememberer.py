"""Stores one fact and kills itself: `rememberer.py STORE POINT`. Run by the crash tests."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from aseptic import Access, Memory
from aseptic.flows.remember import put_if_current
from aseptic.model.clock import SystemClock
from aseptic.store.base import Applied

ME = Access("app", "acme", "help", "user-1", "web", "agent", "notes")
TEXT = "The cave lies west."


def remember(path: Path, kill_at: str) -> Applied:
    def point(name: str) -> None:
        if name == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    with Memory(path) as memory:
        point("before policy")
        asked = memory.evaluate_candidate(ME, TEXT, fact_key="cave")
        point("after policy")
        done = put_if_current(
            memory.store, ME, asked, operation="op", now=SystemClock().now(), point=point
        )
        point("before acknowledgement")
        return done


if __name__ == "__main__":
    remember(Path(sys.argv[1]), sys.argv[2])
