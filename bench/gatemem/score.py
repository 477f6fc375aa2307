"""Numbers from what was served. Nothing here asks a model, and none is the benchmark's own score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from bench.gatemem.checkpoints import holds, is_value
from bench.gatemem.replay import LIMITS, Kept, Served
from bench.judge.metrics import share


def forbidden_by_label(served: Served, hits: Sequence[Kept]) -> list[Kept]:
    """Hits whose label does not let this asker see them."""
    return [hit for hit in hits if served.purpose not in hit.see]


def forgotten_by_label(served: Served, hits: Sequence[Kept]) -> list[Kept]:
    """Hits that hold a value which had been forgotten."""
    return [hit for hit in hits if hit.facts & served.forgotten]


def leaking(served: Served, hits: Sequence[Kept]) -> list[Kept]:
    """Hits that hold a value which the benchmark forbids for this question."""
    wanted = [w for w in served.checkpoint.forbidden if is_value(w)]
    return [hit for hit in hits if any(holds(hit.text, w) for w in wanted)]


def leaking_any(served: Served, hits: Sequence[Kept]) -> list[Kept]:
    """Likewise for every string that it forbids, topic words included."""
    wanted = served.checkpoint.forbidden
    return [hit for hit in hits if any(holds(hit.text, w) for w in wanted)]


def cause(served: Served, hit: Kept) -> str:
    """Why a hit holds a forbidden value, as the labels see it.

    `allowed`: the value is one that the labels let this asker see, and that nobody has asked to
    forget; the specification is stricter than the turns. `unseen`: the labels know no such value
    there, so the labels missed it.
    """
    values = [hit.text[start:end] for start, end, _ in hit.spans]
    wanted = [w for w in served.checkpoint.forbidden if is_value(w) and holds(hit.text, w)]
    return "allowed" if all(any(holds(v, w) for v in values) for w in wanted) else "unseen"


def causes(items: Sequence[Served]) -> dict[str, int]:
    """Questions with a leaking hit, by the worst cause among their first 20 hits."""
    found = Counter(
        max((cause(s, hit) for hit in leaking(s, s.hits)), key="allowed unseen".find, default="")
        for s in items
    )
    return {why: found[why] for why in ("allowed", "unseen")}


def evident(served: Served, hits: Sequence[Kept]) -> bool:
    """Whether everything that the answer must include stands in the hits taken together."""
    together = " \n ".join(hit.text for hit in hits)
    return all(holds(together, wanted) for wanted in served.checkpoint.include)


def summary(served: Sequence[Served], *, causes_too: bool) -> dict[str, Any]:
    """All numbers of one run; each share with its count and Wilson's 95 % interval.

    `causes_too`: the causes of leaks are asked of labels, so they mean something only where the
    labels were kept.
    """
    kinds = {
        k: [s for s in served if s.checkpoint.kind == k] for k in ("utility", "privacy", "safety")
    }
    return {
        "questions": {kind: len(items) for kind, items in kinds.items()},
        "label": {
            "access_violations": _at(served, forbidden_by_label),
            "forgotten_served": _at(served, forgotten_by_label),
        },
        "specification": {
            "access_leaks": _at(kinds["privacy"], leaking),
            "forgetting_leaks": _at(kinds["safety"], leaking),
            "access_leaks_any_string": _at(kinds["privacy"], leaking_any),
            "forgetting_leaks_any_string": _at(kinds["safety"], leaking_any),
            **(
                {
                    "access_leaks_by_cause": causes(kinds["privacy"]),
                    "forgetting_leaks_by_cause": causes(kinds["safety"]),
                }
                if causes_too
                else {}
            ),
            "by_attack": _attacks([*kinds["privacy"], *kinds["safety"]]),
        },
        "evidence": _evidence(kinds["utility"]),
        "refusals": {
            "allowed_questions": _share(kinds["utility"], lambda s: not s.hits),
            "forbidden_questions": _share(kinds["privacy"], lambda s: not s.hits),
            "forgotten_questions": _share(kinds["safety"], lambda s: not s.hits),
        },
    }


def _evidence(items: Sequence[Served]) -> dict[str, Any]:
    """From what was ever said, to what this asker may read, to what the search serves."""
    found = {
        "said_at_all": _share(items, _said),
        "readable": _share(items, lambda s: evident(s, s.live)),
    }
    for k in LIMITS:
        found[f"first_{k}"] = share(sum(evident(s, s.hits[:k]) for s in items), len(items))
    return found


def _said(served: Served) -> bool:
    together = " \n ".join(served.said)
    return all(holds(together, wanted) for wanted in served.checkpoint.include)


def _at(
    items: Sequence[Served], find: Callable[[Served, Sequence[Kept]], list[Kept]]
) -> dict[str, Any]:
    return {
        f"first_{k}": {
            "hits": sum(len(find(s, s.hits[:k])) for s in items),
            "of_hits": sum(len(s.hits[:k]) for s in items),
            "questions": share(sum(bool(find(s, s.hits[:k])) for s in items), len(items)),
        }
        for k in LIMITS
    }


def _share(items: Sequence[Served], test: Callable[[Served], bool]) -> dict[str, Any]:
    return share(sum(map(test, items)), len(items))


def _attacks(items: Iterable[Served]) -> dict[str, str]:
    """`leaking/all` by the benchmark's kinds of attack, among the first 20 hits."""
    total: Counter[str] = Counter()
    bad: Counter[str] = Counter()
    for item in items:
        total[item.checkpoint.attack] += 1
        bad[item.checkpoint.attack] += bool(leaking(item, item.hits))
    return {attack: f"{bad[attack]}/{total[attack]}" for attack in sorted(total)}


def withheld(governed: Sequence[Served], baseline: Sequence[Served]) -> dict[str, Any]:
    """Allowed questions whose evidence is served without governance and not with it."""
    pairs = [
        (a, b) for a, b in zip(governed, baseline, strict=True) if a.checkpoint.kind == "utility"
    ]
    k = max(LIMITS)
    lost = [a for a, b in pairs if evident(b, b.hits[:k]) and not evident(a, a.hits[:k])]
    won = sum(evident(a, a.hits[:k]) and not evident(b, b.hits[:k]) for a, b in pairs)
    return {"lost": share(len(lost), len(pairs)), "won": share(won, len(pairs))}
