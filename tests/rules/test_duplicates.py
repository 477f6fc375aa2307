"""I201 and I202: copies are found, and what differs in anything that matters is no copy."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance.Indel import normalized_similarity
from tests.rules.rule_making import file, hits, markdown

from aseptic.config import Config, Duplicates
from aseptic.language.similarity import indel, near_pairs, normalize
from aseptic.model.note import MemoryKind
from aseptic.rules.injected import conflict, near_duplicate

BASE = "The nightly export of the billing tables runs at two on weekdays and takes about nine minutes in staging"

COPIES = [
    (BASE, BASE),
    (BASE, f"  {BASE.upper()} "),
    (BASE, BASE.replace("takes about", "takes roughly")),
    (BASE, BASE + " now"),
    (BASE, BASE.replace("tables", "table")),
    ("Run `make test` first", "- Run make test first".removeprefix("- ")),
]
APART = [
    (BASE, BASE.replace("nine", "ten")),
    (BASE, BASE.replace("two", "three")),
    (BASE, BASE.replace("runs", "never runs")),
    (BASE, BASE.replace("staging", "production")),
    ("The bridge is safe to cross at night", "The bridge is not safe to cross at night"),
    ("The cave lies to the east of the camp", "The cave lies to the west of the camp"),
    (
        "Alice approves changes to the payments folder",
        "Bob approves changes to the payments folder",
    ),
    ("Rust language support, cargo integration", "Ruby language support, gem integration"),
    ("User prefers tabs over spaces", "User prefers spaces over tabs"),
    ("The API listens on port 8080", "The API listens on port 9090"),
]


@pytest.mark.parametrize(("one", "other"), COPIES)
def test_copies_are_found(one: str, other: str) -> None:
    """White space, case, a filler, an inflection, one word of many."""
    assert len(hits(near_duplicate.RULE, file(one, other))) == 1


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_differs_is_no_copy(one: str, other: str) -> None:
    """Another number, name, direction, polarity, order or subject."""
    assert hits(near_duplicate.RULE, file(one, other)) == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The bridge is safe to cross at night", "The bridge is not safe to cross at night"),
        ("The cave lies to the east of the camp", "The cave lies to the west of the camp"),
        ("The API listens on port 8080", "The API listens on port 9090"),
        ("Always squash commits before merging", "Never squash commits before merging"),
    ],
)
def test_items_that_exclude_each_other_are_a_conflict(one: str, other: str) -> None:
    """Both are loaded, and one of them is wrong."""
    assert len(hits(conflict.RULE, file(one, other))) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The API listens on port 8080 in staging", "The API listens on port 9090 in production"),
        ("The billing team owns topic 1", "The billing team owns topic 8"),
        ("Alice likes short answers", "Bob likes short answers"),
        ("Run the tests before committing", "Run the linter before committing"),
    ],
)
def test_items_about_different_things_are_none(one: str, other: str) -> None:
    """Difference is no conflict."""
    assert hits(conflict.RULE, file(one, other)) == []


def test_a_counted_list_is_no_conflict() -> None:
    """Three items of one template with rising numbers are a list."""
    listed = [f"Worker {i} reads from its own queue" for i in range(30)]
    assert hits(conflict.RULE, file(*listed)) == []
    assert hits(near_duplicate.RULE, file(*listed)) == []


def test_labels_have_their_subject_in_the_heading() -> None:
    """`**Status**: not used` below three headings says three things; a label of two is their subject."""
    text = "**Status**: available but not used by default"
    three = markdown(text, text, text, kind=MemoryKind.AGENT)
    split = tuple(replace(n, section=(s,)) for n, s in zip(three.notes, "ABC", strict=True))
    assert hits(near_duplicate.RULE, replace(three, notes=split)) == []
    assert len(hits(near_duplicate.RULE, replace(three, notes=split[:2]))) == 1
    assert len(hits(near_duplicate.RULE, three)) == 2


def test_two_tools_files_may_say_the_same() -> None:
    """AGENTS.md is often a copy of CLAUDE.md, on purpose."""
    one = markdown("Run the whole test suite before each commit")
    other = replace(one, path="AGENTS.md", format="agents-md")
    assert hits(near_duplicate.RULE, one, other) == []


def test_the_index_finds_what_all_pairs_find() -> None:
    """Above 60 items the index takes over and still finds the copy."""
    many = [f"{w} keeps {v} of {u}" for w in "abcdefghij" for v in "klmnopq" for u in "rstu"]
    texts = [*many, BASE, BASE.replace("takes about", "takes roughly")]
    found = hits(near_duplicate.RULE, file(*texts))
    assert [hit.record for hit in found] == [f"n{len(texts) - 1}"]


def test_simhash_is_an_option_that_misses_more() -> None:
    """The literature's rule finds a copy, and not an edited word of a short line."""
    simhash = Config(duplicates=Duplicates(method="simhash"))
    assert len(hits(near_duplicate.RULE, file(BASE, f"{BASE}  "), config=simhash)) == 1
    edited = file(
        "Run the whole suite on Friday evenings", "Run the whole suites on Friday evening"
    )
    assert hits(near_duplicate.RULE, edited, config=simhash) == []
    assert len(hits(near_duplicate.RULE, edited)) == 1


@given(st.text(max_size=60), st.text(max_size=60))
def test_our_similarity_is_rapidfuzz_s(one: str, other: str) -> None:
    """The small and the large path measure the same thing."""
    assert indel(one, other) == pytest.approx(normalized_similarity(one, other))


@given(st.lists(st.text(alphabet="abc de", min_size=1, max_size=30), max_size=80))
def test_every_exact_copy_is_found(texts: list[str]) -> None:
    """Whatever else there is, by either path."""
    paired = {pair.second for pair in near_pairs(texts, threshold=0.85)}
    seen: set[str] = set()
    for i, text in enumerate(texts):
        flat = normalize(text)
        if flat in seen:
            assert i in paired
        if flat:
            seen.add(flat)
