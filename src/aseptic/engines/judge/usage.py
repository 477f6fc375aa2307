"""A thing that is said to be dead, and events that use it with success."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.outcomes import quote_of
from aseptic.engines.judge.runs import outcome
from aseptic.model.event import EventKind, SessionEvent
from aseptic.model.evidence import Passage
from aseptic.model.verdict import Label

_DEAD = re.compile(
    r"\b(?:is|are|was|were|has been|have been|now)\s+(?:now\s+)?(?P<word>deprecated|obsolete|unused|retired|unavailable|broken|dead|unsupported|defunct)\b"
    r"|\b(?P<phrase>no longer (?:used|available|supported|works?|in use)|(?:does|do) ?n[o']t (?:work|run)|not in use)\b",
    re.IGNORECASE,
)
_GENERIC = frozenset(
    "modul packag librari tool command func script api servic file method class clas endpoint long now".split()
)


def alive(asked: Asked, passages: Sequence[Passage]) -> Opinion | None:
    """CONTRADICTED where a later command that names the thing succeeded."""
    match = _DEAD.search(asked.text)
    if match is None:
        return None
    word = (match.group("word") or match.group("phrase")).lower()
    subject = [
        asked.found[t.at].text.rstrip("()").lower()
        for t in asked.terms
        if asked.found[t.at].end <= match.start() and t.stem not in _GENERIC
    ]
    if not subject or len(subject) > 3:
        return None
    best: SessionEvent | None = None
    said = _said(word, subject, passages)
    for event in _uses(subject, passages):
        later = said is None or said.session != event.session or event.seq > said.seq
        if later and (best is None or event.seq > best.seq):
            best = event
    if best is None:
        return None
    return Opinion(
        Label.CONTRADICTED,
        f"it is said to be {word}, and a later event uses it with success",
        best,
        quote_of(best),
        value="in use",
    )


def _said(word: str, subject: Sequence[str], passages: Sequence[Passage]) -> SessionEvent | None:
    """The last event that says so itself."""
    last: SessionEvent | None = None
    for passage in passages:
        event = passage.event
        low = event.text.lower()
        says = event.is_evidence and word in low and all(s in low for s in subject)
        if says and (last is None or event.seq > last.seq):
            last = event
    return last


def _uses(subject: Sequence[str], passages: Sequence[Passage]) -> list[SessionEvent]:
    """Results of commands that name the thing and succeeded."""
    out = []
    for passage in passages:
        for event in (passage.event, *passage.after):
            if event.kind is not EventKind.RESULT or not event.is_evidence:
                continue
            command = (event.command or "").lower()
            if (
                all(s in command for s in subject)
                and outcome(event) is True
                and not _LOOKS.match(command)
            ):
                out.append(event)
    return out


_LOOKS = re.compile(r"\s*(?:grep|rg|cat|ls|find|head|tail|sed|git (?:log|diff|grep|show))\b")
"""Commands that look at a thing do not use it."""
