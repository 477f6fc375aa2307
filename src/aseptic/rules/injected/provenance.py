"""What the provenance rules share: one hit a record, but one a file where fields are a file's."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aseptic.language.pointers import is_pointer
from aseptic.model.note import MemoryFile, Note
from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected
from aseptic.rules.injected.loads import counted, is_records

MANY = 4
"""From so many items of one file on, one finding says it: a list of them buries the others."""


def lacking(
    injected: Injected,
    lacks: Callable[[Note], bool],
    *,
    one: str,
    all_of_file: str,
    hint: str,
    subject: str,
) -> Iterator[Hit]:
    """Hits for the notes that `lacks` says lack something.

    A record has fields of its own and gets a hit of its own. The items of a
    Markdown file get theirs from frontmatter, sidecar or history, so when all of
    them (or many) lack it the file gets one hit, and one hit a note otherwise. An entry that only
    points to another file has nothing that could be reviewed.
    """
    for file, counting in counted(injected):
        notes = [note for note in counting if not is_pointer(note.text)]
        without = [note for note in notes if lacks(note)]
        if not is_records(file) and len(without) == len(notes) and len(notes) > 1:
            yield _of_file(file, all_of_file.format(count=len(notes)), hint, subject)
            continue
        if not is_records(file) and len(without) >= MANY:
            message = f"{len(without)} of its {len(notes)} items: {one}"
            yield _of_file(file, message, hint, subject)
            continue
        for note in without:
            yield Hit(
                place=note.place,
                message=one,
                kind=note.kind,
                record=note.id,
                hint=hint,
                subject=f"{subject}:{note.id}",
            )


def _of_file(file: MemoryFile, message: str, hint: str, subject: str) -> Hit:
    return Hit(
        place=Place(file.path),
        message=message,
        kind=file.kind,
        hint=hint,
        subject=subject,
    )
