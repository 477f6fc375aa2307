"""The tables of the uncited benchmark: shares, precisions, coverage, each with its interval."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from aseptic.model.verdict import Label
from bench.judge.metrics import upper95, wilson

if TYPE_CHECKING:
    from bench.judge.uncited import Row

SUPPORTED, CONTRADICTED, OVERSTATED = (
    Label.SUPPORTED.value,
    Label.CONTRADICTED.value,
    Label.OVERSTATED.value,
)
SPOKEN = frozenset({SUPPORTED, CONTRADICTED, OVERSTATED})
"""Labels by which the judge commits itself on what the log says."""
RESAMPLES = 1000


def tables(rows: Sequence[Row], labels: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """Everything that is reported, as JSON values.

    `labels` are the claims that a person read against the log: with them, a claim found
    wrong counts as false, an undecidable one not at all.
    """
    kept = [r for r in rows if not r.excluded]
    whole = [r for r in kept if r.whole]
    read = [r for r in whole if _as_read(r, labels) is not None]
    out: dict[str, Any] = {
        "counts": {
            "true": sum(r.mutant is None for r in kept),
            "mutants": sum(r.mutant is not None for r in kept),
            "mutants left out (may be true)": dict(Counter(r.mutant for r in rows if r.excluded)),
            "logs": len({r.group for r in kept}),
            "read by hand": sum(r.digest in labels for r in kept if r.mutant is None),
        },
        "whole logs": _block(whole),
        "whole logs, with the hand labels": _block(read, labels),
        "by source": {
            s: _block([r for r in whole if r.source == s]) for s in ("session", "compaction")
        },
        "logs cut at the start": _block([r for r in kept if not r.whole]),
        "by kind of note (true claims)": _by(whole, lambda r: f"{r.source}/{r.kind}", true=True),
        "by kind of note (mutants)": _by(whole, lambda r: f"{r.source}/{r.kind}", true=False),
        "by kind of mutant": _by(whole, lambda r: r.mutant or "", true=False),
    }
    judged = [r.seconds for r in kept]
    out["ms a claim"] = round(1000 * sum(judged) / len(judged), 1) if judged else None
    return out


def _as_read(row: Row, labels: Mapping[str, Mapping[str, str]]) -> bool | None:
    """Whether the claim is true; None where reading could not tell, or a false claim was mutated."""
    found = labels.get(row.digest, {}).get("truth", "true")
    if row.mutant is None:
        return {"true": True, "wrong": False}.get(found)
    return False if found == "true" else None


def _block(
    rows: Sequence[Row], labels: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Any]:
    labels = labels or {}
    true = [r for r in rows if _as_read(r, labels) is True]
    false = [r for r in rows if _as_read(r, labels) is False]
    if not true or not false:
        return {"true": len(true), "false": len(false)}
    spoken = [r for r in rows if r.label in SPOKEN]
    wrong = sum(r.label == CONTRADICTED for r in true)
    return {
        "true": len(true),
        "false": len(false),
        "labels of true claims": _shares(true),
        "labels of mutants": _shares(false),
        "precision of supported, even mix": _precision(true, false, SUPPORTED),
        "precision of contradicted, even mix": _precision(true, false, CONTRADICTED),
        "precision of overstated, even mix": _precision(true, false, OVERSTATED),
        "precision of unsupported, even mix": _precision(true, false, Label.UNSUPPORTED.value),
        "true contradicted": {
            **_rate(wrong, len(true)),
            "upper 95 %": round(upper95(wrong, len(true)), 4),
        },
        "true called overstated": _rate(sum(r.label == OVERSTATED for r in true), len(true)),
        "balanced accuracy (supported against the rest)": round(
            (_share(true, SUPPORTED) + 1 - _share(false, SUPPORTED)) / 2, 3
        ),
        "coverage: commits itself": {
            "all, even mix": round((_cover(true) + _cover(false)) / 2, 3),
            "true": _rate(sum(r.label in SPOKEN for r in true), len(true)),
            "mutants": _rate(sum(r.label in SPOKEN for r in false), len(false)),
            "claims": len(spoken),
        },
        "coverage: not undecided": round((_decided(true) + _decided(false)) / 2, 3),
    }


def _by(rows: Sequence[Row], key: Callable[[Row], str], *, true: bool) -> dict[str, Any]:
    groups: dict[str, list[Row]] = {}
    for row in rows:
        if (row.mutant is None) == true:
            groups.setdefault(key(row), []).append(row)
    return {
        name: {
            "n": len(group),
            "commits itself": _rate(sum(r.label in SPOKEN for r in group), len(group)),
            **{label.value: sum(r.label == label.value for r in group) for label in Label},
        }
        for name, group in sorted(groups.items())
    }


def _shares(rows: Sequence[Row]) -> dict[str, Any]:
    return {
        label.value: _rate(sum(r.label == label.value for r in rows), len(rows)) for label in Label
    }


def _share(rows: Sequence[Row], label: str) -> float:
    return sum(r.label == label for r in rows) / len(rows)


def _cover(rows: Sequence[Row]) -> float:
    return sum(r.label in SPOKEN for r in rows) / len(rows)


def _decided(rows: Sequence[Row]) -> float:
    """As `audit` counts: all but undecided, of those that can be checked."""
    can = [r for r in rows if r.label != Label.NOT_CHECKABLE.value]
    return sum(r.label != Label.UNDECIDED.value for r in can) / len(can) if can else 0.0


def _precision(true: Sequence[Row], false: Sequence[Row], label: str) -> dict[str, Any]:
    """Of what is called `label` in an even mix, the share called so rightly; resampled by log."""
    right, wrong = (true, false) if label == SUPPORTED else (false, true)
    value = _mix(_share(right, label), _share(wrong, label))
    counts = {
        "right": sum(r.label == label for r in right),
        "wrong": sum(r.label == label for r in wrong),
    }
    if value is None:
        return {"value": None, **counts}
    low, high = _resampled(right, wrong, label)
    return {"value": round(value, 3), "95 %": [low, high], **counts}


def _mix(right: float, wrong: float) -> float | None:
    return right / (right + wrong) if right + wrong else None


def _resampled(right: Sequence[Row], wrong: Sequence[Row], label: str) -> tuple[float, float]:
    """Bootstrap over logs: claims of one log stand and fall together."""
    rng = random.Random(f"bootstrap:{label}")
    logs = sorted({r.group for r in (*right, *wrong)})
    tally = {g: [0, 0, 0, 0] for g in logs}
    for at, rows in ((0, right), (2, wrong)):
        for row in rows:
            tally[row.group][at] += row.label == label
            tally[row.group][at + 1] += 1
    values = []
    for _ in range(RESAMPLES):
        drawn = [tally[g] for g in rng.choices(logs, k=len(logs))]
        a, b, c, d = (sum(t[i] for t in drawn) for i in range(4))
        value = _mix(a / b, c / d) if b and d else None
        if value is not None:
            values.append(value)
    values.sort()
    return round(values[int(0.025 * len(values))], 3), round(
        values[int(0.975 * len(values)) - 1], 3
    )


def _rate(count: int, total: int) -> dict[str, Any]:
    low, high = wilson(count, total)
    return {
        "n": count,
        "share": round(count / total, 4) if total else None,
        "95 %": [round(low, 3), round(high, 3)],
    }
