"""Public internet addresses. Private, reserved and documentation ranges say nothing."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator

from aseptic.rules.eligibility.detectors.nearby import before
from aseptic.rules.eligibility.finding import Span

_V4 = re.compile(r"(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)")
_V6 = re.compile(
    r"(?i)(?<![\w:.])(?:[0-9a-f]{1,4}:){3,7}(?::|[0-9a-f]{1,4})(?::[0-9a-f]{1,4}){0,4}(?![\w:])"
)
_A_VERSION = re.compile(
    r"(?i)(?:\bv|\bver(?:sion)?s?|releases?|build|upgraded? (?:to|from)|\bbump\w*|[@=<>~^/_-]|\bto|\bfrom|[a-z]/)\W{0,3}$"
)
_AN_ADDRESS = re.compile(
    r"(?i)\b(?:ips?|ipv4|address(?:es)?|hosts?|server|client(?:_ip)?|ping|ssh|dns|://|gateway|subnet|remote|peer)\b[^\n]{0,24}$|://$"
)


class Network:
    """IPv4 and IPv6 addresses that are routed on the internet."""

    name = "network"
    categories = frozenset({"network"})

    def find(self, text: str) -> Iterator[Span]:
        """One span for each address."""
        for match in _V4.finditer(text):
            if _is_public(match.group()) and not _is_version(text, match.start(), match.group()):
                yield Span("network", "internet address", match.start(), match.end())
        if text.count(":") > 3:
            for match in _V6.finditer(text):
                groups = [group for group in match.group().split(":") if group]
                if len(groups) >= 4 and _is_public(match.group()):
                    yield Span("network", "internet address", match.start(), match.end())


def _is_public(text: str) -> bool:
    try:
        return ipaddress.ip_address(text).is_global
    except ValueError:
        return False


def _is_version(text: str, start: int, found: str) -> bool:
    """Four small numbers are a version unless something says that they are an address."""
    told = before(text, start, 32)
    if _AN_ADDRESS.search(told):
        return False
    small = all(int(part) < 32 for part in found.split("."))
    return small or _A_VERSION.search(told) is not None or found.endswith(".0")
