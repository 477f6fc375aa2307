"""Whether one window of the log holds the whole of an atom, with nothing left that could turn it."""

from __future__ import annotations

import re

from aseptic.engines.judge import binding, reach, speaker, standing
from aseptic.engines.judge.alignment import Match, holds
from aseptic.engines.judge.asked import Asked, Term
from aseptic.engines.judge.conflict import conflicts
from aseptic.engines.judge.statement import is_data, is_thought
from aseptic.language import antonyms, polarity
from aseptic.language.modality import Modality
from aseptic.language.values import Value
from aseptic.language.verbs import action, action_of_stem, is_past
from aseptic.model.event import EventKind

SUPPORT = 0.66
"""Share of an atom's weight that one window must hold."""
CLOSE = 0.7
"""From this share on, a verb that the log puts in another word is let pass."""
LEAST_WEIGHT = 4.0
"""Of an atom: below it, a few common words would do, so all of them must stand there."""


def supports(asked: Asked, match: Match) -> bool:
    """Whether one window holds the whole of an atom, with nothing left that could turn it."""
    if match.coverage < SUPPORT or is_thought(match.passage):
        return False
    if _is_directed(asked) and any(is_data(s) for s in match.statements):
        return False
    if len(asked.terms) < 2 or (asked.weight < LEAST_WEIGHT and match.coverage < 1.0):
        return False
    if _bounded(match) and not _bounded_claim(asked):
        return False
    if _is_plan(asked, match) or _turned_way(asked, match):
        return False
    context = match.context
    ground = match.statements if context is None else (*match.statements, context)
    if not all(any(holds(value, s) for s in ground) for value in asked.values if _is_exact(value)):
        return False
    if any(term.value is not None or _could_turn(asked, term.at, match) for term in match.missing):
        return False
    if any(binding.is_turning(asked, t) and not _plainly(t, match) for t in asked.terms):
        return False
    if binding.loose(asked, match.statements) is not None:
        return False
    if conflicts(asked, match.best) or speaker.other(asked.text, match.best, strict=True):
        return False
    if standing.weaker(asked, match.best) or reach.wider(asked, match.best, match.best.text):
        return False
    return _negations_agree(asked, match)


_BOUND = re.compile(
    r"\b(?:if|unless|only|until|when|whenever|except|sometimes|usually|mostly|most|some)\b",
    re.IGNORECASE,
)
_BOUND_CLAIM = re.compile(
    r"\b(?:if|unless|only|until|when|while|for|on|during|after|before|once|in case)\b",
    re.IGNORECASE,
)


def _bounded(match: Match) -> bool:
    """Whether the evidence sets a condition that a note may have dropped."""
    event = match.passage.event
    return event.kind is not EventKind.CALL and bool(_BOUND.search(match.best.text))


_PLANNERS = re.compile(
    r"^(?:todo|task(?:create|update|list|get)|exitplan|enterplan|update_plan|write_todos)",
    re.IGNORECASE,
)


def _is_plan(asked: Asked, match: Match) -> bool:
    """Whether the evidence is a list of what to do, and the claim says that it is so or was done."""
    tool = match.passage.event.tool or ""
    return bool(_PLANNERS.match(tool)) and asked.modality is not Modality.PLAN


_WAYS = (
    (re.compile(r"\bout of\b", re.IGNORECASE), re.compile(r"\bin(?:to)?\b", re.IGNORECASE)),
    (re.compile(r"\bbefore\b", re.IGNORECASE), re.compile(r"\bafter\b", re.IGNORECASE)),
    (re.compile(r"\bwith\b", re.IGNORECASE), re.compile(r"\bwithout\b|\babsent\b", re.IGNORECASE)),
    (re.compile(r"\babove\b", re.IGNORECASE), re.compile(r"\bbelow\b", re.IGNORECASE)),
)


def _turned_way(asked: Asked, match: Match) -> bool:
    """Whether a preposition of the claim stands nowhere, and its opposite does."""
    text = " ".join(s.text for s in match.statements)
    for one, two in (*_WAYS, *((b, a) for a, b in _WAYS)):
        ours = one.search(asked.text) and not two.search(asked.text)
        if ours and two.search(text) and not one.search(text):
            return True
    return False


def _bounded_claim(asked: Asked) -> bool:
    return bool(_BOUND_CLAIM.search(asked.text))


def _plainly(term: Term, match: Match) -> bool:
    """Whether a word that has an opposite stands in the window itself, not in its labels."""
    return any(term.stem in s.stems for s in match.statements)


def _is_directed(asked: Asked) -> bool:
    return any(value.kind == "direction" for value in asked.values)


def _is_exact(value: Value) -> bool:
    return value.kind not in ("proper", "direction")


def _could_turn(asked: Asked, at: int, match: Match) -> bool:
    """Whether a missing word could be the one that makes the claim false."""
    word = asked.found[at].text
    if _turned(asked, at, match) or antonyms.is_negative(word):
        return True
    if at and word[:1].isupper():
        return True  # a name, as like as not
    what = action(word)
    if what in _FINDING:
        return False  # what was found is judged by itself
    if what is not None and (is_past(word) or at == 0):
        return not _acts(what, match)
    if is_past(word):
        return match.coverage < CLOSE
    # "correctly", "successfully": what happened is judged by the rest.
    return bool(antonyms.plainly_of(word)) and not word.endswith("ly")


_FINDING = frozenset({"find"})
_COUNTER = {"add": "remove", "remove": "add", "pass": "fail", "fail": "pass"}
"""Where a window tells of both, it does not say which was meant."""
_EDITS = frozenset({"add", "change", "fix"})


def _acts(what: str, match: Match) -> bool:
    """Whether the window tells of an action of this kind, in whatever word."""
    event = match.passage.event
    if event.tool in ("Edit", "MultiEdit", "Write") and what in _EDITS:
        return True
    told = {action_of_stem(stem) for s in match.statements for stem in s.stems}
    return what in told and _COUNTER.get(what) not in told


def _turned(asked: Asked, at: int, match: Match) -> bool:
    """Whether a word that is missing has its opposite in the window."""
    word = asked.found[at].text
    opposites = antonyms.of(word)
    return any(opposites & s.stems for s in match.statements)


def _negations_agree(asked: Asked, match: Match) -> bool:
    """Whether each negated term is negated in the window too, and no other one is."""
    terms = {term.stem for term in asked.terms}
    theirs: set[str] = set()
    plain: set[str] = set()
    for statement in match.statements:
        for token, sign in zip(statement.found, statement.signs, strict=True):
            (theirs if sign < 0 else plain).add(token.stem)
    for cue in polarity.cues(asked.found):
        reached = [t.stem for t in asked.terms if cue.last < t.at < cue.end]
        if reached and not _denies(reached[0], theirs):
            return False
        if cue.word == "non" and "non" not in plain | theirs:
            return False
    ours = {t.stem for t, sign in zip(asked.found, asked.signs, strict=True) if sign < 0}
    return not any(w in theirs and w not in plain for w in terms - ours)


def _denies(verb: str, theirs: set[str]) -> bool:
    """Whether the evidence negates the verb, or another for the same action."""
    what = action_of_stem(verb)
    return verb in theirs or (what is not None and any(action_of_stem(w) == what for w in theirs))
