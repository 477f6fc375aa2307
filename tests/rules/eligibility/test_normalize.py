"""Normalizing changes the form, never what is said."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aseptic.language.guard import difference
from aseptic.language.polarity import cues
from aseptic.language.tokens import tokens
from aseptic.rules.eligibility import normalize as module
from aseptic.rules.eligibility.normalize import in_ascii_digits, normalize

CASES = [
    ("  the  server\tlistens ", "the server listens"),
    ("a\r\nb", "a\nb"),
    ("a\n\n\n\nb", "a\n\nb"),
    ("port\u00a0٨٠٨٠", "port 8080"),
    ("timeout of 500 milliseconds", "timeout of 500 ms"),
    ("2 GHZ and 3 percent", "2 GHz and 3%"),
]
UNTOUCHED = [
    "`sleep  500 milliseconds`",
    'he said "wait  500 milliseconds"',
    "NOT safe on Tuesday",
    "Alice likes Bob, Bob does not",
    "1.000,50 € or 1,000.50 $",
    "never more than 10 retries",
    "500-milliseconds-timeout",
    "v1.2.3 and 10 MB, not 10 Mb",
]


@pytest.mark.parametrize(("text", "form"), CASES)
def test_one_form(text: str, form: str) -> None:
    """White space, digits of other scripts and spelt-out units get one form."""
    assert normalize(text) == form


@pytest.mark.parametrize("text", UNTOUCHED)
def test_left_alone(text: str) -> None:
    """Code, quotes, names, case and what can be read in two ways stay as they are."""
    assert normalize(text) == text


WORDS = st.sampled_from(
    """the server Alice Bob not never is safe unsafe no 8080 9090 ٤٢ 3.5 500 milliseconds Percent
    GHZ port NOT Always before after 2026-11-24 v1.2.3 #12 10kB "quoted  text" `a  b` . , ; !""".split(
        " "
    )
)
GAPS = st.sampled_from([" ", "  ", "\t", "\n", "\u00a0", "\u2009", "\r\n", "\n\n\n\n", " \n"])
TEXTS = st.lists(st.tuples(WORDS, GAPS), min_size=1, max_size=14).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)


def numbers(text: str) -> list[str]:
    plain = "".join(str(unicodedata.decimal(c, None)) if c.isdecimal() else c for c in text)
    return re.findall(r"\d+", plain)


@given(st.one_of(TEXTS, st.text(max_size=60)))
def test_meaning_stays(text: str) -> None:
    """For the guard nothing differs; numbers, negations and capitals are the same ones."""
    form = normalize(text)
    plain = in_ascii_digits(unicodedata.normalize("NFC", text))
    assert difference(plain, form) is None
    assert numbers(form) == numbers(plain)
    assert len(cues(tokens(form))) == len(cues(tokens(plain)))


@given(TEXTS)
def test_names_keep_their_case(text: str) -> None:
    """No capital of a word that is no unit is changed."""
    capitals = re.compile(r"\b(?:Alice|Bob|NOT|Always)\b")
    assert capitals.findall(normalize(text)) == capitals.findall(text)


@given(st.one_of(TEXTS, st.text(max_size=60)))
def test_twice_is_once(text: str) -> None:
    """Normalizing a normalized text changes nothing."""
    form = normalize(text)
    assert normalize(form) == form


@pytest.mark.parametrize(("old", "new"), [("not ", ""), ("8080", "9090"), ("Alice", "Bob")])
def test_a_wrong_step_is_caught(monkeypatch: pytest.MonkeyPatch, old: str, new: str) -> None:
    """Were a step to drop a negation or change a number or a name, the text would stay as it is."""
    text = "It is not true that Alice opened port 8080."
    monkeypatch.setattr(module, "_prose", lambda part: part.replace(old, new))
    assert normalize(text) == text
