"""S101: a credential stands in memory. It is never shown, only where it stands."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.spans import spans
from aseptic.rules.levels import ALWAYS_ERROR

_MAYBE = (
    r"(?=[A-Za-z_\-]{0,60}\d)[A-Za-z0-9_\-]{15}|[A-Za-z_\-]{20}|-----BEGIN|://[^/\s]*@"
    r"|(?i:pass|pwd|secret|key|token|credential|authorization).{0,30}(?:[:=]| is )"
)
"""What every shape needs. Most lines have none of it, and the shapes are never imported."""


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each credential, with its kind, place, length and at most 4 characters."""
    seen: Counter[tuple[str, str]] = Counter()
    for span in spans(injected):
        if not re.search(_MAYBE, span.text):
            continue
        from aseptic.rules.injected.secret_shapes import find

        for kind, start, end, prefix in find(span.text):
            seen[span.place.path, kind] += 1
            shown = f", starts with {span.text[start : start + prefix]!r}" if prefix else ""
            yield Hit(
                place=span.at(start),
                message=f"{_article(kind)} {kind} of {end - start} characters stands here{shown}",
                kind=span.kind,
                record=span.record,
                hint="revoke it at its issuer first, then remove it from the file and its history",
                subject=f"{kind}:{seen[span.place.path, kind]}",
            )


def _article(kind: str) -> str:
    return "an" if kind[0] in "aeiouA" else "a"


RULE = Rule(
    code="S101",
    name="secret",
    summary="a credential stands in memory",
    levels=ALWAYS_ERROR,
    check=check,
)
