"""What a fact is: a kind, typed values, and the quote that proves it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date

from aseptic.model.event import Origin, SessionEvent
from bench.judge.mutate.words import MONTHS


@dataclass(frozen=True, slots=True)
class Slot:
    """One value of a fact, and the ways it may be written in a sentence."""

    value: str
    type: str = "text"
    """`number`, `date`, `path`, `identifier`, `name`, `state`, `place` or `text` (never mutated)."""
    role: str = "value"
    """`value`: what the fact says; `subject`: what it says it of."""
    others: tuple[str, ...] = ()
    """Of a state or place: the values that it is not."""

    def __format__(self, how: str) -> str:
        return _FORMS[how](self.value) if how else self.value

    def __str__(self) -> str:
        return self.value


def _money(value: str) -> str:
    return f"${float(value):,.2f}" if "." in value else f"${int(value):,}"


def _long_date(value: str) -> str:
    day = date.fromisoformat(value)
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def _clock(value: str) -> str:
    hour, minute = value.split(":")[:2]
    half = "am" if int(hour) < 12 else "pm"
    return f"{int(hour) % 12 or 12}:{minute} {half}"


_FORMS = {
    "words": lambda v: v.replace("_", " "),
    "money": _money,
    "long": _long_date,
    "clock": _clock,
    "hm": lambda v: v[:5],
    "base": lambda v: v.rpartition("/")[2],
    "tail": lambda v: "/".join(v.split("/")[-2:]),
    "short": lambda v: v[:7],
    "thousands": lambda v: f"{int(v):,}",
    "inner": lambda v: v[0].lower() + v[1:] if re.match(r"[A-Z][a-z]* ", v) else v,
    "the": lambda v: v if re.match(r"[\w ]+'s ", v) else f"the {v}",
    "cap": lambda v: v[:1].upper() + v[1:],
}


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that one event of a real log says."""

    kind: str
    source: str
    """`tau`, `bash`, `read`, `grep`, `edit`, `talk` or `gatemem`."""
    session: str
    seq: int
    quote: str
    speaker: Origin
    slots: Mapping[str, Slot]
    key: tuple[str, ...]
    """Facts with the same key overtake one another within a session."""
    swap: tuple[str, str] | None = None
    """Two slots whose order is the direction of the fact."""
    said: bool = False
    """The sentence says who said it, so that another speaker makes it false."""
    forbid: tuple[str, ...] = field(default=())
    """Kinds of mutant that would be true of this very fact."""

    def with_slot(self, name: str, value: str) -> Fact:
        """The same fact with one value replaced."""
        return replace(self, slots={**self.slots, name: replace(self.slots[name], value=value)})


_GROUPS = {
    "test.ok": "package", "test.subset": "package", "test.passed": "test",
    "lint.clean": "lint", "lint.part": "lint", "branch.on": "branch", "branch.switched": "branch",
    "edit.failed": "no edit", "edit.rejected": "no edit", "edit.unread": "no edit",
    "turn.money": "turn", "turn.date": "turn", "turn.code": "code", "turn.retired": "code",
}  # fmt: skip
"""Kinds that overtake one another where their keys are alike."""


def fact_of(
    event: SessionEvent, kind: str, source: str, quote: str, /, key: tuple[str, ...] = (),
    swap: tuple[str, str] | None = None, said: bool = False, forbid: tuple[str, ...] = (),
    **slots: Slot | str,
) -> Fact:  # fmt: skip
    """A fact of this event. Without a key it is overtaken only by the same fact."""
    typed = {n: s if isinstance(s, Slot) else Slot(s) for n, s in slots.items()}
    own = (_GROUPS.get(kind, kind), *key) if key else (kind, *(s.value for s in typed.values()))
    return Fact(
        kind, source, event.session, event.seq, quote, event.origin, typed, own, swap, said, forbid
    )


def one_line(text: str, limit: int = 90) -> str | None:
    """The text where it is short and plain enough to stand in a sentence, else None."""
    text = text.strip()
    return (
        text
        if 3 <= len(text) <= limit and "\n" not in text and not re.search(r"[{}]", text)
        else None
    )
