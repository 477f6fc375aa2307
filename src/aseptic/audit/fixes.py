"""What an audit can mend by itself, as edits that a person reviews before they are written.

Four kinds, each only where it is safe: correct a value to the log's own, remove an item
that is wrong, split an overlong list item, move items that overflow to a topic file.
Nothing is removed from a file that people write, and no file is emptied.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from aseptic.config import Config
from aseptic.language.claims import sentences
from aseptic.language.tokens import tokens
from aseptic.language.values import values
from aseptic.model.finding import Finding, Level, Result
from aseptic.model.note import Form, MemoryFile, MemoryKind, Note
from aseptic.model.verdict import Judgement, Label

REMOVED = ("C101", "C102", "I304", "S102")
"""Contradicted or overstated without one value to put in, expired, poison."""
OVERFLOW = ("I103", "I106")
_EDITED = (Form.LIST_ITEM, Form.PARAGRAPH, Form.RECORD)
_MARK = re.compile(r"^(\s*(?:[-*+]|\d+[.)])\s+)")


@dataclass(frozen=True, slots=True)
class Edit:
    """Lines `first` to `last` (from 1) of a file become `lines`."""

    path: str
    first: int
    last: int
    lines: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class Plan:
    """Edits that do not overlap, new files, and what has to be mended by hand."""

    edits: tuple[Edit, ...]
    created: Mapping[str, str]
    by_hand: tuple[Finding, ...]


def plan(result: Result, config: Config, texts: Mapping[str, str]) -> Plan:
    """The edits for a result.

    Args:
        texts: path to text of the files that may be edited, as they were audited.
    """
    edits: dict[tuple[str, int, int], Edit] = {}
    mended: set[tuple[str, str | None, str]] = set()
    files = {file.path: file for file in result.files if file.path in texts}
    for path, file in files.items():
        lines = texts[path].split("\n")
        for edit, code, record in _file_edits(file, lines, result, config):
            key = (path, edit.first, edit.last)
            if not _overlaps(edit, edits.values()):
                edits[key] = edit
                mended.add((code, record, path))
    moved, created, codes = _moves(files, texts, result, list(edits.values()), config)
    mended |= codes
    kept = _without_emptying([*edits.values(), *moved], texts)
    by_hand = tuple(
        found
        for found in result.findings
        if found.level is Level.ERROR and (found.code, found.record, found.place.path) not in mended
    )
    return Plan(kept, created, by_hand)


def apply_edits(text: str, edits: Sequence[Edit]) -> str:
    """The text of one file after its edits."""
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: e.first, reverse=True):
        lines[edit.first - 1 : edit.last] = edit.lines
    return "\n".join(lines)


def _file_edits(
    file: MemoryFile, lines: Sequence[str], result: Result, config: Config
) -> Iterator[tuple[Edit, str, str | None]]:
    notes = {note.id: note for note in file.notes if note.form in _EDITED}
    accepted = {(s.finding.code, s.finding.record) for s in result.suppressed}
    for judgement in result.judgements:
        note = notes.get(judgement.claim.note)
        if note is None or (judgement.label.code, note.id) in accepted:
            continue
        edit = _correction(note, judgement, lines)
        if edit is not None:
            yield edit, judgement.label.code, note.id
    for found in result.findings:
        note = notes.get(found.record or "")
        if note is None or found.level is not Level.ERROR or found.place.path != file.path:
            continue
        if note.form is Form.RECORD:
            continue  # its lines are part of a structure: only a value in it is exchanged
        if found.code in REMOVED and file.kind is MemoryKind.AGENT:
            yield _removal(note, found), found.code, found.record
        elif found.code == "I105" and note.form is Form.LIST_ITEM:
            edit = _split(note, lines, config)
            if edit is not None:
                yield edit, found.code, found.record


def _correction(note: Note, judgement: Judgement, lines: Sequence[str]) -> Edit | None:
    right = judgement.value
    wrong = _counterpart(judgement.claim.text, right) if right and "\n" not in right else None
    if judgement.label is not Label.CONTRADICTED or wrong is None or right is None:
        return None
    if note.form is Form.RECORD and json.dumps(right) != f'"{right}"':
        return None
    first, last = _span(note)
    old = "\n".join(lines[first - 1 : last])
    pattern = re.compile(rf"(?<![\w.]){re.escape(wrong)}(?!\w|\.\d)")
    if len(pattern.findall(old)) != 1:
        return None  # which of them is wrong is for a person to say
    new = pattern.sub(lambda _: right, old)
    said = judgement.evidence[0] if judgement.evidence else None
    source = f" ({said.session}#{said.seq})" if said else ""
    return Edit(
        note.place.path, first, last, tuple(new.split("\n")), f"the log says {right}{source}"
    )


def _counterpart(claim: str, right: str) -> str | None:
    """The one value of the claim that stands where the log has `right`; None where it is not plain.

    A word that is no value ("in use", "failed") has none: the claim is then wrong as a whole.
    """
    kinds = {value.kind for value in values(tokens(right))}
    rivals = [v for v in values(tokens(claim)) if v.kind in kinds and v.text != right]
    return rivals[0].text if len(kinds) == 1 and len(rivals) == 1 else None


def _removal(note: Note, found: Finding) -> Edit:
    first, last = _span(note)
    return Edit(note.place.path, first, last, (), f"{found.code}: {found.message}")


def _split(note: Note, lines: Sequence[str], config: Config) -> Edit | None:
    first, last = _span(note)
    mark = _MARK.match(lines[first - 1])
    parts = sentences(" ".join(note.text.split()))
    if mark is None or len(parts) < 2 or _has_children(note, lines):
        return None
    limit = config.limits.item_bytes
    if limit is not None and any(len(part.encode()) > limit for part in parts):
        return None  # a split that leaves an overlong item mends nothing
    new = tuple(f"{mark[1]}{part}" for part in parts)
    return Edit(note.place.path, first, last, new, "one statement an item")


def _has_children(note: Note, lines: Sequence[str]) -> bool:
    first, last = _span(note)
    return any(_MARK.match(line) for line in lines[first:last])


def _span(note: Note) -> tuple[int, int]:
    return note.place.line, note.place.end_line or note.place.line


def _overlaps(edit: Edit, others: object) -> bool:
    return any(
        other.path == edit.path and edit.first <= other.last and other.first <= edit.last
        for other in others  # type: ignore[attr-defined]
    )


def _without_emptying(edits: Sequence[Edit], texts: Mapping[str, str]) -> tuple[Edit, ...]:
    """Leave a file alone whose every item would go: that is a decision, not a repair."""
    kept = []
    for path in {edit.path for edit in edits}:
        mine = [edit for edit in edits if edit.path == path]
        after = apply_edits(texts[path], mine)
        if after.strip() and any(_MARK.match(line) for line in after.split("\n")):
            kept += mine
        else:
            kept += [edit for edit in mine if edit.lines]
    return tuple(sorted(kept, key=lambda e: (e.path, e.first)))


def _moves(
    files: Mapping[str, MemoryFile],
    texts: Mapping[str, str],
    result: Result,
    edits: Sequence[Edit],
    config: Config,
) -> tuple[list[Edit], dict[str, str], set[tuple[str, str | None, str]]]:
    """Overflowing MEMORY.md files: the oldest items move to a topic file beside them.

    Tools load the first lines, so what falls out is the newest; the items that stand first
    are moved until the rest fits.
    """
    moved: list[Edit] = []
    created: dict[str, str] = {}
    codes: set[tuple[str, str | None, str]] = set()
    for found in result.findings:
        file = files.get(found.place.path)
        if file is None or found.code not in OVERFLOW or found.level is not Level.ERROR:
            continue
        name = file.path.rsplit("/", 1)[-1]
        if name != "MEMORY.md" or any(edit.path == file.path for edit in moved):
            continue
        topic = f"{file.path[: -len(name)]}moved-notes.md"
        if topic in texts or topic in created:
            continue
        chosen = _oldest(file, texts[file.path], edits, config)
        if chosen:
            lines = texts[file.path].split("\n")
            body = [line for note in chosen for line in lines[_span(note)[0] - 1 : _span(note)[1]]]
            created[topic] = "# Moved notes\n\n" + "\n".join(body) + "\n"
            first, *rest = chosen
            link = "- [Moved notes](moved-notes.md): older notes that no longer fit here"
            moved.append(Edit(file.path, *_span(first), (link,), f"moved to {topic}"))
            moved += [Edit(file.path, *_span(n), (), f"moved to {topic}") for n in rest]
            codes.add((found.code, found.record, file.path))
    return moved, created, codes


def _oldest(file: MemoryFile, text: str, edits: Sequence[Edit], config: Config) -> list[Note]:
    lines = len(text.split("\n"))
    limit = min(x for x in (config.limits.lines, file.loaded_lines, 200) if x is not None)
    size, most = len(text.encode()), 25_000
    chosen: list[Note] = []
    for note in file.notes:
        if lines <= limit and size <= most:
            break
        first, last = _span(note)
        taken = Edit(file.path, first, last, (), "")
        if note.form is not Form.LIST_ITEM or _overlaps(taken, edits):
            continue
        if any(_overlaps(taken, [Edit(file.path, *_span(n), (), "")]) for n in chosen):
            continue
        chosen.append(note)
        lines -= last - first + 1
        size -= len(note.text.encode()) + 3
    return chosen
