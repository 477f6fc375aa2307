"""`inject.json`: the injected context as a list of `{id, text, source, reviewed, updated_on, scope}`.

A field that cannot be used is a problem and counts as absent; the entry is kept as long
as it has a text, because a session would load it all the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from aseptic.model.note import Citation, FileProblem, Load, Note
from aseptic.model.origin import Origin
from aseptic.readers.memory.base import Content, Facts, Source
from aseptic.readers.memory.files import BAD_ENTRY, BAD_JSON
from aseptic.readers.memory.frontmatter import find_date
from aseptic.readers.memory.identity import Ids
from aseptic.readers.memory.json_text import Broken, elements
from aseptic.readers.memory.records import record_note, text_of


def read_inject(source: Source) -> Content:
    """The valid entries, and what is wrong with the others, each with its line."""
    reader = _Reader(source)
    for element in elements(source.text):
        if isinstance(element, Broken):
            reader.fault(element.message, element.line, code=BAD_JSON)
        else:
            reader.take(*element)
    return Content(notes=tuple(reader.notes), problems=tuple(reader.problems))


class _Reader:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.notes: list[Note] = []
        self.problems: list[FileProblem] = []
        self._ids = Ids(source.shown)
        self._used: set[str] = set()

    def fault(self, message: str, line: int, *, code: str = BAD_ENTRY) -> None:
        self.problems.append(self.source.problem(code, message, line=line))

    def take(self, entry: object, line: int, end_line: int) -> None:
        if not isinstance(entry, dict):
            self.fault("an entry must be an object with 'id' and 'text'", line)
            return
        text = text_of(entry, "text")
        if text is None:
            self.fault("an entry without 'text'", line)
            return
        facts = Facts(
            source=text_of(entry, "source"),
            reviewed=self._flag(entry, "reviewed", line),
            updated_on=self._day(entry, "updated_on", line),
            expires_on=self._day(entry, "expires_on", line),
            type=text_of(entry, "type"),
        )
        self.notes.append(
            record_note(
                self.source,
                self._id(entry, text, line),
                text,
                self._text_line(text, line, end_line),
                end_line=end_line,
                facts=facts,
                load=self._load(entry, line),
                citations=self._citations(entry, line),
            )
        )

    def _text_line(self, text: str, line: int, end_line: int) -> int:
        for number in range(line, end_line + 1):
            if '"text"' in self.source.lines[number - 1]:
                return number
        return line

    def _id(self, entry: Mapping[str, object], text: str, line: int) -> str:
        given = text_of(entry, "id")
        if given is None:
            self.fault("an entry without 'id'", line)
        elif given in self._used:
            self.fault(f"the id {given!r} is used twice", line)
            given = None
        note_id = given or self._ids.next(text)
        self._used.add(note_id)
        return note_id

    def _flag(self, entry: Mapping[str, object], key: str, line: int) -> bool | None:
        value = entry.get(key)
        if value is None or isinstance(value, bool):
            return value
        self.fault(f"{key!r} must be true or false", line)
        return None

    def _day(self, entry: Mapping[str, object], key: str, line: int) -> date | None:
        value = entry.get(key)
        if value is None:
            return None
        day = find_date(value[:10]) if isinstance(value, str) else None
        if day is None:
            self.fault(f"{key!r} must be a date like 2026-01-31", line)
        return day

    def _load(self, entry: Mapping[str, object], line: int) -> Load:
        value = entry.get("scope", Load.GLOBAL.value)
        if value in (Load.GLOBAL.value, Load.SCOPED.value):
            return Load(str(value))
        self.fault("'scope' must be 'global' or 'scoped'; it counts as global", line)
        return Load.GLOBAL

    def _citations(self, entry: Mapping[str, object], line: int) -> tuple[Citation, ...]:
        given = entry.get("citations", [])
        found: list[Citation] = []
        for item in given if isinstance(given, list) else [None]:
            if citation := _citation(item):
                found.append(citation)
            else:
                self.fault("a citation must hold 'session', 'seq' (a number) and 'quote'", line)
        return tuple(found)


def _citation(item: object) -> Citation | None:
    if not isinstance(item, dict):
        return None
    session, seq, quote = text_of(item, "session"), item.get("seq"), text_of(item, "quote")
    if session is None or quote is None or type(seq) is not int or seq < 0:
        return None
    speaker = item.get("speaker")
    known = speaker in [origin.value for origin in Origin]
    return Citation(session, seq, quote, Origin(str(speaker)) if known else None)
