"""Faults of a file are located problems, never exceptions."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aseptic.readers.memory import files
from aseptic.readers.memory.registry import formats, read_memory


def problems(tmp_path: Path, name: str, data: bytes) -> list[tuple[str, int, int | None]]:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    found = read_memory(path, root=tmp_path).problems
    return [(p.code, p.place.line, p.place.byte) for p in found]


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("CLAUDE.md", b"", [("F106", 1, None)]),
        ("CLAUDE.md", b" \n", [("F106", 1, None)]),
        ("CLAUDE.md", b"- a\n- caf\xe9\n", [("F102", 2, 9)]),
        ("CLAUDE.md", b"\x7fELF\0\0", [("F103", 1, 4)]),
        ("CLAUDE.md", b"\xff\xfea", [("F102", 1, 2)]),
        ("CLAUDE.md", b"---\nname: a\nbroken here\n---\n- a\n", [("F104", 3, None)]),
        ("CLAUDE.md", b"---\nname: a\nnever closed\n", [("F104", 1, None)]),
        ("memory/inject.json", b"[{", [("F105", 1, None)]),
        ("memory/inject.json", b"{}", [("F105", 1, None)]),
        ("memory/inject.json", b'[{"id":"a","text":"t"},\n3]', [("F108", 2, None)]),
        ("a.af", b"{\n oops", [("F105", 2, None)]),
        ("a.af.gz", b"no gzip", [("F103", 1, None)]),
        (
            "memory.jsonl",
            b'{"type":"entity","name":"a","observations":["x y"]}\n{oops\n',
            [("F105", 2, None)],
        ),
        # good files of every kind have none
        ("CLAUDE.md", b"- a\n", []),
        ("CLAUDE.md", b"\xef\xbb\xbf- a\n", []),
        ("CLAUDE.md", "- a\n".encode("utf-16"), []),
        ("CLAUDE.md", "- caf\u00e9\n".encode(), []),
        ("CLAUDE.md", b"---\n\nA rule above, no frontmatter.\n", []),
        ("CLAUDE.md", b"---\nname: a\n---\n- a\n", []),
        (".cursor/rules/a.mdc", b"---\nglobs: *.ts,*.tsx\n---\n- a\n", []),
        ("memory/inject.json", b"[]", []),
        ("memory/inject.json", b'[{"id":"a","text":"t"}]', []),
        ("a.af", b'{"blocks": []}', []),
        ("a.af.gz", gzip.compress(b'{"blocks": []}', mtime=0), []),
        ("memory.jsonl", b'{"type":"entity","name":"a","observations":[]}\n', []),
    ],
)
def test_faults_and_their_places(
    tmp_path: Path, name: str, data: bytes, expected: list[object]
) -> None:
    """Each fault has its code, line and byte; a good file has none."""
    assert problems(tmp_path, name, data) == expected


def test_one_bad_byte_hides_nothing(tmp_path: Path) -> None:
    """The rest of a file that is not quite UTF-8 is read all the same."""
    (tmp_path / "CLAUDE.md").write_bytes(b"- caf\xe9\n- poison\n")
    assert [n.text for n in read_memory(tmp_path / "CLAUDE.md", root=tmp_path).notes][1] == "poison"


def test_missing_file_and_folder_are_unreadable(tmp_path: Path) -> None:
    """A path that leads nowhere, or to a folder, is F101."""
    for path in (tmp_path / "gone.md", tmp_path):
        assert [p.code for p in read_memory(path, root=tmp_path).problems] == ["F101"]


def test_large_files_are_not_read(tmp_path: Path) -> None:
    """A sparse file of 100 MB is a problem at once; so is a small one that unpacks to as much."""
    with (tmp_path / "CLAUDE.md").open("wb") as file:
        file.truncate(100_000_000)
    bomb = gzip.compress(b" " * (files.MAX_BYTES + 1))
    assert problems(tmp_path, "a.af.gz", bomb) == [("F107", 1, None)]
    found = read_memory(tmp_path / "CLAUDE.md", root=tmp_path)
    assert [p.code for p in found.problems] == ["F107"]
    assert found.bytes == 100_000_000


NAMES = ["CLAUDE.md", "memory/inject.json", "a.af", "a.af.gz", "memory.jsonl", ".kn/entries.jsonl"]
NAMES += [".cursor/rules/a.mdc", "memory/MEMORY.md", "memory-bank/decisionLog.md", "x.bin"]
PIECES = [b"---\n", b"a: b\n", b"[", b"]", b"{", b"}", b'"text":', b'"x"', b",", b"\n", b"- a"]
PIECES += [b'"id":1', b"null", b'"blocks":[', b'"value":"a b"', b"*x", b"&x", b"? ", b": "]


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    name=st.sampled_from(NAMES),
    data=st.binary(max_size=200)
    | st.text(max_size=100).map(lambda t: t.encode("utf-8", "replace"))
    | st.lists(st.sampled_from(PIECES), max_size=30).map(b"".join),
)
def test_no_bytes_raise(tmp_path: Path, name: str, data: bytes) -> None:
    """Whatever a file holds, under whatever name, reading it is an answer."""
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    file = read_memory(path, root=tmp_path)
    assert all(1 <= n.place.line <= max(file.lines, 1) for n in file.notes)
    assert all(n.text.strip() for n in file.notes)


def test_format_names_are_stable_words() -> None:
    """Format names are shown in reports: lower case words with dashes."""
    assert all(f.name.replace("-", "").isalpha() and f.name.islower() for f in formats())


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"a":' * 50_000, "---\n" + "[" * 50_000 + "\n---\n"],
    ids=["list", "object", "yaml"],
)
def test_deep_nesting_is_a_problem_not_a_crash(tmp_path: Path, text: str) -> None:
    """Brackets without end do not exhaust the stack."""
    for name in ("memory/inject.json", "a.af", "CLAUDE.md"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"{text} The port is 8080.")
        read = read_memory(path, root=tmp_path)
        # Markdown reads on behind the brackets; a broken record is said to be one.
        words = any("8080" in note.text for note in read.notes)
        assert words if name == "CLAUDE.md" else read.problems


def test_long_markdown_is_read_in_part_and_said(tmp_path: Path) -> None:
    """Markdown above a million characters is read up to there; the place of the cut is told."""
    (tmp_path / "CLAUDE.md").write_text("text text\n" * 120_000)
    file = read_memory(tmp_path / "CLAUDE.md", root=tmp_path)
    assert [(p.code, p.place.line) for p in file.problems] == [("F107", 100_001)]
    assert (len(file.notes), file.lines) == (1, 120_000)
