"""What a run of a judge over cases with a known truth comes to, with bounds."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from aseptic.model.verdict import Label
from bench.judge.case import Case

REFUTED = frozenset({Label.CONTRADICTED, Label.OVERSTATED, Label.UNSUPPORTED})
"""Right answers to a mutant."""
DENIABLE = ("direction", "number", "date", "path", "identifier", "name", "unit")
Z95 = 1.959964


@dataclass(frozen=True, slots=True)
class Scored:
    """One case with what the judge said and how long it took."""

    case: Case
    label: Label
    reason: str
    seconds: float

    @property
    def right(self) -> bool:
        """`undecided` and `not checkable` are never right."""
        return self.label in REFUTED if self.case.mutant else self.label is Label.SUPPORTED


def wilson(hits: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share; (0, 1) where nothing was counted."""
    if not total:
        return 0.0, 1.0
    p, z2 = hits / total, Z95**2
    middle = (p + z2 / (2 * total)) / (1 + z2 / total)
    half = Z95 * math.sqrt(p * (1 - p) / total + z2 / (4 * total**2)) / (1 + z2 / total)
    return max(0.0, middle - half), min(1.0, middle + half)


def upper95(hits: int, total: int) -> float:
    """Clopper-Pearson's one-sided upper 95 % bound of a share, by bisection."""
    if not total or hits >= total:
        return 1.0
    low, high = hits / total, 1.0
    for _ in range(60):
        p = (low + high) / 2
        if _at_most(hits, total, p) > 0.05:
            low = p
        else:
            high = p
    return high


def _at_most(hits: int, total: int, p: float) -> float:
    """Probability of `hits` or fewer of `total`."""
    if p >= 1.0:
        return 0.0
    logs = [
        math.lgamma(total + 1) - math.lgamma(k + 1) - math.lgamma(total - k + 1)
        + k * math.log(p or 1e-300) + (total - k) * math.log1p(-p)
        for k in range(hits + 1)
    ]  # fmt: skip
    return math.fsum(math.exp(value) for value in logs)


def share(hits: int, total: int) -> dict[str, float | int | list[float]]:
    """A share with its count and interval."""
    low, high = wilson(hits, total)
    return {
        "share": round(hits / total, 4) if total else 0.0,
        "n": total,
        "ci95": [round(low, 4), round(high, 4)],
    }


def summary(scored: Sequence[Scored]) -> dict[str, object]:
    """The numbers of one split."""
    true = [s for s in scored if not s.case.mutant]
    false = [s for s in scored if s.case.mutant]
    accused = sum(s.label is Label.CONTRADICTED for s in true)
    denied = [s for s in false if s.case.mutant in DENIABLE and s.case.role == "value"]
    return {
        "true": len(true),
        "mutants": len(false),
        "balanced_accuracy": balanced(scored),
        "true_supported": _rate(true, lambda s: s.label is Label.SUPPORTED),
        "mutants_refuted": _rate(false, lambda s: s.right),
        "mutants_supported": _rate(false, lambda s: s.label is Label.SUPPORTED),
        "true_contradicted": {**share(accused, len(true)), "upper95": round(upper95(accused, len(true)), 4)},
        "undecided": _rate(scored, lambda s: s.label in (Label.UNDECIDED, Label.NOT_CHECKABLE)),
        "value_negation_state_contradicted": _rate(
            denied + [s for s in false if s.case.mutant in ("negation", "state")], _contradicted
        ),
        "contradicted": {
            "value": _rate(denied, _contradicted),
            "negation": _rate([s for s in false if s.case.mutant == "negation"], _contradicted),
            "state": _rate([s for s in false if s.case.mutant == "state"], _contradicted),
        },
        "confusion": {
            "true": _labels(true),
            **{kind: _labels(group) for kind, group in _by(false, lambda s: str(s.case.mutant))},
        },
        "by_mutant": {
            kind: {"refuted": _rate(group, lambda s: s.right), "contradicted": _rate(group, _contradicted)}
            for kind, group in _by(false, lambda s: str(s.case.mutant))
        },
        "by_source": {
            source: {
                "true_supported": _rate([s for s in group if not s.case.mutant], lambda s: s.right),
                "mutants_refuted": _rate([s for s in group if s.case.mutant], lambda s: s.right),
                "balanced_accuracy": balanced(group),
            }
            for source, group in _by(scored, lambda s: s.case.source)
        },
        "seconds_per_claim": _times([s.seconds for s in scored]),
    }  # fmt: skip


def balanced(scored: Iterable[Scored]) -> float | None:
    """Mean of the shares of true claims and of mutants judged right; None without both."""
    rights: dict[bool, list[bool]] = {True: [], False: []}
    for item in scored:
        rights[item.case.mutant is None].append(item.right)
    if not rights[True] or not rights[False]:
        return None
    return round(sum(sum(r) / len(r) for r in rights.values()) / 2, 4)


def _contradicted(item: Scored) -> bool:
    return item.label is Label.CONTRADICTED


def _rate(items: Sequence[Scored], hit: Callable[[Scored], bool]) -> dict[str, float | int | list[float]]:  # fmt: skip
    return share(sum(map(hit, items)), len(items))


def _labels(items: Iterable[Scored]) -> dict[str, int]:
    return dict(sorted(Counter(s.label.value for s in items).items()))


def _by(items: Iterable[Scored], key: Callable[[Scored], str]) -> list[tuple[str, list[Scored]]]:
    groups: dict[str, list[Scored]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return sorted(groups.items())


def _times(seconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(seconds)
    if not ordered:
        return {}
    at = lambda q: round(ordered[min(len(ordered) - 1, int(q * len(ordered)))], 5)  # noqa: E731
    return {"p50": at(0.5), "p95": at(0.95), "max": round(ordered[-1], 5)}
