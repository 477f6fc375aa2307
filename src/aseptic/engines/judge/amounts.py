"""Numbers of a claim against those that it cites: amount, unit, sign and what is counted."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.language.stems import stem
from aseptic.language.values import Value, same
from aseptic.model.verdict import Label

_PARTS = re.compile(r"(-?[\d.]+)(.*)$")
_COUNTED = {
    stem(word): name
    for name, words in {
        "lines": "lines",
        "files": "files",
        "words": "words characters",
        "bytes": "bytes",
        "tests": "tests",
        "issues": "issues findings problems warnings errors complaints",
        "commits": "commits",
        "seats": "seats",
        "passengers": "passengers travellers",
        "items": "items",
        "bags": "bags",
        "sessions": "sessions",
        "branches": "branches",
        "functions": "functions",
        "time": "seconds minutes hours days weeks",
    }.items()
    for word in words.split()
}
"""What is counted, by the words for it. Counts of two of these are of different things."""
_PAID = re.compile(r"\b(?:charg|paid|pays?\b|debit|bill|cost)", re.IGNORECASE)
_BACK = re.compile(
    r"\b(?:refund|credit(?:ed)?\b|return|reimburs|gave back|given back|minus|negative|less)",
    re.IGNORECASE,
)
_WC = re.compile(r"\bwc\s+-(l|w|c)\b")
_WC_COUNTS = {"l": "lin", "w": "word", "c": "byt"}
_SPELLED = {
    "ms": ("ms", "millisecond"), "s": ("s", "sec", "second"), "min": ("m", "min", "minute"), "h": ("h", "hour", "hr"),
    "d": ("d", "day"), "w": ("week",), "%": ("%", "percent"), "kb": ("kb", "k", "kilobyte"), "mb": ("mb", "m", "megabyte"),
    "gb": ("gb", "g", "gigabyte"), "b": ("b", "byte"), "kg": ("kg", "kilo"), "lb": ("lb", "pound"), "km": ("km", "kilomet"), "mile": ("mile",), "€": ("€", "eur"), "£": ("£", "gbp"),
}  # fmt: skip


def wrong(
    asked: Asked, quoted: Sequence[Statement], context: Sequence[Statement]
) -> Opinion | None:
    """CONTRADICTED where the quote has the same number of something else, or another sign."""
    for value in asked.values:
        if value.kind != "number":
            continue
        for statement in quoted:
            reason = _unlike(asked, value, statement, context)
            if reason is not None:
                return Opinion(Label.CONTRADICTED, reason, statement.passage.event, statement.text)
    return None


def _unlike(
    asked: Asked, value: Value, statement: Statement, context: Sequence[Statement]
) -> str | None:
    others = [v for v in statement.values if v.kind == "number"]
    if any(same("number", v.norm, value.norm) and _counts_alike(v, value) for v in others):
        return _by_command(value, others, context)
    ours = _PARTS.match(value.norm)
    for other in others:
        theirs = _PARTS.match(other.norm)
        if ours is None or theirs is None:
            continue
        paid = _PAID.search(asked.text) and not _BACK.search(asked.text)
        if paid and theirs.group(1) == "-" + ours.group(1):
            return f"the log has {other.text!r}, which was not paid"
        alike = ours.group(1) == theirs.group(1)
        units = ours.group(2), theirs.group(2)
        if alike and all(units) and units[0] != units[1]:
            return f"the claim says {value.text} {units[0]}, the log {other.text} {units[1]}"
        if alike and not _counts_alike(other, value):
            return f"the claim counts {value.attr!r}, the log counts {other.attr!r}"
    return None


def _counts_alike(one: Value, two: Value) -> bool:
    """Whether both count the same; words that count nothing are no difference."""
    if one.attr in _COUNTED and two.attr in _COUNTED:
        return _COUNTED[one.attr] == _COUNTED[two.attr]
    return True


def _by_command(value: Value, others: Sequence[Value], context: Sequence[Statement]) -> str | None:
    """`wc -l` counts lines, whatever the claim says of its number."""
    counted = "byt" if value.norm.endswith("b") else value.attr
    if counted not in _WC_COUNTS.values() or any(v.attr == counted for v in others):
        return None
    for statement in context:
        match = _WC.search(statement.text)
        if match and _WC_COUNTS[match.group(1)] != counted:
            return f"the command counts {_WC_COUNTS[match.group(1)]!r}, the claim {counted!r}"
    return None


def unit_unsaid(asked: Asked, texts: Sequence[str]) -> Value | None:
    """A number whose unit stands nowhere in what is cited. Dollars are taken as said."""
    for value in asked.values:
        if value.kind != "number":
            continue
        parts = _PARTS.match(value.norm)
        unit = parts.group(2) if parts else ""
        if not unit or unit in ("$", "x", "k"):
            continue
        spelled = _SPELLED.get(unit, (unit,))
        if not any(_says(text.lower(), word) for text in texts for word in spelled):
            return value
    return None


def _says(text: str, unit: str) -> bool:
    if not unit.isalpha():
        return unit in text
    return bool(re.search(rf"(?<![a-z]){re.escape(unit)}", text))
