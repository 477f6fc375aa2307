"""A claim against the fields of the record that it cites: right value, right key?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked, subwords
from aseptic.engines.judge.denials import NEGATIVE
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.record import Field
from aseptic.language import antonyms
from aseptic.language.stems import stem
from aseptic.language.tokens import STOP
from aseptic.model.event import SessionEvent
from aseptic.model.verdict import Label

NEAR = 4
"""Tokens between a key and its value in a claim ("destination is MCO", "13 business seats")."""
_SAID_AS = {
    "origin": ("from", "leaving", "departing", "departs", "leaves", "out"),
    "source": ("from",),
    "from": ("from",),
    "destination": ("to", "into", "arriving", "arrives", "bound"),
    "target": ("to", "into"),
    "to": ("to",),
}
"""Words that stand for a key before its value."""
_TRUE = frozenset({"yes", "true", "on", "enabled"})
_FALSE = frozenset({"no", "false", "off", "disabled", "null", "none"})
_PLAIN = re.compile(r"[\w .:/@#+-]{1,40}$")


def misplaced(
    asked: Asked, fields: Sequence[Field], event: SessionEvent, span: tuple[int, int]
) -> Opinion | None:
    """CONTRADICTED where a value of the claim stands in the record under another key."""
    if not fields:
        return None
    words = [t.text.lower().rstrip("()") for t in asked.found]
    return _role(words, fields, event, span) or _sibling(asked, words, fields, event)


def said(asked: Asked) -> set[str]:
    """The stems of the claim, those inside its identifiers too (`basic_economy`)."""
    stems = {t.stem for t in asked.found}
    for token in asked.found:
        if token.kind == "name":
            stems.update(subwords(token.text))
    return stems


def _role(
    words: list[str], fields: Sequence[Field], event: SessionEvent, span: tuple[int, int]
) -> Opinion | None:
    """`from CLT to BOS` against origin BOS, destination CLT."""
    for field in fields:
        for word in _SAID_AS.get(field.keys[-1].lower() if field.keys else "", ()):
            for at, said in enumerate(words[:-1]):
                if said != word or (word == "out" and words[at + 1] != "of"):
                    continue
                value = words[at + 2] if word == "out" and at + 2 < len(words) else words[at + 1]
                if value == field.value.lower():
                    continue
                quoted = span[0] <= field.start < span[1]
                if not _is_other(value, field, fields):
                    continue
                if quoted or not _also(value, field, fields):
                    return _told(field, value, event)
    return None


def _is_other(value: str, field: Field, fields: Sequence[Field]) -> bool:
    """Whether the value is that of another key of the same object."""
    return any(
        f.value.lower() == value and f.keys != field.keys and f.home == field.home for f in fields
    )


def _also(value: str, field: Field, fields: Sequence[Field]) -> bool:
    """Whether another object of the record has this value under this key."""
    return any(f.value.lower() == value and f.keys[-1:] == field.keys[-1:] for f in fields)


def _told(field: Field, value: str, event: SessionEvent) -> Opinion:
    key = field.keys[-1]
    return Opinion(
        Label.CONTRADICTED,
        f"{key} is {field.value!r} in the log, not {value!r}",
        event,
        event.text[max(0, field.start - len(key) - 4) : field.end + 1],
        value=field.value,
    )


def _sibling(
    asked: Asked, words: list[str], fields: Sequence[Field], event: SessionEvent
) -> Opinion | None:
    """`13 economy seats` where 13 is the number of business seats."""
    stems = said(asked)
    named = [f for f in fields if f.words and all(w in stems for w in f.words)]
    longest = [
        f
        for f in named
        if not any(g is not f and g.home == f.home and set(f.words) < set(g.words) for g in named)
    ]
    for field in longest:
        low = field.value.lower()
        if _said(field.value, words) or low in _TRUE or low in _FALSE:
            continue
        rivals = [
            f
            for f in fields
            if f.home == field.home
            and f.keys != field.keys
            and f not in longest
            and f.value != field.value
            and _said(f.value, words)
            and _kin(f.value, field.value)
        ]
        beside = [f for f in rivals if _near(asked, field, f.value)]
        if len(beside) == 1 and not _also(beside[0].value.lower(), field, fields):
            return _told(field, beside[0].value, event)
    return None


def _said(value: str, words: list[str]) -> bool:
    """Whether the claim says the value of a field."""
    low = value.lower()
    if not low:
        return False
    return any(_equal(low, word) for word in words)


def _equal(value: str, word: str) -> bool:
    if value == word:
        return True
    bare = word.lstrip("$€£").replace(",", "")
    return bare == value or _decimal(bare) == _decimal(value) != ""


def _decimal(word: str) -> str:
    if not re.fullmatch(r"-?\d+(?:\.\d+)?", word):
        return ""
    return word.rstrip("0").rstrip(".") if "." in word else word


def _kin(one: str, two: str) -> bool:
    """Numbers for numbers, words for words."""
    if (_decimal(one) != "") != (_decimal(two) != ""):
        return False
    return _decimal(one) != "" or one.isupper() == two.isupper()


def _near(asked: Asked, field: Field, value: str) -> bool:
    """Whether the claim names the key within a few tokens of the value."""
    keys = [n for n, t in enumerate(asked.found) if t.stem in field.words]
    values = [n for n, t in enumerate(asked.found) if _equal(value.lower(), t.text.lower())]
    return any(abs(k - v) <= NEAR for k in keys for v in values)


def denied(asked: Asked, fields: Sequence[Field], event: SessionEvent) -> Opinion | None:
    """CONTRADICTED where the claim names a key and gives it another state than the record does."""
    stems = said(asked)
    spoken = event.text.lower()
    for field in fields:
        low = field.value.lower()
        if not field.words or not _PLAIN.match(low):
            continue
        flipped = _flipped(asked, field)
        if flipped is not None:
            return _told(field, flipped, event)
        if low in _FALSE and _touches(field, stems) and not NEGATIVE.search(asked.text):
            return _told(field, "yes", event)
        if len(field.words) > 3 or not all(w in stems for w in field.words):
            continue
        if low in _TRUE or low in _FALSE or _names(low, stems):
            continue
        if _decimal(low):
            other = _other_number(asked, field, fields)
            if other is not None:
                return _told(field, other, event)
            continue
        if not _one_of_its_key(field, fields):
            continue
        stranger = _stranger(asked, field, spoken)
        if stranger is not None:
            return _told(field, stranger, event)
    return None


def _touches(field: Field, stems: set[str]) -> bool:
    """Whether the claim names a key in any form of its words (`insured`, `insurance`)."""
    return len(field.words) <= 3 and all(
        w in stems or (len(w) >= 5 and any(s[:5] == w[:5] for s in stems)) for w in field.words
    )


def _other_number(asked: Asked, field: Field, fields: Sequence[Field]) -> str | None:
    """The number that the claim gives a named key, and that the record has nowhere."""
    if any(_equal(field.value, t.text.lower()) for t in asked.found):
        return None
    if len({f.value for f in fields if f.keys[-1:] == field.keys[-1:] and _parents(f, asked)}) != 1:
        return None
    if not _parents(field, asked):
        return None
    keys = [n for n, t in enumerate(asked.found) if t.stem in field.words]
    for value in asked.values:
        if value.kind != "number" or not any(abs(value.at - k) <= NEAR for k in keys):
            continue
        if not any(_equal(f.value, value.text.lower()) for f in fields):
            return value.text
    return None


def _parents(field: Field, asked: Asked) -> bool:
    """Whether the claim names the key above too, where there are siblings by that key."""
    if len(field.keys) < 2:
        return True
    stems = said(asked)
    above = set(subwords(field.keys[-2])) | set(_ALSO.get(field.keys[-2].lower(), ()))
    return bool(above & stems)


_ALSO = {"prices": ("cost", "far", "quot", "price"), "available_seats": ("seat", "availabl")}
"""Stems by which notes name a group of fields."""


def _flipped(asked: Asked, field: Field) -> str | None:
    """A word like `uninsured` against `insurance: yes`, `round-trip` against `one_way`."""
    words = " ".join(t.text.lower() for t in asked.found if t.kind != "mark").replace("_", " ")
    for phrase in antonyms.phrase_opposites(field.value):
        if f" {phrase} " in f" {words} " and field.value.lower().replace("_", " ") not in words:
            return phrase
    if field.value.lower() not in _TRUE:
        return None
    for term in asked.terms:
        word = asked.found[term.at].text.lower()
        for prefix in ("un", "non", "dis", "in"):
            base = word.removeprefix(prefix).lstrip("-")
            if base != word and len(base) >= 5 and any(k.startswith(base[:5]) for k in field.words):
                return word
    return None


def _names(value: str, stems: set[str]) -> bool:
    """Whether the claim says the (word) value."""
    parts = [stem(p) for p in re.split(r"[\s_./-]+", value) if p]
    return bool(parts) and all(p in stems for p in parts)


def _one_of_its_key(field: Field, fields: Sequence[Field]) -> bool:
    return len({f.value for f in fields if f.keys[-1:] == field.keys[-1:]}) == 1


def _stranger(asked: Asked, field: Field, spoken: str) -> str | None:
    """The word that the claim puts beside the key and that the record does not know."""
    keys = [n for n, t in enumerate(asked.found) if t.stem in field.words]
    for term in asked.terms:
        token = asked.found[term.at]
        if token.kind != "word" or token.text.lower() in STOP or token.stem in field.words:
            continue
        if not any(abs(term.at - k) <= NEAR + 4 for k in keys):
            continue
        if antonyms.exclusive(token.text, field.value) or antonyms.opposite(
            token.text, field.value
        ):
            return token.text
        last = term.at >= len(asked.found) - 2
        if last and token.text.lower() not in spoken:
            return token.text
    return None
