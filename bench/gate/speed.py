"""How long `aseptic gate` takes as a process, against `python -c pass`, interleaved.

Both run in a new environment that holds the wheel of this checkout and nothing else, as a user
has it: a development environment has path files and hooks that every start pays for. The gate
on `inject.json` needs none of the dependencies.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import tempfile
import time
import venv
from pathlib import Path

ITEMS = Path(__file__).parent / "items.json"
"""30 items, of which one names a file of the project."""
HOUSE = Path(__file__).parents[2]
ROUNDS = 25


def measure(rounds: int = ROUNDS) -> dict[str, float | int | bool]:
    """Median milliseconds of both, their ratio, and the ratio of the fastest runs."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "memory").mkdir()
        (root / "scripts").mkdir()
        (root / "scripts" / "deploy.sh").touch()
        shutil.copy(ITEMS, root / "memory" / "inject.json")
        programs = _installed(Path(folder) / "installed")
        gate = [str(programs / "aseptic"), "gate"]
        nothing = [str(programs / "python"), "-c", "pass"]
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


def _installed(folder: Path) -> Path:
    """The programs of a new environment into which this checkout was installed as a wheel."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [str(programs / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--no-deps", str(HOUSE)], check=True)
    return programs


def _once(command: list[str], folder: Path) -> float:
    start = time.perf_counter()
    # An installed package is compiled; a development shell may forbid writing the result.
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, env=environment)
    taken = (time.perf_counter() - start) * 1000
    if done.returncode != 0:
        raise RuntimeError(f"{command}: exit {done.returncode}: {done.stdout!r} {done.stderr!r}")
    return taken
