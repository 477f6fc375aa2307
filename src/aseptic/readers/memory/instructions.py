"""Instruction files that people write: plain Markdown, some with frontmatter that says when."""

from __future__ import annotations

import re

from aseptic.model.note import Form, Load, Note
from aseptic.model.place import Place
from aseptic.readers.memory.base import Content, Source
from aseptic.readers.memory.frontmatter import Frontmatter, read_frontmatter
from aseptic.readers.memory.identity import Ids
from aseptic.readers.memory.markdown import read_markdown
from aseptic.records import replace


def read_instructions(source: Source) -> Content:
    """Markdown; frontmatter, where there is some, dates and attributes all notes."""
    return _read(source, read_frontmatter(source), None)


def read_cursor_rule(source: Source) -> Content:
    """Cursor: `alwaysApply: true` loads always; otherwise globs or the description decide."""
    front = read_frontmatter(source)
    return _read(source, front, Load.GLOBAL if front.flag("alwaysApply") else Load.SCOPED)


def read_windsurf_rule(source: Source) -> Content:
    """Windsurf: `trigger: always_on` loads always; without frontmatter too."""
    front = read_frontmatter(source)
    always = front.text("trigger") in (None, "always_on")
    return _read(source, front, Load.GLOBAL if always else Load.SCOPED)


def read_paths_rule(source: Source) -> Content:
    """Rules that `paths`, `globs` or `applyTo` limit to some files; else they load always."""
    front = read_frontmatter(source)
    limits = [front.values.get(key) for key in ("paths", "globs", "applyTo")]
    limited = any(limit and limit not in ("**", "**/*", "*") for limit in limits)
    return _read(source, front, Load.SCOPED if limited else Load.GLOBAL)


def read_kiro_steering(source: Source) -> Content:
    """Kiro: `inclusion` is `always` (also when absent), `fileMatch`, `auto` or `manual`."""
    front = read_frontmatter(source)
    always = front.text("inclusion") in (None, "always")
    return _read(source, front, Load.GLOBAL if always else Load.SCOPED)


def read_microagent(source: Source) -> Content:
    """OpenHands: triggers make it load on a word; without them a `repo` agent loads always."""
    front = read_frontmatter(source)
    scoped = bool(front.values.get("triggers")) or front.text("type") == "knowledge"
    return _read(source, front, Load.SCOPED if scoped else Load.GLOBAL)


def _read(source: Source, front: Frontmatter, load: Load | None) -> Content:
    if load is not None:
        source = replace(source, load=load)
    facts = front.facts()
    content = read_markdown(source, facts, first_line=front.lines, keep=front.stray)
    notes = (*_description(source, front), *content.notes)
    return replace(content, notes=notes, load=load, problems=front.problems + content.problems)


def _description(source: Source, front: Frontmatter) -> tuple[Note, ...]:
    """The description as a note: tools show it to the model to choose rules and skills by."""
    text = front.text("description")
    key = re.compile(r"[\w-]+\s*:")
    first = next((i for i in range(front.lines) if source.lines[i].startswith("description")), None)
    if text is None or first is None:
        return ()
    last = first
    while last + 2 < front.lines and not key.match(source.lines[last + 1]):
        last += 1
    return (
        Note(
            id=Ids(source.shown).next(f"description: {text}"),
            text=text,
            place=Place(source.shown, first + 1, last + 1),
            kind=source.kind,
            load=source.load,
            form=Form.PARAGRAPH,
            section=("description",),
        ),
    )
