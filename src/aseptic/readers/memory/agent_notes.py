"""Markdown that agents write for themselves: Claude's auto-memory, Serena, Cline, aeon."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from aseptic.model.note import Note
from aseptic.readers.memory.base import Content, Source
from aseptic.readers.memory.frontmatter import find_date, read_frontmatter
from aseptic.readers.memory.markdown import read_markdown
from aseptic.records import replace

INDEX_LINES = 200
INDEX_BYTES = 25 * 1024
"""Claude Code loads the first 200 lines or 25 KB of MEMORY.md, whichever ends first; what
is below is silently left out (Claude Code's documentation of auto memory)."""


def read_agent_markdown(source: Source) -> Content:
    """Free Markdown with optional frontmatter (older and newer Claude style)."""
    front = read_frontmatter(source)
    content = read_markdown(source, front.facts(), first_line=front.lines, keep=front.stray)
    return replace(content, problems=front.problems + content.problems)


def read_index(source: Source) -> Content:
    """MEMORY.md: as above, and how much of it is loaded."""
    lines, size = loaded_part(source.lines)
    content = read_agent_markdown(source)
    if lines == len(source.lines):
        return content
    return replace(content, loaded_lines=lines, loaded_bytes=size)


def loaded_part(lines: list[str]) -> tuple[int, int]:
    """How many lines and bytes (UTF-8, one byte a line end) of MEMORY.md a session loads."""
    size = 0
    for number, line in enumerate(lines):
        more = len(line.encode("utf-8", "surrogatepass")) + 1
        if number >= INDEX_LINES or size + more > INDEX_BYTES:
            return number, size
        size += more
    return len(lines), size


def read_dated(source: Source) -> Content:
    """Logs of decisions: a date at the start of an item, or in the file's name, is its date."""
    named = find_date(source.path.name)
    content = read_agent_markdown(source)
    return replace(content, notes=tuple(_dated(n, _leading_date, named) for n in content.notes))


def _leading_date(text: str) -> date | None:
    return find_date(text[:14].lstrip("*[(`# "))


def _dated(note: Note, leading: Callable[[str], date | None], named: date | None) -> Note:
    day = leading(note.text)
    for heading in reversed(note.section):
        day = day or leading(heading)
    day = day or note.updated_on or named
    return replace(note, updated_on=day)
