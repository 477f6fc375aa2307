"""The pre-commit hook: which files it looks at, and the real `pre-commit` running it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
(HOOK,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("path", "chosen"),
    [
        ("CLAUDE.md", True),
        ("packages/web/CLAUDE.md", True),
        ("CLAUDE.local.md", True),
        ("AGENTS.md", True),
        ("GEMINI.md", True),
        (".github/copilot-instructions.md", True),
        (".github/instructions/web.instructions.md", True),
        (".cursor/rules/style.mdc", True),
        (".windsurf/rules/a.md", True),
        (".clinerules", True),
        (".clinerules/one.md", True),
        (".kiro/steering/tech.md", True),
        (".claude/memory/MEMORY.md", True),
        (".serena/memories/core.md", True),
        ("memory-bank/progress.md", True),
        ("memory/inject.json", True),
        ("README.md", False),
        ("docs/CLAUDE.md.txt", False),
        ("NOTCLAUDE.md", False),
        ("src/memory/inject.json.py", False),
        ("docs/AGENTS.rst", False),
        (".cursor/settings.json", False),
        (".claude/settings.json", False),
        ("memory/other.json", False),
        (".github/workflows/check.yml", False),
        ("src/agents.md", False),
    ],
)
def test_files_pattern(path: str, chosen: bool) -> None:
    """The hook looks at memory files, at any depth, and at nothing else."""
    assert bool(re.search(HOOK["files"], path)) is chosen


@pytest.mark.soak
def test_real_pre_commit_runs_it(tmp_path: Path) -> None:
    """A commit with a dead reference is refused, and goes through once it is mended."""
    tool = Path(sys.executable).parent / "pre-commit"
    if not tool.exists():
        pytest.skip("pre-commit is not installed")
    hook, project = tmp_path / "hook", tmp_path / "project"
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.com"]
    subprocess.run(["git", "clone", "-q", str(ROOT), str(hook)], check=True)
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    (project / "src").mkdir()
    (project / "src" / "here.py").write_text("")
    memory = project / "CLAUDE.md"

    def attempt(text: str) -> subprocess.CompletedProcess[str]:
        memory.write_text(text)
        subprocess.run([*git, "add", "."], cwd=project, check=True)
        return subprocess.run(
            [tool, "try-repo", str(hook), "aseptic-gate", "--verbose"],
            cwd=project, capture_output=True, text=True, timeout=500, check=False,
        )  # fmt: skip

    bad = attempt("# Project\n\n- The code is in `src/gone.py`.\n")
    assert bad.returncode == 1, bad.stdout + bad.stderr
    assert "CLAUDE.md:3" in bad.stdout
    good = attempt("# Project\n\n- The code is in `src/here.py`.\n")
    assert good.returncode == 0, good.stdout + good.stderr
