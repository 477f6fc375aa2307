"""How far a second reading of sixty turns agrees with the labels: `python -m bench.gatemem.agreement`.

The second reader saw the texts of a seeded sample and not the labels, and wrote down which kinds of
private facts each turn holds; the table of who may see what turns both into audiences.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from bench.gatemem.label import LABELS, policies
from bench.gatemem.turns import DOMAINS

SEED = 60
SAMPLE = 60


def rows() -> dict[tuple[str, int], dict[str, Any]]:
    """Every label by episode and index."""
    found = {}
    for domain in DOMAINS:
        with (LABELS / f"{domain}.jsonl").open(encoding="utf-8") as lines:
            for row in map(json.loads, lines):
                found[row["e"], row["i"]] = row
    return found


def narrowest(row: dict[str, Any]) -> frozenset[str]:
    """Who may see the whole of a labelled turn."""
    everyone = frozenset({"all"})
    seen = everyone
    for part in row.get("parts", []):
        who = frozenset(part["see"].split())
        if who != everyone:
            seen = who if seen == everyone else seen & who
    return seen


def audience(domain: str, kinds: list[str]) -> frozenset[str]:
    """The audience of a turn that holds facts of these kinds."""
    seen: frozenset[str] = frozenset({"all"})
    for kind in kinds:
        who = frozenset(policies()[domain]["see"][kind])
        seen = who if seen == {"all"} else seen & who
    return seen


def main() -> dict[str, Any]:
    """Counts of agreement, and where it failed."""
    labels = rows()
    same_audience, same_requests, apart = 0, 0, []
    table: Counter[tuple[bool, bool]] = Counter()
    with (LABELS / "second_pass.jsonl").open(encoding="utf-8") as lines:
        second = [json.loads(line) for line in lines]
    for read in second:
        row = labels[read["e"], read["i"]]
        first, again = narrowest(row), audience(read["e"].split("-")[0], read["kinds"])
        # Families may be told dates while a release covers the schedule; the second reader noted kinds only.
        agree = first - {"family"} == again - {"family"}
        same_audience += agree
        same_requests += (bool(row.get("forget")), bool(row.get("correct"))) == (
            read["forget"],
            read["correct"],
        )
        table[first != {"all"}, again != {"all"}] += 1
        if not agree:
            apart.append(f"{read['e']}#{read['i']}")
    n = len(second)
    return {
        "turns": n,
        "same_audience": same_audience,
        "same_requests": same_requests,
        "kappa_open_or_restricted": round(_kappa(table, n), 3),
        "apart": apart,
    }


def _kappa(table: Counter[tuple[bool, bool]], n: int) -> float:
    seen = (table[True, True] + table[False, False]) / n
    one = (table[True, True] + table[True, False]) / n
    two = (table[True, True] + table[False, True]) / n
    chance = one * two + (1 - one) * (1 - two)
    return (seen - chance) / (1 - chance)


if __name__ == "__main__":
    print(json.dumps(main(), indent=1))
