"""A claim that denies, on evidence that does not; and the reverse, on results that failed."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked, Term
from aseptic.engines.judge.carriers import carriers
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.runs import outcome
from aseptic.engines.judge.statement import Statement
from aseptic.language import antonyms, polarity
from aseptic.language.stems import stem
from aseptic.language.tokens import tokens
from aseptic.language.verbs import action_of_stem
from aseptic.model.event import EventKind
from aseptic.model.verdict import Label

NEGATIVE = re.compile(
    r"\b(?:no|not|none|never|nothing|nobody|neither|nor|without|cannot|can't|unable|fail(?:s|ed|ing|ure|ures)?|denied|refused|rejected"
    r"|missing|absent|empty|false|null|nil|undefined|0|zero|skip(?:ped|s)?|disabled|off|unchanged|unused|deprecated|invalid|forbidden|blocked|stopped"
    r"|lacks?|removed|deleted|interrupted|cancell?ed|declined|doesn|didn|isn|wasn|aren|weren|won|couldn|shouldn|hasn|haven|hadn|don|wouldn"
    r"|only|instead|rather|avoid(?:s|ed)?|unless|wrong|broken|uncommitted|unstaged|untracked|ignored?|prevents?|drop(?:s|ped)?"
    r"|un(?:available|insured|set|known|supported|safe|staged|successful\w*|expected|resolved|necessary|paid)|non-\w+|free|still|yet|pending|queued|outstanding|provisional|stale|draft|separate|outside|closed|short of|turned down|mismatch|conflicts?)\b"
    r"|n't\b|\bexit(?:ed)?(?: with)?(?: code| status)? [1-9]|\bFAIL|\bENOENT|✗|❌|\berrors?:|^\s*errors?\b",
    re.IGNORECASE | re.MULTILINE,
)
_PLAIN_NEGATION = re.compile(r"\b(?:no|not|never|without|none|nil|cannot)\b|n't\b", re.IGNORECASE)
_CODE = re.compile(
    r"^\s*\d+→|\b(?:func|def|class|type|const|var|return|import|struct)\b|:=|[{};]\s*$"
)
_TROUBLE = re.compile(
    r"\b(?:fail|error|mismatch|conflict|refus|reject|declin|den(?:y|ied)|turned down|said no|tried|trying|attempt|interrupt|stopp|short of"
    r"|exceed|abort|crash|timed out|missing|problem|trouble|due\b)",
    re.IGNORECASE,
)
FAILED = re.compile(
    r"\b(?:error|fail(?:s|ed|ure)?|fatal|exception|traceback|panic|denied|refused|rejected|cannot|unable|invalid|not found|does not|doesn't|did not|no such|conflict|ENOENT|timed out|aborted|interrupted)\b|\bFAIL",
    re.IGNORECASE,
)


def unfounded(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where the claim negates its predicate and nothing in the quote does."""
    cues = polarity.cues(asked.found)
    if len(cues) != 1 or cues[0].word in ("instead", "rather"):
        return None
    cue = cues[0]
    reached = [t for t in asked.terms if cue.last < t.at < cue.end]
    if not reached:
        return None
    stems = {t.stem for t in reached}
    is_data = quoted[0].passage.event.kind is EventKind.RESULT  # pairs stand apart there
    speaking = _of_the_verb(reached[0], quoted) or (quoted if is_data else carriers(asked, quoted))
    if any(_is_negative(s, stems) for s in speaking) and not _affirmed(reached, speaking):
        return None
    opposed = any(
        antonyms.plainly_opposite(asked.found[term.at].text, token.text)
        for term in reached
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


def _of_the_verb(verb: Term, quoted: Sequence[Statement]) -> list[Statement]:
    """The statements that have the word that the claim denies, or another for the same action."""
    act = action_of_stem(verb.stem)
    return [
        s
        for s in quoted
        if verb.stem in s.stems
        or (act is not None and any(action_of_stem(stem) == act for stem in s.stems))
    ]


def _affirmed(reached: Sequence[Term], speaking: Sequence[Statement]) -> bool:
    """Whether a clause says the very word, and no clause that has it denies anything."""
    verb, seen, stems = reached[0], False, {t.stem for t in reached}
    for statement in speaking:
        for clause in _CLAUSE_END.split(statement.text):
            found = tokens(clause)
            if not any(t.stem == verb.stem for t in found):
                continue
            if _denies(clause, stems):
                return False
            seen = True
    return seen


_CLAUSE_END = re.compile(r"[;()]|\s[—–-]\s|,\s|\.\s")


def is_plain(text: str) -> bool:
    """Whether a text denies something or tells of a failure in so many words (not just "yet")."""
    return bool(_PLAIN_NEGATION.search(text) or FAILED.search(text) or _TROUBLE.search(text))


def _is_negative(statement: Statement, reached: set[str]) -> bool:
    """Whether a statement denies something, beside the very words that the claim denies."""
    return _denies(statement.text, reached)


def _denies(text: str, reached: set[str]) -> bool:
    pattern = _PLAIN_NEGATION if _CODE.search(text) else NEGATIVE
    acts = {action_of_stem(s) for s in reached} - {None}
    if not reached & _TROUBLES:
        text = _NO_TROUBLE.sub(" ", text)
    for match in pattern.finditer(text):
        words = [stem(w) for w in match.group().split()]
        if not any(w in reached or action_of_stem(w) in acts for w in words):
            return True
    return False


_TROUBLES = frozenset({"issu", "problem", "find", "error", "warn", "fail", "failur", "conflict", "complaint"})  # fmt: skip
_ZERO = re.compile(r"\b(?:0|no|zero) (\w+)(?: (\w+))?", re.IGNORECASE)
_NO_TROUBLE = re.compile(
    r"\b(?:0|no|zero|without(?: any)?) (?:\w+ )?(?:issues?|problems?|findings?|errors?|warnings?|fail(?:ed|ures?)|conflicts?|complaints?)\b",
    re.IGNORECASE,
)
"""None of a bad thing is good news, and denies nothing good."""


def made_up(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where the quote counts zero of what the claim says there is."""
    if NEGATIVE.search(asked.text):
        return None
    stems = {t.stem for t in asked.terms}
    for statement in quoted:
        for match in _ZERO.finditer(statement.text):
            counted = _counted(match)
            said = counted in stems or (counted in _TROUBLES and stems & _TROUBLES)
            if said and not _told_beside(counted, statement, quoted):
                event = statement.passage.event
                return Opinion(
                    Label.CONTRADICTED, f"the log counts {match.group()!r}", event, statement.text
                )
    return None


def _counted(match: re.Match[str]) -> str:
    """The stem of what is counted: `issues` in "0 lint issues", `tests` in "no tests ran"."""
    last = stem(match.group(2) or "")
    return last if last in _TROUBLES else stem(match.group(1))


def _told_beside(counted: str, statement: Statement, quoted: Sequence[Statement]) -> bool:
    """Whether another quoted statement tells of what this one counts none of."""
    others = (s for s in quoted if s is not statement)
    return any(
        token.stem == counted and sign > 0
        for s in others
        if not _ZERO.search(s.text)
        for token, sign in zip(s.found, s.signs, strict=True)
    )


def hidden_failure(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where what is cited is an error, and the claim tells of none."""
    if not quoted or NEGATIVE.search(asked.text) or _TROUBLE.search(asked.text):
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
