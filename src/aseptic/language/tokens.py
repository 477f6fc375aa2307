"""Words of a text, each with its place, its kind and its stem."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from aseptic.language.stems import stem

_FILE_ENDINGS = (
    "go|py|pyi|js|jsx|mjs|cjs|ts|tsx|rs|java|kt|rb|php|c|h|cc|cpp|hpp|cs|swift|sh|bash|zsh|ps1|sql|"
    "md|mdx|mdc|rst|txt|json|jsonl|ya?ml|toml|ini|cfg|conf|env|lock|xml|html?|css|scss|vue|svelte|"
    "proto|gradle|tf|ipynb|csv|tsv|log|gz|zip|tar|png|jpg|svg|pdf|mod|sum|db|sqlite"
)

# Order matters: the first alternative that fits wins.
_TOKEN = re.compile(
    rf"""
    [ \n\t]*(?:
      (?P<plain>[a-z]+(?=[ \n,;)]|[.:]\s|[.:]?$))
    | (?P<url>https?://[^\s<>()\[\]"'`]+[^\s<>()\[\]"'`.,;:!?])
    | (?P<email>[\w.+-]+@[\w-]+\.[\w.-]*\w)
    | (?P<date>\b\d{{4}}-\d{{2}}-\d{{2}}(?:[T ]\d{{2}}:\d{{2}}(?::\d{{2}}(?:\.\d+)?)?Z?)?
        | \b\d{{1,2}}/\d{{1,2}}/\d{{2,4}}\b
        | \b(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?
             |Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?\ \d{{1,2}}(?:st|nd|rd|th)?
             (?:,?\ \d{{4}})?\b
        | \b\d{{1,2}}(?:st|nd|rd|th)?\ (?:January|February|March|April|May|June|July|August
             |September|October|November|December)(?:,?\ \d{{4}})?\b)
    | (?P<place>[\w./~@-]*[\w-]\.(?:{_FILE_ENDINGS}):\d+(?:[-:]\d+)?\b)
    | (?P<path>(?:~|\.{{1,2}})?(?:/[\w.@+*-]*[\w@+*-])+/?
        | [\w.@+*-]+(?:/[\w.@+*-]*[\w@+*-])+/?
        | \.?[\w-][\w.-]*\.(?:{_FILE_ENDINGS})\b(?![\w(])
        | (?<![\w.])\.[a-z][\w-]{{2,}})
    | (?P<time>\b\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\ ?[ap]m)?\b|\b\d{{1,2}}\ ?[ap]m\b)
    | (?P<issue>(?<![\w&])\#\d+\b|\b[A-Z][A-Z0-9]+-\d+\b)
    | (?P<version>\bv\d+(?:\.\d+)*(?:[-+][\w.]+)?\b|\b\d+\.\d+\.\d+(?:[-+.][\w.]*\w)?\b)
    | (?P<code>\b(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])(?!\d+[A-Z]{{1,2}}\b)[A-Z0-9]{{4,}}\b)
    | (?P<hash>\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*\d)[0-9a-f]{{7,64}}\b
        | \b[0-9a-f]{{8}}(?:-[0-9a-f]{{4}}){{3}}-[0-9a-f]{{12}}\b)
    | (?P<flag>(?<![\w-])--?[A-Za-z][\w-]*)
    | (?P<number>(?:[$€£]\ ?)?(?<![\w.])(?:(?<![\w)\]])[-+])?\d+(?:,\d{{3}})*(?:\.\d+)?(?:st|nd|rd|th)?
        (?:%|(?:[a-zA-Zµ]{{1,5}}\b)?))
    | (?P<name>[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)+(?:\(\))?
        | [A-Za-z_$]\w*\(\)
        | [A-Za-z]\w*_\w+ | _\w+
        | [A-Z]{{2,}}[a-z]+[A-Z]\w* | [a-z]+[A-Z]\w* | [A-Z][a-z0-9]+[A-Z]\w*
        | [A-Za-z]+\d\w*)
    | (?P<word>[^\W\d_]+(?:['’](?:t|s|re|ve|ll|d|m))?)
    | (?P<mark>[,;:.!?()\[\]{{}}"“”`|=<>+*/&—–…→-])
    )""",
    re.VERBOSE,
)

_LETTER = re.compile(r"[A-Za-z]")
CODE_KINDS = frozenset(
    {"path", "place", "name", "url", "hash", "flag", "version", "issue", "email"}
)
"""Kinds that are matched exactly, never by stem."""


_ABBREVIATIONS = frozenset({"e.g", "i.e", "a.m", "p.m", "u.s"})
"""Words with a dot inside that name nothing in code."""


class Token(NamedTuple):
    """A word of a text. A named tuple, because millions are made."""

    text: str
    kind: str
    """url, email, date, place, path, time, issue, version, hash, flag, number, name, word, mark."""
    stem: str
    """Lower-case normal form; equal stems mean the same word."""
    start: int
    end: int


def tokens(text: str) -> list[Token]:
    """The tokens of `text`, marks included, in order."""
    found = []
    for match in _TOKEN.finditer(text):
        group = match.lastgroup or "mark"
        word = match.group(group)
        kind = group
        if kind == "plain" or word == "and/or":
            kind = "word"
        elif kind == "code":
            kind = "name"
        elif kind == "path" and not _LETTER.search(word):
            kind = "word"  # 3/4
        elif kind == "name" and word.lower() in _ABBREVIATIONS:
            kind = "word"
        found.append(Token(word, kind, _normal(word, kind), match.start(group), match.end()))
    return found


def _normal(word: str, kind: str) -> str:
    if kind == "word":
        return stem(word)
    if kind == "name":
        return word.rstrip("()").replace("::", ".").lower()
    if kind in ("path", "place"):
        return word.lower().rstrip("/").removeprefix("./")
    if kind == "url":
        return word.lower().rstrip("/")
    if kind == "version":
        return word.lower().removeprefix("v")
    return word.lower()


STOP = frozenset(
    """a an the this that these those it its itself they them their he she his her him we us our
    i me my you your is be am are was were been being do does did done have has had having will
    would shall can could may might must should to of in on at by for from with into onto over
    under as and or but if then than so because while when where which who whom whose what how
    there here about up out off down via per also just very too now still already again both each
    any all some more most other such own same s t re ve ll d m not no nor it's that's etc eg ie e.g i.e
    using use used uses get got one two""".split()
)


def content(found: Iterable[Token]) -> list[Token]:
    """The tokens that carry meaning: no marks, no function words."""
    return [
        t for t in found if t.kind != "mark" and (t.kind != "word" or t.text.lower() not in STOP)
    ]
