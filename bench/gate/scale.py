"""Near-duplicates among up to 100,000 notes: time a note must stay about the same.

Notes are real items of the memory files with a word exchanged, so that they share what
real notes share; one in fifty is an edited copy.
"""

from __future__ import annotations

import random
import resource
import time
from typing import Any

from aseptic.language.similarity import near_pairs
from bench.gate.real import judged

SIZES = (10_000, 30_000, 100_000)


def notes(count: int, seed: int = 7) -> tuple[list[str], int]:
    """`count` notes, and how many of them are planted copies."""
    chance = random.Random(seed)
    base = [n.text for _, memory, _ in judged() for n in memory.notes if 40 < len(n.text) < 300]
    words = sorted({word for text in base for word in text.split() if word.isalpha()})
    made: list[str] = []
    copies = 0
    while len(made) < count:
        if made and chance.random() < 0.02:
            made.append(chance.choice(made[-1000:]) + chance.choice((" now", " here", ".")))
            copies += 1
            continue
        text = chance.choice(base).split()
        made.append(" ".join(chance.choice(words) if chance.random() < 0.6 else w for w in text))
    return made, copies


def run(sizes: tuple[int, ...] = SIZES) -> dict[str, Any]:
    """Seconds and microseconds a note for each size; growth exponent between first and last."""
    all_notes, _ = notes(max(sizes))
    rows = []
    for size in sizes:
        start = time.perf_counter()
        pairs = sum(1 for _ in near_pairs(all_notes[:size], threshold=0.85))
        taken = time.perf_counter() - start
        rows.append(
            {
                "notes": size,
                "seconds": round(taken, 2),
                "us_a_note": round(taken / size * 1e6, 1),
                "pairs": pairs,
            }
        )
    from math import log

    exponent = log(rows[-1]["seconds"] / rows[0]["seconds"]) / log(sizes[-1] / sizes[0])
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"sizes": rows, "growth_exponent": round(exponent, 2), "peak_mb": round(peak)}
