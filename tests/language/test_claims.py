"""Splitting a note into claims, each with its exact place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aseptic.language.claims import atoms, split
from aseptic.model.note import Form, Load, MemoryKind, Note
from aseptic.model.place import Place


def note(text: str, form: Form = Form.PARAGRAPH, column: int = 1) -> Note:
    place = Place("MEMORY.md", 10, column=column)
    return Note("n1", text, place, MemoryKind.AGENT, Load.GLOBAL, form)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The port is 8080. Tests pass.", ["The port is 8080.", "Tests pass."]),
        ("- The port is 8080\n- Tests pass", ["The port is 8080", "Tests pass"]),
        ("Use it, e.g. for builds. Fine.", ["Use it, e.g. for builds.", "Fine."]),
        (
            "The server listens on port 8080 and the client connects to port 9090",
            ["The server listens on port 8080", "the client connects to port 9090"],
        ),
        (
            "The server listens on port 8080; the retries are disabled",
            ["The server listens on port 8080", "the retries are disabled"],
        ),
        # a lead-in that breaks off states nothing
        ("I was in the process of:\n- The port is 8080", ["The port is 8080"]),
        ("The tests pass; I was in the process of", ["The tests pass"]),
        ("Retries are turned on", ["Retries are turned on"]),
        ("The port is what it was set to", ["The port is what it was set to"]),
        # not to be split
        ("Version 1.2.3 is out", ["Version 1.2.3 is out"]),
        ("Run `a. B` first", ["Run `a. B` first"]),
        ("Reads and writes are fast", ["Reads and writes are fast"]),
        ("If the build fails and the cache is stale, clear it", None),
        ("It says that tests pass and lint fails", None),
        ("See cmd/x.go for the list", ["See cmd/x.go for the list"]),
    ],
)
def test_a_note_is_split_where_it_is_safe(text: str, expected: list[str] | None) -> None:
    """None: the text stays whole."""
    assert [c.text for c in split(note(text))] == (expected or [text])


@pytest.mark.parametrize("form", [Form.HEADING, Form.CODE])
def test_headings_and_code_hold_no_claims(form: Form) -> None:
    """A heading states nothing; commands in code are checked elsewhere."""
    assert split(note("The port is 8080.", form)) == []


def test_a_claim_knows_its_line_and_column() -> None:
    """Lines count from the note's first, columns from 1."""
    claims = split(note("First is so. Second is so.\nThird is so.", column=3))
    places = [(c.place.line, c.place.column) for c in claims]
    assert places == [(10, 3), (10, 16), (11, 1)]


@given(st.text(alphabet="ab .\n-;,`()1A", max_size=80))
def test_claims_are_spans_of_the_note_in_order(text: str) -> None:
    """Nothing is invented, nothing is turned round."""
    at = 0
    for claim in split(note(text)):
        at = text.index(claim.text, at) + len(claim.text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Fixed the four tests, verified that they pass, pushed the branch.",
            ["Fixed the four tests", "verified that they pass", "pushed the branch."],
        ),
        ("Added `a` and `b` to the list", ["Added `a` and `b` to the list"]),
        ("The test failed and was skipped", ["The test failed and was skipped"]),
    ],
)
def test_actions_of_one_subject_need_evidence_each(text: str, expected: list[str]) -> None:
    """Only where each part opens with a verb of its own."""
    assert atoms(text) == expected
