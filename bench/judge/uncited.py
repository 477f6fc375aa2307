"""The judge without citations: real notes and their mutants against the whole transcript.

    python -m bench judge-uncited --half fit|report|both [-j N] [--limit N] [--failures N]

Every claim of a real summary (`summaries.py`) is taken as true; one mutant of it, of a kind
drawn evenly from those that apply, as false. Evidence is searched in the whole transcript
(above the compaction, for compactions). Whoever tunes the judge may look at failures of the
`fit` half only; `--failures` refuses the other.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from aseptic.engines.base import Judge
from aseptic.engines.evidence import gather
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.errors import AsepticError
from aseptic.language.claims import split
from aseptic.model.event import SessionEvent
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement, Label
from aseptic.readers.logs.registry import read_log
from aseptic.store.sqlite.log_index import LogIndex
from bench.judge import models, mutants, still_true, summaries, uncited_tables
from bench.judge.summaries import SummaryNote

SEED = "uncited-mutants-1"
PASSAGES = 12
"""As in the default configuration."""
LABELS = Path(__file__).with_name("labels.jsonl")


@dataclass(frozen=True, slots=True)
class Row:
    """One claim judged."""

    digest: str
    """Of the true claim's text and its transcript; the key of `labels.jsonl`."""
    text: str
    original: str
    mutant: str | None
    excluded: bool
    """A mutant that the log may bear out: it is no false claim, and is left out."""
    source: str
    kind: str
    half: str
    whole: bool
    group: str
    """The transcript: claims of one are not independent."""
    label: str = ""
    reason: str = ""
    evidence: tuple[tuple[str, str, str], ...] = ()
    seconds: float = 0.0


def digest_of(item: SummaryNote, claim: Claim) -> str:
    """Short key of a claim: its transcript and its text, whatever its place."""
    where = f"{item.transcript.name}@{item.before_line or 0}"
    return hashlib.sha256(f"{where}\n{claim.text}".encode()).hexdigest()[:16]


def events_of(transcript: Path, before_line: int | None) -> list[SessionEvent]:
    """The events above the line, as our reader numbers them."""
    return [
        event
        for unit in read_log(transcript)
        if before_line is None or unit.place.line < before_line
        for event in unit.events
    ]


def index_of(transcript: Path, before_line: int | None) -> LogIndex:
    """The searchable log, kept in the temporary folder between runs."""
    folder = Path(tempfile.gettempdir()) / f"aseptic-bench-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / f"{_code_state()}-{summaries.stem(transcript.name)}-{before_line or 0}.db"
    done = path.with_suffix(".done")
    if not done.exists():
        path.unlink(missing_ok=True)
        with LogIndex(path) as index:
            index.add(events_of(transcript, before_line))
        done.touch()
    return LogIndex(path)


def _code_state() -> str:
    """Changes when a reader or the index does, so that no stale index is used."""
    import aseptic

    root = Path(aseptic.__file__).parent
    parts = (root / "readers" / "logs", root / "store" / "sqlite", root / "model")
    files = sorted(f for p in parts for f in p.rglob("*") if f.suffix in (".py", ".sql"))
    return hashlib.sha256(b"".join(f.read_bytes() for f in files)).hexdigest()[:10]


def cases_of(item: SummaryNote, text: str, *, every: bool) -> list[Row]:
    """The claims of a note, each followed by its mutant (or by all of them)."""
    rows = []
    for claim in split(item.note):
        digest = digest_of(item, claim)
        base = Row(
            digest, claim.text, claim.text, None, False,
            item.source, item.kind, item.half, item.whole, item.transcript.name,
        )  # fmt: skip
        rows.append(base)
        made = {}
        for kind in mutants.TEXT_KINDS:
            rng = random.Random(f"{SEED}:{digest}:{kind}")  # seeded by the claim, not by order
            mutant = mutants.apply(kind, claim.text, rng)
            if mutant:
                made[kind] = mutant
        if not made:
            continue
        one = random.Random(f"{SEED}:{digest}").choice(sorted(made))
        for kind in sorted(made) if every else [one]:
            out = still_true.may_hold(kind, claim.text, made[kind], text)
            rows.append(replace(base, text=made[kind], mutant=kind, excluded=out))
    return rows


def judge_log(job: tuple[list[SummaryNote], bool]) -> list[Row]:
    """Judge all notes of one log."""
    items, every = job
    judge, rows = LexicalJudge(), []
    with index_of(items[0].transcript, items[0].before_line) as log:
        events = events_of(items[0].transcript, items[0].before_line)
        text = "\n".join(e.text for e in events if e.is_evidence)
        for item in items:
            claims = {c.text: c for c in split(item.note)}
            for row in cases_of(item, text, every=every):
                if row.excluded:
                    rows.append(row)
                    continue
                claim = replace(claims[row.original], text=row.text)
                started = time.perf_counter()
                found = judge.decide(claim, gather(claim, log, limit=PASSAGES))
                rows.append(_judged(row, found, time.perf_counter() - started))
    return rows


def _judged(row: Row, found: Judgement, seconds: float) -> Row:
    shown = tuple((f"{e.session[:8]}#{e.seq}", e.says.value, e.quote[:300]) for e in found.evidence)
    return replace(
        row, label=found.label.value, reason=found.reason, evidence=shown, seconds=seconds
    )


