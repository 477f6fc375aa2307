"""A light normaliser of English words: irregular forms, then endings.

It only has to send the forms of one word to one string, and different words to
different strings; the string need not be a word.
"""

from __future__ import annotations

from functools import lru_cache

_FORMS = {
    form: base
    for base, forms in {
        "be": "is are was were been being am",
        "do": "does did done doing didn't doesn't don't",
        "have": "has had having",
        "go": "goes went gone",
        "run": "ran running runs",
        "find": "found finds",
        "write": "wrote written writing",
        "read": "reads reading",
        "make": "made making",
        "take": "took taken taking",
        "give": "gave given giving",
        "build": "built",
        "send": "sent",
        "keep": "kept",
        "lose": "lost losing loses",
        "break": "broke broken breaking",
        "choose": "chose chosen choosing",
        "begin": "began begun beginning",
        "hold": "held",
        "leave": "left leaving",
        "mean": "meant",
        "say": "said says",
        "see": "saw seen",
        "show": "shown showed",
        "think": "thought",
        "throw": "threw thrown",
        "get": "got gotten getting",
        "set": "setting sets",
        "buy": "bought",
        "tell": "told",
        "know": "knew known",
        "bring": "brought",
        "fix": "fixes fixed fixing",
        "pass": "passes passed passing",
        "fall": "fell fallen",
        "hide": "hid hidden hiding",
        "rise": "rose risen",
        "speak": "spoke spoken",
        "become": "became",
        "catch": "caught",
        "feel": "felt",
        "understand": "understood",
        "child": "children",
        "person": "people",
        "index": "indices indexes",
        "analysis": "analyses",
        "delete": "deletion deletions",
        "remove": "removal removals",
        "try": "tries tried trying",
        "reply": "replies replied",
        "commit": "committed committing commits",
        "use": "used using uses usage",
        "cancel": "cancelled canceled cancelling canceling cancels cancellation",
        "config": "configuration configurations",
        "repo": "repository repositories",
        "dir": "directory directories",
        "arg": "argument arguments args",
        "param": "parameter parameters params",
        "env": "environment environments",
        "db": "database databases",
        "doc": "documentation docs documents",
        "auth": "authentication",
        "func": "function functions funcs",
        "install": "installs installed installing installation installations",
        "fail": "fails failed failing failure failures",
        "valid": "validate validates validated validating validation",
        "exist": "exists existed existing existence",
        "agre": "agree agrees agreed agreeing agreement",
        "summary": "summaries",
        "bag": "bags baggage baggages luggage",
        "pay": "pays paid paying payment payments",
        "test": "tests testing tested",
    }.items()
    for form in forms.split()
}

_NOTE = frozenset({"note", "notes", "noted", "noting"})
_ENDINGS = (
    ("ational", "ate"),
    ("ization", "ize"),
    ("isation", "ize"),
    ("ification", "ify"),
    ("fulness", "ful"),
    ("iveness", "ive"),
    ("ousness", "ous"),
    ("ically", "ic"),
    ("ations", "at"),
    ("ation", "at"),
    ("ators", "at"),
    ("ator", "at"),
    ("ised", "iz"),
    ("ising", "iz"),
    ("ises", "iz"),
    ("ise", "iz"),
    ("ments", "ment"),
    ("ities", "ity"),
    ("ness", ""),
    ("ably", "abl"),
    ("ibly", "ibl"),
    ("able", "abl"),
    ("ible", "ibl"),
    ("ions", "ion"),
    ("ings", ""),
    ("edly", ""),
    ("ing", ""),
    ("ied", "y"),
    ("ies", "y"),
    ("ed", ""),
    ("ly", ""),
)
_KEEP_ION = ("tion", "sion")
_VOWELS = frozenset("aeiouy")
_NOT_ED = frozenset({"need", "speed", "feed", "seed", "embed", "shed", "bed", "red", "exceed"})
_NOT_ING = frozenset(
    {"string", "thing", "nothing", "something", "everything", "anything", "during"}
)


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The normal form of one English word, lower case."""
    low = word.lower().replace("’", "'")
    if low.endswith("'s"):
        low = low[:-2]
    if low in _NOTE:
        return "note"  # else it would meet `not`
    low = _FORMS.get(low, low)
    if len(low) <= 3 or "'" in low:
        return low
    return _cut(low)


def _cut(low: str) -> str:
    if low in _NOT_ED or low in _NOT_ING:
        return low
    if low[:-1] in _NOT_ED or low[:-1] in _NOT_ING:
        return low[:-1]
    low = _singular(low)
    for ending, put in _ENDINGS:
        if not low.endswith(ending):
            continue
        base = low[: -len(ending)]
        if len(base) < 3 and not (len(base) == 2 and put):
            continue
        if not put and not _VOWELS.intersection(base):
            continue
        return _tidy(base + put)
    return _tidy(low)


def _singular(low: str) -> str:
    if not low.endswith("s") or low.endswith(("ss", "us", "is")):
        return low
    if low.endswith(("sses", "shes", "ches", "xes", "zes")):
        return low[:-2]
    if low.endswith("ies") and len(low) > 4:
        return low[:-3] + "y"
    return low[:-1]


def _tidy(base: str) -> str:
    """Undouble a final consonant and drop a final e, so that all forms meet."""
    doubled = len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeiousl"
    if doubled or (base.endswith("ll") and len(base) > 4):
        base = base[:-1]
    if base.endswith("ion") and base.endswith(_KEEP_ION) and len(base) > 5:
        base = base[:-3]
    if base.endswith("e") and len(base) > 3:
        base = base[:-1]
    if base.endswith("y") and len(base) > 3:
        base = base[:-1] + "i"
    return base
