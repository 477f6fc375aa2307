"""`python -m bench.store LOGS... [--output FILE]`: rates and peak memory as JSON.

LOGS are Claude Code transcripts (JSONL, plain or .gz). They are put together into one
log of the size once and one of four times it, with other ids in each copy, and
each is read by a process of its own, so that peak memory is that of one run.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

SIZES = (1, 4)
IDS = (b'"sessionId":"', b'"uuid":"', b'"parentUuid":"', b'"logicalParentUuid":"')
FLAT = 1.25
"""Peak memory at four times the size over that at once; more is not called flat."""


def main() -> int:
    """Measure; 0 where every promise holds, 1 where one does not."""
    parser = argparse.ArgumentParser(prog="bench.store", description=__doc__)
    parser.add_argument("logs", nargs="+", type=Path)
    parser.add_argument("--output", type=Path)
    args = parser.parse_args()
    results: dict[str, dict[str, dict[str, float]]] = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for size in SIZES:
            log = folder / f"{size}x.jsonl"
            _join(args.logs, log, size)
            for job in ("read", "index", "import", "import_again"):
                results.setdefault(job, {})[f"{size}x"] = _measure(job, log, folder)
    growth = {
        job: round(runs["4x"]["peak_mib"] / runs["1x"]["peak_mib"], 2)
        for job, runs in results.items()
    }
    slowest = min(run["mb_per_cpu_s"] for run in results["index"].values())
    held = all(value <= FLAT for value in growth.values()) and slowest >= 10
    document = {
        "bench": "store",
        "logs": len(args.logs),
        "cpus": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "results": results,
        "peak_memory_4x_over_1x": growth,
        "promises": {"memory_flat": max(growth.values()) <= FLAT, "index_10_mb_s": slowest >= 10},
    }
    text = json.dumps(document, indent=2)
    print(text)
    if args.output:
        args.output.parent.mkdir(parents=True, exist_ok=True)
        args.output.write_text(text + "\n", encoding="utf-8")
    return 0 if held else 1


def _join(logs: list[Path], target: Path, copies: int) -> None:
    """Every log, `copies` times, each copy under other ids, so that no event is a copy of another."""
    with target.open("wb") as out:
        for copy in range(copies):
            for log in logs:
                opener = gzip.open if log.suffix == ".gz" else Path.open
                with opener(log, "rb") as file:  # type: ignore[operator]
                    for line in file:
                        for name in IDS:
                            line = line.replace(name, b"%s%d-" % (name, copy))
                        out.write(line.rstrip(b"\n") + b"\n")


def _measure(job: str, log: Path, folder: Path) -> dict[str, float]:
    call = [sys.executable, "-m", "bench.store.job", job, str(log), str(folder)]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


if __name__ == "__main__":
    sys.exit(main())
