"""Every real memory file reads, and each note stands where it says it stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aseptic.model.note import Form, MemoryFile
from aseptic.readers.memory.base import split_lines
from aseptic.readers.memory.registry import read_memory

pytestmark = pytest.mark.shared


def flat(text: str) -> str:
    return "".join(c for c in text if c not in ">|" and not c.isspace())


@pytest.fixture(scope="module")
def real(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> list[MemoryFile]:
    """All files of the manifest, at the places where their repositories have them."""
    folder = shared_data / "memory_files"
    base = tmp_path_factory.mktemp("repositories")
    out = []
    for row in json.loads((folder / "MANIFEST.json").read_text()):
        root = base / row["repo"].replace("/", "__") / row["commit"]
        path = root / row["path"]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes((folder / row["file"]).read_bytes())
        file = read_memory(path, root=root)
        for note in file.notes:
            check_span(note.text, note.form, note.place.line, note.place.end_line, path)
        out.append(file)
    return out


def check_span(text: str, form: Form, line: int, end_line: int | None, path: Path) -> None:
    lines = split_lines(path.read_text(encoding="utf-8-sig"))
    span = flat("".join(lines[line - 1 : end_line]))
    assert all(flat(part) in span for part in text.split("\n")), f"{path}:{line}: {text!r}"


def test_all_files_read(real: list[MemoryFile]) -> None:
    """All 154 read; all but configuration hold notes; one has broken frontmatter, at its line."""
    assert len(real) == 154
    assert [f.path for f in real if not f.notes] == []
    assert [(p.code, p.place.line) for f in real for p in f.problems] == [("F104", 2)]


def test_formats_are_recognised_at_their_places(real: list[MemoryFile]) -> None:
    """In its repository's layout nearly each file is known by name."""
    unknown = sorted(f.path for f in real if f.format == "markdown")
    assert [p for p in unknown if "lore" not in p and ".agent/docs" not in p] == [
        ".serena/project.yml",
        "test/resources/repos/typescript/test_repo/.serena/project.yml",
    ]


def test_graphs_and_agents_read(shared_data: Path) -> None:
    """Four graphs and ten agent files, double-encoded and packed ones too."""
    folder = shared_data / "memory_files"
    for path in folder.glob("mcp_memory_jsonl/*.jsonl"):
        file = read_memory(path, root=folder)
        assert (file.format, file.problems) == ("mcp-graph", ())
        assert file.notes
    agents = sorted(folder.glob("letta_af/**/*.af*"))
    files = [read_memory(path, root=folder) for path in agents]
    assert len(files) == 10
    assert [f.path.rsplit("/", 1)[1] for f in files if not f.notes] == [
        "outreach_workflow_agent.af"
    ]
    # The anonymiser of this data wrote an e-mail address over an escape in one of them.
    assert [(p.code, p.place.line) for f in files for p in f.problems] == [("F105", 796)]


def test_ids_are_stable_over_versions(shared_data: Path, tmp_path: Path) -> None:
    """From one dated version to the next an unchanged item keeps its id, a new one has a new id."""
    folder = shared_data / "claude_code" / "memory_history"
    versions = sorted(folder.glob("*_CLAUDE.md"))
    assert len(versions) > 10
    path = tmp_path / "CLAUDE.md"
    before: dict[str, str] = {}
    kept = 0
    for version in versions:
        path.write_bytes(version.read_bytes())
        notes = {n.id: n.text for n in read_memory(path, root=tmp_path).notes}
        same_text = set(notes.values()) & set(before.values())
        kept += len(same_text)
        for text in same_text:
            old = {i for i, t in before.items() if t == text}
            new = {i for i, t in notes.items() if t == text}
            assert old <= new or new <= old
        assert all(before.get(i, text) == text for i, text in notes.items())
        before = notes
    assert kept > 500
