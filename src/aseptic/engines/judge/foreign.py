"""Values of a claim that what it cites does not hold, and claims of another subject."""

from __future__ import annotations

import re
from itertools import pairwise

from aseptic.engines.judge import amounts, diffstat, lines
from aseptic.engines.judge.alignment import held, holds
from aseptic.engines.judge.asked import Asked, Term
from aseptic.engines.judge.conflict import shape
from aseptic.engines.judge.ground import Ground
from aseptic.engines.judge.opinion import Opinion
from aseptic.language.values import Value
from aseptic.language.verbs import is_past
from aseptic.model.verdict import Label

ELSEWHERE = 0.15
"""Below this share of the claim on quote and call, the quote speaks of something else."""
SHORT = 10
"""Tokens of a quote that cannot say more than one thing of a claim."""
_ONE_OF = frozenset({"path", "place", "hash", "url", "issue", "date", "time", "version"})
"""Kinds of which a quote that holds one, and not the claim's, speaks of another thing."""


def value(asked: Asked, ground: Ground) -> Opinion | None:
    """UNSUPPORTED where a value stands nowhere in the evidence; CONTRADICTED with a single rival."""
    name = _unknown_name(asked, ground)
    if name is not None:
        first = ground.quoted[0]
        reason = f"{name!r} is not in what it cites"
        return Opinion(Label.UNSUPPORTED, reason, first.passage.event, first.text)
    for one in asked.values:
        if any(holds(one, s) for s in ground.quoted) or _is_line(one, asked, ground):
            continue
        rival = _rival(asked, one, ground)
        if rival is not None and one.kind in _ONE_OF and not _is_location(one, ground):
            return _against(one, rival, ground)
        if rival is not None and one.kind == "number" and _plain_rival(one, rival, ground):
            return _against(one, rival, ground)
        if any(holds(one, s) for s in (*ground.near, *ground.context)) or _stands(one, ground):
            continue
        if rival is not None and one.kind != "proper":
            return _against(one, rival, ground)
        first = ground.quoted[0]
        reason = f"{one.text!r} is not in what it cites"
        return Opinion(Label.UNSUPPORTED, reason, first.passage.event, first.text)
    unit = amounts.unit_unsaid(asked, [ground.whole])
    if unit is not None:
        first = ground.quoted[0]
        reason = f"the log does not give the unit of {unit.text!r}"
        return Opinion(Label.UNSUPPORTED, reason, first.passage.event, first.text)
    return None


def _unknown_name(asked: Asked, ground: Ground) -> str | None:
    """Two names in a row (`Mia Moore`) that never stand together in the evidence."""
    for one, two in pairwise(asked.values):
        if one.kind != "proper" or two.kind != "proper" or two.at != one.at + 1:
            continue
        if one.text.isupper() or two.text.isupper():
            continue
        last = two.norm.removesuffix("'s").removesuffix("’s")
        if not re.search(rf"{re.escape(one.norm)}.{{0,25}}{re.escape(last)}", ground.whole):
            return f"{one.text} {two.text}"
    return None


def _is_line(one: Value, asked: Asked, ground: Ground) -> bool:
    """Whether the value is the number of a quoted line, or of lines added and removed."""
    if one.kind == "number" and diffstat.agrees(asked, ground.quoted):
        return True
    if one.kind not in ("number", "place"):
        return False
    numbers = {lines.number_of(s) for s in ground.quoted}
    if one.kind == "number":
        return any(str(n) == one.norm for n in numbers)
    ranges = lines.claimed(one.text)
    if not _file_stands(one, ground):
        return False
    told = {r for s in ground.quoted for r in lines.claimed(s.text)}
    return bool(told & set(ranges)) or any(
        n is not None and low <= n <= high for low, high in ranges for n in numbers
    )


def _file_stands(one: Value, ground: Ground) -> bool:
    """Whether the file of a place is named in the evidence: a line number alone is no place."""
    name = one.norm.split(":")[0].rsplit("/", 1)[-1].lower()
    if re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", ground.whole):
        return True
    path = one.norm.split(":")[0]
    return "/" in path and any(path in p.event.text.lower() for p in ground.passages)


