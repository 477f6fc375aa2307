"""Judging a claim that cites nothing: precise when it speaks, silent when it cannot tell."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge import (
    absence,
    binding,
    denials,
    existence,
    outcomes,
    reach,
    speaker,
    standing,
    usage,
)
from aseptic.engines.judge.alignment import Match, context_of, holds, matches
from aseptic.engines.judge.asked import Asked, Term, ask
from aseptic.engines.judge.conflict import Conflict, conflicts
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement, is_data, is_thought
from aseptic.language import antonyms, polarity
from aseptic.language.claims import atoms
from aseptic.language.modality import Modality
from aseptic.language.values import Value
from aseptic.language.verbs import action, action_of_stem, is_past
from aseptic.model.event import EventKind
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Label

SUPPORT = 0.58
"""Share of an atom's weight that one window must hold."""
CONFLICT_FRAME = 0.75
"""Share of the rest of the claim that must lie on the statement that denies it."""
CLOSE = 0.7
"""From this share on, a verb that the log puts in another word is let pass."""
LEAST_WEIGHT = 4.0
"""Of an atom: below it, a few common words would do, so all of them must stand there."""
BASELESS = 0.45
"""Share of an atom that a window must hold to affirm what the atom denies."""
SPEAKS = 0.35
"""From this share on a window speaks of the claim, and can speak against it."""
NOTHING = 0.25
"""Below this share of the claim in its best window the log does not speak of it."""
_OPEN = (Modality.ADVICE, Modality.OPINION, Modality.QUESTION, Modality.PLAN, Modality.HYPOTHETICAL)


def decide(asked: Asked, claim: Claim, passages: Sequence[Passage]) -> Opinion:
    """The opinion on a claim whose evidence was searched."""
    if asked.modality in _OPEN:
        return _unchecked(asked, passages)
    if not any(p.event.is_evidence for p in passages):
        return Opinion(Label.UNSUPPORTED, "nothing in the log speaks of it")
    opinions = [_atom(ask(text), passages) for text in atoms(claim.text)]
    for label in (Label.CONTRADICTED, Label.OVERSTATED, Label.UNDECIDED, Label.UNSUPPORTED):
        for opinion in opinions:
            if opinion.label is label:
                return opinion
    return opinions[0]


def _unchecked(asked: Asked, passages: Sequence[Passage]) -> Opinion:
    found = matches(asked, passages, 1)
    reason = f"{asked.modality}: true or false does not apply"
    if not found:
        return Opinion(Label.NOT_CHECKABLE, reason)
    best = found[0]
    return Opinion(Label.NOT_CHECKABLE, reason, best.passage.event, best.best.text)


def _atom(asked: Asked, passages: Sequence[Passage]) -> Opinion:
    runs = outcomes.runs_in(passages)
    if outcomes.is_about_all(asked.text) and outcomes.says_only_run(asked.text):
        opinion = outcomes.by_last_run(asked.text, runs)
        if opinion is not None:
            return opinion
    known = usage.alive(asked, passages) or existence.overstated(asked, passages)
    if known is not None:
        return known
    found = matches(asked, passages)
    if not found:
        return Opinion(Label.UNSUPPORTED, "nothing in the log speaks of it")
    lost = absence.nowhere(asked, passages, found)
    if lost is not None:
        return lost
    supporting = [m for m in found if _supports(asked, m)]
    denial = _denial(asked, found) or _baseless(asked, found)
    best = found[0]
    if supporting and denial is None:
        top = supporting[0]
        return Opinion(Label.SUPPORTED, "the log says it", top.passage.event, top.best.text)
    if denial is not None and not supporting:
        return denial
    supposed = None if supporting else _only_supposed(asked, found)
    if supposed is not None:
        return supposed
    if best.coverage < NOTHING:
        return Opinion(
            Label.UNSUPPORTED, "nothing in the log speaks of it", best.passage.event, best.best.text
        )
    return Opinion(
        Label.UNDECIDED, "the log speaks of it, but not plainly", best.passage.event, best.best.text
    )


def _only_supposed(asked: Asked, found: Sequence[Match]) -> Opinion | None:
    """OVERSTATED where every window that holds the claim merely supposes it."""
    holding = [m for m in found if m.coverage >= SUPPORT and not is_thought(m.passage)]
    opinions = [standing.weaker(asked, m.best) for m in holding]
    if not opinions or any(o is None or not standing.is_supposed(o) for o in opinions):
        return None
    return opinions[0]


def _supports(asked: Asked, match: Match) -> bool:
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
    context = context_of(match.passage)
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


_BOUND = re.compile(r"\b(?:if|unless|only|until)\b", re.IGNORECASE)
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


def _baseless(asked: Asked, found: Sequence[Match]) -> Opinion | None:
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


def _denial(asked: Asked, found: Sequence[Match]) -> Opinion | None:
    """The one conflict that all well-aligned statements agree on."""
    seen: list[Conflict] = []
    for match in found:
        for statement in match.statements:
            seen.extend(c for c in conflicts(asked, statement) if c.frame >= CONFLICT_FRAME)
    seen = [c for c in seen if not _said_elsewhere(asked, c, found)]
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
