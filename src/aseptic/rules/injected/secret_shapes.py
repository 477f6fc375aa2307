"""What credentials look like. Each shape has a marker that is looked for before its pattern is built."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple


class Shape(NamedTuple):
    """A kind of credential: a cheap marker, and the pattern that it opens.

    The pattern's group 1, or else the whole match, is the secret. A `random`
    shape must also look random, because its pattern alone fits ordinary words.
    """

    kind: str
    marker: str
    pattern: str
    random: bool = False
    prefix: int = 4
    """How many leading characters may be shown: those that every such token shares."""


# From the issuers' own documentation of their token formats.
SHAPES: tuple[Shape, ...] = (
    Shape(
        "private key", "-----BEGIN", r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    ),
    Shape("AWS access key id", "AKIA", r"\bAKIA[0-9A-Z]{16}\b"),
    Shape("AWS temporary key id", "ASIA", r"\bASIA[0-9A-Z]{16}\b"),
    Shape("GitHub token", "gh", r"\bgh[pousr]_[A-Za-z0-9]{30,255}\b"),
    Shape("GitHub fine-grained token", "github_pat_", r"\bgithub_pat_[A-Za-z0-9_]{40,255}\b"),
    Shape("GitLab token", "gl", r"\bgl(?:pat|ptt|dt|rt|cbt|agent|ft|soat)-[A-Za-z0-9_\-]{20,}"),
    Shape("Slack token", "xox", r"\bxox[abeoprs]-[A-Za-z0-9\-]{10,}"),
    Shape("Slack app token", "xapp-", r"\bxapp-\d-[A-Z0-9]+-\d+-[a-z0-9]{16,}"),
    Shape(
        "Slack webhook",
        "hooks.slack.com",
        r"hooks\.slack\.com/(?:services|workflows)/[A-Za-z0-9/_\-]{20,}",
    ),
    Shape(
        "Discord webhook",
        "/api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/\d{15,}/[\w\-]{40,}",
    ),
    Shape("Stripe key", "k_", r"\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}\b"),
    Shape("Anthropic key", "sk-ant-", r"\bsk-ant-[A-Za-z0-9_\-]{20,}"),
    Shape("API key", "sk-", r"\bsk-(?!ant-)(?:[a-z]+\d*-)?[A-Za-z0-9_]{20,}", random=True),
    Shape("Google API key", "AIza", r"\bAIza[0-9A-Za-z_\-]{35}"),
    Shape("Google OAuth secret", "GOCSPX-", r"\bGOCSPX-[A-Za-z0-9_\-]{20,}"),
    Shape("npm token", "npm_", r"\bnpm_[A-Za-z0-9]{36}\b"),
    Shape("PyPI token", "pypi-", r"\bpypi-AgE[A-Za-z0-9_\-]{40,}"),
    Shape("Hugging Face token", "hf_", r"\bhf_[A-Za-z0-9]{30,}\b"),
    Shape("SendGrid key", "SG.", r"\bSG\.[A-Za-z0-9_\-]{16,}\.[A-Za-z0-9_\-]{16,}"),
    Shape("Twilio key", "SK", r"\bSK[0-9a-f]{32}\b", prefix=2),
    Shape("DigitalOcean token", "do", r"\bdo[opr]_v1_[a-f0-9]{64}\b"),
    Shape("Databricks token", "dapi", r"\bdapi[a-f0-9]{32}\b"),
    Shape("Telegram bot token", ":AA", r"\b\d{8,10}:AA[A-Za-z0-9_\-]{32,33}\b", prefix=0),
    Shape(
        "JSON web token",
        "eyJ",
        r"\beyJ[A-Za-z0-9_\-]{8,}\.eyJ[A-Za-z0-9_\-]{8,}\.[A-Za-z0-9_\-]{8,}",
        prefix=3,
    ),
    Shape("Azure storage key", "AccountKey=", r"AccountKey=([A-Za-z0-9+/]{60,}={0,2})", prefix=0),
    Shape(
        "password in a URL",
        "://",
        r"\b[a-z][a-z0-9+.\-]{1,20}://[^\s/:@'\"`<>{}$]{1,64}:([^\s/:@'\"`<>{}$]{3,})@(?P<host>[\w.\-]+)",
        prefix=0,
    ),
)

_NAMES = r"pass(?:word|wd|phrase)?|pwd|secret|(?:api|access|auth|secret|private|encryption|signing)[_\- ]?key|(?:auth|access|api|bearer|refresh|secret)?[_\- ]?token|client[_\- ]?secret|credentials?"
# `--- PASS: TestX/y1` is the line of a Go test that passed, not a password.
ASSIGNED = rf"(?i)(?<![a-z])(?<!--- )(?:[a-z0-9]+[_\-])*(?:{_NAMES})(?:[_\-][a-z0-9]+)*[\"'`*]*\s*(?:=|:|=>| is | = )\s*[\"'`]*([^\s\"'`,;|)\]>]{{8,128}})"
ASSIGNED_MARKERS = ("pass", "pwd", "secret", "key", "token", "credential")
BEARER = r"(?i)\bauthorization\b[\"'`*]*\s*[:=]\s*[\"'`]*(?:bearer|basic|token)\s+([A-Za-z0-9+/_\-.=]{12,})"

_PLACEHOLDER_WORDS = (
    "example", "placeholder", "changeme", "change_me", "change-me", "your", "dummy", "fake",
    "sample", "redacted", "xxxx", "****", "....", "todo", "insert", "replace", "test-key",
    "test_key", "testkey", "mysecret", "my-secret", "my_secret", "secret_key", "secret-key",
    "api-key", "api_key", "apikey", "foobar", "deadbeef", "0000000", "1234567", "not-a-",
    "not_a_", "some-", "some_", "…",
)  # fmt: skip
_LOCAL_HOSTS = re.compile(
    r"localhost|127\.0\.0\.1|0\.0\.0\.0|host(?:name)?|db|server|proxy|user|domain"
    r"|postgres|redis|mysql|neo4j|mongo|rabbitmq|(?:.*\.)?example(?:\.com|\.org)?|.*\.local"
)
_COMMON_PASSWORDS = re.compile(
    r"pass(?:word|wd)?|pwd?|secret|postgres|root|admin|guest|user|token|test|key"
)


def find(text: str) -> Iterator[tuple[str, int, int, int]]:
    """(kind, start, end, shown prefix) of each credential in one line; no overlaps."""
    taken: list[tuple[int, int]] = []
    for kind, start, end, prefix in _candidates(text):
        if all(end <= a or start >= b for a, b in taken):
            taken.append((start, end))
            yield kind, start, end, prefix


def _candidates(text: str) -> Iterator[tuple[str, int, int, int]]:
    for shape in SHAPES:
        if shape.marker in text:
            for match in _compiled(shape.pattern).finditer(text):
                group = 1 if match.re.groups and match.group(1) is not None else 0
                if _is_real(shape, match, match.group(group)):
                    yield shape.kind, match.start(group), match.end(group), shape.prefix
    lower = text.lower()
    if "authorization" in lower:
        for match in _compiled(BEARER).finditer(text):
            if not is_placeholder(match.group(1)) and looks_random(match.group(1)):
                yield "authorization header", match.start(1), match.end(1), 0
    if _may_assign(lower):
        for match in _compiled(ASSIGNED).finditer(text):
            if is_password(match.group(1)):
                yield "assigned secret", match.start(1), match.end(1), 0


def _is_real(shape: Shape, match: re.Match[str], secret: str) -> bool:
    if shape.kind == "private key":
        return True
    if "host" in match.re.groupindex:
        return not _is_local_url(secret, match.group("host"))
    # A counted-up part may be an account number; a token's longest part is its secret.
    longest = max(re.split(r"[-_.]", secret), key=len)
    if is_placeholder(longest if len(longest) >= 20 else secret) or "example" in secret.lower():
        return False
    return not shape.random or looks_random(secret)


def _may_assign(lower: str) -> bool:
    joined = "=" in lower or ":" in lower or " is " in lower
    return joined and any(marker in lower for marker in ASSIGNED_MARKERS)


def is_placeholder(secret: str) -> bool:
    """Whether a token is one that documentation uses: a named dummy, or too few characters."""
    lower = secret.lower()
    if any(word in lower for word in _PLACEHOLDER_WORDS):
        return True
    return len(set(lower)) < 6


def looks_random(secret: str) -> bool:
    """Whether characters are as mixed as in generated keys: above 3 bits each, and no plain words."""
    return _entropy(secret) > 3.0 and (
        any(c.isdigit() for c in secret) or _longest_run(secret) >= 16
    )


def is_password(value: str) -> bool:
    """Whether an assigned value is a literal secret, not a name, path, call, type or sentence."""
    value = value.rstrip(".*_")
    if len(value) < 8 or is_placeholder(value) or _COMMON_PASSWORDS.fullmatch(value.lower()):
        return False
    if any(mark in value for mark in ("(", "{", "<", "$", "[", "::", "//", "\\", "%")):
        return False
    digits = sum(c.isdigit() for c in value)
    letters = sum(c.isalpha() for c in value)
    if not digits or not letters or value[0] in "./~@#-":
        return False
    if re.fullmatch(r"[a-z]+(?:[._\-/][a-z0-9]+)+", value) or re.fullmatch(
        r"[A-Z]+(?:_[A-Z0-9]+)+", value
    ):
        return False  # a dotted name, a path, a constant
    if re.fullmatch(r"[\d.,:]+[a-zA-Z%]{0,8}", value):
        return False  # a number with a unit
    return _entropy(value) >= 3.0


def _is_local_url(secret: str, host: str) -> bool:
    lower = secret.lower()
    if _COMMON_PASSWORDS.fullmatch(lower) or is_placeholder(secret + "abcdef"):
        return True
    return _LOCAL_HOSTS.fullmatch(host.lower()) is not None


def _entropy(text: str) -> float:
    counts = {char: text.count(char) for char in set(text)}
    return -sum(n / len(text) * math.log2(n / len(text)) for n in counts.values())


def _longest_run(text: str) -> int:
    return max(len(part) for part in text.replace("_", "-").split("-"))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