def _plain_rival(one: Value, rival: str, ground: Ground) -> bool:
    """Whether the quote's only number can be the one that the claim means."""
    if ground.fields or len(one.norm) < 2:
        return False
    if any(holds(one, s) for s in ground.context):
        return False
    return (
        len(re.findall(r"\d+", ground.quote)) == 1
        and rival in ground.quote
        and not rival.startswith("0")
    )


def _against(one: Value, rival: str, ground: Ground) -> Opinion:
    first = ground.quoted[0]
    reason = f"the claim says {one.text!r}, the log says {rival!r}"
    return Opinion(Label.CONTRADICTED, reason, first.passage.event, first.text, value=rival)


def _rival(asked: Asked, one: Value, ground: Ground) -> str | None:
    """The one value of the same kind in the quote that the claim does not name."""
    rivals = {
        v.norm: v.text
        for s in ground.quoted
        for v in s.values
        if v.kind == one.kind and not holds(v, asked) and _same_shape(one, v)
    }
    return next(iter(rivals.values())) if len(rivals) == 1 else None


def _same_shape(one: Value, other: Value) -> bool:
    """Whether two values are written alike: a file is no rival of a folder, `IDs` none of `HEAD`."""
    if one.kind == "path":
        return ("." in one.norm.rsplit("/", 1)[-1][1:]) == (
            "." in other.norm.rsplit("/", 1)[-1][1:]
        )
    return one.kind not in ("name", "proper") or shape(one.text) == shape(other.text)


def _is_location(one: Value, ground: Ground) -> bool:
    """Whether the value names the very file that the event is about."""
    path = ground.quoted[0].passage.event.path
    if path is None or one.kind not in ("path", "place"):
        return False
    return path.lower().endswith(one.norm.split(":")[0].lstrip("./"))


def _stands(one: Value, ground: Ground) -> bool:
    """Whether the whole evidence has it as a word, a long way from the quote perhaps."""
    text = one.text.rstrip("()").lower()
    if one.kind == "number":
        text = re.sub(r"[^\d.]", "", text).strip(".") or text
        return bool(re.search(rf"(?<![\d.]){re.escape(text)}(?![\d]|\.\d)", ground.whole))
    if one.kind == "issue":
        text = text.lstrip("#")
    if one.kind in ("path", "place"):
        text = text.split(":")[0].lstrip("./").rstrip("/")
    if one.kind == "proper":
        return text.removesuffix("'s").removesuffix("’s") in ground.whole
    return bool(re.search(rf"(?<!\w){re.escape(text)}(?!\w)", ground.whole))


def _of_record(asked: Asked, term: Term, known: set[str]) -> bool:
    """Whether a term is a value of the record that holds the quote."""
    return asked.found[term.at].text.lower().lstrip("$€£") in known


def subject(asked: Asked, ground: Ground) -> Opinion | None:
    """UNSUPPORTED where the quote, with its call, shares next to nothing with the claim."""
    if not asked.terms or diffstat.agrees(asked, ground.quoted):
        return None
    near = (*ground.quoted, *ground.context)
    got = held(asked, near, None)
    plain = [t for t in asked.terms if t.value is None and not is_past(t.stem)]
    strange = len(plain) >= 3 and not any(t.at in got for t in plain) and not ground.fields
    known = {f.value.lower() for f in ground.fields}
    told = sum(t.weight for t in asked.terms if t.at not in got and _of_record(asked, t, known))
    share = (sum(got.values()) + told) / asked.weight
    least = ELSEWHERE / 2 if len(ground.quoted[0].found) <= SHORT else ELSEWHERE
    if share >= least and not strange:
        return None
    first = ground.quoted[0]
    reason = "the quote speaks of something else"
    return Opinion(Label.UNSUPPORTED, reason, first.passage.event, first.text)
