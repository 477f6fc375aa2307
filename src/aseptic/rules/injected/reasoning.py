"""I401: the item tells how its writer thought, not what holds."""

from __future__ import annotations

import re
from collections.abc import Iterable

from aseptic.model.note import Form
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.levels import AGENT_ERROR

_TRIGGERS = (
    "i ",
    "i'",
    "let me",
    "let's",
    "hmm",
    "wait",
    "not sure",
    "maybe",
    "we tried",
    "perhaps",
)
_THINKING = (
    r"(?:^|[.!?:;] |[-–—] )(?:so |but |and |then |now |ok(?:ay)?,? |first,? |actually,? |well,? )?"
    r"(?:i (?:think|guess|suspect|wonder|assume|tried|was thinking|am not sure|don't know|should probably|will try|need to (?:check|look|think|figure))"
    r"|i'm (?:not sure|guessing|thinking)|i'll (?:try|check|look|see|investigate)"
    r"|let me (?:think|check|see|try|look|first)|let's (?:see|think|try)"
    r"|hmm+\b|wait[,.!—-]|(?:not sure|unsure) (?:if|whether|why|how)"
    r"|(?:maybe|perhaps) (?:i|we|it|this|that|the)\b"
    r"|(?:first )?we tried [^.]{3,80}\b(?:then|but|so)\b)"
)


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each item with words of thinking aloud at the start of a sentence."""
    pattern: re.Pattern[str] | None = None
    for note in injected.notes:
        if note.form in (Form.CODE, Form.HEADING):
            continue
        lower = " ".join(note.text.lower().split())
        if not any(trigger in lower for trigger in _TRIGGERS):
            continue
        pattern = pattern or re.compile(_THINKING)
        match = pattern.search(lower)
        if match:
            yield Hit(
                place=note.place,
                message=f"thinks aloud ({match.group().strip(' .!?:;-–—')!r}) instead of stating a conclusion",
                kind=note.kind,
                record=note.id,
                hint="state what holds and cite the event that shows it; drop the way there",
                subject=note.id,
            )


RULE = Rule(
    code="I401",
    name="reasoning",
    summary="the item tells how its writer thought, not what holds",
    levels=AGENT_ERROR,
    check=check,
)
