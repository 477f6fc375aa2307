"""An episode through a store: with the labels kept, and without them."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bench.gatemem.checkpoints import Checkpoint
from bench.gatemem.store import UNKNOWN, Asker, Entry, Keeper
from bench.gatemem.turns import Turn

DELETED = "[deleted]"
NOBODY = "nobody"
ANYBODY = "anybody"
"""The one purpose of the baseline."""
LIMITS = (5, 20)
"""How many of the first hits are looked at."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What the benchmark knows about a record that it put: for scoring, not for the store."""

    text: str
    see: frozenset[str]
    facts: frozenset[str]
    """Digests of the values that the text still holds."""
    spans: tuple[tuple[int, int, str], ...]
    turn: int


@dataclass(frozen=True, slots=True)
class Served:
    """What one question got."""

    checkpoint: Checkpoint
    purpose: str
    hits: tuple[Kept, ...]
    forgotten: frozenset[str]
    """Digests that had been forgotten when it was asked."""
    live: tuple[Kept, ...]
    """Everything that this asker may see, whatever the search finds of it."""
    said: tuple[str, ...]
    """Every turn so far."""


@dataclass(slots=True)
class _Episode:
    tenant: str
    keeper: Keeper
    everyone: frozenset[str]
    kept: dict[str, Kept] = field(default_factory=dict)
    holding: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    gone: set[str] = field(default_factory=set)
    stale: set[str] = field(default_factory=set)
    live: set[str] = field(default_factory=set)

    def put(
        self,
        text: str,
        see: frozenset[str],
        spans: Sequence[tuple[int, int, str]],
        turn: Turn,
        row: dict[str, Any],
    ) -> None:
        """Keep a text whose spans are values; an exact copy for the same readers refreshes the first."""
        name = hashlib.sha256(f"{text}|{sorted(see)}".encode()).hexdigest()[:20]
        everybody = see == self.everyone
        entry = Entry(name, text, see, row["subject"], row["project"], turn.index, everybody)
        record = self.keeper.put(self.tenant, entry)
        facts = frozenset(mark for _, _, mark in spans)
        self.kept[record] = Kept(text, see, facts, tuple(spans), turn.index)
        self.live.add(record)
        for mark in facts:
            self.holding[mark].add(record)


@dataclass(frozen=True, slots=True)
class Setting:
    """All that an application knows beside the turns."""

    asked: Mapping[str, Sequence[Checkpoint]]
    """Questions by the turn after which they are asked."""
    everyone: frozenset[str]
    """Every purpose of the domain."""
    purposes: Mapping[tuple[str, str], str]
    """(episode, principal) -> purpose, where it is not that of the role."""
    by_role: Mapping[str, str]

    def asker(self, tenant: str, checkpoint: Checkpoint) -> Asker:
        """Who asks; an unknown role gets a purpose for which nothing was kept."""
        at = (tenant, checkpoint.principal)
        purpose = self.purposes.get(at) or self.by_role.get(checkpoint.role, UNKNOWN)
        return Asker(tenant, checkpoint.principal, checkpoint.role, purpose)


def governed(
    turns: Sequence[Turn], rows: Sequence[dict[str, Any]], keeper: Keeper, setting: Setting
) -> Iterator[Served]:
    """Labels applied at their turn; each question asked when its turn has been taken in."""
    episode = _Episode(turns[0].episode, keeper, setting.everyone)
    for number, (turn, row) in enumerate(zip(turns, rows, strict=True), 1):
        if turn.digest != row["sha"]:
            raise ValueError(f"{turn.episode}#{turn.index}: the label is of another text")
        _take(episode, turn, row)
        for checkpoint in setting.asked.get(turn.turn, ()):
            asker = setting.asker(episode.tenant, checkpoint)
            hits = keeper.search(asker, checkpoint.question, max(LIMITS))
            live = (episode.kept[record] for record in sorted(episode.live))
            yield Served(
                checkpoint,
                asker.purpose,
                tuple(episode.kept[hit] for hit in hits),
                frozenset(episode.gone),
                tuple(kept for kept in live if asker.purpose in kept.see),
                tuple(t.text for t in turns[:number]),
            )


