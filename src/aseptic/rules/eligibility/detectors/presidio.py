"""Microsoft Presidio as a detector, for who has it: names, places and more, by language models."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aseptic.rules.eligibility.finding import Span

ENTITIES = {
    "CREDIT_CARD": ("payment", "payment card"),
    "IBAN_CODE": ("payment", "IBAN"),
    "US_SSN": ("identity", "social security number"),
    "US_DRIVER_LICENSE": ("identity", "licence number"),
    "US_PASSPORT": ("identity", "passport number"),
    "EMAIL_ADDRESS": ("contact", "email address"),
    "PHONE_NUMBER": ("contact", "telephone number"),
    "IP_ADDRESS": ("network", "internet address"),
    "LOCATION": ("location", "place"),
    "MEDICAL_LICENSE": ("health", "medical licence"),
}
"""Its entity -> our category and kind. What is not named here is not asked for."""


class Presidio:
    """An analyzer that the caller made (`presidio_analyzer.AnalyzerEngine`) as a detector."""

    def __init__(
        self,
        engine: Any,
        *,
        entities: Mapping[str, tuple[str, str]] = ENTITIES,
        threshold: float = 0.5,
        language: str = "en",
    ) -> None:
        """`threshold`: Presidio's own score, 0 to 1; below it nothing is reported."""
        self._engine, self._entities = engine, dict(entities)
        self._threshold, self._language = threshold, language
        self.name = "presidio"
        self.categories = frozenset(category for category, _ in self._entities.values())

    def find(self, text: str) -> Iterator[Span]:
        """Its results that reach the threshold."""
        for result in self._engine.analyze(
            text=text, language=self._language, entities=list(self._entities)
        ):
            if result.score >= self._threshold and result.entity_type in self._entities:
                yield Span(*self._entities[result.entity_type], result.start, result.end)
