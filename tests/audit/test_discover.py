"""What is found in a project, and what is left alone."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from aseptic.audit.discover import FoundMemory, find_memory
from aseptic.audit.find_logs import find_logs, survey_logs
from aseptic.audit.globs import matches_glob
from aseptic.audit.loaded import what_loads
from aseptic.config import Config, Logs, Memory
from aseptic.errors import UnreadableError
from aseptic.model.note import Load, MemoryKind


def put(root: Path, *names: str, text: str = "- a note\n") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    return tmp_path / "project"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / "home").mkdir()
    return tmp_path / "home"


def names(root: Path, home: Path, config: Config | None = None) -> list[str]:
    return [f.read(root).path for f in find_memory(root, config or Config(), home)]


def test_finds_by_name_and_leaves_the_rest(root: Path, home: Path) -> None:
    """Memory of every tool is found; other files and other people's folders are not."""
    put(root, "CLAUDE.md", "a/AGENTS.md", ".cursor/rules/a.mdc", ".serena/memories/b.md")
    put(root, "README.md", "node_modules/x/CLAUDE.md", ".venv/AGENTS.md", ".git/CLAUDE.md")
    expected = [".cursor/rules/a.mdc", ".serena/memories/b.md", "CLAUDE.md", "a/AGENTS.md"]
    assert names(root, home) == expected


def test_an_empty_project_has_none(root: Path, home: Path) -> None:
    """Nothing found is an empty list."""
    assert names(root, home) == []
    assert find_logs(root, Config(), home) == []


def test_git_decides_what_belongs_but_for_local_files(root: Path, home: Path) -> None:
    """An ignored folder is not the project's; CLAUDE.local.md is loaded though ignored."""
    put(root, "CLAUDE.md", "CLAUDE.local.md", "out/CLAUDE.md")
    (root / ".gitignore").write_text("out/\nCLAUDE.local.md\n")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    assert names(root, home) == ["CLAUDE.local.md", "CLAUDE.md"]


def test_one_file_with_two_names_is_found_once(root: Path, home: Path) -> None:
    """A link CLAUDE.md to AGENTS.md is AGENTS.md."""
    put(root, "AGENTS.md")
    (root / "CLAUDE.md").symlink_to("AGENTS.md")
    assert names(root, home) == ["AGENTS.md"]


def test_links_out_of_the_project_and_loops_are_left_out(root: Path, home: Path) -> None:
    """A link cannot make us read somebody else's file, nor walk for ever."""
    put(root.parent, "elsewhere/CLAUDE.md")
    put(root, "AGENTS.md")
    (root / "CLAUDE.md").symlink_to(root.parent / "elsewhere" / "CLAUDE.md")
    (root / "loop").symlink_to(root, target_is_directory=True)
    (root / "GEMINI.md").symlink_to("GEMINI.md")
    assert names(root, home) == ["AGENTS.md"]


def test_imported_files_are_memory_too(root: Path, home: Path) -> None:
    """What CLAUDE.md imports is loaded with it; a circle ends; outside the project nothing is read."""
    put(root.parent, "outside.md")
    put(root, "CLAUDE.md", text="@docs/a.md @../outside.md @gone.md `see @docs/c.md`\n")
    put(root, "docs/a.md", text="@b.md\n")
    put(root, "docs/b.md", text="@../CLAUDE.md\n\n@../sub/AGENTS.md\n")
    put(root, "docs/c.md", "sub/AGENTS.md")
    found = {f.read(root).path: f for f in find_memory(root, Config(), home)}
    assert sorted(found) == ["CLAUDE.md", "docs/a.md", "docs/b.md", "sub/AGENTS.md"]
    assert found["docs/b.md"].why == "import"
    assert {f.read(root).load for f in found.values()} == {Load.GLOBAL}
    excluded = Config(memory=Memory(exclude=("docs/",)))
    assert names(root, home, excluded) == ["CLAUDE.md", "sub/AGENTS.md"]


def test_an_impossible_import_is_no_crash(root: Path, home: Path) -> None:
    """A name that no file system takes leads nowhere."""
    put(root, "CLAUDE.md", text=f"@./{'x' * 5000}\n")
    assert names(root, home) == ["CLAUDE.md"]
    (claude, *_) = what_loads(root, home, managed=home)
    assert [p.code for p in claude.problems] == ["R104"]


def test_configured_files_and_kinds(root: Path, home: Path) -> None:
    """Globs add files of a kind, override the kind of found ones, and exclude."""
    put(root, "CLAUDE.md", "notes/deep/a.md", "docs/team.md", "vendor/AGENTS.md")
    memory = Memory(
        agent=("notes/**/*.md", "CLAUDE.md"), instructions=("docs/team.md",), exclude=("vendor/",)
    )
    found = {f.path.name: f for f in find_memory(root, Config(memory=memory), home)}
    assert sorted(found) == ["CLAUDE.md", "a.md", "team.md"]
    assert found["CLAUDE.md"].kind is MemoryKind.AGENT
    assert found["team.md"].kind is MemoryKind.INSTRUCTIONS


