"""I106: the tool loads only the head of the file, so the newest lines are silently dropped."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.model.note import Form, Load, MemoryFile
from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import size
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each file that is longer than what its tool loads, at the first lost item."""
    for file in injected.files:
        last = _last_loaded_line(file, injected.texts.get(file.path))
        if last is None:
            continue
        lost = [
            note
            for note in file.notes
            if note.form is not Form.HEADING and (note.place.end_line or note.place.line) > last
        ]
        if not lost and file.loaded_lines is None:
            continue
        place = lost[0].place if lost else Place(file.path, last + 1)
        first = f"; the first lost is {_short(lost[0].text)!r}" if lost else ""
        yield Hit(
            place=place,
            message=f"the tool loads {_loaded(file)} of this file's {file.lines} lines and "
            f"{file.bytes:,} bytes: {len(lost)} items after line {last} never reach a session{first}",
            kind=file.kind,
            record=lost[0].id if lost else None,
            hint="appended items are the newest: shorten the head of the file or move items "
            "to topic files",
            subject="overflow",
        )


def _last_loaded_line(file: MemoryFile, text: str | None) -> int | None:
    """Number of the last line that is loaded in full; None where all of them are."""
    if file.load is not Load.GLOBAL:
        return None
    last = file.lines
    if file.loaded_lines is not None and file.loaded_lines < file.lines:
        last = file.loaded_lines
    if file.loaded_bytes is not None and file.loaded_bytes < file.bytes:
        last = min(last, _line_at(file, text))
    return last if last < file.lines else None


def _line_at(file: MemoryFile, text: str | None) -> int:
    limit = file.loaded_bytes or 0
    if text is None:  # without the text, lines are taken to be equally long
        return int(file.lines * limit / file.bytes)
    used = 0
    for number, line in enumerate(text.split("\n"), start=1):
        used += size(line) + 1
        if used > limit + 1:
            return number - 1
    return file.lines


def _loaded(file: MemoryFile) -> str:
    size = f"{file.loaded_bytes:,} bytes" if file.loaded_bytes is not None else ""
    if file.loaded_lines is None:
        return f"the first {size}"
    lines = f"the first {file.loaded_lines} lines"
    return f"{lines} ({size})" if size else lines


def _short(text: str, width: int = 60) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 1] + "…"


RULE = Rule(
    code="I106",
    name="overflow",
    summary="the file is longer than what its tool loads, so its newest items are dropped",
    levels=ALWAYS_ERROR,
    check=check,
)
