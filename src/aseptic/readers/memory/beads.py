"""beads' knowledge base: `.kn/entries.jsonl`, one entry a line."""

from __future__ import annotations

from aseptic.model.note import FileProblem, Load, Note
from aseptic.readers.memory.base import Content, Facts, Source
from aseptic.readers.memory.files import BAD_ENTRY, BAD_JSON
from aseptic.readers.memory.identity import Ids
from aseptic.readers.memory.json_text import parse
from aseptic.readers.memory.records import day_of, record_note, text_of

_LIVE = frozenset({"active", "open", "current", "accepted"})


def read_beads(source: Source) -> Content:
    """A record for each entry; one that is no longer active is scoped: no session loads it."""
    ids = Ids(source.shown)
    notes: list[Note] = []
    problems: list[FileProblem] = []
    for number, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip():
            continue
        entry, broken = parse(line)
        if broken is not None:
            problems.append(source.problem(BAD_JSON, broken.message, line=number))
        if not isinstance(entry, dict):
            continue
        text = text_of(entry, "content", "text")
        if text is None:
            problems.append(source.problem(BAD_ENTRY, "an entry without 'content'", line=number))
            continue
        facts = Facts(
            source=text_of(entry, "source"),
            updated_on=day_of(entry, "updated_at", "created_at"),
            type=text_of(entry, "type"),
        )
        live = (text_of(entry, "status") or "active").lower() in _LIVE
        note_id = text_of(entry, "id") or ids.next(text)
        load = None if live else Load.SCOPED
        notes.append(record_note(source, note_id, text, number, facts=facts, load=load))
    return Content(notes=tuple(notes), problems=tuple(problems))
