"""Credentials, by the shapes that the gate knows too."""

from __future__ import annotations

from collections.abc import Iterator

from aseptic.rules.eligibility.finding import Span
from aseptic.rules.injected import secret_shapes


class Secrets:
    """Keys, tokens, passwords in assignments and addresses, private keys with their body."""

    name = "secrets"
    categories = frozenset({"credential"})

    def find(self, text: str) -> Iterator[Span]:
        """One span for each credential."""
        at = 0
        for line in text.split("\n"):
            for kind, start, end, _ in secret_shapes.find(line):
                yield Span("credential", kind, at + start, at + end)
            at += len(line) + 1
        yield from _private_keys(text)


def _private_keys(text: str) -> Iterator[Span]:
    """The whole block: a key without its first line is still a key."""
    at = 0
    while (start := text.find("-----BEGIN", at)) >= 0:
        if "PRIVATE KEY" not in text[start : start + 60]:
            at = start + 10
            continue
        end = text.find("-----END", start + 10)
        close = text.find("-----", end + 8) if end >= 0 else -1
        # A block that does not end is cut off: everything behind its head may be key.
        stop = close + 5 if close >= 0 else len(text)
        yield Span("credential", "private key", start, stop)
        at = stop
