"""Every real log through its reader: what was read, what was set aside, how fast."""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from aseptic.readers.logs.registry import Summarizer, detect
from bench.provenance import provenance

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


def main(argv: list[str]) -> dict[str, Any]:
    """Totals by format; the sum of events' units and asides is checked against the units."""
    parser = argparse.ArgumentParser(prog="python -m bench logs", description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    args = parser.parse_args(argv)
    folders = args.folders or [
        SHARED / "claude_code",
        SHARED / "session_logs",
        SHARED / "tau_bench",
    ]
    totals: dict[str, dict[str, Any]] = defaultdict(lambda: defaultdict(float))
    unread: list[str] = []
    for path in sorted(p for folder in folders for p in folder.rglob("*") if p.is_file()):
        reader = detect(path)
        if reader is None:
            unread.append(path.name)
            continue
        started = time.perf_counter()
        summarizer = Summarizer(str(path), reader)
        size = 0
        for unit in summarizer.through(reader.read(path)):
            size += sum(len(event.text) for event in unit.events)
        summary = summarizer.summary()
        if summary.units != summary.event_units + sum(summary.asides.values()):
            raise AssertionError(f"{path}: {summary}")
        row = totals[reader.name]
        row["files"] += 1
        row["units"] += summary.units
        row["events"] += summary.events
        row["event_units"] += summary.event_units
        row["text_mb"] += size / 1e6
        row["seconds"] += time.perf_counter() - started
        for reason, count in summary.asides.items():
            row[str(reason)] += count
    return {
        "benchmark": "logs",
        **provenance(),
        "formats": {name: _rounded(row) for name, row in sorted(totals.items())},
        "files_of_no_log_format": sorted(unread),
    }


def _rounded(row: dict[str, Any]) -> dict[str, Any]:
    numbers = {k: (round(v, 2) if k in ("text_mb", "seconds") else int(v)) for k, v in row.items()}
    return {**numbers, "text_mb_per_second": round(row["text_mb"] / max(row["seconds"], 1e-6), 1)}
