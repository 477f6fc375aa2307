"""Which format a memory file has, and reading it."""

from __future__ import annotations

from pathlib import Path, PurePath

from aseptic.model.note import Load, MemoryFile, MemoryKind
from aseptic.readers.memory.base import Content, MemoryFormat, Source
from aseptic.readers.memory.files import decode_file
from aseptic.readers.memory.formats import FORMATS, MARKDOWN, by_content
from aseptic.records import replace


def formats() -> tuple[MemoryFormat, ...]:
    """All known formats, in the order in which they are tried."""
    return FORMATS


def detect(path: Path, root: Path) -> MemoryFormat | None:
    """The format of a file by its name and place; None when it is no memory file by name."""
    shape = PurePath(shown_path(path, root))
    return next((f for f in FORMATS if f.matches(shape, path)), None)


def default_load(known: MemoryFormat, shown: str) -> Load:
    """When sessions get a file of this format that lies there; the file itself may say else."""
    folder = PurePath(shown).parent
    nested = known.nests and not folder.is_absolute() and folder.as_posix() not in (".", ".claude")
    return Load.SCOPED if nested else known.load


def shown_path(path: Path, root: Path) -> str:
    """The path as reports show it: relative to the root where it lies inside, else absolute."""
    absolute = Path(path) if path.is_absolute() else Path.cwd() / path
    base = root if root.is_absolute() else Path.cwd() / root
    for candidate, anchor in ((absolute, base), (_resolved(absolute), _resolved(base))):
        try:
            return candidate.relative_to(anchor).as_posix()
        except ValueError:
            continue
    return absolute.as_posix()


def read_memory(
    path: Path,
    *,
    root: Path,
    format: str | None = None,  # noqa: A002
    kind: MemoryKind | None = None,
    load: Load | None = None,
) -> MemoryFile:
    """Read a memory file into notes. Never raises for what the file holds.

    Args:
        root: the project root; paths in the result are relative to it.
        format: name of the format; by name and place when None, by content when those
            say nothing, plain Markdown in the end.
        kind: who writes it, where the caller knows better than the format.
        load: when sessions get it, where the caller knows better than format and file.

    Raises:
        KeyError: there is no format of that name.
    """
    shown = shown_path(path, root)
    decoded = decode_file(path, shown)
    if format is not None:
        known: MemoryFormat | None = {f.name: f for f in (*FORMATS, MARKDOWN)}[format]
    else:
        known = detect(path, root)
    known = known or by_content(path, decoded.text) or MARKDOWN
    source = Source(
        path=path,
        shown=shown,
        root=root,
        text=decoded.text,
        bytes=decoded.bytes,
        kind=kind or known.kind,
        load=load or default_load(known, shown),
    )
    content = known.read(source) if decoded.text.strip() else Content()
    notes = content.notes
    if load is not None:
        notes = tuple(replace(n, load=load) for n in notes)
    return MemoryFile(
        path=shown,
        format=known.name,
        kind=source.kind,
        load=load or content.load or source.load,
        notes=notes,
        bytes=decoded.bytes,
        lines=len(source.lines),
        imports=content.imports,
        loaded_lines=content.loaded_lines,
        loaded_bytes=content.loaded_bytes,
        problems=decoded.problems + content.problems,
    )


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError):
        return path
