"""A note is stored with citations that hold, once, or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from store_making import START, bring, opened, units

from aseptic.errors import StoreError, UsageError
from aseptic.flows.write import Candidate, CitationError, write_note
from aseptic.model.event import Origin
from aseptic.model.note import Citation
from aseptic.model.scope import Scope
from aseptic.model.verdict import Outcome
from aseptic.store.base import Status
from aseptic.store.sqlite.store import SqliteStore

# Origins in turn: user, agent, tool, memory.
LINES = ["where is the cave?", "I look", "To the WEST is the cave.", "the cave is EAST"]
GOOD = Citation("s", 2, "the WEST is", Origin.TOOL)
NOTE = Candidate("The cave is to the west.", (GOOD,))


@pytest.fixture
def store() -> Iterator[SqliteStore]:
    with opened() as made:
        bring(made, units(LINES))
        yield made


def test_a_note_is_unverified_and_carries_its_evidence(store: SqliteStore) -> None:
    """Citation, speaker, time, decisions and changeset are all there."""
    done = write_note(store, NOTE, scope=Scope(), writer="me")
    record = store.record(done.record)
    assert record is not None
    assert (record.text, record.status, record.version) == (NOTE.text, Status.UNVERIFIED, 1)
    (revision,) = record.revisions
    assert revision.observed_at == START.replace(second=2)
    assert [(k.quote, k.speaker, k.line) for k in revision.links] == [
        ("the WEST is", Origin.TOOL, 3)
    ]
    assert {d.outcome for d in revision.decisions} == {Outcome.PASS}
    assert (revision.writer, revision.changeset) == ("me", done.changeset)


@pytest.mark.parametrize(
    ("citation", "why"),
    [
        (replace(GOOD, quote="the EAST is"), "does not hold"),
        (replace(GOOD, quote="the west is"), "character for character"),
        (replace(GOOD, seq=9), "holds no event"),
        (replace(GOOD, session="t"), "holds no event"),
        (replace(GOOD, speaker=Origin.USER), "not from the user"),
        (replace(GOOD, quote=" "), "empty quote"),
        (Citation("s", 3, "the cave is EAST"), "never evidence"),
    ],
)
def test_a_citation_that_does_not_hold_stores_nothing(
    store: SqliteStore, citation: Citation, why: str
) -> None:
    """Neither the note nor a changeset is left, also where another citation holds."""
    before = store.verify()
    with pytest.raises(CitationError, match=why):
        write_note(store, replace(NOTE, citations=(GOOD, citation)), scope=Scope(), writer="me")
    assert store.records() == []
    assert store.verify() == before


@pytest.mark.parametrize("speaker", [Origin.TOOL, None])
def test_a_citation_that_holds_is_taken(store: SqliteStore, speaker: Origin | None) -> None:
    """With the right speaker, or with none named."""
    note = replace(NOTE, citations=(replace(GOOD, speaker=speaker),))
    write_note(store, note, scope=Scope(), writer="me")
    assert len(store.records()) == 1


def test_an_operation_twice_is_one_note(store: SqliteStore) -> None:
    """The second answer is the first; another note under the same id is refused."""
    first = write_note(store, NOTE, scope=Scope(), writer="me", operation="op")
    head = store.verify().head
    second = write_note(store, NOTE, scope=Scope(), writer="me", operation="op")
    assert (second.record, second.changeset, second.repeated) == (
        first.record, first.changeset, True,
    )  # fmt: skip
    with pytest.raises(StoreError, match="another note"):
        write_note(store, replace(NOTE, text="x"), scope=Scope(), writer="me", operation="op")
    assert store.verify().head == head


def test_a_key_is_used_once_and_an_empty_note_is_none(store: SqliteStore) -> None:
    """Clear errors for both."""
    write_note(store, replace(NOTE, key="k"), scope=Scope(), writer="me")
    with pytest.raises(StoreError, match="'k' already"):
        write_note(store, replace(NOTE, key="k"), scope=Scope(), writer="me")
    with pytest.raises(UsageError, match="empty"):
        write_note(store, Candidate("  "), scope=Scope(), writer="me")


def test_a_note_may_cite_what_a_fork_shares(store: SqliteStore) -> None:
    """The link goes to where the event stands, so copies have one root."""
    bring(store, units([*LINES[:3], "other"]), "fork.jsonl")
    note = replace(NOTE, citations=(replace(GOOD, session="s~2"),))
    done = write_note(store, note, scope=Scope(), writer="me")
    record = store.record(done.record)
    assert record is not None and record.revisions[0].links[0].root == "s#2"
