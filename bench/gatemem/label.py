"""`python -m bench.gatemem.label DATA`: write the labels from the turns alone.

Two steps: rules (`facts`, `sides`, `requests` and `policy.toml`), then what a person put right
(`labels/hand.toml`). Checkpoints are not opened by anything that this module imports.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

from bench.gatemem.facts import Fact, digest, facts_in
from bench.gatemem.requests import deletions, sentences, stale, unnamed
from bench.gatemem.sides import Tracks, side_of, tracks_of
from bench.gatemem.turns import DOMAINS, Turn, read

HERE = Path(__file__).parent
LABELS = HERE / "labels"
SCHEDULE = re.compile(r"schedul|meeting|review|interview|\bdate|defense|\bexam", re.I)
OUTDATED = re.compile(r"\b(?:broader|earlier|older|old|previous)\b", re.I)
NEW = re.compile(r"\b(?:now|approved|revised|current|updated|moves?|final)\b", re.I)
WORDS: dict[str, dict[str, str]] = {
    "education": {
        "blocker": r"\b[Bb]lockers?\b|\bIRB\b|\b(?:case|appeal|petition|placement|review|exchange|candidacy|nomination)"
        r" (?:is|was|remains) (?:\w+ )?(?:closed|resolved|cleared|complete)",
        "hold": r"\b(?:registration|funding|tuition) hold\b",
        "release": r"\bfamily[- ]release|\bparent release\b",
    },
    "office": {
        "blocker": r"\b[Bb]lockers?\b|\b[Rr]unbook\b|\bmasking validation\b|\breplay (?:validation|confirmation)\b",
        "contract": r"auto-renewal|\bredlines?\b|\bfixed (?:term|twelve|12)|mutual written|twelve-month|12-month",
        "vendor": r"\b[A-Z][a-z]+[A-Z]\w+|\bvendor (?:shortlist|comparison|choice)\b",
        "incident": r"environment-variable sync|sync mismatch|mis-scoped|diagnosis (?:is|remains)|[Cc]urrent suspicion|working theory",
        "grant": r"\blogs-only\b|debugging (?:access|window)|access is (?:now )?revoked",
    },
}
KEEPS = 2
"""Turns in which residence staff state the private place or its code before they count as its keepers."""
PROJECTS = {"main": "first", "other": "second"}


@dataclass(slots=True)
class State:
    """What has been said so far in an episode."""

    current: dict[tuple[str, str], str] = field(default_factory=dict)
    seen: dict[str, list[str]] = field(default_factory=dict)
    family_dates: bool = False
    release: str = ""
    """The newest wording of what the family may be told."""


def policies() -> dict[str, Any]:
    """The table of who may see what."""
    return tomllib.loads((HERE / "policy.toml").read_text(encoding="utf-8"))


def hand() -> dict[str, Any]:
    """What was decided by reading; it wins over every rule."""
    return tomllib.loads((LABELS / "hand.toml").read_text(encoding="utf-8"))


def label(turns: Sequence[Turn]) -> Iterator[dict[str, Any]]:
    """The labels of one episode, in order."""
    domain = turns[0].episode.split("-")[0]
    policy, by_hand = policies()[domain], hand()
    tracks = tracks_of(turns)
    for at, side in by_hand.get("sides", {}).get(turns[0].episode, {}).items():
        kind, key = at.split(":")
        tracks.sides[kind, key] = side
    state = State()
    for turn in turns:
        row = _row(turn, domain, policy["see"], tracks, state)
        yield _by_hand(row, turn, by_hand.get("turns", {}).get(f"{turn.episode}#{turn.index}"))


def _by_hand(row: dict[str, Any], turn: Turn, said: dict[str, Any] | None) -> dict[str, Any]:
    """The row as a reader put it right: `forget` and `correct` by kind and key, `see` a whole turn."""
    if said is None:
        return row
    for name in ("forget", "correct"):
        if name in said:
            row[name] = sorted(digest(turn.episode, *at.split(":", 1)) for at in said[name])
    if "see" in said:
        marks = [mark for part in row.get("parts", []) for mark in part["facts"]]
        row["parts"] = [{"at": [0, len(turn.text)], "see": said["see"], "facts": marks}]
    return {key: value for key, value in row.items() if value != []} | {"by": "hand"}


def _row(
    turn: Turn, domain: str, see: dict[str, list[str]], tracks: Tracks, state: State
) -> dict[str, Any]:
    facts = facts_in(turn.text, tracks.names)
    sides = {fact: side_of(turn.text, fact, tracks) for fact in facts}
    forgets = {f.digest(turn.episode) for f in deletions(turn.text, facts)} | {
        digest(turn.episode, kind, key)
        for kind in unnamed(turn.text, facts)
        for key in _earlier(kind, state)
    }
    corrects = _corrections(turn, facts, sides, state) - forgets
    _release(turn.text, facts, state)
    for fact in facts:
        if fact.kind in ("wording", "release") and fact.key not in state.seen.setdefault(
            fact.kind, []
        ):
            state.seen[fact.kind].append(fact.key)
    row: dict[str, Any] = {"e": turn.episode, "i": turn.index, "sha": turn.digest}
    parts = _parts(turn, domain, see, facts, sides, tracks, state)
    row["project"] = _project(turn.text, facts, sides, parts, tracks)
    row["subject"] = tracks.subject if row["project"] == "first" else "team"
    if any(part["see"] != "all" for part in parts) or any(part["facts"] for part in parts):
        row["parts"] = parts
    if forgets:
        row["forget"] = sorted(forgets)
    if corrects:
        row["correct"] = sorted(corrects)
    row["level"] = _level(parts)
    return row


def _corrections(
    turn: Turn, facts: Sequence[Fact], sides: dict[Fact, str], state: State
) -> set[str]:
    old = {fact.digest(turn.episode) for fact in stale(turn.text, facts)}
    for fact in facts:
        mark = fact.digest(turn.episode)
        if fact.kind not in ("amount", "percent") or mark in old:
            continue
        at = (fact.kind, sides[fact])
        if at not in state.current:
            state.current[at] = mark
        elif state.current[at] != mark and NEW.search(turn.text):
            old.add(state.current[at])
            state.current[at] = mark
    return old - {
        mark for mark in state.current.values() if mark in old and _sole(mark, turn, facts)
    }


def _sole(mark: str, turn: Turn, facts: Sequence[Fact]) -> bool:
    return [f.digest(turn.episode) for f in facts] == [mark]


def _earlier(kind: str, state: State) -> list[str]:
    seen = state.seen.get(kind, [])
    if kind == "release":
        return [key for key in seen if key != state.release]
    return seen[:-1] if len(seen) > 1 else (seen if kind == "wording" else [])


def _release(text: str, facts: Sequence[Fact], state: State) -> None:
    for start, end in sentences(text):
        for fact in facts:
            if (
                fact.kind == "release"
                and start <= fact.start < end
                and not OUTDATED.search(text[start : fact.start])
            ):
                state.release = fact.key
                state.family_dates = bool(SCHEDULE.search(fact.key)) and "billing" not in fact.key


def _parts(
    turn: Turn, domain: str, see: dict[str, list[str]], facts: Sequence[Fact], sides: dict[Fact, str],
    tracks: Tracks, state: State,
) -> list[dict[str, Any]]:  # fmt: skip
    """Neighbouring sentences for the same audience, each with the values that it holds."""
    cut = []
    for start, end in sentences(turn.text):
        inside = [f for f in facts if start <= f.start < end]
        private = [f for f in inside if domain == "office" or sides[f] == "main"]
        kinds = {f.kind for f in private} | _spoken(
            domain, turn.text[start:end], tracks, bool(private)
        )
        cut.append((start, end, _audience(kinds, see, state), inside))
    parts = []
    for audience, group in groupby(cut, key=lambda item: item[2]):
        items = list(group)
        marks = [
            [f.kind, sides[f][0], f.start, f.end, f.digest(turn.episode)]
            for item in items for f in item[3] if f.kind != "label"
        ]  # fmt: skip
        parts.append({"at": [items[0][0], items[-1][1]], "see": audience, "facts": marks})
    return parts


def _spoken(domain: str, said: str, tracks: Tracks, private: bool) -> set[str]:
    """Kinds that a sentence speaks of in words, without a value."""
    found = {kind for kind, pattern in WORDS[domain].items() if re.search(pattern, said)}
    only_public = tracks.mentions("other").search(said) and not tracks.mentions("main").search(said)
    return found if private or not (domain == "education" and only_public) else set()


def _audience(kinds: set[str], see: dict[str, list[str]], state: State) -> str:
    allowed: set[str] | None = None
    for kind in kinds:
        who = set(see.get(kind, ["all"]))
        if kind == "date" and state.family_dates:
            who |= {"family"}
        if "all" not in who:
            allowed = who if allowed is None else allowed & who
    return "all" if allowed is None else " ".join(sorted(allowed)) or "nobody"


def _project(
    text: str,
    facts: Sequence[Fact],
    sides: dict[Fact, str],
    parts: Sequence[dict[str, Any]],
    tracks: Tracks,
) -> str:
    held = {sides[f] for f in facts if f.kind != "label"}
    if held:
        return "second" if held == {"other"} else "first"
    if any(part["see"] != "all" for part in parts):
        return "first"
    named = {which for which in ("main", "other") if tracks.mentions(which).search(text)}
    return PROJECTS[named.pop()] if len(named) == 1 else "both"


def _level(parts: Sequence[dict[str, Any]]) -> str:
    kinds = {fact[0] for part in parts for fact in part["facts"] if fact[1] == "m"}
    if kinds & {"credential", "bridge"}:
        return "secret"
    if any(part["see"] != "all" for part in parts):
        return "restricted"
    return "open"


def purposes(turns: Sequence[Turn], rows: Sequence[dict[str, Any]]) -> Iterator[dict[str, str]]:
    """Principals who do not have the purpose of their role: the subject, and housing that keeps the place."""
    domain = turns[0].episode.split("-")[0]
    if domain != "education":
        return
    yield {"e": turns[0].episode, "principal": tracks_of(turns).subject, "purpose": "own"}
    kept: dict[str, int] = {}
    for turn, row in zip(turns, rows, strict=True):
        if turn.role == "residence_staff":
            private = {f[0] for p in row.get("parts", []) for f in p["facts"] if f[1] == "m"}
            kept[turn.principal] = kept.get(turn.principal, 0) + bool(
                private & {"place", "credential"}
            )
    yield from (
        {"e": turns[0].episode, "principal": who, "purpose": "placement"}
        for who, count in kept.items()
        if count >= KEEPS
    )


def main(argv: Sequence[str]) -> int:
    """Write `labels/<domain>.jsonl` and `labels/principals.jsonl`."""
    others: list[dict[str, str]] = []
    data = Path(argv[0])
    for domain in DOMAINS:
        with (LABELS / f"{domain}.jsonl").open("w", encoding="utf-8") as out:
            for _, episode in groupby(read(data, domain), key=lambda turn: turn.episode):
                turns = list(episode)
                rows = list(label(turns))
                others += purposes(turns, rows)
                out.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    lines = [json.dumps(row, separators=(",", ":")) + "\n" for row in others]
    (LABELS / "principals.jsonl").write_text("".join(lines), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
