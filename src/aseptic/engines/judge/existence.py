"""What does not exist, and what was only not found: looking shows less than the note says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import pieces, read
from aseptic.language.stems import stem
from aseptic.model.evidence import Passage
from aseptic.model.verdict import Label

_DENIES = re.compile(
    r"\b(?:do(?:es)?|did)\s*(?:not|n['’]t) exist\b|\bnon-?existent\b|\bthere (?:is|are|was|were) no\b",
    re.IGNORECASE,
)
_NOT_FOUND = re.compile(
    r"\bnot (?:be )?found\b|\b(?:could|can)(?:not|n['’]t| not) find\b|\bno (?:match(?:es)?|results?|hits?)\b"
    r"|\b0 (?:match(?:es)?|results?|hits?)\b|\bfound nothing\b",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"\bno such\b|\b(?:do(?:es)?|did)\s*(?:not|n['’]t) exist\b|\bENOENT\b|\bthere (?:is|are) no\b",
    re.IGNORECASE,
)
_EXIST = {stem(word) for word in ("exist", "existent", "nonexistent", "there")}


def overstated(asked: Asked, passages: Sequence[Passage]) -> Opinion | None:
    """OVERSTATED where the claim denies existence and the log only says that it was not found."""
    if not _DENIES.search(asked.text):
        return None
    subject = {t.stem for t in asked.terms if t.stem not in _EXIST}
    weak: Opinion | None = None
    for passage in passages:
        if not subject or not passage.event.is_evidence:
            continue
        for start, piece in pieces(passage.event.text):
            found, absent = _NOT_FOUND.search(piece), _ABSENT.search(piece)
            if not (found or absent) or not subject <= read(piece, start, passage).stems:
                continue
            if absent:
                return None  # somebody did say so; that is for the others to weigh
            reason = "the log says that it was not found, which is less"
            weak = weak or Opinion(Label.OVERSTATED, reason, passage.event, piece)
    return weak
