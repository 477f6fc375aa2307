"""`aseptic audit` as a whole process: speed in log bytes, and memory as the log grows.

The log is real transcripts, copied under fresh session ids until it holds the events asked
for; the memory is the example project's. The first run indexes, the second finds all held.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from bench.logs import SHARED
from bench.provenance import provenance

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "cavern"
_SESSION = re.compile(rb'"sessionId":\s*"([0-9a-f-]{36})"')
_UUID = re.compile(rb'"uuid":\s*"')


def main(argv: list[str]) -> dict[str, Any]:
    """Runs at each size; megabytes are of the log as it lies on disk."""
    parser = argparse.ArgumentParser(prog="python -m bench audit", description=__doc__)
    parser.add_argument("--events", type=int, nargs="*", default=[10_000, 40_000])
    args = parser.parse_args(argv)
    runs = [_run(events) for events in args.events]
    first, last = runs[0], runs[-1]
    return {
        "benchmark": "audit",
        **provenance(),
        "runs": runs,
        "memory_ratio": round(last["first"]["peak_mib"] / first["first"]["peak_mib"], 2),
        "log_ratio": round(last["mb"] / first["mb"], 2),
    }


def _run(events: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder) / "cavern"
        shutil.copytree(EXAMPLE, project, ignore=shutil.ignore_patterns("logs", "__pycache__"))
        made, size = _logs(project / "logs", events)
        timed = [_timed(project, Path(folder)) for _ in range(2)]
    for one in timed:
        one["mb_per_second"] = round(size / 1e6 / one["seconds"], 1)
    return {"events": made, "mb": round(size / 1e6, 1), "first": timed[0], "again": timed[1]}


def _logs(folder: Path, events: int) -> tuple[int, int]:
    from aseptic.readers.logs.registry import read_log

    folder.mkdir()
    sources = sorted((SHARED / "claude_code/sessions").glob("*.jsonl.gz"))
    made = size = number = 0
    while made < events:
        number += 1
        data = gzip.decompress(sources[number % len(sources)].read_bytes())
        data = _SESSION.sub(
            lambda m, number=number: b'"sessionId":"%05d%s"' % (number, m[1][5:]), data
        )
        data = _UUID.sub(b'"uuid":"%05d' % number, data)
        path = folder / f"{number:05}.jsonl"
        path.write_bytes(data)
        made += sum(len(unit.events) for unit in read_log(path))
        size += len(data)
    return made, size


def _timed(project: Path, home: Path) -> dict[str, Any]:
    env = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache")}
    command = [sys.executable, "-m", "aseptic", "audit", str(project), "--quiet"]
    started = time.perf_counter()
    process = subprocess.Popen(command, env=env)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    return {
        "seconds": round(seconds, 2),
        "cpu_seconds": round(usage.ru_utime + usage.ru_stime, 2),
        "peak_mib": round(usage.ru_maxrss / 1024, 1),
        "exit": process.returncode,
    }
