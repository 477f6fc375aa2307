"""The values of a sentence: what a mutant of it would change.

A value has a kind, a normal form that can be compared, and an attribute: the
word that says what it is a value of (`port` in "port 8080", `test` in "7 tests").
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from aseptic.language.antonyms import CYCLES
from aseptic.language.tokens import Token

_DIRECTIONS = CYCLES["direction"]
_NUMBER_WORDS = {
    word: str(n)
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
} | {"dozen": "12", "twice": "2", "both": "2"}
_UNITS = {
    "milliseconds": "ms", "millisecond": "ms", "msec": "ms", "ms": "ms",
    "seconds": "s", "second": "s", "sec": "s", "secs": "s", "s": "s",
    "minutes": "min", "minute": "min", "min": "min", "mins": "min", "m": "min",
    "hours": "h", "hour": "h", "hr": "h", "hrs": "h", "h": "h",
    "days": "d", "day": "d", "d": "d", "weeks": "w", "week": "w", "months": "month", "years": "year",
    "bytes": "b", "byte": "b", "b": "b", "kb": "kb", "kib": "kb", "k": "k", "mb": "mb", "mib": "mb",
    "gb": "gb", "gib": "gb", "tb": "tb", "percent": "%", "%": "%", "px": "px", "usd": "$", "dollars": "$",
    "euros": "€", "x": "x", "kg": "kg", "kilograms": "kg", "kilos": "kg", "lb": "lb", "lbs": "lb", "pounds": "lb", "km": "km", "miles": "mile",
    "hz": "hz", "mhz": "mhz", "ghz": "ghz",
}  # fmt: skip
_MONTHS = {m[:3]: f"{n:02d}" for n, m in enumerate(
    "january february march april may june july august september october november december".split(), 1)}  # fmt: skip
_LABELS = frozenset(
    """port line lin lines pr pull issue version vers exit code step task phas phase page chapter row
    column col status attempt round part priority level id order reservation flight size gate
    room node python java go ruby rust timeout limit day item number no""".split()
)
"""Words that name the number behind them ("port 8080", "line 12", "PR 181")."""
_NUMBER = re.compile(r"([$€£])?\s?([-+]?\d[\d,]*(?:\.\d+)?)(st|nd|rd|th)?(%|[a-zA-Zµ]+)?$")
_SAME_COUNT = {
    "find": "issu",
    "problem": "issu",
    "complaint": "issu",
    "warn": "issu",
    "hit": "match",
    "passeng": "travel",
    "luggag": "bag",
}
"""Stems of words for what is counted, that mean the same."""
_SKIP_ATTR = frozenset(
    """the a an of in on at to for and or all only new more other both about than over under least
    most up total additional existing remaining consecutive separate different""".split()
)


class Value(NamedTuple):
    """One value, and the positions of its tokens."""

    kind: str
    """number, date, time, version, path, place, name, url, issue, hash, flag, direction, proper, quoted."""
    norm: str
    attr: str
    """Stem of the word that it is a value of; empty where none is seen."""
    at: int
    text: str


def values(found: Sequence[Token]) -> list[Value]:
    """The values among the tokens of one sentence, in order."""
    out: list[Value] = []
    for at, token in enumerate(found):
        value = _value(found, at, token)
        if value is not None:
            out.append(value)
    return out


def _value(found: Sequence[Token], at: int, token: Token) -> Value | None:
    kind = token.kind
    if kind == "mark":
        return None
    if kind == "word":
        return _word_value(found, at, token)
    if kind == "number":
        return _number(found, at, token)
    if kind == "date":
        return Value("date", _date(token.text), "", at, token.text)
    if kind == "time":
        return Value("time", _clock(token.stem), "", at, token.text)
    if kind == "issue" and token.text.startswith("#"):
        return Value("issue", token.text[1:], "", at, token.text)
    norm = token.stem
    return Value(kind, norm, "", at, token.text)


def _word_value(found: Sequence[Token], at: int, token: Token) -> Value | None:
    low = token.text.lower()
    if low in _DIRECTIONS:
        return Value("direction", low.removesuffix("ern"), "", at, token.text)
    number = _NUMBER_WORDS.get(low)
    if number is not None and low not in ("both", "twice"):
        if low == "one":
            return None  # a pronoun as often as a number
        unit = _unit_after(found, at)
        return Value("number", number + unit, _noun_after(found, at), at, token.text)
    if is_proper(found, at):
        return Value("proper", low.removesuffix("'s").removesuffix("’s"), "", at, token.text)
    return None


def is_proper(found: Sequence[Token], at: int) -> bool:
    """A capitalised word that does not open a sentence: `Alice`, `Redis`, `OAuth`."""
    word = found[at].text
    if not word[:1].isupper() or len(word) < 2:
        return False
    if word.isupper() and len(word) > 2:
        return True
    if word.endswith("s") and word[:-1].isupper():
        return False  # a plural of what is no name: `IDs`, `PRs`
    if at == 0:
        return False
    before = found[at - 1]
    return not (before.kind == "mark" and before.text in '.:!?"“`([-—–•*>|')


def _number(found: Sequence[Token], at: int, token: Token) -> Value:
    match = _NUMBER.match(token.text)
    if match is None:
        return Value("number", token.stem, "", at, token.text)
    money, digits, _, unit = match.groups()
    digits = _plain(digits)
    suffix = ""
    if unit:
        suffix = _UNITS.get(unit.lower(), unit.lower())
    elif money:
        suffix = money
    else:
        suffix = _unit_after(found, at)
    attr = _label_before(found, at) or _noun_after(found, at + (1 if suffix and not unit else 0))
    return Value("number", digits + suffix, attr, at, token.text)


def _plain(digits: str) -> str:
    digits = digits.replace(",", "").lstrip("+")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits.lstrip("0") or "0"


def _unit_after(found: Sequence[Token], at: int) -> str:
    if at + 1 >= len(found):
        return ""
    low = found[at + 1].text.lower()
    # A lone letter is a unit only when it is glued to its number.
    return _UNITS.get(low, "") if len(low) > 1 else ""


def _label_before(found: Sequence[Token], at: int) -> str:
    for back in (1, 2):
        if at - back < 0:
            return ""
        token = found[at - back]
        if token.kind == "word":
            if token.stem in _LABELS:
                return token.stem
            if back == 1 and token.text.lower() not in ("is", "to", "was", "be", "of", "on", "at"):
                return ""
        elif token.text not in (":", "=", "#", "(", "`", "-"):
            return ""
    return ""


def _noun_after(found: Sequence[Token], at: int) -> str:
    """The head of the noun phrase behind a number: `test` in "7 new test cases" is `cas`."""
    head = ""
    for token in found[at + 1 : at + 4]:
        if token.kind not in ("word", "name"):
            break
        low = token.text.lower()
        if low in _SKIP_ATTR:
            if head:
                break
            continue
        if head and not low.endswith("s"):
            break
        head = _SAME_COUNT.get(token.stem, token.stem)
        if low.endswith("s"):
            break
    return head


def _clock(text: str) -> str:
    """`4:00 pm` and `16:00` alike."""
    match = re.match(r"(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*([ap]m)?$", text)
    if match is None:
        return text
    hour, minute, second, half = match.groups()
    number = int(hour)
    if half:
        number = number % 12 + (12 if half == "pm" else 0)
    tail = f":{second}" if second and second != "00" else ""
    return f"{number:02d}:{minute or '00'}{tail}"


def _date(text: str) -> str:
    low = text.lower().replace(",", "")
    iso = re.match(r"(\d{4}-\d{2}-\d{2})", low)
    if iso:
        return iso.group(1)
    words = low.replace(".", " ").split()
    month = next((_MONTHS[w[:3]] for w in words if w[:3] in _MONTHS and w.isalpha()), None)
    digits = [re.sub(r"\D", "", w) for w in words if w[:1].isdigit()]
    if month and digits:
        day = digits[0].zfill(2)
        return f"{digits[1]}-{month}-{day}" if len(digits) > 1 else f"{month}-{day}"
    return low


def same(kind: str, a: str, b: str) -> bool:
    """Whether two normal forms of a kind name the same thing (a short path ends a longer one)."""
    if a == b:
        return True
    if kind == "number":
        return _same_number(a, b)
    if kind == "path":
        return _ends(a, b) or _ends(b, a)
    if kind in ("hash", "version"):
        short, long = sorted((a, b), key=len)
        return long.startswith(short) if kind == "hash" else long.startswith(short + ".")
    if kind == "date":
        return a.endswith("-" + b) or b.endswith("-" + a)
    if kind == "name":
        return a.rsplit(".", 1)[-1] == b.rsplit(".", 1)[-1] and ("." in a) != ("." in b)
    if kind == "place":
        file_a, _, lines_a = a.partition(":")
        file_b, _, lines_b = b.partition(":")
        return lines_a == lines_b and same("path", file_a, file_b)
    return False


_SCALE = {
    "ms": ("time", 1e-3), "s": ("time", 1.0), "min": ("time", 60.0), "h": ("time", 3600.0),
    "d": ("time", 86400.0), "b": ("size", 1.0), "kb": ("size", 1e3), "mb": ("size", 1e6), "gb": ("size", 1e9),
}  # fmt: skip
_PARTS = re.compile(r"(-?[\d.]+)(.*)$")


def _same_number(a: str, b: str) -> bool:
    """Equal amounts: a unit that only one of them states is no difference (`$12.50`, `12.5`)."""
    one, two = _PARTS.match(a), _PARTS.match(b)
    if one is None or two is None:
        return False
    if one.group(1).lstrip("-") == two.group(1).lstrip("-"):
        return not one.group(2) or not two.group(2)
    left, right = _SCALE.get(one.group(2)), _SCALE.get(two.group(2))
    if left is None or right is None or left[0] != right[0]:
        return False
    return abs(float(one.group(1)) * left[1] - float(two.group(1)) * right[1]) < 1e-9


def _ends(long: str, short: str) -> bool:
    return long.endswith("/" + short.lstrip("/"))
