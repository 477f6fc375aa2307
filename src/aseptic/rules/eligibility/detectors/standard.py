"""The detectors that are used where nobody says otherwise."""

from __future__ import annotations

from aseptic.rules.eligibility.detectors.contact import Contact
from aseptic.rules.eligibility.detectors.health import Health
from aseptic.rules.eligibility.detectors.identity import Identity
from aseptic.rules.eligibility.detectors.location import Location
from aseptic.rules.eligibility.detectors.network import Network
from aseptic.rules.eligibility.detectors.payment import Payment
from aseptic.rules.eligibility.detectors.secrets import Secrets
from aseptic.rules.eligibility.detectors.subject import Subject
from aseptic.rules.eligibility.finding import Detector


def standard() -> tuple[Detector, ...]:
    """All of ours. What the extra `policy` brings is used where it is installed."""
    return (
        Secrets(), Payment(), Identity(), Contact(), Location(), Network(), Health(), Subject(),
    )  # fmt: skip
