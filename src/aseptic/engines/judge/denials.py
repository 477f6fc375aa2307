"""A claim that denies, on evidence that does not; and the reverse, on results that failed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.runs import outcome
from aseptic.engines.judge.statement import Statement
from aseptic.language import antonyms, polarity
from aseptic.model.event import EventKind
from aseptic.model.verdict import Label

NEGATIVE = re.compile(
    r"\b(?:no|not|none|never|nothing|nobody|neither|nor|without|cannot|can't|unable|fail(?:s|ed|ing|ure|ures)?|errors?|denied|refused|rejected"
    r"|missing|absent|empty|false|null|nil|undefined|0|zero|skip(?:ped|s)?|disabled|off|unchanged|unused|deprecated|invalid|forbidden|blocked|stopped"
    r"|lacks?|removed|deleted|interrupted|cancell?ed|declined|doesn|didn|isn|wasn|aren|weren|won|couldn|shouldn|hasn|haven|hadn|don|wouldn"
    r"|only|instead|rather|avoid(?:s|ed)?|unless|wrong|broken|unavailable|uncommitted|unstaged|untracked|ignored?|prevents?|drop(?:s|ped)?|un\w+|non-?\w+)\b"
    r"|n't\b|\bexit(?:ed)?(?: with)?(?: code| status)? [1-9]|\bFAIL|\bENOENT|✗|❌",
    re.IGNORECASE,
)
FAILED = re.compile(
    r"\b(?:error|fail(?:s|ed|ure)?|fatal|exception|traceback|panic|denied|refused|rejected|cannot|unable|invalid|not found|does not|doesn't|did not|no such|conflict|ENOENT|timed out|aborted|interrupted)\b|\bFAIL",
    re.IGNORECASE,
)


def unfounded(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where the claim negates its predicate and nothing in the quote is negative."""
    cues = polarity.cues(asked.found)
    if len(cues) != 1 or not quoted:
        return None
    cue = cues[0]
    reached = {t.at for t in asked.terms if cue.last < t.at < cue.end}
    if not reached or cue.word in ("without", "instead", "rather"):
        return None
    text = " ".join(s.text for s in quoted)
    if NEGATIVE.search(text):
        return None
    opposed = any(
        antonyms.plainly_opposite(asked.found[at].text, token.text)
        for at in reached
        for s in quoted
        for token in s.found
        if token.kind == "word"
    )
    if opposed:
        return None
    first = quoted[0]
    return Opinion(
        Label.CONTRADICTED, "the claim denies what it cites", first.passage.event, first.text
    )


def hidden_failure(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where what is cited is an error, and the claim tells of none."""
    if not quoted or NEGATIVE.search(asked.text) or FAILED.search(asked.text):
        return None
    first = quoted[0]
    event = first.passage.event
    if event.kind is not EventKind.RESULT or outcome(event) is not False:
        return None
    if any(FAILED.search(s.text) for s in quoted):
        return Opinion(
            Label.CONTRADICTED, "what it cites is a failure", event, first.text, value="failed"
        )
    return None
