"""`python -m bench.gatemem.table RESULT.json`: the table of the page, from the benchmark's answer."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROWS = (
    ("access violations by label, questions, first 5", "label", "access_violations", "first_5"),
    ("access violations by label, questions, first 20", "label", "access_violations", "first_20"),
    ("forgotten values by label, questions, first 20", "label", "forgotten_served", "first_20"),
    ("access leaks by the specification, first 5", "specification", "access_leaks", "first_5"),
    ("access leaks by the specification, first 20", "specification", "access_leaks", "first_20"),
    ("forgetting leaks by the specification, first 5", "specification", "forgetting_leaks", "first_5"),
    ("forgetting leaks by the specification, first 20", "specification", "forgetting_leaks", "first_20"),
    ("evidence said before the question", "evidence", "said_at_all", None),
    ("evidence readable by the asker", "evidence", "readable", None),
    ("evidence among the first 5", "evidence", "first_5", None),
    ("evidence among the first 20 (goal 85 %)", "evidence", "first_20", None),
    ("refused: allowed questions", "refusals", "allowed_questions", None),
    ("refused: questions that ask too much", "refusals", "forbidden_questions", None),
    ("refused: questions for what was deleted", "refusals", "forgotten_questions", None),
)  # fmt: skip


def table(result: dict[str, Any]) -> str:
    """Markdown: each cell is a count, its share and Wilson's 95 % interval in per cent."""
    runs = [*((d, r) for d, r in result["domains"].items()), ("together", result["together"])]
    heads = [f"{name}, {how}" for name, _ in runs for how in ("governed", "baseline")]
    lines = ["| | " + " | ".join(heads) + " |", "|---" * (len(heads) + 1) + "|"]
    for title, part, name, first in ROWS:
        cells = []
        for _, run in runs:
            for how in ("governed", "baseline"):
                found = run[how][part][name]
                cells.append(_cell(found[first]["questions"] if first else found))
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def _cell(share: dict[str, Any]) -> str:
    count = round(share["share"] * share["n"])
    low, high = (100 * bound for bound in share["ci95"])
    return f"{count}/{share['n']} = {100 * share['share']:.1f} ({low:.1f} to {high:.1f})"


def main(argv: Sequence[str]) -> int:
    """Print the table."""
    print(table(json.loads(Path(argv[0]).read_text(encoding="utf-8"))))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
