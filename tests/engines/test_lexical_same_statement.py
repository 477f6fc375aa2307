"""The lexical judge, cited: only the statement that carries a claim can speak against it."""

from __future__ import annotations

import pytest

from aseptic.engines.evidence import gather
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.note import Citation, Claim
from aseptic.model.place import Place
from aseptic.model.verdict import Label
from aseptic.store.sqlite.log_index import LogIndex

WORKED = "Good, the import of the ledger worked. Now let me run the tests."
ONLY = "There was no end-to-end test for the importer, only a check of its flags."
CLEAN = "All clean: 0 lint issues, all tests passing."
NONE = "No test covered the retry. The unit tests verified that the queue emits a retry."
ADDED = "Added `openLedger()` helper that returns non-empty rows."
STATE = "The session state is kept in `.git/ledger/8d1b.json` with `base_commit: 314004c`."
HEAD = "The names are made unique, although worktrees share the same HEAD commit."
ASIDE = "The first walk on main is intended, not a walk of the side branches (which could be long)."


def label(claim: str, text: str, origin: Origin = Origin.AGENT, path: str | None = None) -> Label:
    """Judged on one event that is quoted whole."""
    kind = EventKind.RESULT if origin is Origin.TOOL else EventKind.MESSAGE
    event = SessionEvent("s", 0, origin, kind, text, Place("log.jsonl", 1), path=path)
    note = Claim(claim, "n", Place("MEMORY.md"), (Citation("s", 0, text, origin),))
    with LogIndex() as log:
        log.add([event])
        return LexicalJudge().decide(note, gather(note, log, limit=4)).label


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The import of the ledger worked", WORKED),
        ("There was no end-to-end test for the importer", ONLY),
        ("All tests and lint pass", CLEAN),
        ("The unit tests verified that the queue emits a retry", NONE),
        ("Added openLedger() helper that returns rows", ADDED),
        ("Session state in .git/ledger/ keeps the base_commit", STATE),
        ("Names are made unique by internal worktree IDs (e.g., per commit)", HEAD),
        ("The first walk on main is intended, not a walk of the side branches", ASIDE),
    ],
)
def test_a_neighbour_is_silent(claim: str, text: str) -> None:
    """A plan, a zero or an `only` of another sentence says nothing against the claim."""
    assert label(claim, text) not in (Label.CONTRADICTED, Label.OVERSTATED)


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("The tests were run", "I looked at the ledger. Now let me run the tests.", Label.OVERSTATED),
        ("The admin can delete rows", "Only sometimes the admin can delete rows.", None),
        ("Lint is not clean", CLEAN, Label.CONTRADICTED),
        ("The linter reports issues", "Done: 0 lint issues.", Label.CONTRADICTED),
        ("Did not add openLedger() helper", ADDED, Label.CONTRADICTED),
        ("Session state in .git/cache/ keeps the base_commit", STATE, None),
        ("The walk stays on the branch", "The walk only stays on the branch on Linux.", None),
        ("The user did not reject the change", "The change was rejected (it was NOT written).", Label.CONTRADICTED),
    ],
)  # fmt: skip
def test_the_statement_itself_speaks(claim: str, text: str, expected: Label | None) -> None:
    """What the very statement says otherwise still counts against the claim."""
    found = label(claim, text)
    assert found is not Label.SUPPORTED if expected is None else found is expected


def test_a_line_number_alone_is_no_place() -> None:
    """Line 3 of another file does not bear out a place."""
    line = "     3→def pay(): ..."
    assert label("bill.py:3 holds pay()", line, Origin.TOOL, "/r/bill.py") is Label.SUPPORTED
    assert label("bill.go:3 holds pay()", line, Origin.TOOL, "/r/bill.py") is not Label.SUPPORTED


REFETCH = "Now reply to the thread. Let me re-fetch the comment since we rebased."
FLAG = "The fix: when `deep` is true, `walk()` uses the full log. It is on by default before v2."


@pytest.mark.parametrize(
    ("claim", "text", "expected"),
    [
        ("The comment was fetched again before the rebase", REFETCH, Label.UNDECIDED),
        ("walk() uses the full log on by default after v2", FLAG, Label.CONTRADICTED),
        ("The reviewer did not catch the wrong filter", "The filter is wrong, says thread 5; it does not stop.", Label.UNDECIDED),
        ("The old branches are kept", "The new branches are kept.", Label.CONTRADICTED),
    ],
)  # fmt: skip
def test_a_word_on_which_all_hangs(claim: str, text: str, expected: Label) -> None:
    """Where prose says the opposite it contradicts; where it says neither it cannot tell."""
    assert label(claim, text) is expected


@pytest.mark.parametrize(
    ("claim", "text", "origin"),
    [
        ("walk() uses the full log on by default before v2", FLAG, Origin.AGENT),
        ("The log walk skips the first-parent chain", "The log walk skips the chain of parents.", Origin.AGENT),
        ("The newer branches are kept", "The new branches are kept.", Origin.AGENT),
        ("The order is not insured", '{"order": 5, "insurance": "no"}', Origin.TOOL),
    ],
)  # fmt: skip
def test_words_that_may_differ(claim: str, text: str, origin: Origin) -> None:
    """Other words for the same, and the data of a tool, are supported as before."""
    assert label(claim, text, origin) is Label.SUPPORTED


@pytest.mark.parametrize(
    ("claim", "value", "expected"),
    [
        ("Reservation ABC123 is a round-trip.", "one_way", Label.CONTRADICTED),
        ("Reservation ABC123 is a one-way trip.", "round_trip", Label.CONTRADICTED),
        ("Reservation ABC123 is one way.", "one_way", Label.SUPPORTED),
        ("Reservation ABC123 is a round trip.", "round_trip", Label.SUPPORTED),
    ],
)
def test_a_field_with_an_opposite(claim: str, value: str, expected: Label) -> None:
    """What a record says in one word of two excludes its opposite."""
    record = f'{{"reservation_id": "ABC123", "flight_type": "{value}", "cabin": "economy"}}'
    assert label(claim, record, Origin.TOOL) is expected
