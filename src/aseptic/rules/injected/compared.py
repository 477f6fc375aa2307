"""Which items are compared with each other, and when they count as near."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from aseptic.language.similarity import near_pairs
from aseptic.model.note import Form, MemoryFile, Note
from aseptic.rules.base import Injected
from aseptic.rules.injected.loads import counted

MIN_CHARS, MIN_WORDS = 24, 4
"""A shorter Markdown item (`- done`, `| yes | no |`) says the same in many places for good reason."""

_LABEL = r"\s*(?:\d+[.)]\s*)?(?:\*\*[^*\n]{1,40}\*\*|`[^`\n]{1,40}`|[\w \-]{1,24})\s*:|\*\*[^*\n]{1,40}:\*\*"
_WORDS = r"\w+"
LONG = 12
"""Words from which on one exchanged word leaves the same statement. In a shorter item it is
the subject: `Rust language support` and `Ruby language support` stand below each other in
a real list. An inflection (`run`, `runs`) is no exchange."""


SELF_CONTAINED = 10
"""Words from which on a labelled item says what it is about by itself."""


def near(injected: Injected, threshold: float) -> Iterator[tuple[Note, Note, float]]:
    """(earlier, later, similarity) of items of one format that are at least `threshold` alike.

    Files of different formats are different tools' copies of each other, on purpose.
    """
    groups: dict[str, list[Note]] = {}
    for file, notes in counted(injected):
        groups.setdefault(file.format, []).extend(n for n in notes if _speaks(n, file))
    choice = injected.config.duplicates
    for notes in groups.values():
        if len(notes) < 2:
            continue
        labels = Counter(_label(note) for note in notes)
        pairs = near_pairs(
            [note.text for note in notes],
            threshold=threshold,
            method=choice.method,
            simhash_distance=choice.simhash_distance,
        )
        for pair in pairs:
            first, second = notes[pair.first], notes[pair.second]
            if _one_subject(first, second, labels):
                yield first, second, pair.similarity


def _speaks(note: Note, file: MemoryFile) -> bool:
    if note.form is Form.RECORD:
        return True
    text = note.text.rstrip()
    if text.endswith((":", ":**")):  # it only leads in what follows
        return False
    return len(text) >= MIN_CHARS and len(text.split()) >= MIN_WORDS


def _one_subject(first: Note, second: Note, labels: Counter[str]) -> bool:
    """`**Status**: not used` has its subject in its heading: below another it says another thing.

    A label that only these two items bear is no attribute of many things, but their subject.
    """
    if Form.RECORD in (first.form, second.form):
        return True
    if min(len(re.findall(_WORDS, note.text)) for note in (first, second)) >= SELF_CONTAINED:
        return True
    here = (first.place.path, first.section) == (second.place.path, second.section)
    return here or all(not _label(n) or labels[_label(n)] <= 2 for n in (first, second))


def _label(note: Note) -> str:
    match = re.match(_LABEL, note.text)
    return match.group() if match else ""


def exchanged(first: Note, second: Note) -> bool:
    """Whether so many words of two items are exchanged that they state different things."""
    one = set(re.findall(_WORDS, first.text.casefold()))
    other = set(re.findall(_WORDS, second.text.casefold()))
    left, right = _apart(one, other), _apart(other, one)
    swapped = min(len(left), len(right))
    return swapped > 0 and min(len(one), len(other)) < LONG * swapped


def _apart(one: set[str], other: set[str]) -> set[str]:
    """Words of one side without a word of the same stem on the other."""
    return {w for w in one - other if not any(_inflected(w, o) for o in other - one)}


def _inflected(one: str, other: str) -> bool:
    shared = min(len(one), len(other)) - 2
    return shared >= 3 and one[:shared] == other[:shared] and abs(len(one) - len(other)) <= 3
