"""Short ways to write injected contexts in tests."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from aseptic.config import Config
from aseptic.model.note import Form, Load, MemoryFile, MemoryKind, Note
from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Repository, Rule

TODAY = date(2026, 12, 1)


def note(text: str, number: int = 0, **more: Any) -> Note:
    """A record of inject.json that nothing is wrong with."""
    path = more.pop("path", "memory/inject.json")
    line = more.pop("line", number + 1)
    plain = Note(
        id=more.pop("id", f"n{number}"),
        text=text,
        place=Place(path, line, line + text.count("\n")),
        kind=MemoryKind.AGENT,
        load=Load.GLOBAL,
        form=Form.RECORD,
        source="session s1#4",
        reviewed=True,
        updated_on=date(2026, 11, 28),
    )
    return replace(plain, **more)


def file(*notes: Note | str, **more: Any) -> MemoryFile:
    """An inject.json with these items."""
    full = tuple(n if isinstance(n, Note) else note(n, i) for i, n in enumerate(notes))
    size = sum(len(n.text.encode()) for n in full)
    lines = sum(n.text.count("\n") + 1 for n in full)
    plain = MemoryFile(
        path="memory/inject.json",
        format="inject",
        kind=MemoryKind.AGENT,
        load=Load.GLOBAL,
        notes=full,
        bytes=size,
        lines=lines,
    )
    return replace(plain, **more)


def markdown(*texts: str, kind: MemoryKind = MemoryKind.INSTRUCTIONS, **more: Any) -> MemoryFile:
    """A CLAUDE.md (or MEMORY.md) whose list items these are, one line each."""
    agent = kind is MemoryKind.AGENT
    path = more.pop("path", "MEMORY.md" if agent else "CLAUDE.md")
    fields = more.pop("fields", {})
    notes = tuple(
        note(text, i, path=path, kind=kind, form=Form.LIST_ITEM, **fields)
        for i, text in enumerate(texts)
    )
    return file(
        *notes, path=path, format="claude-index" if agent else "claude-md", kind=kind, **more
    )


def hits(
    rule: Rule,
    *files: MemoryFile,
    config: Config | None = None,
    repository: Repository | None = None,
    texts: dict[str, str] | None = None,
) -> list[Hit]:
    """What a rule says about these files."""
    injected = Injected(files, config or Config(), TODAY, repository or Repository(), texts or {})
    return list(rule.check(injected))
