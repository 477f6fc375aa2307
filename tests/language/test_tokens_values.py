"""Tokens, stems and values: what the same word and the same value are."""

from __future__ import annotations

import pytest

from aseptic.language.stems import stem
from aseptic.language.tokens import tokens
from aseptic.language.values import same, values


@pytest.mark.parametrize(
    "forms",
    [
        "run runs running ran",
        "create creates created creating creation",
        "resolve resolved resolving resolves",
        "fail fails failed failing failure",
        "verify verifies verified verifying",
        "deprecated deprecate deprecates deprecation",
        "copy copies copied",
        "stop stopped stopping",
        "cancel cancelled canceled cancellation",
    ],
)
def test_forms_of_one_word_have_one_stem(forms: str) -> None:
    """Each row is one word."""
    assert len({stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "words",
    ["string strong", "need nod", "bus busy", "cave cover", "thing think", "process procedure"],
)
def test_different_words_keep_different_stems(words: str) -> None:
    """The stemmer may not make two words one."""
    one, two = words.split()
    assert stem(one) != stem(two)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("port 8080", ("number", "8080", "port")),
        ("7 new tests", ("number", "7", "test")),
        ("two tests", ("number", "2", "test")),
        ("took 30 ms", ("number", "30ms", "")),
        ("costs $3,200.50 now", ("number", "3200.5$", "")),
        ("on 2026-02-10 it", ("date", "2026-02-10", "")),
        ("on February 10, 2026 it", ("date", "2026-02-10", "")),
        ("at 4:00 pm it", ("time", "16:00", "")),
        ("at 16:00:00 it", ("time", "16:00", "")),
        ("version v2.1.0 of", ("version", "2.1.0", "")),
        ("see PR #181 there", ("issue", "181", "")),
        ("see ENT-250 there", ("issue", "ent-250", "")),
        ("in committed.go:413-414 there", ("place", "committed.go:413-414", "")),
        ("in src/a/b.py.", ("path", "src/a/b.py", "")),
        ("call findSessionIndex now", ("name", "findsessionindex", "")),
        ("call t.Parallel() now", ("name", "t.parallel", "")),
        ("commit 5934e029 is", ("hash", "5934e029", "")),
        ("booking OWZ4XL is", ("name", "owz4xl", "")),
        ("to the western gate", ("direction", "west", "")),
        ("asked Alice today", ("proper", "alice", "")),
        ("with --no-verify set", ("flag", "--no-verify", "")),
    ],
)
def test_a_value_is_read(text: str, expected: tuple[str, str, str]) -> None:
    """Kind, normal form and attribute of the one value in each row."""
    assert expected in [(v.kind, v.norm, v.attr) for v in values(tokens(text))]


@pytest.mark.parametrize(
    "text",
    [
        "The tests pass now.",
        "Either and/or both.",
        "one of them",
        "It is what it is: fine",
        "re-run it",
    ],
)
def test_plain_words_hold_no_value(text: str) -> None:
    """Capitals at the start of a sentence, pronouns and alternatives are no values."""
    assert values(tokens(text)) == []


@pytest.mark.parametrize(
    ("kind", "one", "two", "expected"),
    [
        ("number", "12.5$", "12.5", True),
        ("number", "1500ms", "1.5s", True),
        ("number", "8080", "9090", False),
        ("number", "5s", "5min", False),
        ("path", "src/a.py", "a.py", True),
        ("path", "x/a.py", "y/a.py", False),
        ("hash", "5934e02", "5934e029ab", True),
        ("date", "02-10", "2026-02-10", True),
        ("time", "16:00", "16:30", False),
        ("name", "t.parallel", "parallel", True),
        ("name", "readfile", "readfiles", False),
    ],
)
def test_two_values_are_the_same_or_not(kind: str, one: str, two: str, expected: bool) -> None:
    """As many rows that differ as that agree."""
    assert same(kind, one, two) is expected


def test_a_token_knows_its_place() -> None:
    """The text between start and end is the token's own."""
    text = "Fix `t.Parallel()` in cmd/x_test.go:12, then run 3 tests."
    assert all(text[t.start : t.end] == t.text for t in tokens(text))
