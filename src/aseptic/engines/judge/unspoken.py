"""Words of a claim on which all hangs, and which cited prose does not say.

Prose is retold in other words, and most of them may differ: "includes" for "has". Not so a
word with an opposite ("before", "enabled", "newer") or the verb that the claim denies:
where the quote lacks it, the words cannot tell the claim from its reverse.
"""

from __future__ import annotations

from collections.abc import Sequence

from aseptic.engines.judge import binding
from aseptic.engines.judge.alignment import held
from aseptic.engines.judge.asked import Asked, Term
from aseptic.engines.judge.carriers import carriers
from aseptic.engines.judge.ground import Ground
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.language import antonyms, polarity
from aseptic.language.stems import stem
from aseptic.language.verbs import action, action_of_stem, is_base, is_finite
from aseptic.model.event import EventKind
from aseptic.model.verdict import Label


def unspoken(asked: Asked, ground: Ground) -> Opinion | None:
    """CONTRADICTED where the quote has the opposite of such a word, UNDECIDED where it has neither.

    Results of tools are left alone: they are data, and put nothing in other words.
    """
    if any(s.passage.event.kind is EventKind.RESULT for s in ground.quoted):
        return None
    got = held(asked, (*ground.quoted, *ground.context), None)
    known = frozenset[str]().union(*(s.stems for s in ground.quoted))
    missing = [
        t
        for t in asked.terms
        if t.at not in got and _is_pivot(asked, t) and not _positive(asked, t) & known
    ]
    for term in missing:
        opinion = _opposite(asked, term, ground.quoted)
        if opinion is not None:
            return opinion
    word = missing[0] if missing else _denied(asked, ground.quoted)
    if word is None:
        return None
    first = carriers(asked, ground.quoted)[0]
    reason = f"the quote speaks of it, but says nothing of {asked.found[word.at].text!r}"
    return Opinion(Label.UNDECIDED, reason, first.passage.event, first.text)


def _is_pivot(asked: Asked, term: Term) -> bool:
    """Whether a word has an opposite and is no verb: verbs are put in other words freely."""
    word = asked.found[term.at].text.lower()
    following = asked.found[term.at + 1 : term.at + 2]
    compound = bool(following) and following[0].text == "-"  # `first-parent` has no opposite
    if compound or not binding.is_turning(asked, term):
        return False
    return action(word) is None and not is_base(word) and not is_finite(word)


def _positive(asked: Asked, term: Term) -> set[str]:
    """Of a comparative, the plain word: `new` of "newer"."""
    word = asked.found[term.at].text.lower()
    return {stem(word[:-2]), stem(word[:-1])} if word.endswith("er") and len(word) > 4 else set()


def _opposite(asked: Asked, term: Term, quoted: Sequence[Statement]) -> Opinion | None:
    word = asked.found[term.at].text
    others = antonyms.plainly_of(word) - {t.stem for t in asked.found}
    for statement in carriers(asked, quoted):
        turned = [t for t in statement.found if t.stem in others]
        if turned:
            return Opinion(
                Label.CONTRADICTED,
                f"the claim says {word!r}, the log says {turned[0].text!r}",
                statement.passage.event,
                statement.text,
            )
    return None


def _denied(asked: Asked, quoted: Sequence[Statement]) -> Term | None:
    """The verb that the claim denies, where no quoted statement has it in any form."""
    for cue in polarity.cues(asked.found):
        reached = [t for t in asked.terms if cue.last < t.at < cue.end]
        if not reached:
            continue
        verb = reached[0]
        act = action_of_stem(verb.stem)
        if not any(
            verb.stem in s.stems | s.parts
            or (act is not None and any(action_of_stem(w) == act for w in s.stems))
            for s in quoted
        ):
            return verb
    return None
