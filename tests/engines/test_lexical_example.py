"""The judge on the example project: what FAULTS.md plants is found, and what is right stays quiet.

Two rules that these rows hold:
- An identifier or path that stands nowhere in the log is never a contradiction, whatever
  others the log names: a project holds more than its logs show. It is `unsupported`.
- A row of data (`"cave": {"east": "camp"}`) is no statement of the claim, and where the log
  holds a plain statement that says otherwise, nothing is `supported`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from aseptic.engines.evidence import gather
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.note import Claim
from aseptic.model.place import Place
from aseptic.model.verdict import Label
from aseptic.readers.logs.registry import read_log
from aseptic.store.sqlite.log_index import LogIndex

LOGS = Path(__file__).resolve().parents[2] / "examples" / "cavern" / "logs"
WRONG = {Label.CONTRADICTED, Label.OVERSTATED}
QUIET = {Label.SUPPORTED, Label.UNDECIDED, Label.UNSUPPORTED, Label.NOT_CHECKABLE}


@pytest.fixture(scope="module")
def log():
    with LogIndex() as index:
        for path in sorted(LOGS.glob("*.jsonl")):
            index.add(event for unit in read_log(path) for event in unit.events)
        yield index


def judge(text: str, log: LogIndex) -> Label:
    claim = Claim(text, "n", Place("MEMORY.md"))
    return LexicalJudge().decide(claim, gather(claim, log, limit=12)).label


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        # planted: must be found
        ("The cave is to the east of the camp.", {Label.CONTRADICTED}),
        ("The bridge is safe to cross.", {Label.CONTRADICTED}),
        ("The lantern does not exist.", {Label.OVERSTATED}),
        ("The map server listens on port 9090.", {Label.CONTRADICTED}),
        ("All tests pass.", {Label.CONTRADICTED}),
        ("`cavern.legacy_parser` is deprecated.", {Label.CONTRADICTED}),
        ("We use Redis for the cache.", WRONG),
        # right: must be supported
        ("The cave is to the west of the camp.", {Label.SUPPORTED}),
        ("The ford is to the north of the camp.", {Label.SUPPORTED}),
        ("The bridge is not safe to cross.", {Label.SUPPORTED}),
        ("The rope is at the camp.", {Label.SUPPORTED}),
        ("The version of cavern is 0.3.1.", {Label.SUPPORTED}),
        ("`CACHE_SECONDS` is 300 in `src/cavern/server.py`.", {Label.SUPPORTED}),
        # right, but the log does not hold it: must stay quiet
        ("Places and ways are in `src/cavern/world.py`.", QUIET),
        ("The data is `src/cavern/data/world.json`.", QUIET),
        ("The old map format is read by `src/cavern/legacy_parser.py`.", QUIET),
        ("A tiny map of a cave system, served over HTTP.", QUIET),
        ("The default seed is 42, set in `DEFAULT_SEED`.", QUIET),
        ("HTTP routes are in `src/cavern/router.py`.", QUIET),
        ("The lake lies below the cave.", QUIET),
    ],
)
def test_the_example_is_judged_as_its_faults_say(
    text: str, labels: set[Label], log: LogIndex
) -> None:
    """Each row is a note of the example (or could be one)."""
    assert judge(text, log) in labels


@pytest.mark.parametrize(
    ("text", "said", "label"),
    [
        # two things of one kind are told apart; neither denies the other
        (
            "The NoOp client is used when telemetry is off.",
            "PostHogClient is the real telemetry client",
            Label.UNDECIDED,
        ),
        # the same thing under another name: what is said of it is the same
        (
            "Checkpoint data is read by `readLedger` when a session starts.",
            "Checkpoint data is read by `loadLedger` when a session starts.",
            Label.CONTRADICTED,
        ),
    ],
)
def test_two_names_are_rivals_only_on_one_subject(text: str, said: str, label: Label) -> None:
    """A class that is named in a like sentence is not the value of the same slot."""
    event = SessionEvent("s", 0, Origin.TOOL, EventKind.RESULT, said, Place("log.jsonl", 1))
    with LogIndex() as index:
        index.add([event])
        assert judge(text, index) is label
