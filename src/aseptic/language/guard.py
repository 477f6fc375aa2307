"""Why two texts that look alike say different things.

Likeness measures (MinHash, edit distance, cosine) find "safe" and "not safe" all
but equal. `difference` keeps opposites, other numbers, dates and names from being
merged; `contradiction` says that two items on one subject exclude each other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from aseptic.language import antonyms, modality, polarity, qualifiers
from aseptic.language.frame import Slot, align
from aseptic.language.tokens import STOP, Token, tokens
from aseptic.language.values import Value, same, values
from aseptic.language.verbs import is_base

_CODE_SPAN = re.compile(r"`([^`\n]+)`")
_ASYMMETRIC = frozenset(
    {"over", "instead", "rather", "before", "after", "than", "from", "to", "into", "not"}
)
"""Words whose two sides cannot be exchanged ("prefer A over B")."""

_FILLERS = frozenset({"a", "an", "the"})
_EXACT = frozenset(
    {"path", "place", "name", "url", "issue", "hash", "flag", "version", "proper", "email"}
)
_SAME_SUBJECT = 3
"""Content words that two items must share at least to be on one subject."""
_SAME_SHARE = 0.6
"""And the share of the shorter item's content words. Chosen on real memory files: below it,
two items that share words mostly speak of different things."""


def difference(a: str, b: str) -> str | None:
    """Why `a` and `b` are not duplicates though alike; None where nothing speaks against it.

    One of `polarity`, `number`, `date`, `direction`, `name`, `antonym`, `order`, `modality`, `scope`.
    """
    if " ".join(a.split()).lower() == " ".join(b.split()).lower():
        return None
    left, right = tokens(a), tokens(b)
    return (
        _polarity(left, right)
        or _values(left, right)
        or _code(a, b)
        or _antonym(left, right)
        or _order(left, right)
        or _initial_name(left, right)
        or _scope(a, b)
        or _modality(a, b)
    )


def _polarity(left: Sequence[Token], right: Sequence[Token]) -> str | None:
    if len(polarity.cues(left)) % 2 != len(polarity.cues(right)) % 2:
        return "polarity"
    words_left, words_right = {t.stem for t in left}, {t.stem for t in right}
    neg_left, neg_right = polarity.negated(left), polarity.negated(right)
    flipped = (neg_left ^ neg_right) & words_left & words_right
    return "polarity" if any(w not in STOP and w.isalnum() for w in flipped) else None


def _values(left: Sequence[Token], right: Sequence[Token]) -> str | None:
    ours, theirs = values(left), values(right)
    words_left, words_right = _plain_words(left), _plain_words(right)
    for value, others, words in (
        *((v, theirs, words_right) for v in ours),
        *((v, ours, words_left) for v in theirs),
    ):
        if _held(value, others, words):
            continue
        if value.kind == "number":
            return "number"
        if value.kind in ("date", "time"):
            return "date"
        return "antonym" if value.kind == "direction" else "name"
    return None


def _code(a: str, b: str) -> str | None:
    """Commands and other code in backticks must be the same."""
    ours = {" ".join(span.split()) for span in _CODE_SPAN.findall(a)}
    theirs = {" ".join(span.split()) for span in _CODE_SPAN.findall(b)}
    return "name" if ours and theirs and ours != theirs else None


def _order(left: Sequence[Token], right: Sequence[Token]) -> str | None:
    """The same words round a word that cannot be turned round ("A over B", "B over A")."""
    ours = [t.stem for t in left if t.kind != "mark" and t.stem not in _FILLERS]
    theirs = [t.stem for t in right if t.kind != "mark" and t.stem not in _FILLERS]
    if ours == theirs or Counter(ours) != Counter(theirs):
        return None
    for word in _ASYMMETRIC.intersection(ours):
        at, there = ours.index(word), theirs.index(word)
        swapped = set(ours[:at]) & set(theirs[there + 1 :]) and set(ours[at + 1 :]) & set(
            theirs[:there]
        )
        if swapped:
            return "order"
    return None


def _plain_words(found: Sequence[Token]) -> set[str]:
    return {t.text.lower() for t in found if t.kind != "mark"}


def _held(value: Value, others: Sequence[Value], words: set[str]) -> bool:
    if any(v.kind == value.kind and same(v.kind, v.norm, value.norm) for v in others):
        return True
    return value.kind == "proper" and value.norm in words


def _antonym(left: Sequence[Token], right: Sequence[Token]) -> str | None:
    for slot in align(left, right).slots:
        if opposed(slot):
            return "antonym"
    return None


def opposed(slot: Slot) -> tuple[str, str] | None:
    """Two opposite words that stand in one slot, or None."""
    if len(slot.left) > 3 or len(slot.right) > 3:
        return None
    for one in slot.left:
        if one.kind == "mark":
            continue
        for two in slot.right:
            if two.kind != "mark" and antonyms.opposite(one.text, two.text):
                return one.text, two.text
    return None


def _initial_name(left: Sequence[Token], right: Sequence[Token]) -> str | None:
    """`Alice approved it` / `Bob approved it`: a sentence starts with a capital either way."""
    for slot in align(left, right).slots:
        if len(slot.left) != 1 or len(slot.right) != 1:
            continue
        one, two = slot.left[0], slot.right[0]
        if one.kind != "word" or two.kind != "word" or one.start or two.start:
            continue
        known = (is_base(one.text.lower()) or one.text.lower() in STOP) and (
            is_base(two.text.lower()) or two.text.lower() in STOP
        )
        if one.text[0].isupper() and two.text[0].isupper() and not known:
            return "name"
    return None


def _scope(a: str, b: str) -> str | None:
    if qualifiers.wide(a) != qualifiers.wide(b) or qualifiers.narrow(a) != qualifiers.narrow(b):
        return "scope"
    return None


def _modality(a: str, b: str) -> str | None:
    return "modality" if modality.modality(a) is not modality.modality(b) else None


def contradiction(a: str, b: str) -> str | None:
    """How two memory items exclude each other; None where nothing shows that they do.

    One of `polarity`, `number`, `date`, `direction`, `antonym`, `order`. It is said only when the
    two share their subject and differ in exactly one place, so that "8080 in staging" and
    "9090 in production" stay silent.
    """
    left, right = tokens(a), tokens(b)
    if not _on_one_subject(left, right):
        return None
    if qualifiers.narrow(a) != qualifiers.narrow(b):
        return None
    slots = [s for s in align(left, right).slots if _says_something(s)]
    cues = len(polarity.cues(left)) % 2 != len(polarity.cues(right)) % 2
    if _order(left, right):
        return "order"
    clash = _clash(slots)
    if clash is not None:
        # "is safe" / "is not dangerous": the two flips undo each other.
        if cues and not any(_is_opposed_cue(s) for s in slots):
            return None
        return clash
    if cues and not [s for s in slots if not _is_cue(s)]:
        return "polarity"
    return None


def _on_one_subject(left: Sequence[Token], right: Sequence[Token]) -> bool:
    ours = {t.stem for t in left if _counts(t)}
    theirs = {t.stem for t in right if _counts(t)}
    shared = len(ours & theirs)
    shorter = min(len(ours), len(theirs))
    if shorter == 0:
        return False
    return (shared >= _SAME_SUBJECT or shared == shorter - 1 or shared == shorter) and (
        shared / shorter >= _SAME_SHARE or (shorter <= 2 and shared >= 1)
    )


def _counts(token: Token) -> bool:
    return token.kind != "mark" and token.text.lower() not in STOP


def _says_something(slot: Slot) -> bool:
    return any(
        _counts(t) or t.text.lower() in ("not", "no", "never") for t in (*slot.left, *slot.right)
    )


def _is_opposed_cue(slot: Slot) -> bool:
    """`never` against `always`: the negation is itself one of the two opposites."""
    pair = opposed(slot)
    return pair is not None and any(w.lower() in ("never", "no", "none", "not") for w in pair)


def _is_cue(slot: Slot) -> bool:
    words = [t for t in (*slot.left, *slot.right) if t.kind != "mark"]
    return bool(words) and bool(polarity.cues(words)) and sum(_counts(t) for t in words) <= 1


def _clash(slots: Sequence[Slot]) -> str | None:
    """What one slot puts against the other side; None when there are more differences."""
    if len(slots) != 1:
        return None
    slot = slots[0]
    if opposed(slot):
        one, two = opposed(slot) or ("", "")
        return "direction" if antonyms.exclusive(one, two) == "direction" else "antonym"
    left, right = values(slot.left), values(slot.right)
    if len(left) != 1 or len(right) != 1 or left[0].kind != right[0].kind:
        return None
    if same(left[0].kind, left[0].norm, right[0].norm) or left[0].kind in _EXACT:
        return None
    return "date" if left[0].kind in ("date", "time") else left[0].kind
