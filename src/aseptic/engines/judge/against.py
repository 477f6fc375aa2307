"""What the log puts against an atom: another value, an opposite, or plain words that it denies."""

from __future__ import annotations

from collections.abc import Sequence

from aseptic.engines.judge import denials
from aseptic.engines.judge.alignment import Match, holds
from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.conflict import Conflict, conflicts
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement, is_data
from aseptic.language import polarity
from aseptic.model.verdict import Label

CONFLICT_FRAME = 0.75
"""Share of the rest of the claim that must lie on the statement that denies it."""
BASELESS = 0.45
"""Share of an atom that a window must hold to affirm what the atom denies."""
SPEAKS = 0.35
"""From this share on a window speaks of the claim, and can speak against it."""
SAME_SUBJECT = 3
"""Words beside it that make two names rivals. With fewer, two things of one kind are told apart:
"the NoOp client is used when telemetry is off", "PostHogClient is the telemetry client"."""
_AUXILIARY = frozenset(
    "do does did is are was were be been being am has have had can could will would should must".split()
)


def _verbal(asked: Asked, cue: polarity.Cue) -> bool:
    """Whether a negation is of a verb ("did not", "never"), not of a word in a list."""
    word = cue.word.replace("’", "'")
    if word.endswith("n't") or word in ("cannot", "never"):
        return True
    if word == "no":
        return cue.last > cue.first  # no longer
    return (
        word == "not" and cue.first > 0 and (asked.found[cue.first - 1].text.lower() in _AUXILIARY)
    )


def baseless(asked: Asked, found: Sequence[Match]) -> Opinion | None:
    """CONTRADICTED where the claim denies what the log says plainly and nowhere denies.

    Of 28 true notes with such a negation none is hit, of 217 made false by one, 46.
    """
    cues = polarity.cues(asked.found)
    if len(cues) != 1 or not _verbal(asked, cues[0]):
        return None
    reached = [t for t in asked.terms if cues[0].last < t.at < cues[0].end]
    if not reached:
        return None
    verb = reached[0]
    stems = {t.stem for t in reached}
    affirmed: Match | None = None
    for match in found:
        if match.coverage < SPEAKS:
            continue
        for statement in match.statements:
            if statement.stems & stems and denials.NEGATIVE.search(statement.text):
                return None
        if match.coverage >= BASELESS and any(verb.stem in s.stems for s in match.statements):
            affirmed = affirmed or match
    if affirmed is None:
        return None
    return Opinion(
        Label.CONTRADICTED,
        f"the log says it of {asked.found[verb.at].text!r}, and nowhere denies it",
        affirmed.passage.event,
        affirmed.best.text,
    )


def denial(asked: Asked, found: Sequence[Match]) -> Opinion | None:
    """The one conflict that all well-aligned statements agree on."""
    seen: list[Conflict] = []
    for match in found:
        for statement in match.statements:
            seen.extend(c for c in conflicts(asked, statement) if c.frame >= CONFLICT_FRAME)
    seen = [
        c
        for c in seen
        if not _denied_otherwise(asked, c)
        and not _said_elsewhere(asked, c, found)
        and (c.kind != "name" or _shared(asked, c) >= SAME_SUBJECT)
    ]
    if not seen or len({c.ours for c in seen}) != 1:
        return None
    best = max(seen, key=lambda c: c.frame)
    values = {c.theirs.lower() for c in seen}
    single = best.theirs if len(values) == 1 and best.kind != "negation" else None
    return Opinion(
        Label.CONTRADICTED,
        best.reason,
        best.statement.passage.event,
        best.statement.text,
        value=single,
    )


def _shared(asked: Asked, conflict: Conflict) -> int:
    """How many words of the claim, beside the name itself, the statement holds."""
    rest = {t.stem for t in asked.terms if asked.found[t.at].text != conflict.ours}
    return len(rest & conflict.statement.stems)


def _denied_otherwise(asked: Asked, conflict: Conflict) -> bool:
    """Whether claim and statement both deny, each in its own place ("nothing tests that ...")."""
    return conflict.kind == "negation" and bool(
        polarity.cues(asked.found) and denials.NEGATIVE.search(conflict.statement.text)
    )


def _said_elsewhere(asked: Asked, conflict: Conflict, found: Sequence[Match]) -> bool:
    """Whether a window that speaks of the claim holds its own value."""
    if conflict.kind == "negation":
        return any(_same_sign(asked, conflict, s) for m in found for s in m.statements)
    ours = [v for v in asked.values if v.text == conflict.ours]
    # Of two directions on one map both are true of some pair of places: only a window that
    # holds as much of the claim as the conflict does speaks of the same pair.
    least = conflict.frame if conflict.kind == "direction" else SPEAKS
    for match in found:
        if match.coverage < least:
            continue
        for statement in match.statements:
            if conflict.kind == "direction" and is_data(statement):
                continue
            if any(holds(value, statement) for value in ours):
                return True
            if not ours and any(t.text == conflict.ours for t in statement.found):
                return True
    return False


def _same_sign(asked: Asked, conflict: Conflict, statement: Statement) -> bool:
    """Whether a statement says the word as the claim does: negated, or not."""
    ours = next(
        (s for t, s in zip(asked.found, asked.signs, strict=True) if t.text == conflict.ours), 1
    )
    stem = next((t.stem for t in asked.found if t.text == conflict.ours), "")
    return any(
        t.stem == stem and sign == ours
        for t, sign in zip(statement.found, statement.signs, strict=True)
    )
