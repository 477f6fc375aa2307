"""`python -m bench judge-cited`: claims that cite an event and a quote, against real logs."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any

from tqdm import tqdm

from aseptic.engines.base import Judge
from aseptic.engines.evidence import gather
from aseptic.model.event import SessionEvent
from aseptic.model.log import LogView
from aseptic.store.sqlite.log_index import LogIndex
from bench.judge import corpus, models, mutants
from bench.judge.build import HELD_OUT_SHARE, HELD_OUT_SOURCE, build
from bench.judge.case import Case
from bench.judge.metrics import Scored, summary
from bench.provenance import provenance

SEED = 1
SPLITS = ("tuning", "heldout", "all")
PASSAGES = 8
"""Beside the cited ones."""


def main(argv: Sequence[str]) -> dict[str, Any]:
    """Build the set, judge it, and sum up. The answer is JSON-ready."""
    args = _parser().parse_args(argv)
    if args.failures and args.split != "tuning":
        raise SystemExit("judge-cited: failures are shown for --split tuning only")
    sessions = corpus.sessions()
    cases = [case for case in build(sessions, args.seed) if in_split(case, args.split)]
    print(f"{len(cases)} claims", file=sys.stderr)
    log = index(sessions.values())
    judge = models.Timekept(models.settings(args.judges))
    cases = models.draw([(case, case.mutant is None) for case in cases], args.sample)
    scored = run(cases, log, judge, models.Watch(args.minutes))
    if args.failures:
        show_failures(scored, args.failures)
    return {
        "benchmark": "judge-cited",
        "judge": "+".join(judge.tables()["judges"]),
        "split": args.split,
        "seed": args.seed,
        "held_out": {
            "kinds": mutants.HELD_OUT_KINDS,
            "source": HELD_OUT_SOURCE,
            "share_of_other_sessions": HELD_OUT_SHARE,
        },
        "logs": {"sessions": len(sessions), "events": log.count()},
        **provenance(),
        **summary(scored),
        **judge.tables(),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench judge-cited", description=__doc__)
    parser.add_argument("--split", choices=SPLITS, default="all")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--failures", type=int, default=0, metavar="N", help="show N of each sort (tuning only)")  # fmt: skip
    models.add_options(parser)
    return parser


def in_split(case: Case, split: str) -> bool:
    """Whether the case belongs to the split."""
    return split == "all" or case.held_out is (split == "heldout")


def index(sessions: Iterable[Sequence[SessionEvent]]) -> LogIndex:
    """All events, searchable, in memory."""
    log = LogIndex(":memory:")
    for events in tqdm(list(sessions), desc="index", unit=" sessions", disable=None):
        log.add(events)
    return log


def run(
    cases: Sequence[Case], log: LogView, judge: Judge, watch: models.Watch | None = None
) -> list[Scored]:
    """Every case with its label. Gathering evidence is part of the time."""
    scored = []
    for case in tqdm(cases, desc="judge", unit=" claims", disable=None):
        if watch and watch.over:
            break
        start = time.perf_counter()
        judgement = judge.decide(case.claim, gather(case.claim, log, limit=PASSAGES))
        seconds = time.perf_counter() - start
        scored.append(Scored(case, judgement.label, judgement.reason, seconds))
    return scored


def show_failures(scored: Sequence[Scored], limit: int) -> None:
    """Cases judged wrong, at most `limit` of each kind, on stderr."""
    shown: dict[str, int] = {}
    for item in scored:
        kind = item.case.mutant or "true"
        if item.right or shown.get(kind, 0) >= limit:
            continue
        shown[kind] = shown.get(kind, 0) + 1
        case = item.case
        print(f"[{kind}] {item.label.value}: {case.text}", file=sys.stderr)
        print(f"    because {item.reason}", file=sys.stderr)
        print(f"    cites {case.citation.session}#{case.citation.seq} {case.citation.quote[:160]!r}", file=sys.stderr)  # fmt: skip