def _take(episode: _Episode, turn: Turn, row: dict[str, Any]) -> None:
    for mark in row.get("forget", ()):
        _forget(episode, mark, turn, row)
    stated = {fact[4] for part in row.get("parts", ()) for fact in part["facts"]}
    old = set(row.get("correct", ()))
    episode.stale = (episode.stale - (stated - old)) | old
    whole: list[dict[str, Any]] = [{"at": [0, len(turn.text)], "see": "all", "facts": []}]
    for part in row.get("parts", whole):
        start, end = part["at"]
        see = _readers(part["see"], episode.everyone)
        spans = [(a - start, b - start, mark) for _, _, a, b, mark in part["facts"]]
        text, left = _without(turn.text[start:end], spans, episode.gone)
        if see and (left or not spans):
            episode.put(text, see, left, turn, row)
    for mark in old:
        _hide(episode, mark, turn)


def _readers(see: str, everyone: frozenset[str]) -> frozenset[str]:
    if see == "all":
        return everyone
    return frozenset() if see == NOBODY else frozenset(see.split())


def _without(
    text: str, spans: Sequence[tuple[int, int, str]], gone: set[str]
) -> tuple[str, list[tuple[int, int, str]]]:
    """The text with forgotten values blanked, and where the others now stand."""
    left: list[tuple[int, int, str]] = []
    out, at = "", 0
    for start, end, mark in sorted(spans):
        out += text[at:start]
        if mark in gone:
            out += DELETED
        else:
            left.append((len(out), len(out) + end - start, mark))
            out += text[start:end]
        at = end
    return out + text[at:], left


def _forget(episode: _Episode, mark: str, turn: Turn, row: dict[str, Any]) -> None:
    """Every record that holds the value goes; what else it held is put again without it."""
    episode.gone.add(mark)
    for record in sorted(episode.holding.pop(mark, ())):
        kept = episode.kept[record]
        episode.keeper.forget(episode.tenant, record, turn.index)
        episode.live.discard(record)
        for other in kept.facts - {mark}:
            episode.holding[other].discard(record)
        text, left = _without(kept.text, kept.spans, episode.gone)
        if left and not {m for _, _, m in left} <= episode.stale:
            episode.put(text, kept.see, left, turn, row)


def _hide(episode: _Episode, mark: str, turn: Turn) -> None:
    """Records that hold nothing but values that no longer hold are superseded."""
    for record in sorted(episode.holding[mark]):
        if episode.kept[record].facts <= episode.stale:
            episode.keeper.supersede(episode.tenant, record, turn.index)
            episode.live.discard(record)


def ungoverned(
    turns: Sequence[Turn], rows: Sequence[dict[str, Any]], keeper: Keeper, setting: Setting
) -> Iterator[Served]:
    """Every turn kept whole for everybody, nothing forgotten: the same store without its rules.

    What the labels say of each turn is noted beside it, for scoring only.
    """
    anybody = frozenset({ANYBODY})
    kept: dict[str, Kept] = {}
    gone: set[str] = set()
    for number, (turn, row) in enumerate(zip(turns, rows, strict=True), 1):
        gone |= set(row.get("forget", ()))
        name = hashlib.sha256(turn.text.encode()).hexdigest()[:20]
        entry = Entry(name, turn.text, anybody, "team", "both", turn.index)
        kept[keeper.put(turn.episode, entry)] = _noted(turn, row, setting.everyone)
        for checkpoint in setting.asked.get(turn.turn, ()):
            asker = setting.asker(turn.episode, checkpoint)
            hits = keeper.search(replace(asker, purpose=ANYBODY), checkpoint.question, max(LIMITS))
            yield Served(
                checkpoint,
                asker.purpose,
                tuple(kept[hit] for hit in hits),
                frozenset(gone),
                tuple(kept.values()),
                tuple(t.text for t in turns[:number]),
            )


def _noted(turn: Turn, row: dict[str, Any], everyone: frozenset[str]) -> Kept:
    see, spans = everyone, []
    for part in row.get("parts", ()):
        see &= _readers(part["see"], everyone)
        spans += [(start, end, mark) for _, _, start, end, mark in part["facts"]]
    facts = frozenset(mark for _, _, mark in spans)
    return Kept(turn.text, see, facts, tuple(spans), turn.index)
