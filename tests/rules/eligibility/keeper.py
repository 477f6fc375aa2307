"""Keeps hostile and harmless texts in a store, and can kill itself: `keeper.py STORE POINT NTH`.

Logging is on at its finest, to standard error, so that the test reads what a log would hold.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from pathlib import Path

from aseptic.flows.capture import capture
from aseptic.flows.write import Candidate as Written
from aseptic.flows.write import write_note
from aseptic.model.clock import SystemClock
from aseptic.model.event import EventKind, LogUnit, SessionEvent
from aseptic.model.origin import Origin
from aseptic.model.place import Place
from aseptic.model.scope import Scope
from aseptic.rules.eligibility.admit import admitting
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.evaluate import evaluate
from aseptic.rules.eligibility.parse import load_policy
from aseptic.store.base import LogFile
from aseptic.store.sqlite.store import SqliteStore

REFUSED = {
    "key": "AKIA" + "Q3ZJ7TBN5WXR2MLD",
    "card": "4539148803436467",
    "account": "GB33BUKB20201555555555",
    "number": "536-22-8723",
}
NOTE_ONLY = "jane.doe@mailhouse.net"
"""Refused as a note by the user (it asks for confirmation); not written into the log here."""
ACCEPTED_EVENT, ACCEPTED_NOTE = "zebrafinch4711", "quokkabandit0815"
"""The twins: they are kept, so the same search must find them."""


def events() -> list[LogUnit]:
    """Each canary in every string of an event, between harmless ones."""
    made = []
    for seq, canary in enumerate([*REFUSED.values(), ACCEPTED_EVENT]):
        text = f'before {canary} behind\nand in JSON: {{"value": "{canary}"}}'
        place = Place("log.jsonl", seq + 1)
        event = SessionEvent(
            "s", seq, Origin.TOOL, EventKind.RESULT, text, place,
            tool="Bash", call=f"call {canary}", command=f"echo '{canary}'", path=f"/tmp/{canary}", uid=f"u {canary}",
        )  # fmt: skip
        made.append(LogUnit(place, (event,)))
    return made


def keep(path: Path, point: str = "never", nth: int = 1) -> None:
    """Imports the events, then offers each canary as a note."""
    left = [nth]

    def passing(name: str) -> None:
        if name == point:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    policy, detectors = load_policy(), standard()
    log = logging.getLogger("keeper")
    with SqliteStore(path, clock=SystemClock()) as store:
        capture(
            store, LogFile("log.jsonl", "test", "line"), events(), scope=Scope(), writer="test",
            admit=admitting(policy, detectors), point=passing,
        )  # fmt: skip
        for canary in (*REFUSED.values(), NOTE_ONLY, ACCEPTED_NOTE):
            candidate = Candidate(f"remember {canary} well", source=Origin.USER)
            passing("before policy")
            decision = evaluate(candidate, policy, detectors)
            log.debug("decided %r", decision)
            passing("after policy")
            if decision.stores and decision.text is not None:
                write_note(store, Written(decision.text), scope=Scope(), writer="test")
                passing("after note")
        if point == "at the end":
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    logging.basicConfig(level=logging.DEBUG, stream=sys.stderr)
    keep(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
