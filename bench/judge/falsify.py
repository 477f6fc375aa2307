"""False cases from facts: the wrong value is known not to stand in the cited event."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from aseptic.model.event import Origin, SessionEvent
from aseptic.model.note import Citation
from bench.judge import mutants
from bench.judge.case import Case
from bench.judge.facts.fact import Fact, Slot
from bench.judge.mutate import values
from bench.judge.mutate.words import occurs
from bench.judge.phrasing import false_templates, say, true_templates

APART = 15
"""Events between the right place and a wrong citation in the same session, at least."""
_KIND_OF_TYPE = {"clock": "date", "place": "name", "version": "number"}
Make = tuple[str, str, Citation]
"""Sentence, role of what is wrong, citation."""


def falsify(
    case: Case, fact: Fact, kind: str, session: Sequence[SessionEvent], rng: random.Random
) -> Case | None:
    """A mutant of this kind of a true case; None where the fact has none."""
    if kind in fact.forbid:
        return None
    event = next(e for e in session if e.seq == fact.seq)
    if kind == "elsewhere":
        made = _elsewhere(case, fact, session, rng)
    elif kind == "speaker":
        made = _speaker(case, fact, session, rng)
    else:
        avoid = event.text
        if fact.source == "edit":  # another file that was edited would make it true
            avoid += " ".join(e.path or "" for e in session if e.tool in ("Edit", "Write"))
        made = _sentence(case, fact, kind, avoid, rng)
    if made is None or (made[0] == case.text and made[2] == case.citation):
        return None
    text, role, citation = made
    return replace(
        case, id=f"{case.id}/{kind}", text=text, citation=citation, mutant=kind, role=role,
        original=case.text, held_out=case.held_out or kind in mutants.HELD_OUT_KINDS,
    )  # fmt: skip


def _sentence(case: Case, fact: Fact, kind: str, avoid: str, rng: random.Random) -> Make | None:
    templates = false_templates(fact, kind)
    if templates:
        return say(fact, rng.choice(templates)), "value", case.citation
    if kind == "direction":
        turned = _turned(fact)
        if turned:
            return _said_anew(case, fact, turned, rng)
    if (kind in mutants.VALUE_KINDS and kind != "unit") or kind == "state":
        return _other_value(case, fact, kind, avoid, rng)
    if kind == "modality" and fact.kind.endswith(".condition"):
        return None  # what a condition allows is as good as told
    if fact.kind.endswith((".hedge", ".condition")) and kind in (
        "modality",
        "qualifier",
    ):
        plain = mutants.apply(kind, str(fact.slots["s"]) + ".", rng)
        if plain is None:
            return None
        wrong = fact.with_slot("s", plain.removesuffix("."))
        return say(wrong, rng.choice(true_templates(fact))), "value", case.citation
    if kind == "negation" and fact.kind.endswith((".hedge", ".condition")):
        return None  # `might not` is no opposite of `might`
    if kind in ("unit", "negation"):
        text = mutants.apply(kind, case.text, rng, avoid=avoid if kind == "unit" else "")
        return (text, "value", case.citation) if text else None
    return None


def _turned(fact: Fact) -> Fact | None:
    """The fact with its two ends exchanged."""
    if not fact.swap:
        return None
    a, b = (fact.slots[name].value for name in fact.swap)
    return None if a == b else fact.with_slot(fact.swap[0], b).with_slot(fact.swap[1], a)


def _said_anew(case: Case, fact: Fact, wrong: Fact, rng: random.Random) -> Make | None:
    """A phrasing in which both ends are named, so that the turn shows."""
    ends = [f"{{{name}" for name in wrong.swap or ()]
    shown = [t for t in true_templates(fact) if all(end in t for end in ends)]
    return (say(wrong, rng.choice(shown)), "value", case.citation) if shown else None


def _other_value(case: Case, fact: Fact, kind: str, avoid: str, rng: random.Random) -> Make | None:
    names = [n for n, s in fact.slots.items() if _KIND_OF_TYPE.get(s.type, s.type) == kind]
    rng.shuffle(names)
    for name in names:
        slot = fact.slots[name]
        shown = [t for t in true_templates(fact) if f"{{{name}" in t]
        for _ in range(8):
            new = other_value(slot, rng, avoid)
            if new is None or not shown:
                break
            wrong, template = fact.with_slot(name, new), rng.choice(shown)
            text = say(wrong, template)
            if text != say(fact, template):
                return text, slot.role, case.citation
    return None


def other_value(slot: Slot, rng: random.Random, avoid: str) -> str | None:
    """A wrong value for this slot."""
    if slot.others:
        return rng.choice(slot.others)
    if slot.type == "path":
        return _other_path(slot.value, rng, avoid)
    if slot.type == "clock":
        hour = (int(slot.value[:2]) + rng.choice((1, 2, 3, 11, 12))) % 24
        return f"{hour:02d}{slot.value[2:]}"
    if slot.type == "version":
        major, minor, *rest = slot.value.split(".")
        return ".".join([major, str(int(minor) + rng.choice((1, 2, 3, -1))), *rest])
    make: Callable[[str, random.Random, str], str | None] | None = {
        "number": values.other_number,
        "date": values.date,
        "identifier": values.other_identifier,
        "name": values.other_person,
    }.get(slot.type)
    return make(slot.value, rng, avoid) if make else None


def _other_path(old: str, rng: random.Random, avoid: str) -> str | None:
    """Another last folder or base name; the head of a path is seldom written into a note."""
    parts = old.split("/")
    head, tail = "/".join(parts[:-2]), "/".join(parts[-2:])
    new = values.other_path(tail, rng, avoid)
    if new is None or (not new.endswith("/" + parts[-1]) and occurs(new.rpartition("/")[2], avoid)):
        return None
    return f"{head}/{new}" if head else new


def _speaker(
    case: Case, fact: Fact, session: Sequence[SessionEvent], rng: random.Random
) -> Make | None:
    """The words are put in another's mouth, in the sentence or in the citation, or both."""
    if fact.source == "gatemem":
        return _other_member(case, fact, session, rng)
    templates = false_templates(fact, "speaker")
    if templates:
        other = Origin.AGENT if fact.speaker is Origin.USER else Origin.USER
        return say(fact, rng.choice(templates)), "speaker", replace(case.citation, speaker=other)
    if fact.speaker is not Origin.TOOL or fact.said or fact.kind.endswith(".rejected"):
        return None
    told = [s.value for s in fact.slots.values() if s.role == "value"]
    if any(occurs(v, e.text) for v in told for e in session if e.origin is Origin.USER):
        return None
    named = any(case.text.startswith(str(slot)) for slot in fact.slots.values())
    text = case.text
    if not named and re.match(r"[A-Z][a-z]* ", text):
        text = text[0].lower() + text[1:]
    lead = rng.choice(("According to the user, ", "The user said: ", "The user stated that "))
    return lead + text, "speaker", replace(case.citation, speaker=Origin.USER)


