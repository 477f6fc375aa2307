"""The hand-made table of error-level findings on real files, against what the gate says today."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from aseptic.model.finding import Level
from bench.gate.real import judged

TABLE = Path(__file__).parent / "real_findings.tsv"


def summary() -> dict[str, Any]:
    """Counts of true and false findings, and findings that nobody has looked at."""
    known = {}
    for line in TABLE.read_text(encoding="utf-8").split("\n")[1:]:
        if line:
            name, code, at, verdict, _ = line.split("\t")
            known[name, code, int(at)] = verdict
    files: set[str] = set()
    false_files: set[str] = set()
    counts: Counter[str] = Counter()
    by_code: dict[str, Counter[str]] = {}
    skipped: set[str] = set()
    for real, _, checked in judged():
        files.add(real.name)
        skipped.update(checked.skipped)
        for finding in checked.findings:
            if finding.level is not Level.ERROR:
                continue
            verdict = known.get((real.name, finding.code, finding.place.line), "not judged")
            counts[verdict] += 1
            by_code.setdefault(finding.code, Counter())[verdict] += 1
            if verdict == "false":
                false_files.add(real.name)
    return {
        "files": len(files),
        "findings": dict(counts),
        "by_code": {code: dict(found) for code, found in sorted(by_code.items())},
        "false_a_file": round(counts["false"] / len(files), 4),
        "files_with_a_false_finding": len(false_files),
        "limit_a_file": 0.05,
        "not_run_without_a_checkout": sorted(skipped),
    }
