"""What a text is about, for rows that treat preferences, instructions and facts differently."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.rules.eligibility.finding import Span

_PREFERENCE = re.compile(
    r"(?i)\b(?:(?:i|we|he|she|they|users?|customer|client|\w+) (?:really |strongly |always |usually |don't |doesn't |do not |does not )?"
    r"(?:prefers?|likes?|loves?|hates?|dislikes?|enjoys?|would rather|would like)\b|\bmy favou?rite|\b(?:his|her|their|user's) favou?rite|\bpreference\b)"
)
_INSTRUCTION = re.compile(
    r"(?im)^[^\w\n]{0,20}(?:please )?(?:always|never|do not|don't|must|make sure|ensure|remember to|avoid|use|run|prefer|ask|check|keep|write|stop|ignore)\b"
    r"|\b(?:you|agents?|the assistant|claude|copilot) (?:must|should|shall|may not|must not|should not|have to)\b"
)
_PROJECT = re.compile(r"`[^`\n]+`|\b[\w-]+/[\w./-]+\b|\b\w+\.(?:py|[jt]sx?|go|rs|md|toml|ya?ml|json|sh)\b|(?i:\b(?:repo(?:sitory)?|build|tests?|deploy\w*|server|database|endpoint|branch|ci)\b)")  # fmt: skip


class Subject:
    """Preference, instruction or project fact, by a few plain signs; the first that fits."""

    name = "subject"
    categories = frozenset({"preference", "instruction", "project fact"})

    def find(self, text: str) -> Iterator[Span]:
        """At most one, without a stretch: a subject is no part that could be taken out."""
        for category, pattern in (
            ("preference", _PREFERENCE),
            ("instruction", _INSTRUCTION),
            ("project fact", _PROJECT),
        ):
            if pattern.search(text):
                yield Span(category, category, 0, 0)
                return
