"""Whether a mutant may be true after all: then it is no false claim and must not be counted.

A value that was put in another's place is looked for in the log. Where it stands near
the things the claim is about, the log may well bear the mutant out. Erring to the safe
side costs some good mutants; the number left out is printed.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

_TOKEN = re.compile(r"[\w./-]*\w")
VALUE_KINDS = frozenset({"number", "date", "path", "identifier", "name", "unit"})
NEAR = 300
"""Characters on each side of the new value in which the claim's subject is looked for."""
SHARE = 0.5
"""Of the claim's anchors that must stand near the new value."""
_PLAIN = frozenset(
    "the a an and or of to in on for with by from at as is are was were be been it its this that"
    " not no when which then than all each both into only after before via using use used".split()
)
_NEGATED = re.compile(r"(?i)\b(?:no|not|never|no longer|without|cannot|\w+n't)\b")


def changed(original: str, mutant: str) -> tuple[list[str], list[str]]:
    """The tokens that went, and those that came."""
    old, new = _TOKEN.findall(original), _TOKEN.findall(mutant)
    gone: list[str] = []
    came: list[str] = []
    for tag, a, b, c, d in difflib.SequenceMatcher(a=old, b=new, autojunk=False).get_opcodes():
        if tag != "equal":
            gone += old[a:b]
            came += new[c:d]
    return gone, came


def may_hold(kind: str, original: str, mutant: str, log: str) -> bool:
    """Whether `log`, the text of all evidence, may bear the mutant out."""
    gone, came = changed(original, mutant)
    if not came and kind in VALUE_KINDS:
        return True
    if kind == "negation" and (_same_polarity(original, mutant) or _inside_name(original, mutant)):
        return True
    if kind not in VALUE_KINDS:
        return False
    anchors = _anchors(original, gone)
    if not anchors:
        return any(_places(token, gone, log) for token in came)
    return any(
        _share(anchors, log[max(0, at - NEAR) : at + NEAR]) >= SHARE
        for token in came
        for at in _places(token, gone, log)
    )


def _anchors(original: str, gone: list[str]) -> list[str]:
    """What the claim is about: its identifiers and paths, else its content words."""
    tokens = [t for t in _TOKEN.findall(original) if t not in gone]
    names = [t for t in tokens if re.search(r"[./_\d]|[a-z][A-Z]", t) and len(t) > 3]
    words = [t for t in tokens if t.lower() not in _PLAIN and len(t) > 3]
    return [t.lower().rpartition("/")[2] for t in (names if len(names) > 1 else words)]


def _places(token: str, gone: Sequence[str], log: str, limit: int = 200) -> list[int]:
    """Where the new value stands; a path by as much of its end as tells it from the old one."""
    parts = token.split("/")
    kept = {old.rpartition("/")[2] for old in gone}
    short = parts[-1] if parts[-1] not in kept else "/".join(parts[-2:])
    found = re.finditer(rf"(?<![\w.]){re.escape(short)}(?!\w|\.\d)", log)
    return [m.start() for m, _ in zip(found, range(limit), strict=False)]


def _share(anchors: list[str], text: str) -> float:
    lower = text.lower()
    return sum(anchor in lower for anchor in anchors) / len(anchors)


def _same_polarity(original: str, mutant: str) -> bool:
    """Two changes that undo each other, none that this can see, or a second "not" (which may undo the first)."""
    before, after = len(_NEGATED.findall(original)), len(_NEGATED.findall(mutant))
    return before == after or 0 < before < after


def _inside_name(original: str, mutant: str) -> bool:
    """A verb was found inside a path or an identifier: what came out says nothing false."""
    old, new = original.split(), mutant.split()
    matcher = difflib.SequenceMatcher(a=old, b=new, autojunk=False)
    return any(
        re.search(r"\w[./_]\w", token)
        for tag, a, b, _, _ in matcher.get_opcodes()
        if tag != "equal"
        for token in old[a:b]
    )
