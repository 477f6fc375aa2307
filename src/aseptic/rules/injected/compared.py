"""Which items are compared with each other, and when they count as near."""

from __future__ import annotations

from collections.abc import Iterator

from aseptic.language.similarity import near_pairs
from aseptic.model.note import Form, MemoryFile, Note
from aseptic.rules.base import Injected
from aseptic.rules.injected.loads import counted

MIN_CHARS, MIN_WORDS = 24, 4
"""A shorter Markdown item (`- done`, `| yes | no |`) says the same in many places for good reason."""


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
            yield notes[pair.first], notes[pair.second], pair.similarity


def _speaks(note: Note, file: MemoryFile) -> bool:
    if note.form is Form.RECORD:
        return True
    return len(note.text) >= MIN_CHARS and len(note.text.split()) >= MIN_WORDS
