"""Which of an episode's two tracks a value belongs to, and who is the subject of the private one."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from bench.gatemem.facts import Fact, facts_in, names_in
from bench.gatemem.turns import Turn

PUBLIC = re.compile(
    r"\b(?:public|publicly|program|cohort|printed|printing|orientation|showcase|kickoff|helper|planning line)\b",
    re.I,
)
PRIVATE = re.compile(
    r"\b(?:private|confidential|badge|credential|token|support|stipend|bridge|grant|case|review|petition|my|restricted|booth|locker)\b",
    re.I,
)
WINDOW = 70
"""Characters before a value in which its track is looked for; the nearest cue counts most."""
CONTESTED = 0.3
"""Share of the votes against from which each mention is looked at by itself."""


@dataclass(frozen=True, slots=True)
class Tracks:
    """What the turns of one episode say about its tracks."""

    main: str
    """Name of the private (education) or first (office) project."""
    other: str
    names: dict[str, str]
    sides: dict[tuple[str, str], str]
    """(kind, key) -> `main`, `other`, or `contested` where the same value stands for both."""
    subject: str
    """The principal whom the private track is about, or `team`."""

    def mentions(self, which: str) -> re.Pattern[str]:
        """A pattern for the name of one track that does not match the other's."""
        return track_pattern(self.main, self.other, which)


def track_pattern(main: str, other: str, which: str) -> re.Pattern[str]:
    """See `Tracks.mentions`."""
    if which == "other":
        return re.compile(rf"\b{re.escape(other)}\b|\b{re.escape(other.split()[-1])}\b")
    extra = other.split()[-1] if " " in other else ""
    return re.compile(rf"\b{re.escape(main)}\b" + (rf"(?! {extra})" if extra else ""))


def track_names(turn: Turn) -> tuple[str, str]:
    """The two names, from the episode's id: `atlas_atlas_scholars`, `maple_maplemark`."""
    words = re.sub(r"^.*?_\d{3}_|_(?:dual|extreme)_.*$", "", turn.name).split("_")
    if len(words) == 2:
        return words[0].title(), words[1].title()
    again = words.index(words[0], 1) if words[0] in words[1:] else 1
    return " ".join(words[:again]).title(), " ".join(words[again:]).title()


def tracks_of(turns: Sequence[Turn]) -> Tracks:
    """Read an episode once and vote."""
    main, other = track_names(turns[0])
    names = names_in([turn.text for turn in turns])
    votes: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for text in {turn.text for turn in turns}:
        for fact in facts_in(text, names):
            side, weight = _vote(text, fact, main, other)
            votes[fact.kind, fact.key][side] += weight
    sides = {at: _winner(count) for at, count in votes.items()}
    return Tracks(main, other, names, sides, _subject(turns, main, other))


def _winner(count: Counter[str]) -> str:
    best = max(sorted(count), key=lambda side: count[side])
    return "contested" if min(count["main"], count["other"]) > CONTESTED * count.total() else best


def side_of(text: str, fact: Fact, tracks: Tracks) -> str:
    """The track of one mention: the episode's vote, or its own words where that is contested."""
    side = tracks.sides.get((fact.kind, fact.key), "main")
    return _vote(text, fact, tracks.main, tracks.other)[0] if side == "contested" else side


def _vote(text: str, fact: Fact, main: str, other: str) -> tuple[str, int]:
    start = max(text.rfind(end, 0, fact.start) for end in (". ", "; ", " while ", ", not "))
    before = text[
        max(start, fact.start - WINDOW) if start > 0 else max(0, fact.start - WINDOW) : fact.start
    ]
    if fact.kind == "place":
        before += " " + text[fact.start : fact.end]
    named = {
        "other": max(
            (m.end() for m in track_pattern(main, other, "other").finditer(before)), default=-1
        ),
        "main": max(
            (m.end() for m in track_pattern(main, other, "main").finditer(before)), default=-1
        ),
    }
    cue = {
        "other": max((m.end() for m in PUBLIC.finditer(before)), default=-1),
        "main": max((m.end() for m in PRIVATE.finditer(before)), default=-1),
    }
    best = {side: max(named[side], cue[side] if " " in other else -1) for side in named}
    if best["other"] == best["main"]:
        return ("main", 1)
    side = max(best, key=lambda name: best[name])
    return side, 3


def _subject(turns: Sequence[Turn], main: str, other: str) -> str:
    students = sorted({t.principal for t in turns if t.role == "student"})
    owner = re.search(r"\b([A-Z][a-z]+) ([A-Z][a-z]+)'s (?:confidential|graduate)", turns[0].text)
    if owner:
        return f"student_{owner[1].lower()}_{owner[2].lower()}"
    if not students:
        return "team"
    opening = " ".join(t.text for t in turns[:8])
    scores = {}
    for student in students:
        name = " ".join(student.split("_")[1:]).title()
        first = name.split()[0]
        own = sum(
            bool(re.search(r"\bmy\b", t.text))
            + len(track_pattern(main, other, "main").findall(t.text))
            - 2 * bool(re.search(r"\bpublic side|On the public|I only need the public\b", t.text))
            for t in turns
            if t.principal == student
        )
        about = len(re.findall(rf"\b{first}(?: \w+)?'s\b|\bon {first}\b|\bto {first}\b", opening))
        scores[student] = own + 10 * about
    best = max(students, key=lambda s: scores[s])
    return best if scores[best] > 0 else "team"