def drawn(items: Sequence[SummaryNote], sample: int) -> Iterator[tuple[Claim, Row, list[Passage]]]:
    """A seeded sample of true claims and mutants of whole logs, in turns, with their passages."""
    by_log: dict[tuple[Path, int | None], list[SummaryNote]] = defaultdict(list)
    for item in items:
        if item.whole:
            by_log[item.transcript, item.before_line].append(item)
    found: list[tuple[tuple[SummaryNote, Claim, Row], bool]] = []
    for (transcript, before), group in by_log.items():
        text = "\n".join(e.text for e in events_of(transcript, before) if e.is_evidence)
        for item in group:
            claims = {c.text: c for c in split(item.note)}
            for row in cases_of(item, text, every=False):
                if not row.excluded:
                    claim = replace(claims[row.original], text=row.text)
                    found.append(((item, claim, row), row.mutant is None))
    for item, claim, row in models.draw(found, sample):
        with index_of(item.transcript, item.before_line) as log:
            passages = gather(claim, log, limit=PASSAGES)
        yield claim, row, passages


def run_drawn(
    items: Sequence[SummaryNote], sample: int, judge: Judge, watch: models.Watch
) -> list[Row]:
    """Judge the sample until the time is over. Searching is not part of the seconds."""
    rows = []
    for claim, row, passages in drawn(items, sample):
        if watch.over:
            break
        started = time.perf_counter()
        found = judge.decide(claim, passages)
        rows.append(_judged(row, found, time.perf_counter() - started))
        print(f"{len(rows)} {row.mutant or 'true'}: {found.label} by {found.judge}: {found.reason}", file=sys.stderr)  # fmt: skip
    return rows


def run(items: Sequence[SummaryNote], *, jobs: int = 1, every: bool = False) -> list[Row]:
    """Judge everything; in order, however many processes there are."""
    by_log: dict[tuple[Path, int | None], list[SummaryNote]] = defaultdict(list)
    for item in items:
        by_log[item.transcript, item.before_line].append(item)
    work = [(group, every) for group in by_log.values()]
    if jobs == 1:
        return [row for job in work for row in judge_log(job)]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        return [row for rows in pool.imap(judge_log, work) for row in rows]


def read_labels(path: Path = LABELS) -> dict[str, dict[str, str]]:
    """What a person found on reading the log: claim digest to its label and reason."""
    if not path.exists():
        return {}
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    return {row["claim"]: row for row in rows if "claim" in row}


def show_failures(rows: Iterable[Row], count: int) -> None:
    """Print wrong answers of the fit half, on stderr."""
    good = {Label.SUPPORTED.value, Label.CONTRADICTED.value, Label.OVERSTATED.value}
    wrong = [
        r for r in rows
        if not r.excluded and r.label in good
        and (r.label != Label.SUPPORTED.value) == (r.mutant is None)
    ]  # fmt: skip
    for row in wrong[:count]:
        print(
            f"\n[{row.mutant or 'TRUE'} -> {row.label}] {row.source}/{row.kind} {row.digest} {row.group}",
            file=sys.stderr,
        )
        print(f"  claim:    {row.text}", file=sys.stderr)
        if row.mutant:
            print(f"  original: {row.original}", file=sys.stderr)
        print(f"  reason:   {row.reason}", file=sys.stderr)
        for ref, says, quote in row.evidence[:3]:
            print(f"  {says} {ref}: {quote!r}", file=sys.stderr)


def main(argv: Sequence[str] = ()) -> dict[str, Any]:
    """Judge all and sum up. The answer is JSON-ready."""
    args = _parser().parse_args(argv)
    if args.failures and args.half != "fit":
        raise SystemExit("judge-uncited: failures are shown for --half fit only")
    try:
        items = summaries.load()
    except AsepticError as error:
        raise SystemExit(f"judge-uncited: {error}") from error
    items = [
        i for i in items if args.half in (i.half, "both") and args.source in (i.source, "both")
    ]
    started = time.perf_counter()
    judge = models.Timekept(models.settings(args.judges))
    if args.sample:
        watch = models.Watch(args.minutes)
        rows = run_drawn(items[: args.limit], args.sample, judge, watch)
    elif args.judges:
        raise SystemExit("judge-uncited: --judges needs --sample")
    else:
        rows = run(items[: args.limit], jobs=args.jobs, every=args.every)
    if args.rows:
        args.rows.write_text("".join(json.dumps(_plain(r)) + "\n" for r in rows), encoding="utf-8")
    show_failures(rows, args.failures)
    return {
        "benchmark": "judge-uncited",
        "judge": "+".join(judge.tables()["judges"]),
        "half": args.half,
        **uncited_tables.tables(rows, read_labels()),
        **(judge.tables() if args.sample else {}),
        "seconds": round(time.perf_counter() - started, 1),
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench judge-uncited", description=__doc__)
    parser.add_argument("--half", choices=("fit", "report", "both"), default="both")
    parser.add_argument("--source", choices=("session", "compaction", "both"), default="both")
    parser.add_argument("--limit", type=int, help="only the first N notes")
    parser.add_argument(
        "--failures", type=int, default=0, metavar="N", help="show N wrong answers (fit half only)"
    )
    parser.add_argument("--every", action="store_true", help="all mutants of each claim, not one")
    parser.add_argument(
        "--rows", type=Path, help="write every judged claim to this file (JSON lines)"
    )
    parser.add_argument("-j", "--jobs", type=int, default=1, help="processes")
    models.add_options(parser)
    return parser


def _plain(row: Row) -> dict[str, object]:
    return {name: getattr(row, name) for name in Row.__dataclass_fields__}
