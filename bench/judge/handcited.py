"""A hundred sentences of real summaries, each cited by hand, and their mutants.

    python -m bench judge-handcited

`handcited.jsonl` names for each sentence the session, the event (as our reader counts
them), a verbatim quote and its speaker. Each was read against the log and found true;
where one event does not carry the whole sentence, two are cited. `load` checks that every
quote still stands in its event, so that the file cannot rot.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from aseptic.engines.evidence import gather
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.errors import AsepticError, UnreadableError
from aseptic.model.event import Origin, SessionEvent
from aseptic.model.note import Citation, Claim
from aseptic.model.place import Place
from bench.judge import mutants, still_true, summaries
from bench.judge.case import Case
from bench.judge.cited import show_failures
from bench.judge.metrics import Scored, summary
from bench.judge.uncited import PASSAGES, events_of, index_of

FILE = Path(__file__).with_name("handcited.jsonl")
SOURCE = "summaries cited by hand"
SEED = "handcited-mutants-1"


class BadCitationError(AsepticError):
    """A hand-made citation does not stand in the log."""


@dataclass(frozen=True, slots=True)
class HandCited:
    """A true claim with its citations, and the log that holds them."""

    claim: Claim
    kind: str
    transcript: Path
    half: str
    """As in `halves.json`: whoever tunes the judge may look at `fit` only."""


def load(pairs: Path = summaries.PAIRS, file: Path = FILE) -> list[HandCited]:
    """All hand-cited claims, each quote found in its event.

    Raises:
        UnreadableError: the real transcripts are not on this machine.
        BadCitationError: an event does not exist, or does not hold the quote.
    """
    if not pairs.is_dir():
        raise UnreadableError(
            "the transcripts are not on this machine",
            where=pairs,
            hint="this benchmark reads ../shared/data, which is not part of the project",
        )
    halves = json.loads(summaries.HALVES.read_text(encoding="utf-8"))["transcripts"]
    _, *lines = file.read_text(encoding="utf-8").rstrip("\n").split("\n")
    found = []
    for number, row in enumerate(map(json.loads, lines), 2):
        transcript = pairs / "transcripts" / row["transcript"]
        citations = tuple(
            Citation(c["session"], c["seq"], c["quote"], Origin(c["speaker"]))
            for c in row["citations"]
        )
        for citation in citations:
            _check(citation, transcript, f"{file.name}:{number}")
        claim = Claim(row["text"], row["note"], Place(file.name, number), citations)
        half = halves[summaries.stem(transcript.name)]
        found.append(HandCited(claim, row["kind"], transcript, half))
    return found


@cache
def _events(transcript: Path) -> dict[tuple[str, int], SessionEvent]:
    return {(e.session, e.seq): e for e in events_of(transcript, None)}


def _check(citation: Citation, transcript: Path, where: str) -> None:
    event = _events(transcript).get((citation.session, citation.seq))
    if event is None:
        raise BadCitationError(f"no event {citation.session}#{citation.seq}", where=where)
    if citation.quote not in event.text or event.origin is not citation.speaker:
        raise BadCitationError(f"event {event.ref} does not hold the quote", where=where)


def cases(items: Sequence[HandCited]) -> list[tuple[Case, HandCited]]:
    """Each true claim and its mutants, one of every kind that applies and is not borne out."""
    made = []
    for item in items:
        first = item.claim.citations[0]
        true = Case(
            item.claim.note,
            item.claim.text,
            first,
            SOURCE,
            item.kind,
            held_out=item.half == "report",
        )
        made.append((true, item))
        log = "\n".join(e.text for e in _events(item.transcript).values() if e.is_evidence)
        for kind in mutants.TEXT_KINDS:
            rng = random.Random(f"{SEED}:{item.claim.text}:{kind}")
            text = mutants.apply(kind, item.claim.text, rng)
            if text and not still_true.may_hold(kind, item.claim.text, text, log):
                false = replace(
                    true, id=f"{true.id}/{kind}", text=text, mutant=kind, original=true.text
                )
                made.append((false, item))
    return made


def score(made: Sequence[tuple[Case, HandCited]]) -> list[Scored]:
    """Judge all; every citation of the sentence goes with its mutants too."""
    judge, scored = LexicalJudge(), []
    for case, item in made:
        claim = replace(item.claim, text=case.text)
        with index_of(item.transcript, None) as log:
            start = time.perf_counter()
            found = judge.decide(claim, gather(claim, log, limit=PASSAGES))
            scored.append(Scored(case, found.label, found.reason, time.perf_counter() - start))
    return scored


def main(argv: Sequence[str] = ()) -> dict[str, Any]:
    """Judge all and sum up. The answer is JSON-ready."""
    parser = argparse.ArgumentParser(prog="python -m bench judge-handcited", description=__doc__)
    parser.add_argument("--half", choices=("fit", "report", "both"), default="both")
    parser.add_argument(
        "--failures", type=int, default=0, metavar="N", help="show N of each kind (fit half only)"
    )
    args = parser.parse_args(argv)
    if args.failures and args.half != "fit":
        raise SystemExit("judge-handcited: failures are shown for --half fit only")
    try:
        items = [item for item in load() if args.half in (item.half, "both")]
    except AsepticError as error:
        raise SystemExit(f"judge-handcited: {error}") from error
    scored = score(cases(items))
    if args.failures:
        show_failures(scored, args.failures)
    return {
        "benchmark": "judge-handcited",
        "judge": LexicalJudge.name,
        "half": args.half,
        **summary(scored),
    }
