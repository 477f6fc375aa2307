"""Which terms are searched, and that choosing them takes linear time."""

from __future__ import annotations

import time

import pytest

from aseptic.store.sqlite import terms


def test_common_terms_are_dropped_rare_ones_first() -> None:
    """Rarest first, the too common left out, the absent never searched, repeats once."""
    often = {"rare": 1, "some": 900, "the": 60_000}
    chosen = terms.choose(
        [("the",), ("some",), ("rare",), ("none",), ("rare",), ()],
        lambda token: often.get(token, 0),
        100_000,
    )
    assert chosen == [("rare",), ("some",)]


def test_where_all_are_common_the_rarest_are_searched() -> None:
    """Better slow than silent."""
    found = terms.choose([(t,) for t in "abcde"], lambda token: 90_000 + ord(token), 100_000)
    assert found == [("a",), ("b",), ("c",)]


def test_the_work_of_a_search_is_bounded() -> None:
    """Many terms that are each not too common add up; the last ones go."""
    found = terms.choose([(str(n),) for n in range(20)], lambda token: 15_000, 100_000)
    assert len(found) == terms.LAST_RESORT
    many = terms.choose([(str(n),) for n in range(100)], lambda token: 1, 100_000)
    assert len(many) == terms.MOST_TERMS


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("call parseConfigFile now", "parse Config File"),
        ("HTTPServer", "HTTP Server"),
        ("an_ordinary name and CamelCase", "Camel Case"),
        ("plain words, Capital Words, 1234", ""),
        ("snake_case kebab-case path/to/file", ""),
    ],
)
def test_parts_of_identifiers(text: str, parts: str) -> None:
    """Only camel case needs it."""
    assert terms.humps(text) == parts


@pytest.mark.parametrize(
    "text", ["a" * 1_000_000, "aB" * 500_000, "Ab1" * 300_000, "A" * 1_000_000]
)
def test_long_words_take_linear_time(text: str) -> None:
    """A megabyte without a space, as images in logs are, is no trap."""
    begun = time.perf_counter()
    terms.humps(text)
    assert time.perf_counter() - begun < 2
