"""Opposites: WordNet's antonyms, and the pairs that working notes use.

A pair says only that the two words exclude each other where they stand in the
same place of the same sentence; whether they do is for the caller to see.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from aseptic.language.stems import stem

_DATA = Path(__file__).parent / "data" / "antonyms.txt"

# Each line: the words of one side | the words of the other. Words on one side are no opposites.
_HAND = """
deprecated obsolete retired | current supported maintained used
enabled enable enabling on activate activated active | disabled disable disabling off deactivate deactivated inactive
passes passing pass green succeeds succeeded success successful | fails failing failed failure red broken breaks unsuccessful
resolved closed fixed solved done complete completed finished | open reopened pending unresolved unfixed incomplete unfinished outstanding
cancelled aborted | active ongoing confirmed
safe secure harmless | unsafe dangerous insecure harmful vulnerable
add added adds adding insert inserted | remove removed removes removing delete deleted dropped
create created | delete deleted destroyed
allow allowed allows permitted | forbid forbidden deny denied disallow disallowed prohibited blocked
accept accepted approve approved | reject rejected decline declined refuse refused
start started begins | stop stopped ends
increase increased raises raised grew | decrease decreased lowered reduced shrank
required mandatory | optional unnecessary
present exists found available | absent missing unavailable
valid correct right accurate | invalid incorrect wrong inaccurate
synchronous sync | asynchronous async
public | private
internal | external
before | after
above | below
first | last
min minimum lowest | max maximum highest
sequential sequentially serially | parallel concurrently
local locally | remote remotely
upload uploaded | download downloaded
client | server
input | output
read | write
readonly | writable
ascending | descending
left | right
up | down
inside within | outside
tabs | spaces
true | false
yes | no
online | offline
stable | unstable flaky
clean | dirty
locked | unlocked
encrypted | unencrypted
empty | nonempty populated
visible shown | hidden
connected | disconnected
mutable | immutable
blocking | nonblocking
strict | lenient
verbose | quiet
same identical equal | different distinct unequal
include included includes including | exclude excluded excludes excluding
ignored ignores ignore skipped skip skips | honoured honored processed considered
installed | uninstalled
staged | unstaged
tracked | untracked
committed | uncommitted
merged | unmerged
tested | untested
used | unused
known | unknown
expected | unexpected
necessary needed | unnecessary redundant
explicit explicitly | implicit implicitly
fast quick faster | slow slower
old older legacy | new newer
early earlier | late later
large larger big bigger | small smaller
more | less fewer
always | never
import | export
encode | decode
serialize | deserialize
prefix | suffix
push pushed | pull pulled
paid | unpaid
shipped delivered | undelivered
refundable | nonrefundable
morning | evening
day | night
ancestor parent | descendant child
upstream | downstream
upgrade upgraded | downgrade downgraded
append appended | prepend prepended
mount mounted | unmount unmounted
opt-in | opt-out
updated changed modified edited | unchanged untouched unmodified
green | red
insured | uninsured
found | missing
approved accepted | rejected declined
opened | closed
modified | deleted removed
won | lost
bought | sold
hit | miss
"""

CYCLES: dict[str, frozenset[str]] = {
    name: frozenset(words.split())
    for name, words in {
        "direction": "north south east west northeast northwest southeast southwest northern southern"
        " eastern western",
        "weekday": "monday tuesday wednesday thursday friday saturday sunday",
        "month": "january february march april june july august september october november december",
        "environment": "staging production prod development dev localhost sandbox qa",
        "platform": "linux macos windows ios android",
        "colour": "red green blue yellow black white orange purple grey gray brown",
        "severity": "critical high medium low",
        "cabin": "economy business",
        "status": "pending delivered processed cancelled",
        "tier": "bronze silver gold platinum regular",
        "declaration": "struct interface class function method enum constant variable",
        "request": "open merged closed draft",
    }.items()
}
"""Sets of words of which a thing has one: two different members exclude each other."""

_CYCLE_OF = {word: name for name, words in CYCLES.items() for word in words}
_SHORT = {"northern": "north", "southern": "south", "eastern": "east", "western": "west"} | {
    "prod": "production",
    "dev": "development",
    "gray": "grey",
    "func": "function",
    "def": "function",
    "fn": "function",
    "const": "constant",
    "var": "variable",
}
# Pairs of WordNet that are opposites of another sense than ours.
_NOT_OURS = frozenset(
    {("passing", "running"), ("express", "local"), ("general", "local"), ("local", "national")}
)


def exclusive(a: str, b: str) -> str | None:
    """The set of which both words are different members (`direction`, `weekday`), or None."""
    a, b = _SHORT.get(a.lower(), a.lower()), _SHORT.get(b.lower(), b.lower())
    if a == b:
        return None
    kind = _CYCLE_OF.get(a)
    return kind if kind is not None and _CYCLE_OF.get(b) == kind else None


@lru_cache(maxsize=1 << 15)
def opposite(a: str, b: str) -> bool:
    """Whether two words (not stems) are opposites, in any of their forms."""
    a, b = a.lower(), b.lower()
    if a == b:
        return False
    if exclusive(a, b):
        return True
    sa, sb = stem(a), stem(b)
    if sa == sb:
        return False
    if _prefixed(a, b) or _prefixed(b, a) or _prefixed(sa, sb) or _prefixed(sb, sa):
        return True
    table = _table()
    return sb in table.get(sa, ()) or sa in table.get(sb, ())


def of(word: str) -> frozenset[str]:
    """The stems of the opposites of a word."""
    return frozenset(_table().get(stem(word), ()))


def plainly_of(word: str) -> frozenset[str]:
    """As `of`, of the pairs that working notes use alone."""
    return frozenset(_hand().get(stem(word), ()))


def is_negative(word: str) -> bool:
    """Whether a word denies another by its form: `unsuccessfully`, `incorrect`, `non-blocking`."""
    low = word.lower()
    if low in _FALSE_PREFIX or len(low) < 6:
        return False
    for prefix in ("un", "in", "im", "ir", "dis", "non", "mis"):
        if low.startswith(prefix):
            base = low[len(prefix) :].lstrip("-")
            return stem(base) in _table() or low in _table() or stem(low) in _table()
    return low.endswith(("less", "lessly"))


_PREFIXES = ("un", "in", "im", "ir", "il", "dis", "non", "de")
_SUFFIXES = (("ful", "less"), ("fully", "lessly"))
_FALSE_PREFIX = frozenset(
    """inform indeed intent invent inspect inside input include increase interest inactive
    import improve impress impact imply implement
    display discuss dispatch distance discover
    default define detail deliver depend design
    unit under until union union unique
    iron ill""".split()
)


def _prefixed(word: str, other: str) -> bool:
    """`unsafe` of `safe`, `non-blocking` of `blocking`, `harmless` of `harmful`."""
    if len(other) > len(word):
        return any(word.endswith(a) and other == word[: -len(a)] + b for a, b in _SUFFIXES)
    for prefix in _PREFIXES:
        if word.startswith(prefix) and word[len(prefix) :].lstrip("-") == other and len(other) >= 4:
            return word not in _FALSE_PREFIX
    return any(word.endswith(two) and other == word[: -len(two)] + one for one, two in _SUFFIXES)


@lru_cache(maxsize=1 << 15)
def plainly_opposite(a: str, b: str) -> bool:
    """`opposite`, without WordNet's rarer senses: safe to say wherever the words stand."""
    a, b = a.lower(), b.lower()
    if a == b:
        return False
    if exclusive(a, b) or _prefixed(a, b) or _prefixed(b, a):
        return True
    return stem(b) in _hand().get(stem(a), ())


