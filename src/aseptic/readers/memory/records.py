"""Notes that are records: one JSON value or string each, not a span of prose."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from aseptic.model.note import Citation, Form, Load, Note
from aseptic.model.place import Place
from aseptic.readers.memory.base import Facts, Source
from aseptic.readers.memory.frontmatter import find_date
from aseptic.readers.memory.json_text import encoded


def record_note(
    source: Source,
    note_id: str,
    text: str,
    line: int,
    *,
    end_line: int | None = None,
    section: tuple[str, ...] = (),
    facts: Facts | None = None,
    load: Load | None = None,
    form: Form = Form.RECORD,
    citations: tuple[Citation, ...] = (),
) -> Note:
    """A note that stands in a line of JSON; its column is that of its text, where found."""
    facts = facts or Facts()
    return Note(
        id=note_id,
        text=text,
        place=Place(source.shown, line, end_line or line, column=_column(source, text, line)),
        kind=source.kind,
        load=load or source.load,
        form=form,
        section=section,
        source=facts.source,
        reviewed=facts.reviewed,
        updated_on=facts.updated_on,
        expires_on=facts.expires_on,
        type=facts.type,
        citations=citations,
    )


def text_of(record: Mapping[str, object], *keys: str) -> str | None:
    """The first of the keys that holds text."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return None


def day_of(record: Mapping[str, object], *keys: str) -> date | None:
    """The first of the keys that holds a text with a date in it."""
    for key in keys:
        value = record.get(key)
        if isinstance(value, str) and (day := find_date(value)):
            return day
    return None


def _column(source: Source, text: str, line: int) -> int:
    if not 0 < line <= len(source.lines):
        return 1
    at = max(source.lines[line - 1].find(head) for head in encoded(text))
    return max(at, 0) + 1
