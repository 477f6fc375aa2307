"""One measured job in its own process: `python -m bench.store.job JOB LOG FOLDER`."""

from __future__ import annotations

import json
import resource
import sys
import time
from pathlib import Path

from aseptic.flows.capture import capture
from aseptic.model.clock import SystemClock
from aseptic.model.scope import Scope
from aseptic.readers.logs.registry import detect
from aseptic.store.base import LogFile
from aseptic.store.sqlite.log_index import LogIndex
from aseptic.store.sqlite.store import SqliteStore


def main(job: str, log: Path, folder: Path) -> None:
    reader = detect(log)
    assert reader is not None
    units = reader.read(log)
    wall, cpu = time.perf_counter(), time.process_time()
    if job == "read":
        events = sum(len(unit.events) for unit in units)
    elif job == "index":
        with LogIndex(folder / f"{log.stem}.index") as index:
            events = index.add(event for unit in units for event in unit.events)
    else:
        with SqliteStore(folder / f"{log.stem}.db", clock=SystemClock()) as store:
            named = LogFile(str(log), reader.name, reader.unit)
            events = capture(store, named, units, scope=Scope(), writer="bench").events
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    size = log.stat().st_size / 1e6
    found = {
        "mb": round(size, 1),
        "events": events,
        "seconds": round(wall, 2),
        "mb_per_s": round(size / wall, 1),
        "mb_per_cpu_s": round(size / cpu, 1),
        "events_per_s": round(events / wall),
        "peak_mib": round(_peak() / 1024, 1),
    }
    print(json.dumps(found))


def _peak() -> int:
    """Peak resident KiB of this program; not of the one that started it, as getrusage says."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