_PHRASES = (
    ("one way", "round trip"),
    ("opt in", "opt out"),
    ("full time", "part time"),
    ("long term", "short term"),
    ("read only", "read write"),
)
"""Opposites of two words each, as the values of a record's fields are written (`one_way`)."""


def phrase_opposites(phrase: str) -> frozenset[str]:
    """The phrases that exclude this one; `_` and `-` count as spaces."""
    plain = " ".join(phrase.lower().replace("_", " ").replace("-", " ").split())
    return frozenset(b if plain == a else a for a, b in _PHRASES if plain in (a, b))


@lru_cache(maxsize=1)
def _hand() -> dict[str, set[str]]:
    """Stem to the stems of its opposites, of the pairs above."""
    table: dict[str, set[str]] = {}
    for line in _HAND.strip().splitlines():
        left, right = line.split("|")
        for word in left.split():
            for other in right.split():
                _pair(table, word, other)
    return table


@lru_cache(maxsize=1)
def _table() -> dict[str, set[str]]:
    """Stem to the stems of its opposites. Read at the first question (about 10 ms)."""
    table = {word: set(others) for word, others in _hand().items()}
    for line in _DATA.read_text(encoding="utf-8").splitlines():
        if line.startswith("#") or not line:
            continue
        word, *others = line.split()
        for other in others:
            if (word, other) not in _NOT_OURS:
                _pair(table, word, other)
    return table


def _pair(table: dict[str, set[str]], a: str, b: str) -> None:
    sa, sb = stem(a), stem(b)
    if sa == sb:
        return
    table.setdefault(sa, set()).add(sb)
    table.setdefault(sb, set()).add(sa)
