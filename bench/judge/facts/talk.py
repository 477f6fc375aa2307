"""What users ask for, in their own words: wishes and questions, which are no facts of the world."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.model.event import EventKind, Origin, SessionEvent
from bench.judge.facts.fact import Fact, Slot, fact_of

_WISH = re.compile(
    r"(?:I(?:'d| would) like to|I want to|I need to|I wanted to|I'm looking to|I was hoping to) "
    r"(?P<verb>cancel|change|upgrade|book|modify|remove|add|update|get|return|downgrade|switch|make) (?P<what>[^.?!\n,;—]{6,70})(?=[.?!,;\n—]|$)"
)
_QUESTION = re.compile(
    r"(?:Can|Could|Is it possible for) (?:you|I|me)(?: please| also)?(?: to)? (?P<verb>cancel|change|upgrade|book|modify|remove|add|update|refund|waive|downgrade) (?P<what>[^.?!\n,;]{6,70})\?"
)
_PLAIN = re.compile(
    r"^(?:The|A|An|All|Each|Both|Most|Some|Any|Another|Multiple|[A-Z]\w*[a-z][A-Z]\w*|Auto-commit|Claude|Gemini|Git|Go|Shadow|Session|Strategies)\b"
    r"[^|{}<>*#—→?!]{38,150}\.$"
)  # fmt: skip
"""A sentence that states something in its own words; no order, no answer, no pronoun in front."""
_HEDGE = re.compile(r"\b(?:might|may|could) (?:have been|be|[a-z]+)\b")
_CONDITION = re.compile(r" (?:unless|except|until|only when|only if|only for|but only|when|if) ")
_PERSONAL = re.compile(
    r"\b(?:I|you|your|we|us|our|let|me|my|please|I'll|I'm|here|above|below|that PR|this)\b", re.I
)
_USER_ID = re.compile(r"(?:user ID|user id|ID) is (?P<id>[a-z]+_[a-z]+_\d{4})")


def facts(event: SessionEvent) -> Iterator[Fact]:
    """Wishes, questions and given ids in one message of a tau-bench customer."""
    if event.origin is Origin.AGENT and event.kind is EventKind.MESSAGE:
        yield from _remarks(event)
    if event.origin is not Origin.USER or event.kind is not EventKind.MESSAGE:
        return
    if event.session.startswith("gatemem/") or len(event.text) > 1200:
        return
    for kind, pattern in (("request.wish", _WISH), ("request.question", _QUESTION)):
        match = pattern.search(event.text)
        if match and (what := _third_person(match["what"])):
            yield fact_of(
                event,
                kind,
                "tau",
                match.group(),
                key=(what,),
                said=True,
                verb=match["verb"],
                what=what,
            )
    match = _USER_ID.search(event.text)
    if match:
        yield fact_of(
            event, "user.id", "tau", match.group(), said=True, id=Slot(match["id"], "identifier")
        )


def _third_person(what: str) -> str | None:
    """`my flight` as `their flight`; None where a pronoun would be left over."""
    what = re.sub(r"\bmy\b", "their", re.sub(r"\bmyself\b", "themselves", what)).strip()
    if re.match(r"(?:is|are|was|it|due|if|and)\b", what):
        return None
    return (
        None
        if re.search(r"\b(?:I|me|we|our|us|you|your|I'm|it|this|that|these|those)\b", what)
        else what
    )


def _remarks(event: SessionEvent) -> Iterator[Fact]:
    """Hedged and conditional remarks of the agent: what it thinks, which is not what is so."""
    for piece in re.split(r"(?<=[.!?])\s+|\n+", event.text):
        kind = remark(piece.strip(" -*"))
        if kind and piece.strip(" -*") in event.text:
            said = piece.strip(" -*")
            yield fact_of(event, f"talk.{kind}", "talk", said, said=True, s=said.removesuffix("."))


def remark(sentence: str) -> str | None:
    """`hedge` or `condition` where a plain sentence is one, else None."""
    if not _PLAIN.match(sentence) or _PERSONAL.search(sentence) or " NOT " in sentence:
        return None
    if sentence.count("(") != sentence.count(")"):
        return None
    if _HEDGE.search(sentence):
        return None if re.search(r"\b(?:would|should)\b", sentence) else "hedge"
    if re.search(
        r"\b(?:(?:check|test|determine|see|ask|verif|report|know|tell)\w*|is|are|was|means) (?:if|when)\b",
        sentence,
    ):
        return None  # `checks if` is `checks whether`: no condition
    return "condition" if _CONDITION.search(sentence) else None