def _other_member(
    case: Case, fact: Fact, session: Sequence[SessionEvent], rng: random.Random
) -> Make | None:
    """Another real member of the same chat, who never said the values."""
    told = [
        s.value
        for n, s in fact.slots.items()
        if n != "who" and s.type in ("number", "date", "identifier")
    ]
    told = told or [s.value for n, s in fact.slots.items() if n != "who"]
    by_name: dict[str, str] = {}
    for event in session:
        match = re.match(r"([A-Z]\w+ [A-Z]\w+) \(", event.text)
        if match and event.origin is Origin.USER:
            by_name[match[1]] = by_name.get(match[1], "") + event.text
    free = [
        n
        for n, text in by_name.items()
        if n != fact.slots["who"].value and not any(occurs(v, text) for v in told)
    ]
    if not free:
        return None
    wrong = fact.with_slot("who", rng.choice(free))
    return say(wrong, rng.choice(true_templates(fact))), "speaker", case.citation


def _elsewhere(
    case: Case, fact: Fact, session: Sequence[SessionEvent], rng: random.Random
) -> Make | None:
    """The citation points to another event: its own words, or the right quote at a wrong place."""
    told = [s.value for s in fact.slots.values() if s.role == "value" and s.type != "text"]
    far = [
        e
        for e in session
        if abs(e.seq - fact.seq) > APART
        and e.is_evidence
        and len(e.text) > 60
        and fact.quote not in e.text
        and not any(occurs(v, e.text) for v in told)
        and not any(occurs(v.rpartition("/")[2], e.text) for v in told)
    ]
    if not far or not told:
        return None
    other = rng.choice(far)
    if rng.random() < 0.5:
        return case.text, "citation", replace(case.citation, seq=other.seq)
    lines = [line.strip() for line in other.text.split("\n") if 20 <= len(line.strip()) <= 300]
    if not lines:
        return None
    return (
        case.text,
        "citation",
        Citation(other.session, other.seq, rng.choice(lines), other.origin),
    )
