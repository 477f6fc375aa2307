"""The guard: what may never be merged as a duplicate, and what two items contradict in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aseptic.language.guard import contradiction, difference

DIFFERENT = [
    ("The cave is to the east", "The cave is to the west", "antonym"),
    ("The bridge is safe to cross", "The bridge is not safe to cross", "polarity"),
    ("The bridge is safe to cross", "The bridge is unsafe to cross", "antonym"),
    ("The server listens on port 8080", "The server listens on port 9090", "number"),
    ("Release on 2026-02-10", "Release on 2026-02-11", "date"),
    ("Alice approved the plan", "Bob approved the plan", "name"),
    ("Ask Alice about the plan", "Ask Bob about the plan", "name"),
    ("Tests live in tests/unit", "Tests live in tests/integration", "name"),
    ("Run `make lint` before pushing", "Run `make test` before pushing", "name"),
    ("Module X is deprecated", "Module X is in use", "antonym"),
    ("The flag is enabled by default", "The flag is disabled by default", "antonym"),
    ("Never commit to main", "Always commit to main", "polarity"),
    ("We use Redis for the cache", "Suppose we use Redis for the cache", "modality"),
    ("Retry the upload sometimes", "Retry the upload always", "scope"),
    ("Retries are on in staging", "Retries are on in production", "antonym"),
    ("Prefer composition over inheritance", "Prefer inheritance over composition", "order"),
    ("Two tests fail on Linux", "Three tests fail on Linux", "number"),
]
ALIKE = [
    ("Use pnpm for installs", "use  pnpm for installs."),
    ("Run the tests before a commit", "Run the tests before the commit"),
    ("The server listens on port 8080", "Server listens on port 8080."),
    ("Tests are run with pytest", "Tests run with pytest"),
    ("Commit messages are short", "The commit messages are short"),
    ("Do not commit to main", "Don't commit to main"),
    ("Check the log when it fails", "Check the logs when it fails"),
    ("The cache lives 5 seconds", "The cache lives 5 s"),
]


@pytest.mark.parametrize(("a", "b", "why"), DIFFERENT)
def test_opposites_and_other_values_are_no_duplicates(a: str, b: str, why: str) -> None:
    """The reason is the same from both sides."""
    assert difference(a, b) == difference(b, a) == why


@pytest.mark.parametrize(("a", "b"), ALIKE)
def test_the_same_in_other_words_is_let_through(a: str, b: str) -> None:
    """Nothing speaks against these being one."""
    assert difference(a, b) is None


@given(st.text(max_size=200))
def test_a_text_never_differs_from_itself(text: str) -> None:
    """Whatever it holds."""
    assert difference(text, text) is None
    assert contradiction(text, text) is None


@given(st.integers(0, 99_999), st.integers(0, 99_999))
def test_other_numbers_are_never_merged(one: int, two: int) -> None:
    """Promise 10 of the design."""
    why = difference(f"The limit is {one} items", f"The limit is {two} items")
    assert (why is None) is (one == two)


@pytest.mark.parametrize(
    ("a", "b", "kind"),
    [
        ("The cave is to the east", "The cave is to the west", "direction"),
        ("The bridge is safe to cross", "The bridge is not safe to cross", "polarity"),
        ("The server listens on port 8080", "The server listens on port 9090", "number"),
        ("The release is on 2026-02-10", "The release is on 2026-02-11", "date"),
        ("The flag is enabled by default", "The flag is disabled by default", "antonym"),
        ("Use tabs for indentation", "Use spaces for indentation", "antonym"),
        ("Never commit to main directly", "Always commit to main directly", "antonym"),
        ("Commit to main directly", "Do not commit to main directly", "polarity"),
        ("Prefer composition over inheritance", "Prefer inheritance over composition", "order"),
    ],
)
def test_two_items_exclude_each_other(a: str, b: str, kind: str) -> None:
    """One subject, one place in which they differ."""
    assert contradiction(a, b) == kind


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("The bridge is safe to cross", "The bridge is not dangerous to cross"),
        ("The server listens on 8080 in staging", "The server listens on 9090 in production"),
        ("Alice approved the plan", "Bob approved the plan"),
        ("Use pytest for the backend", "Use vitest for the frontend"),
        ("The client retries 3 times", "The server keeps 5 backups"),
        ("Tests live in tests/unit", "Tests live in tests/integration"),
        ("Run lint before a commit", "Run the tests before a commit"),
        ("Never log secrets", "Always escape HTML"),
        ("The flag is enabled", "The flag is enabled and documented"),
    ],
)
def test_two_items_that_can_both_be_true_stay_quiet(a: str, b: str) -> None:
    """Other subjects, other conditions, two differences."""
    assert contradiction(a, b) is None
