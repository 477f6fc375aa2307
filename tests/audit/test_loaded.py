"""What a session loads: which files, in order, how much, and what goes wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aseptic.audit.loaded import Loaded, render_text, to_document, what_loads


def put(path: Path, text: str = "- a\n") -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "work" / "project"
    (root / ".git").mkdir(parents=True)
    return root


def load(project: Path, tool: str, folder: Path | None = None) -> Loaded:
    home = project.parents[1] / "home"
    managed = project.parents[1] / "managed"
    (loaded,) = what_loads(folder or project, home, tools=[tool], managed=managed)
    return loaded


def whys(loaded: Loaded) -> list[tuple[str, str]]:
    return [(Path(f.path).name, f.why) for f in loaded.files]


def test_claude_code_in_order(project: Path) -> None:
    """Managed, user, parents, project, local, memory index; nested files are not loaded."""
    top = project.parents[1]
    put(top / "managed" / "CLAUDE.md")
    put(top / "home" / ".claude" / "CLAUDE.md", "- b\n")
    put(top / "home" / ".claude" / "rules" / "mine.md", "- c\n")
    put(top / "work" / "CLAUDE.md", "- d\n")
    put(project / "CLAUDE.md", "- e\n\n@docs/f.md\n")
    put(project / "docs" / "f.md", "- f\n")
    put(project / ".claude" / "rules" / "always.md", "- g\n")
    put(project / ".claude" / "rules" / "some.md", "---\npaths: src/**\n---\n- h\n")
    put(project / "CLAUDE.local.md", "- i\n")
    put(project / "sub" / "CLAUDE.md", "- j\n")
    encoded = "".join(c if c.isalnum() else "-" for c in str(project))
    put(top / "home" / ".claude" / "projects" / encoded / "memory" / "MEMORY.md", "- k\n")
    assert whys(load(project, "claude-code")) == [
        ("CLAUDE.md", "managed policy"),
        ("CLAUDE.md", "user"),
        ("mine.md", "user rule"),
        ("CLAUDE.md", "parent folder"),
        ("CLAUDE.md", "project"),
        ("f.md", "import of CLAUDE.md:3"),
        ("always.md", "project rule"),
        ("CLAUDE.local.md", "project, local"),
        ("MEMORY.md", "auto-memory index"),
    ]
    below = [Path(f.path).name for f in load(project, "claude-code", project / "sub").files]
    assert below.count("CLAUDE.md") == 5


def test_imports_cycle_depth_and_absence(project: Path) -> None:
    """A circle is R105 and loaded once, the sixth hop is R105, a missing file R104 at its line."""
    put(project / "CLAUDE.md", "@a.md\n@gone.md\n")
    put(project / "a.md", "@CLAUDE.md\n\n@b1.md\n")
    for n in range(1, 7):
        put(project / f"b{n}.md", f"@b{n + 1}.md\n")
    loaded = load(project, "claude-code")
    names = [Path(f.path).name for f in loaded.files]
    assert names == ["CLAUDE.md", "a.md", "b1.md", "b2.md", "b3.md", "b4.md"]
    assert loaded.files[2].chain == ("CLAUDE.md", "a.md")
    assert sorted((p.code, str(p.place)) for p in loaded.problems) == [
        ("R104", "CLAUDE.md:2"),
        ("R105", "a.md:1"),
        ("R105", "b4.md:1"),
    ]


def test_good_imports_have_no_problem(project: Path) -> None:
    """Two files that import a third load it once, without complaint; so do code and mentions."""
    put(project / "CLAUDE.md", "@a.md @b.md\n\nask @alice, `@gone.md`\n")
    put(project / "a.md", "@c.md\n")
    put(project / "b.md", "@c.md\n")
    put(project / "c.md")
    loaded = load(project, "claude-code")
    assert [Path(f.path).name for f in loaded.files] == ["CLAUDE.md", "a.md", "c.md", "b.md"]
    assert loaded.problems == ()


def test_truncation(project: Path) -> None:
    """MEMORY.md is cut after 200 lines, AGENTS.md for Codex after 32 KiB in all."""
    put(project / ".claude" / "memory" / "MEMORY.md", "- a\n" * 250)
    (index,) = load(project, "claude-code").files
    assert (index.lines, index.loaded_lines, index.truncated_at) == (250, 200, 201)
    put(project / "sub" / ".claude" / "memory" / "MEMORY.md", "- b\n")
    below = load(project, "claude-code", project / "sub").files
    assert [f.why for f in below] == ["auto-memory index, in the project"] * 2
    put(project / "AGENTS.md", "- aaaaaaaa\n" * 2900)
    put(project / "sub" / "AGENTS.md", "- bbbbbbbb\n" * 100)
    first, second = load(project, "codex", project / "sub").files
    assert (first.truncated_at, second.truncated_at) == (None, 79)
    assert first.loaded_bytes + second.loaded_bytes == 32 * 1024


def test_other_tools(project: Path) -> None:
    """Cursor loads rules that always apply, Copilot its instructions, Gemini its own file."""
    put(project / ".cursor" / "rules" / "on.mdc", "---\nalwaysApply: true\n---\n- a\n")
    put(project / ".cursor" / "rules" / "off.mdc", "---\nglobs: '*.py'\n---\n- a\n")
    put(project / ".github" / "copilot-instructions.md")
    put(
        project / ".github" / "instructions" / "a.instructions.md", "---\napplyTo: '**'\n---\n- a\n"
    )
    put(
        project / ".github" / "instructions" / "b.instructions.md",
        "---\napplyTo: '*.py'\n---\n- a\n",
    )
    put(project / "GEMINI.md")
    assert [n for n, _ in whys(load(project, "cursor"))] == ["on.mdc"]
    copilot = [n for n, _ in whys(load(project, "copilot"))]
    assert copilot == ["copilot-instructions.md", "a.instructions.md"]
    assert [n for n, _ in whys(load(project, "gemini"))] == ["GEMINI.md"]
    assert load(project, "codex").files == ()


def test_views(project: Path) -> None:
    """The text names files, sizes and the cut; the document is plain JSON."""
    put(project / "CLAUDE.md", "- a\n\n@gone.md\n")
    put(project / ".claude" / "memory" / "MEMORY.md", "- a\n" * 250)
    loaded = [load(project, "claude-code"), load(project, "gemini")]
    text = render_text(loaded)
    assert "claude-code: 2 files, 814 bytes in every session" in text
    assert "cut at line 201: 50 of 250 lines are not loaded" in text
    assert "R104 CLAUDE.md:3: @gone.md names no file" in text
    assert text.endswith("nothing is loaded by: gemini\n")
    document = json.loads(json.dumps(to_document(loaded)))
    assert document["schema"] == "aseptic.loaded/1"
    assert document["tools"][0]["files"][1]["truncated_at"] == 201
