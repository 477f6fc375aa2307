"""`python -m bench.eligibility`: prints JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

from aseptic.model.origin import Origin
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.evaluate import findings
from aseptic.rules.eligibility.parse import load_policy
from bench.eligibility.detection import score
from bench.eligibility.labelled import sentences
from bench.eligibility.silence import memory_files, memory_items, silence, user_turns

SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"


def main() -> None:
    """Both halves, the silence, the speed and the import cost."""
    policy, detectors = load_policy(), standard()
    texts = sentences(SHARED / "pii")
    halves = {half: [t for t in texts if t.half == half] for half in ("tune", "report")}
    items = list(memory_items(SHARED))
    began = time.perf_counter()
    for item in items:
        for detector in detectors:
            findings(detector, item)
    seconds = time.perf_counter() - began
    document = {
        "detectors": [detector.name for detector in detectors],
        "detection": {
            half: {label: one.as_json() for label, one in score(part, detectors).items()}
            for half, part in halves.items()
        },
        "memory_files": len(memory_files(SHARED)),
        "memory_items": silence(iter(items), Origin.AGENT, policy, detectors),
        "tau_bench_user_turns": silence(user_turns(SHARED), Origin.USER, policy, detectors),
        "microseconds_an_item": round(seconds / len(items) * 1e6),
        "import_ms": {name: _import_ms(name) for name in ("aseptic.rules.eligibility.evaluate", "aseptic.rules.eligibility.detectors.standard", "phonenumbers", "stdnum.br.cpf", "detect_secrets.plugins.aws")},
    }  # fmt: skip
    print(json.dumps(document, indent=2))


def _import_ms(module: str) -> int:
    """Over a bare interpreter; the best of five."""

    def best(code: str) -> float:
        times = []
        for _ in range(5):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            times.append(time.perf_counter() - began)
        return min(times)

    return round((best(f"import {module}") - best("pass")) * 1000)


if __name__ == "__main__":
    main()
