"""Whether the evidence says it as fact: suppositions, plans, attempts and doubts carry less."""

from __future__ import annotations

import re

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.language.modality import Modality, modality
from aseptic.model.event import EventKind
from aseptic.model.verdict import Label

_WHY = {
    Modality.HYPOTHETICAL: "the log only supposes it",
    Modality.QUESTION: "the log only asks it",
    Modality.PLAN: "the log only plans it",
    Modality.ATTEMPT: "the log only says that it was tried",
    Modality.HEDGED: "the log says it as likely, not as fact",
}
_SUPPOSES_AHEAD = re.compile(
    r"\b(?:suppose|imagine|hypothetical(?:ly)?|what if|pretend|let'?s say)\b", re.IGNORECASE
)
_REPORTS = re.compile(
    r"\b(?:ask(?:s|ed)?|wonder(?:s|ed)?|request(?:s|ed)?|want(?:s|ed)?|wish(?:es|ed)?|hop(?:es|ed)|would like|plan(?:s|ned)?|propos(?:es|ed)"
    r"|suggest(?:s|ed)?|inquired?|intend(?:s|ed)?|needs?|needed|question(?:s|ed)?|tried|considered)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"\b(?:finish(?:es|ed)?|complet(?:es|ed)|carried out|fulfilled|managed to|accomplished|was done|took care)\b",
    re.IGNORECASE,
)
_CLAIMS_DONE = re.compile(
    r"\b(?:was|were|been|has|have|got)\s+(?:\w+ly\s+)?(?:\w+(?:ed|en|t)|run|made|done|held|put|found|told|paid)\b|^\W*(?:successfully\s+)?[A-Z]?[a-z]+ed\b"
    r"|\b(?:agent|assistant|user|customer|we|they)\s+(?:\w+ly\s+)?[a-z]+ed\b",
    re.IGNORECASE,
)


def weaker(
    asked: Asked, statement: Statement, before: str = "", quote: str | None = None
) -> Opinion | None:
    """OVERSTATED where the claim is fact and the statement is less.

    A supposition or question colours its whole sentence; a plan, an attempt or a doubt
    only the part that is quoted, and a plan only a claim that it is done.
    """
    event = statement.passage.event
    if event.kind is EventKind.RESULT:
        return None  # what a tool returned is put as it is
    if _REPORTS.search(asked.text) and not _DONE.search(asked.text):
        return None  # the claim tells what was asked or meant, not that it is so
    said = modality(statement.text)
    if said in _LOCAL and quote is not None and len(quote) < len(statement.text):
        said = modality(quote)
    if said in _WHY and _weighs(asked, said):
        return Opinion(Label.OVERSTATED, _WHY[said], event, statement.text)
    if asked.modality is Modality.FACT and _SUPPOSES_AHEAD.search(before[-240:]):
        return Opinion(Label.OVERSTATED, _WHY[Modality.HYPOTHETICAL], event, statement.text)
    return None


_LOCAL = frozenset({Modality.PLAN, Modality.ATTEMPT, Modality.HEDGED})


def _weighs(asked: Asked, said: Modality) -> bool:
    """Whether evidence that is put this way is less than the claim."""
    if asked.modality in (said, Modality.ADVICE, Modality.OPINION):
        return False
    if said is Modality.PLAN:
        return bool(_CLAIMS_DONE.search(asked.text) or _DONE.search(asked.text))
    if said in (Modality.QUESTION, Modality.HEDGED):
        return asked.modality is Modality.FACT
    return True


def is_supposed(opinion: Opinion) -> bool:
    """Whether an opinion of `weaker` is that the log only supposes it."""
    return opinion.reason == _WHY[Modality.HYPOTHETICAL]
