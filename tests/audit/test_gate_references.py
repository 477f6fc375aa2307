"""R101 to R105 on small projects: dead references speak, everything else stays silent."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.audit.gate_making import gate, project

from aseptic.audit.repository import heading_anchors, make_targets

FILES = {
    "src__app__main_dot_py": "",
    "src__app__web__views_dot_py": "",
    "docs__guide_dot_md": "# Guide\n\n## Getting started\n\n## A `code` heading!\n",
    "Makefile": "test: build\n\techo\n.PHONY: lint\nlint:\n\techo\n",
    "package_dot_json": '{"scripts": {"dev": "vite", "build:web": "vite build"}}',
    "justfile": "default:\n  echo\nship target='x':\n  echo\n",
}

DEAD = [
    ("See `src/app/gone.py` for routes", "R101"),
    ("Routes live in src/app/gone.py and nowhere else", "R101"),
    ("[routes](src/app/gone.py)", "R101"),
    ("The `src/app/web/gone.py:12` handler", "R101"),
    ("Run `make tests` before pushing", "R102"),
    ("Start with `npm run start`", "R102"),
    ("`just deploy` ships it", "R102"),
    ("see [start](docs/guide.md#get-started)", "R103"),
    ("see [below](#nowhere)", "R103"),
    ("@docs/missing.md", "R104"),
]
ALIVE = [
    "See `src/app/main.py` for routes",
    "See `app/main.py` and `web/views.py`",
    "`main.py` starts the server",
    "The `src/app/web` folder",
    "`src/**/*.py` and `src/{a,b}.py` and `src/<name>.py`",
    "`path/to/file.py` is a placeholder, as is `src/app/your_module.py`",
    "`node_modules/x/index.js`, `dist/app.js`, `.env`, `build/out.js` are made",
    "`~/.config/app/settings.toml` and `/etc/hosts.conf`",
    "https://example.com/src/app/gone.py",
    "The `other-repo/lib/thing.py` of another repository",
    "Create `src/app/new_thing.py` for each view",
    "`src/app/old.py` no longer exists",
    "either/or and and/or, read/write, 24/7",
    "Run `make test` and `make lint`",
    "`cd web && npm run start`",
    "`make` alone; make sure that it works",
    "`npm run dev` or `yarn run build:web`; `npm install`",
    "`just ship`",
    "`task build` where no Taskfile is",
    "see [start](docs/guide.md#getting-started) and [code](docs/guide.md#a-code-heading)",
    "see [lines](src/app/main.py#L10)",
    "mail me@docs/missing.md",
]


@pytest.mark.parametrize(("text", "code"), DEAD)
def test_a_dead_reference_is_an_error(tmp_path: Path, text: str, code: str) -> None:
    """Each names something that the project does not hold."""
    root = project(tmp_path, CLAUDE_dot_md=f"# Rules\n\n- {text}\n", **FILES)
    if code == "R104":
        (root / "CLAUDE.md").write_text(f"# Rules\n\n{text}\n")
    found = [f for f in gate(root).findings if f.code[0] == "R"]
    assert [f.code for f in found] == [code]
    assert found[0].place.line == 3


@pytest.mark.parametrize("text", ALIVE)
def test_everything_else_stays_silent(tmp_path: Path, text: str) -> None:
    """Live paths, patterns, placeholders, made files, other places, ordinary words."""
    root = project(tmp_path, CLAUDE_dot_md=f"# Rules\n\n- {text}\n", **FILES)
    assert [f for f in gate(root).findings if f.code[0] == "R"] == []


def test_code_blocks_are_examples(tmp_path: Path) -> None:
    """What a block shows need not be there."""
    text = "# Rules\n\n```sh\ncat src/app/gone.py\n```\n"
    root = project(tmp_path, CLAUDE_dot_md=text, **FILES)
    assert [f for f in gate(root).findings if f.code[0] == "R"] == []


def test_paths_are_read_from_the_nested_folder_up(tmp_path: Path) -> None:
    """`views.py` in a nested CLAUDE.md may lie beside it or anywhere above."""
    root = project(
        tmp_path, src__app__CLAUDE_dot_md="- See `web/views.py` and `../app/main.py`\n", **FILES
    )
    named = [root / "src" / "app" / "CLAUDE.md"]
    assert [f for f in gate(root, files=named).findings if f.code[0] == "R"] == []


def test_circles_of_imports_are_found(tmp_path: Path) -> None:
    """Two files that import each other."""
    root = project(tmp_path, CLAUDE_dot_md="@docs/a.md\n", docs__a_dot_md="@../CLAUDE.md\n")
    named = [root / "CLAUDE.md", root / "docs" / "a.md"]
    assert [f.code for f in gate(root, files=named).findings if f.code[0] == "R"] == ["R105"]
    (root / "docs" / "a.md").write_text("no import\n")
    assert [f.code for f in gate(root, files=named).findings if f.code[0] == "R"] == []


def test_what_is_imported_is_checked_with_what_imports_it(tmp_path: Path) -> None:
    """No file named: imports of imports are read, each once; none out of the project or in code."""
    root = project(
        tmp_path / "in",
        CLAUDE_dot_md="@docs/a.md and `@docs/c.md`, @../out.md\n",
        docs__a_dot_md="@b.md\n- See `src/gone_a.py`\n",
        docs__b_dot_md="@a.md\n- See `src/gone_b.py`\n",
        docs__c_dot_md="- See `src/gone_c.py`\n",
        **FILES,
    )
    (tmp_path / "out.md").write_text("- See `src/gone_out.py`\n")
    found = [(f.code, f.place.path) for f in gate(root).findings if f.code[0] == "R"]
    assert sorted(found) == [("R101", "docs/a.md"), ("R101", "docs/b.md"), ("R105", "docs/b.md")]


def test_a_makefile_with_pattern_rules_knows_every_target() -> None:
    """What cannot be known is not called dead."""
    assert make_targets("a b: c\nX := 1\n.PHONY: d \\\n e\n") >= {"a", "b", "d", "e"}
    assert "%" not in make_targets("a: b\n\techo $(X): y\n")
    assert "%" in make_targets("test-%: x\n")
    assert "%" in make_targets("include $(wildcard *.mk)\n")


def test_anchors_are_made_as_renderers_make_them() -> None:
    """Lower case, dashes, no punctuation, numbers for twins, none from code."""
    text = "# A b\n## A b\n## `x()` & y?\n```\n# no\n```\nSetext\n===\n## [link](u) here {#own}\n"
    assert heading_anchors(text) == {"a-b", "a-b-1", "x--y", "setext", "own"}
