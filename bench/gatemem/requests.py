"""What a turn asks to forget, and what it puts right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bench.gatemem.facts import Fact

ASK = re.compile(
    r"\b(?:delet(?:e|ing|ion of)|remov(?:e|ing|al of)|eras(?:e|ing)|purg(?:e|ing)|scrub|stop recalling|retire the|do not retain)\b",
    re.I,
)
DONE_AFTER = re.compile(
    r"^(?:(?! and )[^.;,]){0,60}?\b(?:(?:is|are|has been|have been|was|were|should be treated as)"
    r" (?:now )?(?:retired and )?(?:deleted|removed)\b|(?:is|are) no longer part of (?:the )?retained)"
)
NOT_YET = re.compile(
    r"\b(?:prepar\w+|prep|queued|will be|planned|upcoming|pre-cleanup|candidates?|items? to remove"
    r"|once (?:the|a|an|confirmed|audit|cleanup|finalized|it))\b",
    re.I,
)
STOP = re.compile(
    r"\b(?:keep\w*|retain(?: only|ing)|only|now that|because|while|current(?:ly)?|active(?! memory| file| case| use)"
    r"|use|remains?|stays?|after|replaced|instead|going forward|not the|and not)\b",
    re.I,
)
RETIRED = re.compile(r"^(?:(?! and )[^.;,]){0,60}?\bretired\b")
NO_RETURN = re.compile(
    r"\b(?:not|never) (?:be )?(?:revive\w*|brought back|restated|recalled|reused|recovered|bring|restore\w*)\b",
    re.I,
)
PLACES = re.compile(
    r"\b(?:room|bay|booth|suite|desk|pod|carrel|locker|site|location|badge|code)\b", re.I
)
STALE_AFTER = re.compile(
    r"^[^.;]{0,40}?\b(?:is|are|becomes?|now|should be) (?:now )?(?:just |treated as )?"
    r"(?:no longer|stale|older history|earlier history|historical|obsolete|retired|superseded|replaced)\b"
)
STALE_BEFORE = re.compile(
    r"(?:\b(?:moved?s?|shift(?:s|ed)?|revised|changed|up|down|drops?|rises?|slips?)[^.;]{0,30} from"
    r"|\b(?:replac\w+|supersed\w+|instead of)(?: the| both the)?(?: \w+){0,3}"
    r"|\bnot(?: the)?(?: \w+)? (?:earlier|older|old|prior|previous))\s*$",
    re.I,
)


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Spans of the sentences of a text; together they cover it but for white space."""
    start = 0
    for gap in re.finditer(r"(?<=[.!?;])\s+(?=[A-Z'\"“0-9])", text):
        yield start, gap.start()
        start = gap.end()
    yield start, len(text)


def masked(text: str, facts: Iterable[Fact]) -> str:
    """The text with each value blanked by a character of no meaning, so that no word in it counts."""
    for fact in facts:
        text = text[: fact.start] + "\x00" * (fact.end - fact.start) + text[fact.end :]
    return text


def deletions(text: str, facts: Sequence[Fact]) -> list[Fact]:
    """The values that this turn has forgotten from now on. Announcements for later are none."""
    plain = masked(text, facts)
    found = []
    for start, end in sentences(plain):
        said = plain[start:end]
        if NOT_YET.search(said):
            continue
        asked = [(start + m.end(), start + _stop(said, m.end())) for m in ASK.finditer(said)]
        for fact in (f for f in facts if start <= f.start < end):
            rest = plain[fact.end : end]
            if (
                any(a <= fact.start < b for a, b in asked)
                or DONE_AFTER.search(rest)
                or (
                    fact.kind in ("bridge", "credential")
                    and RETIRED.search(rest)
                    and NO_RETURN.search(plain[fact.end :])
                )
            ):
                found.append(fact)
    return found


def _stop(said: str, at: int) -> int:
    stop = STOP.search(said, at)
    return stop.start() if stop else len(said)


def unnamed(text: str, facts: Sequence[Fact]) -> set[str]:
    """`wording` or `release` where a turn deletes the older one without quoting it."""
    plain = masked(text, facts)
    kinds: set[str] = set()
    for start, end in sentences(plain):
        said = plain[start:end]
        if NOT_YET.search(said):
            continue
        for ask in ASK.finditer(said):
            kinds |= _older(said[ask.end() : _stop(said, ask.end())])
        done = re.search(
            r"\b(?:is|are|has been|have been) (?:now )?(?:deleted|removed) from\b", said
        )
        if done:
            kinds |= _older(said[: done.start()])
    return kinds - {fact.kind for fact in deletions(text, facts)}


def _older(said: str) -> set[str]:
    kinds = set()
    pattern = r"\b(?:older|earlier|old|exact|broader)\b([\w -]*?)\b(?:wording|string)\b"
    for match in re.finditer(pattern, said, re.I):
        if PLACES.search(match[1]):
            continue
        kinds.add("release" if re.search(r"release|family|broader", match[0], re.I) else "wording")
    return kinds


def stale(text: str, facts: Sequence[Fact]) -> list[Fact]:
    """The values of which this turn says that they no longer hold."""
    plain = masked(text, facts)
    found = []
    for fact in facts:
        before = re.split(r"[.;] ", plain[: fact.start])[-1]
        if STALE_AFTER.search(plain[fact.end :]) or STALE_BEFORE.search(before):
            found.append(fact)
    return found
