"""How often ordinary text is refused: real memory files, and what customers say."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from aseptic.model.origin import Origin
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.evaluate import evaluate, findings
from aseptic.rules.eligibility.finding import Detector
from aseptic.rules.eligibility.policy import Policy

_NO_MEMORY = {".af", ".gz"}


def memory_items(folder: Path) -> Iterator[str]:
    """Every paragraph of the real memory files (agent files of other shapes left out)."""
    for path in memory_files(folder):
        for part in path.read_text(encoding="utf-8", errors="replace").split("\n\n"):
            if part.strip():
                yield part


def memory_files(folder: Path) -> list[Path]:
    """The files, without the list of them and the licences."""
    return [
        path
        for path in sorted((folder / "memory_files").rglob("*"))
        if path.is_file()
        and path.suffix not in _NO_MEMORY
        and path.name != "MANIFEST.json"
        and "LICENSE" not in path.name
    ]


def user_turns(folder: Path) -> Iterator[str]:
    """What the customers of tau-bench say."""
    for path in sorted((folder / "tau_bench" / "historical_trajectories").glob("*.json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            for run in json.load(file):
                for turn in run["traj"]:
                    if turn["role"] == "user" and isinstance(turn["content"], str):
                        yield turn["content"]


def silence(
    texts: Iterator[str], source: Origin, policy: Policy, detectors: Sequence[Detector]
) -> dict[str, object]:
    """How many texts, what was done with them, and how many spans of which kind were found."""
    actions: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for text in texts:
        decision = evaluate(Candidate(text, source=source), policy, detectors)
        actions[decision.action.value] += 1
        spans = (f for detector in detectors for f in findings(detector, text) if f.end > f.start)
        kinds.update(f"{span.category}: {span.kind}" for span in spans)
    return {"texts": actions.total(), "actions": dict(actions), "spans": dict(kinds)}
