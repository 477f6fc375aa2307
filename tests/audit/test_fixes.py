"""Repairs: small, reviewed before they are written, and taken back without loss."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from aseptic.audit import patch
from aseptic.audit.fixes import Plan, plan
from aseptic.config import Config, Limits
from aseptic.errors import UsageError
from aseptic.language.claims import split
from aseptic.model.evidence import Evidence, Says
from aseptic.model.finding import Finding, Level, Result
from aseptic.model.note import Note
from aseptic.model.origin import Origin
from aseptic.model.verdict import Judgement, Label
from aseptic.readers.memory.registry import read_memory

NOW = datetime(2026, 12, 1, tzinfo=UTC)
QUOTE = Evidence("s1", 4, "serving on port 8080", Says.CONTRADICTS, Origin.TOOL)


def result_of(
    root: Path, path: str, *found: Finding, judged: dict[str, str | None] | None = None
) -> Result:
    """A result in which these findings stand, and these notes (by text) are contradicted."""
    file = read_memory(root / path, root=root)
    judgements = [
        Judgement(claim, Label.CONTRADICTED, "", (QUOTE,), value=(judged or {})[note.text])
        for note in file.notes
        if note.text in (judged or {})
        for claim in split(note)
    ]
    more = tuple(
        Finding("C101", Level.ERROR, "contradicted", j.claim.place, record=j.claim.note)
        for j in judgements
    )
    return Result(
        "audit", str(root), NOW, (*found, *more), judgements=tuple(judgements), files=(file,)
    )


def mend(root: Path, result: Result, config: Config | None = None) -> tuple[Plan, dict[str, str]]:
    path = result.files[0].path
    texts = {path: (root / path).read_text()}
    made = plan(result, config or Config(), texts)
    return made, patch.after(made, texts)


def write(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


MEMORY = "# Memory\n\n- The server listens on port 9090.\n- The rope is at the camp.\n"


@pytest.mark.parametrize(
    ("text", "value", "after"),
    [
        ("The server listens on port 9090.", "8080", "The server listens on port 8080."),
        ("The cave is to the east.", "west", "The cave is to the west."),
        ("The data is in `src/a.json`.", "src/b.json", "The data is in `src/b.json`."),
        # which of two numbers is wrong is not ours to say: the item goes, in agent memory
        ("Ports 9090 and 9091 are open.", "8080", None),
        ("The module is deprecated.", "in use", None),
    ],
)
def test_a_contradicted_value_becomes_the_logs(
    tmp_path: Path, text: str, value: str, after: str | None
) -> None:
    """One value of the right kind is exchanged; where it is not plain which, the item goes."""
    write(tmp_path, "MEMORY.md", f"- {text}\n- The rope is at the camp.\n")
    _, texts = mend(tmp_path, result_of(tmp_path, "MEMORY.md", judged={text: value}))
    first = f"- {after}\n" if after else ""
    assert texts["MEMORY.md"] == f"{first}- The rope is at the camp.\n"


def test_nothing_is_removed_from_what_people_write(tmp_path: Path) -> None:
    """In CLAUDE.md a value can be corrected, but no item goes."""
    text = "The module is deprecated."
    write(tmp_path, "CLAUDE.md", f"- {text}\n- The rope is at the camp.\n")
    made, texts = mend(tmp_path, result_of(tmp_path, "CLAUDE.md", judged={text: "in use"}))
    assert (made.edits, texts) == ((), {})
    assert [f.code for f in made.by_hand] == ["C101"]


def test_no_file_is_emptied(tmp_path: Path) -> None:
    """Where every item is wrong, a person decides."""
    write(tmp_path, "MEMORY.md", "- The module is deprecated.\n")
    made, _ = mend(
        tmp_path, result_of(tmp_path, "MEMORY.md", judged={"The module is deprecated.": "in use"})
    )
    assert made.edits == ()


def test_an_overlong_item_becomes_one_statement_an_item(tmp_path: Path) -> None:
    """Split at its sentences, where each of them is short enough."""
    write(tmp_path, "MEMORY.md", "* The cave is west. The ford is north. The rope is here.\n")
    note = read_memory(tmp_path / "MEMORY.md", root=tmp_path).notes[0]
    found = Finding("I105", Level.ERROR, "too long", note.place, record=note.id)
    config = replace(Config(), limits=Limits(item_bytes=30))
    _, texts = mend(tmp_path, result_of(tmp_path, "MEMORY.md", found), config)
    assert texts["MEMORY.md"] == "* The cave is west.\n* The ford is north.\n* The rope is here.\n"
    tight = replace(Config(), limits=Limits(item_bytes=10))
    assert mend(tmp_path, result_of(tmp_path, "MEMORY.md", found), tight)[0].edits == ()


def test_what_overflows_moves_to_a_topic_file(tmp_path: Path) -> None:
    """The oldest items move, so that the newest are loaded again; nothing is lost."""
    items = [f"- Fact number {n} holds.\n" for n in range(230)]
    write(tmp_path, ".claude/memory/MEMORY.md", "# Memory\n\n" + "".join(items))
    path = ".claude/memory/MEMORY.md"
    file = read_memory(tmp_path / path, root=tmp_path)
    found = Finding("I106", Level.ERROR, "overflow", file.notes[-1].place)
    _, texts = mend(tmp_path, result_of(tmp_path, path, found))
    kept, moved = texts[path], texts[".claude/memory/moved-notes.md"]
    assert kept.count("\n") <= 200 and items[-1] in kept and items[0] in moved
    assert all((item in kept) != (item in moved) for item in items)
    assert "[Moved notes](moved-notes.md)" in kept


def test_a_written_fix_is_taken_back_byte_for_byte(tmp_path: Path) -> None:
    """Undo restores what stood there, and only while nobody has changed it since."""
    write(tmp_path, "MEMORY.md", MEMORY)
    made, texts = mend(
        tmp_path,
        result_of(tmp_path, "MEMORY.md", judged={"The server listens on port 9090.": "8080"}),
    )
    patch.write(tmp_path, made, {"MEMORY.md": MEMORY}, NOW)
    assert (tmp_path / "MEMORY.md").read_text() == texts["MEMORY.md"]
    assert patch.undo(tmp_path) == ["MEMORY.md"]
    assert (tmp_path / "MEMORY.md").read_text() == MEMORY
    with pytest.raises(UsageError, match="nothing to undo"):
        patch.undo(tmp_path)


def test_undo_never_overwrites_a_later_change(tmp_path: Path) -> None:
    """The twin: somebody edited the file after the fix."""
    write(tmp_path, "MEMORY.md", MEMORY)
    made, _ = mend(
        tmp_path,
        result_of(tmp_path, "MEMORY.md", judged={"The server listens on port 9090.": "8080"}),
    )
    patch.write(tmp_path, made, {"MEMORY.md": MEMORY}, NOW)
    write(tmp_path, "MEMORY.md", "mine")
    with pytest.raises(UsageError, match="changed after the fix"):
        patch.undo(tmp_path)
    assert (tmp_path / "MEMORY.md").read_text() == "mine"


def test_a_file_that_changed_since_the_audit_is_not_written(tmp_path: Path) -> None:
    """Edits are by line; on another text they would hit the wrong one."""
    write(tmp_path, "MEMORY.md", MEMORY)
    made, _ = mend(
        tmp_path,
        result_of(tmp_path, "MEMORY.md", judged={"The server listens on port 9090.": "8080"}),
    )
    write(tmp_path, "MEMORY.md", "\n" + MEMORY)
    with pytest.raises(UsageError, match="changed since it was audited"):
        patch.write(tmp_path, made, {"MEMORY.md": MEMORY}, NOW)


def test_the_patch_is_one_that_git_applies(tmp_path: Path) -> None:
    """What is shown is what would be written; also without a line end at the end."""
    import subprocess

    text = MEMORY.rstrip("\n")
    write(tmp_path, "MEMORY.md", text)
    made, texts = mend(
        tmp_path,
        result_of(tmp_path, "MEMORY.md", judged={"The server listens on port 9090.": "8080"}),
    )
    shown = patch.diff(made, {"MEMORY.md": text})
    subprocess.run(["git", "apply", "-"], input=shown, text=True, cwd=tmp_path, check=True)
    assert (tmp_path / "MEMORY.md").read_text() == texts["MEMORY.md"]


def test_an_expired_note_goes_and_a_fresh_one_stays(tmp_path: Path) -> None:
    """By its record, not by its neighbours."""
    write(tmp_path, "MEMORY.md", MEMORY)
    first: Note = read_memory(tmp_path / "MEMORY.md", root=tmp_path).notes[0]
    found = Finding(
        "I304", Level.ERROR, f"expired on {date(2026, 1, 1)}", first.place, record=first.id
    )
    _, texts = mend(tmp_path, result_of(tmp_path, "MEMORY.md", found))
    assert texts["MEMORY.md"] == "# Memory\n\n- The rope is at the camp.\n"


@pytest.mark.parametrize(
    ("value", "port"), [("8080", "8080"), ("in use", "9090"), ('80"80', "9090")]
)
def test_a_record_is_corrected_in_place_and_never_cut_out(
    tmp_path: Path, value: str, port: str
) -> None:
    """In inject.json one value can be exchanged; lines of a structure are not removed."""
    records = '[\n  {\n    "id": "p",\n    "text": "The server listens on port 9090."\n  }\n]\n'
    write(tmp_path, "memory/inject.json", records)
    result = result_of(
        tmp_path, "memory/inject.json", judged={"The server listens on port 9090.": value}
    )
    _, texts = mend(tmp_path, result)
    after = texts.get("memory/inject.json", records)
    assert after == records.replace("9090", port)
