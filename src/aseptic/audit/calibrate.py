"""`gate --calibrate`: how alike the user's own items are, and the limits that would fit them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from aseptic.language.similarity import normalize
from aseptic.model.note import Form, Load, MemoryFile, MemoryKind
from aseptic.rules.injected.loads import size

EXACT = 2_000
"""Up to so many items every pair is measured (2 million pairs, about 2 s); above, a sample."""
SAMPLED_PAIRS = 500_000
BINS = 20
SEED = 1
SCHEMA = "aseptic.calibration/1"
_BAR = 50


def calibrate(files: Sequence[MemoryFile]) -> dict[str, Any]:
    """The similarity distribution and sizes of the items of each kind, with proposals; JSON-ready."""
    kinds = {}
    for kind in MemoryKind:
        texts = [
            note.text
            for file in files
            if file.kind is kind
            for note in file.notes
            if note.form not in (Form.HEADING, Form.CODE)
        ]
        if texts:
            kinds[kind.value] = _of_kind(kind, [f for f in files if f.kind is kind], texts)
    return {"schema": SCHEMA, "kinds": kinds}


def _of_kind(kind: MemoryKind, files: list[MemoryFile], texts: list[str]) -> dict[str, Any]:
    counts, pairs, sampled = histogram(texts)
    lengths = sorted(size(text) for text in texts)
    loaded = [file for file in files if file.load is Load.GLOBAL]
    items = sum(
        1
        for file in loaded
        for note in file.notes
        if note.load is Load.GLOBAL and note.form not in (Form.HEADING, Form.CODE)
    )
    return {
        "files": len(files),
        "items": len(texts),
        "loaded_items": items,
        "loaded_bytes": sum(file.bytes for file in loaded),
        "item_bytes": {"median": _quantile(lengths, 0.5), "p95": _quantile(lengths, 0.95), "max": lengths[-1]},
        "similarity": {"pairs": pairs, "sampled": sampled, "bin": 1 / BINS, "counts": counts},
        "proposed": _proposed(kind, counts, lengths, items, sum(file.bytes for file in loaded)),
    }  # fmt: skip


def histogram(texts: Sequence[str]) -> tuple[list[int], int, bool]:
    """(counts by similarity bin, pairs measured, whether they are a sample)."""
    from rapidfuzz.fuzz import ratio

    flat = [normalize(text) for text in texts]
    counts = [0] * BINS
    n = len(flat)
    total = n * (n - 1) // 2
    sampled = n > EXACT
    if sampled:
        chance = random.Random(SEED)  # noqa: S311  a sample, not a secret
        chosen = (chance.sample(range(n), 2) for _ in range(min(SAMPLED_PAIRS, total)))
        pairs = ((a, b) for a, b in chosen)
    else:
        pairs = ((a, b) for b in range(n) for a in range(b))
    measured = 0
    for a, b in pairs:
        counts[min(BINS - 1, int(ratio(flat[a], flat[b]) / 100 * BINS))] += 1
        measured += 1
    return counts, measured, sampled


def _proposed(
    kind: MemoryKind, counts: list[int], lengths: list[int], items: int, loaded: int
) -> dict[str, Any]:
    """A threshold in the gap above the bulk of unrelated pairs; limits a fifth above today's sizes.

    A threshold below 0.8 or above 0.95 is not proposed: below, real items that say
    different things collide; above, one edited word hides a copy.
    """
    table = "limits" if kind is MemoryKind.AGENT else "instruction_limits"
    return {
        "duplicates.threshold": threshold_of(counts),
        f"{table}.items": _headroom(items, 10),
        f"{table}.bytes": _headroom(loaded, 1_000),
        f"{table}.item_bytes": _headroom(_quantile(lengths, 0.95), 50),
    }


def threshold_of(counts: Sequence[int]) -> float:
    """The middle of the widest run of empty (or emptiest) bins between 0.7 and 1."""
    total = sum(counts)
    if not total:
        return 0.85
    low = int(0.7 * BINS)
    best, best_width, start = None, 0, None
    for at in range(low, BINS + 1):
        empty = at < BINS and counts[at] <= total * 1e-6
        if empty and start is None:
            start = at
        if not empty and start is not None:
            if at - start > best_width:
                best, best_width = (start + at) / 2 / BINS, at - start
            start = None
    if best is None:
        return 0.9
    return round(min(0.95, max(0.8, best)), 2)


def _headroom(value: int, step: int) -> int:
    return -(-int(value * 1.2) // step) * step or step


def _quantile(ordered: Sequence[int], share: float) -> int:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def show(report: dict[str, Any]) -> str:
    """The report as text: a histogram for each kind, and the lines to put into aseptic.toml."""
    if not report["kinds"]:
        return "nothing to calibrate on: the files hold no items\n"
    out: list[str] = []
    for kind, found in report["kinds"].items():
        out += _show_kind(kind, found)
    return "\n".join(out) + "\n"


def _show_kind(kind: str, found: dict[str, Any]) -> list[str]:
    similarity = found["similarity"]
    how = "a sample of " if similarity["sampled"] else ""
    out = [
        f"{kind}: {found['items']} items in {found['files']} files, "
        f"{found['loaded_items']} of them ({found['loaded_bytes']:,} bytes of files) loaded by every session",
        f"bytes an item: median {found['item_bytes']['median']}, 95 % up to "
        f"{found['item_bytes']['p95']}, longest {found['item_bytes']['max']}",
        "",
        f"similarity of {how}{similarity['pairs']:,} pairs (bars are logarithmic):",
    ]
    top = max(similarity["counts"]) or 1
    for at, count in enumerate(similarity["counts"]):
        width = round(_BAR * (count.bit_length() / top.bit_length())) if count else 0
        out.append(f"  {at / BINS:4.2f} {'#' * width}{' ' if width else ''}{count or ''}".rstrip())
    out += ["", "proposed for aseptic.toml (today's sizes and a fifth more):", ""]
    for key, value in found["proposed"].items():
        table, name = key.split(".")
        out.append(f"  [{table}]  {name} = {value}")
    return [*out, ""]
