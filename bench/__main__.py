"""`python -m bench NAME [args]`: one measurement; JSON on stdout, progress on stderr.

Some are packages of their own and are called by their name: `python -m bench.gate` and others.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module

BENCHMARKS = {
    "gatemem": ("bench.gatemem.run", "who is served what: access, forgetting, current values"),
    "logs": ("bench.logs", "every real log through its reader: accounting and speed"),
    "audit": ("bench.audit", "the whole audit: speed, and memory as the log grows"),
    "judge-cited": ("bench.judge.cited", "claims that cite, true and mutated, from real logs"),
    "judge-uncited": ("bench.judge.uncited", "real summaries, evidence searched in the whole log"),
    "judge-threshold": (
        "bench.judge.models",
        "what each threshold of an entailment model supports",
    ),
    "judge-handcited": (
        "bench.judge.handcited",
        "a hundred sentences cited by hand, and their mutants",
    ),
}

OF_THEIR_OWN = {
    "bench.gate": "the gate: start-up, the 154 real files, planted faults, attacks, near-duplicates",
    "bench.store": "the store: import and index of given logs, speed and peak memory",
    "bench.eligibility": "detectors of the policy: found, missed, silent",
}
"""Packages with arguments of their own: `python -m NAME`."""


def main(argv: list[str]) -> int:
    """Run one benchmark, or list them."""
    if not argv or argv[0] in ("-h", "--help"):
        known = {name: what for name, (_, what) in BENCHMARKS.items()} | OF_THEIR_OWN
        print(__doc__, *(f"  {name:<18} {what}" for name, what in known.items()), sep="\n", file=sys.stderr)  # fmt: skip
        return 0 if argv else 2
    name, *rest = argv
    if name not in BENCHMARKS:
        print(f"no benchmark {name!r}; there are: {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    result = import_module(BENCHMARKS[name][0]).main(rest)
    json.dump(result, sys.stdout, indent=1, ensure_ascii=False)
    print()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
