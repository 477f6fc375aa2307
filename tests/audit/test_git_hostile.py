"""A hostile repository's settings name programs; no question of ours may run one."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from aseptic.audit.git import ask_git, no_filters, project_files
from aseptic.audit.provenance import blame_lines
from aseptic.audit.repository import list_files
from aseptic.config import Config, load
from aseptic.errors import ConfigError


def _git(root: Path, *words: str) -> None:
    subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True)


@pytest.fixture
def hostile(tmp_path: Path) -> tuple[Path, Path]:
    """A repository whose every setting that names a program leaves a trace when it is run."""
    root, traces = tmp_path / "project", tmp_path / "traces"
    root.mkdir()
    traces.mkdir()
    _git(root, "init", "-q")
    (root / "CLAUDE.md").write_text("- Use port 8080.\n")
    (root / ".gitattributes").write_text("* filter=a=b.c diff=d\n*.md filter=e\n")
    _git(root, "add", ".")
    _git(root, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-qm", "x")
    for key in (
        "core.fsmonitor",
        "diff.external",
        "diff.d.textconv",
        "filter.e.clean",
        "filter.e.smudge",
        "filter.a=b.c.process",
    ):
        trace = shlex.quote(str(traces / key))
        _git(root, "config", key, f"touch {trace}; cat")
    _git(root, "config", "filter.e.required", "true")
    with (root / "CLAUDE.md").open("a") as file:
        file.write("- New.\n")
    for trace in traces.iterdir():
        trace.unlink()
    return root, traces


def test_no_question_runs_a_program_of_the_repository(hostile: tuple[Path, Path]) -> None:
    """Listing and blaming answer, and nothing of the repository ran."""
    root, traces = hostile
    assert "CLAUDE.md" in list_files(root)
    assert "CLAUDE.md" in (project_files(root) or [])
    assert set(blame_lines(root, "CLAUDE.md")) == {1}
    assert list(traces.iterdir()) == []


def test_the_trap_works(hostile: tuple[Path, Path]) -> None:
    """Asked without care, git does run the filter: the test above can fail."""
    root, traces = hostile
    ask_git(root, ["blame", "--", "CLAUDE.md"])
    assert (traces / "filter.e.clean").exists()


def test_filters_unknown_means_no_question(tmp_path: Path) -> None:
    """Where git cannot list its settings, nothing is blamed."""
    _git(tmp_path, "init", "-q")
    (tmp_path / ".git" / "config").write_text("[broken")
    assert no_filters(tmp_path) is None
    assert blame_lines(tmp_path, "CLAUDE.md") == {}


@pytest.mark.parametrize("text", ["a=" + "[" * 20_000, "x = " + "1" * 10_000])
def test_settings_beyond_measure_are_an_error_of_the_settings(tmp_path: Path, text: str) -> None:
    """Nesting or a number without end is called what it is, not a fault of ours."""
    (tmp_path / "aseptic.toml").write_text(text)
    with pytest.raises(ConfigError, match="not usable TOML"):
        load(tmp_path)


def test_settings_that_are_no_file_are_not_passed_by(tmp_path: Path) -> None:
    """A pipe or a dangling link named aseptic.toml neither hangs nor means the defaults."""
    os.mkfifo(tmp_path / "aseptic.toml")
    with pytest.raises(ConfigError, match="no file"):
        load(tmp_path)
    (tmp_path / "aseptic.toml").unlink()
    assert load(tmp_path) == Config()
    (tmp_path / "aseptic.toml").symlink_to("gone.toml")
    with pytest.raises(ConfigError, match="no file"):
        load(tmp_path)
