"""Where a note came from and when: its frontmatter, else the review file, else git blame."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

from aseptic.audit.git import ask_git, no_filters
from aseptic.model.note import Form, MemoryFile, Note
from aseptic.readers.memory.review_file import Review
from aseptic.records import dataclass, replace

BLAME_TIMEOUT = 5.0
"""Seconds that the blame of one file may take; after that its notes have no git source."""
SHORT = 10
"""Digits of a commit in `git:<sha>`."""


@dataclass(frozen=True, slots=True)
class Blame:
    """The commit that last wrote a line."""

    sha: str
    on: date


def fill_provenance(
    file: MemoryFile, root: Path, reviews: Mapping[str, Review], *, git: bool = True
) -> MemoryFile:
    """The file with the source, review and date of each note, as far as anything says them.

    What the note itself states stands. A review of an older text of the note counts for
    nothing.
    """
    notes = [_reviewed(note, reviews.get(note.id)) for note in file.notes]
    if git and any(_open(note) for note in notes):
        blame = blame_lines(root, file.path)
        notes = [_blamed(note, blame) if _open(note) else note for note in notes]
    return replace(file, notes=tuple(notes))


def _open(note: Note) -> bool:
    # A record's line is no history of the record: files of records are rewritten whole.
    return note.form is not Form.RECORD and (note.source is None or note.updated_on is None)


def _reviewed(note: Note, review: Review | None) -> Note:
    if review is None or not review.covers(note):
        return note
    return replace(
        note,
        source=note.source or review.source,
        reviewed=True if note.reviewed is None else note.reviewed,
        updated_on=note.updated_on or review.reviewed,
    )


def _blamed(note: Note, blame: Mapping[int, Blame]) -> Note:
    span = range(note.place.line, (note.place.end_line or note.place.line) + 1)
    found = [blame[line] for line in span if line in blame]
    if len(found) < len(span):  # a line that is not committed has no history yet
        return note
    newest = max(found, key=lambda b: b.on)
    return replace(
        note,
        source=note.source or f"git:{newest.sha[:SHORT]}",
        updated_on=note.updated_on or newest.on,
    )


def blame_lines(root: Path, path: str) -> dict[int, Blame]:
    """Line to the commit that last wrote it; lines not committed are absent, as is all
    where git has no answer in time."""
    settings = no_filters(root)  # blame reads the working file through them
    if settings is None:
        return {}
    words = ["blame", "--line-porcelain", "--no-textconv", "--", path]
    out = ask_git(root, words, timeout=BLAME_TIMEOUT, settings=settings)
    return parse_blame(out) if out else {}


def parse_blame(out: bytes) -> dict[int, Blame]:
    """Read `git blame --line-porcelain`."""
    lines: dict[int, Blame] = {}
    sha, number, when = "", 0, 0
    for raw in out.split(b"\n"):
        if raw.startswith(b"\t"):
            if sha.strip("0"):
                lines[number] = Blame(sha, datetime.fromtimestamp(when, UTC).date())
            continue
        words = raw.split(b" ")
        if len(words) >= 3 and len(words[0]) in (40, 64) and words[2].isdigit():
            sha, number = words[0].decode("ascii", "replace"), int(words[2])
        elif words[0] == b"author-time" and len(words) > 1 and words[1].isdigit():
            when = int(words[1])
    return lines
