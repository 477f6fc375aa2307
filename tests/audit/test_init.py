"""`aseptic init`: says what is there, writes settings that load, and overwrites nothing."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from aseptic.audit.initialize import config_text, describe, survey, write_config
from aseptic.cli.main import main
from aseptic.config import FILE_NAME, Config, load, parse
from aseptic.errors import UsageError


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    (root / "logs").mkdir(parents=True)
    (root / "CLAUDE.md").write_text("- a\n- b\n")
    (root / "AGENTS.md").write_text("")
    (root / "logs" / "s.jsonl").write_text('{"type":"user","sessionId":"s"}\n')
    (root / "logs" / "t.jsonl").write_text('{"type":"user","sessionId":"t"}\n')
    return root


def test_written_settings_load_as_what_they_say(project: Path) -> None:
    """The file that is written gives the defaults and the logs that were found."""
    text = config_text(survey(project, project))
    write_config(project, text)
    config = load(project)
    assert config.logs.paths == ("logs/*.jsonl",)
    assert (config.limits, config.instruction_limits) == (
        Config().limits,
        Config().instruction_limits,
    )


def test_commented_defaults_are_the_defaults(project: Path) -> None:
    """Uncommenting every line that shows a default changes nothing."""
    lines = config_text(survey(project, project)).split("\n")
    shown = [
        line.removeprefix("# ")
        if line.startswith("# ") and " = " in line and "[" not in line
        else line
        for line in lines
    ]
    shown = shown[: next(i for i, line in enumerate(shown) if "accepted on purpose" in line)]
    config = parse(tomllib.loads("\n".join(shown)))
    assert config.limits == Config().limits
    assert config.instruction_limits == Config().instruction_limits
    assert config.min_decided == Config().min_decided
    assert config.memory == Config().memory


def test_describe_names_files_faults_and_logs(project: Path) -> None:
    """A person reads what was found, and what is wrong with it."""
    text = describe(survey(project, project))
    assert "CLAUDE.md  (claude-md, 2 items, 8 bytes; by people, for every session)" in text
    assert "F106 line 1: the file is empty" in text
    assert "session logs: 2" in text


def test_nothing_is_overwritten_unless_forced(project: Path) -> None:
    """An existing file stays byte for byte; `--force` replaces it."""
    (project / FILE_NAME).write_text("min_decided = 0.5\n")
    with pytest.raises(UsageError):
        write_config(project, "x")
    assert (project / FILE_NAME).read_text() == "min_decided = 0.5\n"
    write_config(project, "min_decided = 0.7\n", force=True)
    assert load(project).min_decided == 0.7


def test_the_command(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dry run writes nothing; a run writes; a second one is refused with status 2."""
    monkeypatch.setenv("HOME", str(project.parent))
    assert main(["init", str(project), "--dry-run"]) == 0
    assert not (project / FILE_NAME).exists()
    assert "[limits]" in capsys.readouterr().out
    assert main(["init", str(project)]) == 0
    assert (project / FILE_NAME).is_file()
    assert main(["init", str(project)]) == 2
    assert "--force" in capsys.readouterr().err
    assert main(["init", str(project / "gone")]) == 2


def test_one_changed_limit_keeps_the_others(project: Path) -> None:
    """A table in aseptic.toml changes only what it names, also where defaults differ by kind."""
    (project / FILE_NAME).write_text("[instruction_limits]\nlines = 500\n")
    limits = load(project).instruction_limits
    assert (limits.lines, limits.items, limits.bytes) == (500, None, 40_000)
