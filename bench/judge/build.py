"""The set of cited claims: true ones, and mutants of them. Same seed, same set."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

from aseptic.model.event import SessionEvent
from aseptic.model.note import Citation
from bench.judge import facts, mutants, phrasing
from bench.judge.case import Case
from bench.judge.facts.fact import Fact
from bench.judge.falsify import falsify

WANTED = {
    "tau": 380,
    "bash": 360,
    "read": 280,
    "grep": 100,
    "edit": 130,
    "talk": 100,
    "gatemem": 250,
}
"""True claims of each source; fewer where the logs hold fewer facts."""
PER_MUTANT = 120
"""Mutants of each kind at most."""
PER_CASE = 3
HELD_OUT_SOURCE = "gatemem"
HELD_OUT_SHARE = 0.3
"""Of the sessions of other sources, by a hash of their id."""


def build(sessions: Mapping[str, Sequence[SessionEvent]], seed: int) -> list[Case]:
    """True cases and their mutants, in a fixed order."""
    rng = random.Random(seed)
    chosen = _choose(sessions, rng)
    pairs = [(_true(i, fact, rng), fact) for i, fact in enumerate(chosen)]
    cases = _distinct(pairs)
    return [case for case, _ in cases] + _mutants(cases, sessions, rng)


def _choose(sessions: Mapping[str, Sequence[SessionEvent]], rng: random.Random) -> list[Fact]:
    """Facts, by turns from each kind until a source has its share."""
    pools: dict[str, dict[str, list[Fact]]] = defaultdict(lambda: defaultdict(list))
    for name in sorted(sessions):
        for fact in facts.collect(sessions[name]):
            pools[fact.source][fact.kind].append(fact)
    chosen: list[Fact] = []
    for source, wanted in WANTED.items():
        kinds = pools[source]
        for kind in sorted(kinds):
            rng.shuffle(kinds[kind])
        taken = 0
        while taken < wanted and any(kinds.values()):
            for kind in sorted(kinds):
                if kinds[kind] and taken < wanted:
                    chosen.append(kinds[kind].pop())
                    taken += 1
    return chosen


def _true(at: int, fact: Fact, rng: random.Random) -> Case:
    return Case(
        id=f"{fact.source}-{at}",
        text=phrasing.pick(fact, rng),
        citation=Citation(fact.session, fact.seq, fact.quote, fact.speaker),
        source=fact.source,
        fact=fact.kind,
        held_out=fact.source == HELD_OUT_SOURCE or _held_out(fact.session),
    )


def _held_out(session: str) -> bool:
    digest = hashlib.sha256(f"cited-1/{session}".encode()).digest()
    return digest[0] / 256 < HELD_OUT_SHARE


def _distinct(pairs: Sequence[tuple[Case, Fact]]) -> list[tuple[Case, Fact]]:
    """The same sentence with the same citation is one case."""
    seen: set[tuple[str, Citation]] = set()
    kept = []
    for case, fact in pairs:
        key = (case.text, case.citation)
        if key not in seen:
            seen.add(key)
            kept.append((case, fact))
    return kept


def _mutants(
    cases: Sequence[tuple[Case, Fact]],
    sessions: Mapping[str, Sequence[SessionEvent]],
    rng: random.Random,
) -> list[Case]:
    used: dict[str, int] = defaultdict(int)
    made: list[Case] = []
    seen = {(case.text, case.citation) for case, _ in cases}
    for kind in mutants.KINDS:
        order = list(cases)
        rng.shuffle(order)
        order.sort(key=lambda pair: used[pair[0].id])
        count = 0
        for case, fact in order:
            if count >= PER_MUTANT:
                break
            if used[case.id] >= PER_CASE:
                continue
            mutant = falsify(case, fact, kind, sessions[fact.session], rng)
            if mutant and (mutant.text, mutant.citation) not in seen:
                seen.add((mutant.text, mutant.citation))
                made.append(mutant)
                used[case.id] += 1
                count += 1
    return made