def test_memory_of_a_nested_project_is_scoped(root: Path, home: Path) -> None:
    """Sessions in the root do not load what a project below it keeps for itself."""
    put(root, ".claude/memory/MEMORY.md", "sub/.claude/memory/MEMORY.md", "sub/memory/inject.json")
    loads = {f.read(root).path: f.read(root).load for f in find_memory(root, Config(), home)}
    assert loads[".claude/memory/MEMORY.md"] is Load.GLOBAL
    assert loads["sub/.claude/memory/MEMORY.md"] is Load.SCOPED
    assert loads["sub/memory/inject.json"] is Load.SCOPED


def claude_folder(root: Path, home: Path) -> Path:
    encoded = "".join(c if c.isascii() and c.isalnum() else "-" for c in str(root))
    return home / ".claude" / "projects" / encoded


def test_auto_memory_of_this_path(root: Path, home: Path) -> None:
    """Claude's memory folder for this path is found under home; another's is not."""
    put(claude_folder(root, home), "memory/MEMORY.md", "memory/topic.md", "memory/x.bin")
    put(home / ".claude", "projects/-other/memory/MEMORY.md", "CLAUDE.md")
    found: list[FoundMemory] = find_memory(root, Config(), home)
    assert [(f.path.name, f.format) for f in found] == [
        ("MEMORY.md", "claude-index"),
        ("topic.md", "claude-topic"),
    ]


def log(cwd: str | None) -> str:
    first = json.dumps({"type": "summary"})
    return f"{first}\n{json.dumps({'type': 'user', 'cwd': cwd} if cwd else {'type': 'user'})}\n"


def test_logs_of_a_path_that_is_written_the_same_way(root: Path, home: Path) -> None:
    """`a/b` and `a-b` share a folder: the log of the other path is left out, counted and said."""
    folder = claude_folder(root, home)
    put(folder, "ours.jsonl", "sub/agent-1.jsonl", text=log(str(root)))
    put(folder, "below.jsonl", text=log(str(root / "src")))
    put(folder, "silent.jsonl", text=log(None))
    put(folder, "theirs.jsonl", text=log(str(root).replace("/project", "-project")))
    found = survey_logs(root, Config(), home)
    assert sorted(p.name for p in found.paths) == [
        "agent-1.jsonl",
        "below.jsonl",
        "ours.jsonl",
        "silent.jsonl",
    ]
    assert [p.name for p in found.left_out] == ["theirs.jsonl"]
    assert found.remarks[0].startswith("1 log(s) left out")
    assert find_logs(root, Config(logs=Logs(claude_code=False)), home) == []


def test_given_and_configured_logs(root: Path, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files, folders and globs, each file once; what is given must exist."""
    put(root, "logs/a.jsonl", "logs/b.json", "logs/c.png", "d.txt", ".aider.chat.history.md")
    put(root, ".specstory/history/e.md")
    monkeypatch.chdir(root)
    config = Config(logs=Logs(paths=("logs/*.jsonl", "nowhere/*.jsonl")))
    found = survey_logs(root, config, home, ["logs", "d.txt", "logs/*.json"])
    assert [p.name for p in found.paths] == [
        "a.jsonl",
        "b.json",
        "d.txt",
        "e.md",
        ".aider.chat.history.md",
    ]
    assert found.remarks == ("logs.paths: nothing at 'nowhere/*.jsonl'",)
    with pytest.raises(UnreadableError, match="no session log there"):
        find_logs(root, config, home, ["gone"])


@pytest.mark.parametrize(
    ("path", "glob", "expected"),
    [
        ("a.md", "*.md", True),
        ("x/a.md", "*.md", True),
        ("x/a.md", "x/*.md", True),
        ("x/y/a.md", "x/**/*.md", True),
        ("x/a.md", "x/**/*.md", True),
        ("x/y/a.md", "x/", True),
        ("x/y/a.md", "**", True),
        ("x/y/a.md", "**/a.md", True),
        ("x/y/a.md", "x/*.md", False),
        ("xy/a.md", "x/", False),
        ("a.txt", "*.md", False),
        ("x/a.md", "y/**", False),
        ("x/a.md", "x/**/b/*.md", False),
        ("x/y/z", "x/*/y", False),
    ],
)
def test_globs(path: str, glob: str, expected: bool) -> None:
    """`*` stays in a folder, `**` does not."""
    assert matches_glob(path, glob) is expected
