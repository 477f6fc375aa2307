"""Claims that something passed, was done or works, against what really came of it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.runs import Run, filtered, last, outcome_at, run_of, what_of
from aseptic.language.stems import stem
from aseptic.language.tokens import STOP
from aseptic.model.event import EventKind, SessionEvent
from aseptic.model.evidence import Passage
from aseptic.model.verdict import Label

_SUBJECT = {
    "test": r"(?:tests?|test suite|ci|specs?|checks)",
    "lint": r"(?:lint(?:er|ing)?|linters?|static checks?)",
    "build": r"(?:builds?|compilation|compile)",
}
_NOT = r"(?:not|n't|never|no longer)"
_PASS = {
    what: re.compile(
        rf"\b{subject}\b(?:[\w\s(),/&:`-]{{0,40}}?)\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|(?:is|are|was|were|all|now) green|clean|successful(?:ly)?)\b"
        rf"|\b(?:passes|passed|passing|clean|green) (?:\w+ )?{subject}\b",
        re.IGNORECASE,
    )
    for what, subject in _SUBJECT.items()
}
_FAIL = {
    what: re.compile(
        rf"\b{subject}\b(?:[\w\s(),/&:`-]{{0,30}}?)\b(?:fail(?:s|ed|ing)?|broke(?:n)?|(?:is|are|was|were) red)\b|\bfailing (?:\w+ )?{subject}\b",
        re.IGNORECASE,
    )
    for what, subject in _SUBJECT.items()
}
_NONE = re.compile(r"\b(?:no|none of the|not all|neither)\b[^.;]*$", re.IGNORECASE)
_SPECIFIC = re.compile(r"\b(?:Test[A-Z]\w+|test_\w+|\w+_test\b|\w+\.(?:go|py|ts|js))")
_SUCCESS = re.compile(
    r"\b(?:succeeded|successful(?:ly)?|works?|worked|working|passed|passes|completed|fixed|resolved|installed|deployed|built|merged|pushed|done)\b",
    re.IGNORECASE,
)
_FAILURE = re.compile(
    r"\b(?:fail(?:s|ed|ure|ures|ing)?|error(?:s|ed)?|broke|broken|crash(?:es|ed)?|unsuccessful(?:ly)?|refused|denied|timed out|rejected|could ?n[o']t|cannot|exit(?:ed)?(?: with)?(?: code| status)? [1-9])\b",
    re.IGNORECASE,
)
_NEGATED_SUCCESS = re.compile(
    rf"\b(?:{_NOT}|did ?n't|does ?n't|is ?n't|was ?n't|were ?n't|are ?n't|do ?n't)\b(?:\s+\w+){{0,2}}\s+(?:succeed|succeeded|successful|work|working|pass|passed|complete|completed|fixed|resolved)\b",
    re.IGNORECASE,
)


def claimed_run(text: str) -> tuple[str, bool] | None:
    """What kind of run a claim speaks of, and whether it says that it passed."""
    for what in ("lint", "build", "test"):
        passed = _PASS[what].search(text)
        if passed:
            if _NONE.search(text[: passed.end()]):
                return what, False
            ahead = text[: passed.end()]
            return what, not re.search(rf"{_NOT}\b(?:\s+\w+){{0,2}}\s*\S*$", ahead)
        if _FAIL[what].search(text):
            return what, False
    return None


_RUN_WORDS = frozenset(
    stem(word)
    for word in """all tests test unit integration suite ci lint linter linting build builds checks check pass passes
    passing passed fail failing green red clean successfully successful now currently full mise run make go pytest
    formatting format fmt complete completed finally still verified including locally both and e2e everything run status fully entire""".split()
)


def says_only_run(text: str) -> bool:
    """Whether a claim says nothing beside how the tests, the linter or the build went."""
    words = [stem(w) for w in re.findall(r"[A-Za-z0-9_]+", text)]
    other = [w for w in words if w not in _RUN_WORDS and w not in STOP]
    return not other and not any(w.endswith("n't") or w in _NO for w in text.lower().split())


_NO = frozenset({"not", "never", "none", "cannot", "without"})


def by_last_run(text: str, runs: Sequence[Run]) -> Opinion | None:
    """ "Tests pass" is decided by the newest run: a later failure undoes an earlier success."""
    said = claimed_run(text)
    if said is None or not runs:
        return None
    what, passed = said
    newest = last(runs, what)
    if newest is None:
        return None
    if passed == newest.ok:
        how = "passed" if newest.ok else "failed"
        return Opinion(
            Label.SUPPORTED, f"the last {what} run {how}", newest.event, quote_of(newest.event)
        )
    if passed:
        return Opinion(
            Label.CONTRADICTED,
            f"the last {what} run failed",
            newest.event,
            quote_of(newest.event),
            value="failed",
        )
    # An earlier failure may be what is meant.
    return Opinion(
        Label.UNDECIDED, f"the last {what} run passed", newest.event, quote_of(newest.event)
    )


def is_about_all(text: str) -> bool:
    """Whether a claim about a run speaks of the suite, not of one named test."""
    return not _SPECIFIC.search(text)


_GREEN = re.compile(
    r"\b(?:pass(?:es|ed|ing)?|succeed(?:s|ed)?|green|successful(?:ly)?|clean)\b", re.IGNORECASE
)
_RED = re.compile(r"\b(?:fail(?:s|ed|ing)?|red|broken|broke|unsuccessful(?:ly)?)\b", re.IGNORECASE)


def by_outcome(text: str, passage: Passage, quote: str) -> Opinion | None:
    """A claim of success on something that failed, or of failure on what succeeded."""
    event = passage.event
    if event.kind is not EventKind.RESULT:
        return None
    went = outcome_at(event, quote)
    if went is None:
        return None
    green, red = bool(_GREEN.search(text)), bool(_RED.search(text))
    if _NEGATED_SUCCESS.search(text) or (_NONE.search(text) and green):
        green, red = False, True
    wins = (green or bool(_SUCCESS.search(text))) and not red and not _FAILURE.search(text)
    is_run = what_of(event.command or "") is not None
    if wins and went is False and (is_run or _LINE_WRONG.search(quote)):
        return Opinion(Label.CONTRADICTED, "what it cites failed", event, quote, value="failed")
    if red and not green and went is True and (is_run or _LINE_RIGHT.search(quote)):
        if _LINE_WRONG.search(quote):
            return None
        return Opinion(Label.CONTRADICTED, "what it cites succeeded", event, quote, value="passed")
    return None


_LINE_RIGHT = re.compile(r"\bsuccess(?:ful(?:ly)?)?\b|\bcreated\b|\bupdated\b", re.IGNORECASE)
_LINE_WRONG = re.compile(r"fail|error|panic|✗|[1-9]\d* issues?", re.IGNORECASE)


def beyond_filter(text: str, passage: Passage) -> Opinion | None:
    """OVERSTATED where a filtered run is told as a run of everything."""
    event = passage.event
    narrowed = filtered(event)
    if narrowed is None or claimed_run(text) is None or what_of(event.command or "") != "test":
        return None
    names = [w for w in re.findall(r"[A-Za-z]\w{3,}", narrowed) if w not in ("grep", "filter")]
    low = text.lower()
    if re.search(r"\b(?:only|matching|selected|some|these|filter\w*|subset|named|the test)\b", low):
        return None
    if any(name.lower() in low for name in names):
        return None
    return Opinion(Label.OVERSTATED, f"only tests of {narrowed!r} were run", event, quote_of(event))


def runs_in(passages: Sequence[Passage]) -> list[Run]:
    """All runs among the passages and their neighbours."""
    events: dict[tuple[str, int], SessionEvent] = {}
    for passage in passages:
        for event in (passage.event, *passage.after, *passage.before):
            if event.is_evidence:
                events[event.session, event.seq] = event
    return [run for run in map(run_of, events.values()) if run is not None]


_TELLING = re.compile(
    r"^.*(?:--- FAIL|FAIL\b|FAILED|\bfailed\b|panic:|Exit code [1-9]|error:|Error:|\bok\b|PASS\b|passed|0 issues).*$",
    re.MULTILINE,
)


def quote_of(event: SessionEvent) -> str:
    """The line of a result that tells how it went; its first line else."""
    match = _TELLING.search(event.text)
    if match:
        return match.group().strip()[:300]
    return event.text.strip().split("\n", 1)[0][:300]
