"""`python -m bench gatemem`: GateMem education and office through a governed store, and through the same without rules."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from tqdm import tqdm

from bench.gatemem import checkpoints, replay, score
from bench.gatemem.agreement import rows
from bench.gatemem.label import LABELS, policies
from bench.gatemem.memory_keeper import MemoryKeeper
from bench.gatemem.store import DoubleKeeper, Keeper
from bench.gatemem.turns import DOMAINS, read
from bench.provenance import ROOT, provenance

DATA = ROOT.parent / "shared" / "data"
GOAL = 0.85
"""Share of allowed questions whose evidence is among the first 20 hits (issue B)."""
NOTE = (
    "Deterministic: string and label tests on what the store serves. GateMem's own scores (utility, "
    "violations, MGS) are given by a language model to a language model's answers; none was computed here."
)


def main(argv: Sequence[str]) -> dict[str, Any]:
    """Replay both domains twice and sum up. The answer is JSON-ready."""
    parser = argparse.ArgumentParser(prog="python -m bench gatemem", description=__doc__)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--store", choices=("memory", "double"), default="memory")
    parser.add_argument("--domain", choices=DOMAINS, action="append")
    args = parser.parse_args(argv)
    make: Callable[[], Keeper] = MemoryKeeper if args.store == "memory" else DoubleKeeper
    domains = args.domain or list(DOMAINS)
    started = time.perf_counter()
    both = {
        name: {d: run(args.data, d, make, how) for d in domains}
        for name, how in (("governed", replay.governed), ("baseline", replay.ungoverned))
    }
    return {
        "benchmark": "gatemem",
        "store": args.store,
        "what_this_is": NOTE,
        **provenance(),
        "seconds": round(time.perf_counter() - started, 1),
        "domains": {d: _domain(both["governed"][d], both["baseline"][d]) for d in domains},
        "together": _domain(
            [s for d in domains for s in both["governed"][d]],
            [s for d in domains for s in both["baseline"][d]],
        ),
    }


def _domain(governed: Sequence[replay.Served], baseline: Sequence[replay.Served]) -> dict[str, Any]:
    return {
        "governed": score.summary(governed, causes_too=True),
        "baseline": score.summary(baseline, causes_too=False),
        "evidence_of_governed_against_baseline": score.withheld(governed, baseline),
    }


def run(
    data: Path, domain: str, make: Callable[[], Keeper], how: Callable[..., Any]
) -> list[replay.Served]:
    """Every episode of a domain through a store of its own."""
    policy = policies()[domain]
    everyone = frozenset(policy["purpose"].values()) | {"own", "placement"}
    labels, asked, others = rows(), checkpoints.read(data, domain), principals()
    served: list[replay.Served] = []
    episodes = [list(turns) for _, turns in groupby(read(data, domain), key=lambda t: t.episode)]
    for turns in tqdm(
        episodes, desc=f"{domain} {how.__name__}", unit=" episodes", disable=None, file=sys.stderr
    ):
        keeper = make()
        mine = [labels[turn.episode, turn.index] for turn in turns]
        setting = replay.Setting(asked[turns[0].episode], everyone, others, policy["purpose"])
        served += how(turns, mine, keeper, setting)
        keeper.close()
    return served


def principals() -> dict[tuple[str, str], str]:
    """(episode, principal) -> purpose, of those who do not have the purpose of their role."""
    with (LABELS / "principals.jsonl").open(encoding="utf-8") as lines:
        found = [json.loads(line) for line in lines]
    return {(row["e"], row["principal"]): row["purpose"] for row in found}
