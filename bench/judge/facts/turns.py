"""Facts in the turns of GateMem's office and education episodes (rzhub/GateMem, MIT).

Only the turns are read: who said what. Nothing of the dataset's checkpoints is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.model.event import EventKind, Origin, SessionEvent
from bench.judge.facts.fact import Fact, Slot, fact_of

_MONTH = "January|February|March|April|May|June|July|August|September|October|November|December"
_DATE = rf"(?:{_MONTH}) \d{{1,2}}, 20\d\d"
_DAY_OF = r"\b(?:date|deadline|session|kickoff|review|target|meeting|appointment|hearing|showcase|event|run|launch)\b"
_LIMITED = re.compile(
    r"\b(?:if|unless|once|when|until|pending|provisional\w*|tentative\w*|not|never|except|before|assuming|expected|draft|old|earlier|stale|example)\b",
    re.I,
)
_LEAD = re.compile(r"^[A-Z][\w' -]{3,40}: ")
_SPEAKER = re.compile(r"^(?P<who>[A-Z][a-z]+ [A-Z][a-z]+) \((?P<role>[\w ]+)\): ")
_SUBJECT = r"(?P<subject>(?:[Tt]he |[A-Z])[\w' -]{3,55}?)"
_RULES = (
    ("turn.date", rf"{_SUBJECT} (?:is now|is still|is|remains) (?P<date>{_DATE})(?=[.,;]|$)"),
    ("turn.money", rf"{_SUBJECT} (?:is now|is still|is|remains) (?P<money>[\d,]+ USD)(?= per month|[.,;]|$)(?P<per> per month)?"),
    ("turn.guess", r"(?P<subject>[A-Z][\w' -]{3,50}) is (?P<money>[\d,]+ USD) (?P<until>(?:before|until) [\w' -]{8,70})(?=[.,;]|$)"),
    ("turn.percent", rf"{_SUBJECT} (?:is now|is still|is|remains) (?P<pct>\d+)%(?=[.,;]|$)"),
    ("turn.place", rf"{_SUBJECT} (?:is now|is still|is|remains) (?P<place>[A-Z]\w+(?: [A-Z]\w+)* (?:Room|Suite|Hall|Desk|Booth|Classroom|Annex|Commons) \d+\w*)(?=[.,;]|$)"),
    ("turn.code", r"(?P<code>[A-Z]{2,4}-\d{3,6}) is (?:now |still )?the active (?P<what>(?:private )?badge|credential|code)"),
    ("turn.retired", r"(?P<code>[A-Z]{2,4}-\d{3,6}) is (?P<state>retired|no longer active|inactive)(?=[.,;]|$)"),
    ("turn.if", r"^If (?P<cond>[a-z][\w' -]{8,60}), (?P<what>(?:the )?[\w' -]{4,50}?) (?P<modal>may|could|might|will|should) (?P<how>[\w', -]{5,80})(?=[.;]|$)"),
    ("turn.scope", r"(?P<subject>[Tt]he (?:current |active )?family-release scope) (?:is|remains)(?: now)?(?: narrowed to| limited to)? (?P<only>[a-z][\w -]{5,45}) only(?=[.,;]|$| through)"),
    ("turn.limit", r"^I can help with (?P<what>[\w' -]{8,60}), not with (?P<not>[\w' -]{6,60}?)(?= or |[.,;]|$)"),
)  # fmt: skip


def facts(event: SessionEvent) -> Iterator[Fact]:
    """Facts of one GateMem turn; nothing for any other event."""
    if event.kind is not EventKind.MESSAGE or not event.session.startswith("gatemem/"):
        return
    speaker = _SPEAKER.match(event.text)
    if not speaker or event.origin is not Origin.USER:
        return
    who = Slot(speaker["who"], "name", "subject")
    for sentence in re.split(r"(?<=[.;]) (?=[A-Z])", event.text[speaker.end() :]):
        body = _LEAD.sub("", sentence)
        body = body[:1].upper() + body[1:]
        for kind, pattern in _RULES:
            match = re.search(pattern, body)
            if not match or _LIMITED.search(body[: match.start()] + " " + body[match.end() :]):
                continue  # the sentence says less than the matched part alone
            if fact := _fact(event, kind, match, who):
                yield fact
                break


def _fact(event: SessionEvent, kind: str, match: re.Match[str], who: Slot) -> Fact | None:
    named = {n: v for n, v in match.groupdict().items() if v}
    about_what = re.sub(
        r"^(?:(?:[Tt]he|[Cc]urrent|[Aa]ctive) )+", "", named.pop("subject", "")
    ).strip()
    if re.search(
        r"\b(?:I|my|we|our|it|this|that|which|and|but|if|while|though|remains?|USD|still|is)\b",
        about_what,
        re.I,
    ):
        return None
    if re.search(
        r"\b(?:I|it|anyone|someone)\b", f"{named.get('what', '')} {named.get('cond', '')}"
    ):
        return None
    if about_what and len(about_what.split()) < 2:
        return None
    if kind == "turn.date" and not re.search(_DAY_OF, about_what, re.I):
        return None
    quote = _verbatim(event.text, match.group())
    if quote is None:
        return None
    slots: dict[str, Slot | str] = {"subject": about_what} if about_what else {}
    for name, value in named.items():
        if name == "money":
            slots["money"] = Slot(value.removesuffix(" USD").replace(",", ""), "number")
        elif name == "date":
            slots["date"] = Slot(value, "date")
        elif name == "pct":
            slots["pct"] = Slot(value, "number")
        elif name == "code":
            slots["code"] = Slot(value, "identifier")
        elif name == "place":
            head, _, number = value.rpartition(" ")
            slots |= {"place": head, "room": Slot(number, "number" if number.isdigit() else "text")}
        elif name == "state":
            slots["state"] = Slot("retired", "state", others=("active", "in use"))
        else:
            slots[name] = value.strip()
    about = about_what or str(named.get("code") or named.get("what"))
    if named.get("per"):
        kind = "turn.salary"
    subject = slots.get("subject")
    if isinstance(subject, str) and re.match(
        r"(?:Approved|Public|Private|Revised|Target|Active|Support|Initial|Review|Registrar|Finance)\b",
        subject,
    ):
        slots["subject"] = subject[0].lower() + subject[1:]
    return fact_of(event, kind, "gatemem", quote, key=(about.lower(),), said=True, who=who, **slots)


def _verbatim(text: str, piece: str) -> str | None:
    """The piece as the turn has it (its first letter may have been raised)."""
    if piece in text:
        return piece
    lower = piece[:1].lower() + piece[1:]
    return lower if lower in text else None
