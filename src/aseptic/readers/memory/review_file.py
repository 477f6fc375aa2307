"""`.aseptic/review.toml`: what a person has accepted, kept beside memory that cannot say so itself.

An entry holds for a note as long as its text stays the same: it names the note's id and
the digest of its text. Written by `audit --accept`, read by everything else.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from datetime import date
from pathlib import Path

from aseptic.errors import ConfigError, UnreadableError
from aseptic.model.note import Note
from aseptic.readers.memory.identity import text_digest
from aseptic.records import dataclass

REVIEW_FILE = ".aseptic/review.toml"
_HEAD = "# Reviewed memory: written by `aseptic audit --accept`. One entry a note.\n"


@dataclass(frozen=True, slots=True)
class Review:
    """One accepted note."""

    note: str
    digest: str
    reviewed: date
    by: str | None = None
    source: str | None = None

    def covers(self, note: Note) -> bool:
        """Whether it speaks of this note as it is now."""
        return self.note == note.id and self.digest == text_digest(note.text)


def accept(note: Note, on: date, *, by: str | None = None, source: str | None = None) -> Review:
    """The review of a note as it stands."""
    return Review(note.id, text_digest(note.text), on, by, source or note.source)


def read_reviews(root: Path) -> dict[str, Review]:
    """The reviews of a project by note id; empty where there is no file.

    Raises:
        ConfigError: the file is not TOML, or an entry is not as written by us.
    """
    path = root / REVIEW_FILE
    if not path.is_file():
        return {}
    import tomllib

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"not valid TOML: {error}", where=path) from error
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}", where=path) from error
    entries = data.get("review", [])
    if not isinstance(entries, list):
        raise ConfigError("'review' must be a list of tables ([[review]])", where=path)
    reviews = [_review(entry, number, path) for number, entry in enumerate(entries, start=1)]
    return {review.note: review for review in reviews}


def _review(entry: object, number: int, path: Path) -> Review:
    if not isinstance(entry, dict):
        raise ConfigError(f"entry {number} is not a table", where=path)
    note, digest, day = entry.get("note"), entry.get("digest"), entry.get("reviewed")
    if not isinstance(note, str) or not isinstance(digest, str) or type(day) is not date:
        raise ConfigError(
            f"entry {number} needs 'note', 'digest' (texts) and 'reviewed' (a date)", where=path
        )
    return Review(note, digest, day, _text(entry, "by"), _text(entry, "source"))


def _text(entry: Mapping[str, object], key: str) -> str | None:
    value = entry.get(key)
    return value if isinstance(value, str) and value else None


def write_reviews(root: Path, reviews: Iterable[Review]) -> Path:
    """Replace the project's reviews, sorted by note, in one step (a crash leaves the old file).

    Raises:
        UnreadableError: the file cannot be written.
    """
    path = root / REVIEW_FILE
    parts = [_HEAD, *(_table(review) for review in sorted(reviews, key=lambda r: r.note))]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".review-")
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
            file.write("\n".join(parts))
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except OSError as error:
        raise UnreadableError(f"cannot be written: {error.strerror}", where=path) from error
    return path


def _table(review: Review) -> str:
    lines = [
        "[[review]]",
        f"note = {_quoted(review.note)}",
        f"digest = {_quoted(review.digest)}",
        f"reviewed = {review.reviewed.isoformat()}",
    ]
    lines += [f"by = {_quoted(review.by)}"] if review.by else []
    lines += [f"source = {_quoted(review.source)}"] if review.source else []
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string, but for DEL, which TOML wants escaped.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007F")
