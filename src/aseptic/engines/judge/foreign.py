"""Values of a claim that what it cites does not hold, and claims of another subject."""

from __future__ import annotations

import re

from aseptic.engines.judge import amounts
from aseptic.engines.judge.alignment import held, holds
from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.ground import Ground
from aseptic.engines.judge.opinion import Opinion
from aseptic.language.values import Value
from aseptic.model.verdict import Label

ELSEWHERE = 0.15
"""Below this share of the claim on quote and call, the quote speaks of something else."""
_ONE_OF = frozenset({"path", "place", "hash", "url", "issue", "date", "time", "version"})
"""Kinds of which a quote that holds one, and not the claim's, speaks of another thing."""


def value(asked: Asked, ground: Ground) -> Opinion | None:
    """UNSUPPORTED where a value stands nowhere in the evidence; CONTRADICTED with a single rival."""
    for one in asked.values:
        if any(holds(one, s) for s in ground.quoted):
            continue
        rival = _rival(asked, one, ground)
        if rival is not None and one.kind in _ONE_OF and not _is_location(one, ground):
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
        if v.kind == one.kind and not holds(v, asked)
    }
    return next(iter(rivals.values())) if len(rivals) == 1 else None


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


def subject(asked: Asked, ground: Ground) -> Opinion | None:
    """UNSUPPORTED where the quote, with its call, shares next to nothing with the claim."""
    if not asked.terms:
        return None
    near = (*ground.quoted, *ground.context)
    if sum(held(asked, near, None).values()) / asked.weight >= ELSEWHERE:
        return None
    first = ground.quoted[0]
    reason = "the quote speaks of something else"
    return Opinion(Label.UNSUPPORTED, reason, first.passage.event, first.text)
