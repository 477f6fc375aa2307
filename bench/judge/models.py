"""The same tables with models in the cascade: `--judges FILE` of the two judge benchmarks.

FILE is an `aseptic.toml`; its `[judge]` tables are wired as in an audit, so what is measured
is what a user runs. Each judge is timed apart. `--sample N` draws N true claims and N mutants
with a seed; `--minutes M` stops asking after M minutes and reports what was judged by then.

    python -m bench judge-threshold --judges FILE [--sample N]

shows what each threshold of the entailment model would support, on the half for tuning only.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from aseptic.audit import judging
from aseptic.config import Judging, load
from aseptic.engines.base import Judge
from aseptic.engines.judge.cascade import Cascade
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement, Label

SEED = "models-1"
T = TypeVar("T")
OPEN = (Label.UNDECIDED, Label.UNSUPPORTED)


def add_options(parser: argparse.ArgumentParser) -> None:
    """The options that both judge benchmarks share."""
    parser.add_argument("--judges", type=Path, metavar="FILE", help="an aseptic.toml whose [judge] tables to run")  # fmt: skip
    parser.add_argument("--sample", type=int, metavar="N", help="N true claims and N mutants, seeded")  # fmt: skip
    parser.add_argument("--minutes", type=float, help="stop judging after so many minutes")


def settings(path: Path | None) -> Judging:
    """The `[judge]` tables of a file; those of no file are the defaults."""
    return load(path.resolve().parent).judge if path else Judging()


@dataclass(slots=True)
class Timed:
    """A judge with a stop-watch, and a count of what it was asked and decided."""

    judge: Judge
    seconds: list[float] = field(default_factory=list)
    decided: int = 0

    @property
    def name(self) -> str:
        return self.judge.name

    def decide(self, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        started = time.perf_counter()
        try:
            judgement = self.judge.decide(claim, passages)
        finally:
            self.seconds.append(time.perf_counter() - started)
        self.decided += judgement.label not in OPEN
        return judgement

    def table(self) -> dict[str, Any]:
        """Asked, decided, seconds a claim."""
        ordered = sorted(self.seconds) or [0.0]
        at = lambda q: round(ordered[min(len(ordered) - 1, int(q * len(ordered)))], 4)  # noqa: E731
        return {"asked": len(self.seconds), "decided": self.decided, "seconds a claim": {"p50": at(0.5), "p95": at(0.95)}}  # fmt: skip


class Timekept:
    """The judges of a configuration, timed; the lexical judge alone where no model is set."""

    name = "cascade"

    def __init__(self, config: Judging) -> None:
        built = judging.build(config, os.environ)
        parts = built.judge.judges if isinstance(built.judge, Cascade) else (built.judge,)
        self._parts = [Timed(part) for part in parts]
        self._cascade = Cascade(self._parts)
        self._cost = built.cost

    def decide(self, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        return self._cascade.decide(claim, passages)

    def tables(self) -> dict[str, Any]:
        """What each judge did, and what the endpoint cost."""
        return {"judges": {p.name: p.table() for p in self._parts}, "cost": self._cost()}


class Watch:
    """Says when the minutes are over."""

    def __init__(self, minutes: float | None) -> None:
        self._end = time.monotonic() + minutes * 60 if minutes else None

    @property
    def over(self) -> bool:
        return self._end is not None and time.monotonic() > self._end


def draw(items: Sequence[tuple[T, bool]], count: int | None, seed: str = SEED) -> list[T]:
    """`count` true ones and as many false ones, taken in turns so that a stop leaves both."""
    if count is None:
        return [item for item, _ in items]
    rng = random.Random(seed)
    true, false = ([i for i, t in items if t is wanted] for wanted in (True, False))
    rng.shuffle(true)
    rng.shuffle(false)
    pairs = zip(true[:count], false[:count], strict=False)
    return [item for pair in pairs for item in pair]


def main(argv: Sequence[str]) -> dict[str, Any]:
    """Precision and reach of the entailment model at each threshold, on the tuning splits."""
    from aseptic.engines.judge.nli import EntailmentModel, NliJudge

    parser = argparse.ArgumentParser(prog="python -m bench judge-threshold")
    parser.add_argument("--judges", type=Path, required=True)
    parser.add_argument("--set", choices=("cited", "uncited"), default="uncited")
    parser.add_argument("--sample", type=int, default=100)
    parser.add_argument("--minutes", type=float)
    args = parser.parse_args(argv)
    nli = NliJudge(EntailmentModel(settings(args.judges).nli))
    lexical, watch = LexicalJudge(), Watch(args.minutes)
    scores: list[tuple[bool, float]] = []
    asked = 0
    for claim, passages, true in _tuning(args.set, args.sample):
        if watch.over:
            break
        if lexical.decide(claim, passages).label not in OPEN:
            continue
        asked += 1
        support, _ = nli.best(claim, passages)
        if support:
            scores.append((true, support.score))
        print(f"{asked} {true} {support.score if support else 0:.3f}", file=sys.stderr)
    return {"benchmark": "judge-threshold", "set": args.set, "open claims": asked, "rows": _rows(scores)}  # fmt: skip


def _rows(scores: Sequence[tuple[bool, float]]) -> list[dict[str, Any]]:
    rows = []
    for threshold in (0.0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.35, 0.4, 0.5, 0.7, 0.9):
        true = sum(t and s >= threshold for t, s in scores)
        false = sum(not t and s >= threshold for t, s in scores)
        rows.append({"threshold": threshold, "true supported": true, "mutants supported": false})
    return rows


def _tuning(which: str, sample: int) -> Any:
    """Claims of the tuning half with their passages and truth."""
    from aseptic.engines.evidence import gather
    from bench.judge import cited, corpus, summaries, uncited
    from bench.judge.build import build

    if which == "cited":
        sessions = corpus.sessions()
        log = cited.index(sessions.values())
        cases = [(c, c.mutant is None) for c in build(sessions, cited.SEED) if not c.held_out]
        for case in draw(cases, sample):
            yield case.claim, gather(case.claim, log, limit=cited.PASSAGES), case.mutant is None
        return
    items = [i for i in summaries.load() if i.half == "fit" and i.whole]
    for claim, row, passages in uncited.drawn(items, sample):
        yield claim, passages, row.mutant is None
