"""Time is passed in, so that every decision can be replayed and tested."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol
else:  # at run time nobody asks whether a clock is one, and `typing` takes 2 ms
    Protocol = object

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable by which programs are told the time for reproducible output, in seconds since 1970."""


class Clock(Protocol):
    """Anything that can say what time it is."""

    def now(self) -> datetime:
        """The current time, timezone-aware, in UTC."""


class SystemClock:
    """The clock of this computer."""

    def now(self) -> datetime:
        return datetime.now(UTC)


class FixedClock:
    """A clock that stands still until it is set; for tests and replays."""

    __slots__ = ("moment",)

    def __init__(self, moment: datetime) -> None:
        self.moment = moment

    def now(self) -> datetime:
        return self.moment


def clock_of(environment: Mapping[str, str]) -> Clock:
    """The clock of this computer, or one that stands at SOURCE_DATE_EPOCH where that is set."""
    told = environment.get(EPOCH, "")
    return FixedClock(datetime.fromtimestamp(int(told), UTC)) if told.isdigit() else SystemClock()
