"""The detectors that are used where nobody says otherwise."""

from __future__ import annotations

from aseptic.rules.eligibility.detectors.secrets import Secrets
from aseptic.rules.eligibility.finding import Detector


def standard() -> tuple[Detector, ...]:
    """All of ours. What the extra `policy` brings is used where it is installed."""
    return (Secrets(),)
