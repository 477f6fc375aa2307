"""How long `aseptic gate` takes as a process, against `python -c pass`, interleaved."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ITEMS = Path(__file__).parent / "items.json"
"""30 items, of which one names a file of the project."""
ROUNDS = 25


def measure(rounds: int = ROUNDS) -> dict[str, float | int | bool]:
    """Median milliseconds of both, their ratio, and the ratio of the fastest runs."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "memory").mkdir()
        (root / "scripts").mkdir()
        (root / "scripts" / "deploy.sh").touch()
        shutil.copy(ITEMS, root / "memory" / "inject.json")
        gate = [str(Path(sys.executable).parent / "aseptic"), "gate"]
        nothing = [sys.executable, "-c", "pass"]
        times: dict[str, list[float]] = {"gate": [], "pass": []}
        _once(gate, root)  # compiles what an installer would have compiled
        for _ in range(rounds):
            times["pass"].append(_once(nothing, root))
            times["gate"].append(_once(gate, root))
    gate_ms, pass_ms = (statistics.median(times[name]) for name in ("gate", "pass"))
    return {
        "rounds": rounds,
        "pass_ms": round(pass_ms, 1),
        "gate_ms": round(gate_ms, 1),
        "ratio": round(gate_ms / pass_ms, 2),
        "ratio_of_fastest": round(min(times["gate"]) / min(times["pass"]), 2),
        "limit": 6,
        "met": gate_ms / pass_ms < 6,
    }


def _once(command: list[str], folder: Path) -> float:
    start = time.perf_counter()
    # An installed package is compiled; a development shell may forbid writing the result.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, env=environment)
    taken = (time.perf_counter() - start) * 1000
    if done.returncode != 0:
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stdout!r} {done.stderr!r}")
    return taken
