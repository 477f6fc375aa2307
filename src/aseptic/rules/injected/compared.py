"""Which items are compared with each other, and when they count as near."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.language.similarity import near_pairs
from aseptic.model.note import Form, MemoryFile, Note
from aseptic.rules.base import Injected
from aseptic.rules.injected.loads import counted

MIN_CHARS, MIN_WORDS = 24, 4
"""A shorter Markdown item (`- done`, `| yes | no |`) says the same in many places for good reason."""

_LABEL = re.compile(
    r"\s*(?:\d+[.)]\s*)?(?:\*\*[^*\n]{1,40}\*\*|`[^`\n]{1,40}`|[\w \-]{1,24})\s*:|\*\*[^*\n]{1,40}:\*\*"
)
_WORDS = re.compile(r"\w+")
LONG = 8
"""Words from which on one exchanged word leaves the same statement (measured on real lists:
`Rust language support` and `Ruby language support` stand below each other and differ)."""


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
        pairs = near_pairs(
            [note.text for note in notes],
            threshold=threshold,
            method=choice.method,
            simhash_distance=choice.simhash_distance,
        )
        for pair in pairs:
            first, second = notes[pair.first], notes[pair.second]
            if _one_subject(first, second):
                yield first, second, pair.similarity


def _speaks(note: Note, file: MemoryFile) -> bool:
    if note.form is Form.RECORD:
        return True
    text = note.text.rstrip()
    if text.endswith((":", ":**")):  # it only leads in what follows
        return False
    return len(text) >= MIN_CHARS and len(text.split()) >= MIN_WORDS


def _one_subject(first: Note, second: Note) -> bool:
    """`**Status**: not used` has its subject in its heading: below another it says another thing."""
    if Form.RECORD in (first.form, second.form):
        return True
    here = (first.place.path, first.section) == (second.place.path, second.section)
    return here or not (_LABEL.match(first.text) or _LABEL.match(second.text))


def exchanged(first: Note, second: Note) -> bool:
    """Whether too many words of two Markdown items are exchanged for them to state the same.

    Records have their subject in themselves; the guard alone decides about them.
    """
    if Form.RECORD in (first.form, second.form):
        return False
    one = set(_WORDS.findall(first.text.casefold()))
    other = set(_WORDS.findall(second.text.casefold()))
    swapped = min(len(one - other), len(other - one))
    return swapped > 0 and (min(len(one), len(other)) < LONG * swapped)
