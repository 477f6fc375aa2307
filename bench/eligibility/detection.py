"""Detection rate and precision of each kind of personal data, on the half that was not tuned on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from aseptic.rules.eligibility.evaluate import findings
from aseptic.rules.eligibility.finding import Detector, Finding
from bench.eligibility.labelled import Sentence

WANTED: dict[str, tuple[str, frozenset[str]]] = {
    "CREDIT_CARD": ("payment", frozenset({"payment card"})),
    "IBAN_CODE": ("payment", frozenset({"IBAN"})),
    "US_SSN": ("identity", frozenset({"social security number"})),
    "US_DRIVER_LICENSE": ("identity", frozenset({"licence number"})),
    "EMAIL_ADDRESS": ("contact", frozenset({"email address"})),
    "PHONE_NUMBER": ("contact", frozenset({"telephone number"})),
    "IP_ADDRESS": ("network", frozenset({"internet address"})),
    "STREET_ADDRESS": ("location", frozenset({"street address"})),
    "ZIP_CODE": ("location", frozenset({"post code", "street address"})),
}
"""Label -> what of ours answers it. Names, organisations, ages, titles, countries and dates
are not personal data that this policy takes out: memory needs them."""
_ALSO = {
    "STREET_ADDRESS": {"ZIP_CODE", "GPE"},
    "ZIP_CODE": {"STREET_ADDRESS", "GPE"},
}
"""Labels that are parts of the same address: a finding on them is not wrong."""


class Score(NamedTuple):
    """Of one label."""

    labelled: int
    detected: int
    """Labelled spans that a finding of that kind overlaps."""
    covered: int
    """Labelled spans that lie wholly inside findings: nothing of them would be left."""
    found: int
    right: int
    """Findings that overlap a label of that type."""

    def as_json(self) -> dict[str, float | int | None]:
        return {
            "labelled": self.labelled,
            "detection_rate": round(self.detected / self.labelled, 3) if self.labelled else None,
            "wholly_covered": round(self.covered / self.labelled, 3) if self.labelled else None,
            "findings": self.found,
            "precision": round(self.right / self.found, 3) if self.found else None,
        }


def score(texts: Sequence[Sentence], detectors: Sequence[Detector]) -> dict[str, Score]:
    """Each label's score over these sentences."""
    counts: dict[str, Counter[str]] = {label: Counter() for label in WANTED}
    for sentence in texts:
        found = [f for detector in detectors for f in findings(detector, sentence.text)]
        for label, (category, kinds) in WANTED.items():
            ours = [f for f in found if f.category == category and f.kind in kinds]
            _count(counts[label], label, sentence, ours)
    names = Score._fields
    return {label: Score(*(counts[label][name] for name in names)) for label in WANTED}


def _count(into: Counter[str], label: str, sentence: Sentence, ours: list[Finding]) -> None:
    for span in sentence.labels:
        if span.type != label:
            continue
        into["labelled"] += 1
        hits = [f for f in ours if f.start < span.end and span.start < f.end]
        into["detected"] += bool(hits)
        inside = {at for f in hits for at in range(f.start, f.end)}
        letters = (at for at in range(span.start, span.end) if sentence.text[at].isalnum())
        into["covered"] += bool(hits) and all(at in inside for at in letters)
    accepted = {label} | _ALSO.get(label, set())
    for finding in ours:
        into["found"] += 1
        into["right"] += any(
            s.type in accepted and finding.start < s.end and s.start < finding.end
            for s in sentence.labels
        )
