"""Yes, no, not known. Apart from verdicts, so that a hook need not load those."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Outcome(StrEnum):
    """Yes, no, not known. `unknown` never counts as a pass."""

    PASS = "pass"  # noqa: S105
    FAIL = "fail"
    UNKNOWN = "unknown"

    @staticmethod
    def merge(outcomes: Iterable[Outcome]) -> Outcome:
        """The worst of many: any fail is fail, else any unknown is unknown; nothing at all is unknown."""
        seen = set(outcomes)
        if Outcome.FAIL in seen:
            return Outcome.FAIL
        if Outcome.UNKNOWN in seen or not seen:
            return Outcome.UNKNOWN
        return Outcome.PASS
