"""Ways to make a true sentence false, one kind at a time, seeded.

`apply(kind, text, rng)` works on any sentence; where the kind finds nothing to
change it answers None, and the sentence has no mutant of that kind. Kinds that
change the citation (`elsewhere`) have no meaning for a bare sentence.

`avoid` is text in which the new value must not stand (the cited event): a
mutant whose "wrong" value the evidence also holds could be true after all.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.judge.mutate import readings, values

VALUE_KINDS = ("direction", "number", "date", "path", "identifier", "name", "unit")
"""One value is replaced by another of its type."""
READING_KINDS = (
    "negation",
    "state",
    "completion",
    "speaker",
    "qualifier",
    "scope",
    "modality",
)
"""What the sentence does with its values is changed."""
CITATION_KINDS = ("elsewhere",)
"""The sentence stays; the citation points to an event that does not say it."""
KINDS = VALUE_KINDS + READING_KINDS + CITATION_KINDS
TEXT_KINDS = VALUE_KINDS + READING_KINDS
HELD_OUT_KINDS = ("date", "speaker", "scope")
"""Never looked at while the judge is tuned: one value, one of provenance, one overstatement."""

Mutate = Callable[[str, random.Random, str], str | None]

_BY_KIND: dict[str, Mutate] = {
    "direction": values.direction,
    "number": values.number,
    "date": values.date,
    "path": values.path,
    "identifier": values.identifier,
    "name": values.name,
    "unit": values.unit,
    "negation": readings.negation,
    "state": readings.state,
    "completion": readings.completion,
    "speaker": readings.speaker,
    "qualifier": readings.qualifier,
    "scope": readings.scope,
    "modality": readings.modality,
}


def apply(kind: str, text: str, rng: random.Random, *, avoid: str = "") -> str | None:
    """A sentence that says something else than `text`, changed in this one way; or None.

    Raises:
        ValueError: `kind` is not one of `KINDS`.
    """
    if kind not in KINDS:
        raise ValueError(f"unknown kind of mutant {kind!r}; known: {', '.join(KINDS)}")
    mutate = _BY_KIND.get(kind)
    mutant = mutate(text, rng, avoid) if mutate else None
    return None if mutant is None or mutant.strip() == text.strip() else mutant
