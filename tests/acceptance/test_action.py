"""action.yml: its own shell steps, run with the environment that a runner would give them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}


class Runner:
    """A folder with a project, and what a runner sets around a step."""

    def __init__(self, tmp: Path) -> None:
        self.project = tmp / "project"
        self.project.mkdir()
        self.temp = tmp / "temp"
        tool = self.temp / "aseptic" / "bin" / "aseptic"
        tool.parent.mkdir(parents=True)
        tool.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m aseptic "$@"\n')
        tool.chmod(0o755)
        self.output, self.summary = tmp / "output", tmp / "summary"
        self.home = tmp

    def gate(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run the step `Gate` with these inputs over the defaults."""
        given = {name: str(entry["default"]) for name, entry in ACTION["inputs"].items()}
        given |= inputs
        step = STEPS["Gate"]
        env = {
            name: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda m: given[m[1]], value)
            for name, value in step["env"].items()
        }
        env |= {
            "RUNNER_TEMP": str(self.temp), "GITHUB_OUTPUT": str(self.output), "HOME": str(self.home),
            "GITHUB_STEP_SUMMARY": str(self.summary), "PATH": os.environ["PATH"], "CI": "true",
        }  # fmt: skip
        # What `shell: bash` means there.
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        return subprocess.run(
            command, cwd=self.project, env=env, capture_output=True, text=True, timeout=120, check=False
        )  # fmt: skip


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """A fresh runner."""
    return Runner(tmp_path)


def test_no_input_becomes_code() -> None:
    """Scripts hold no expression: inputs reach them through the environment only."""
    for step in STEPS.values():
        assert "${{" not in step.get("run", "")


def test_every_input_and_output_is_described_and_used() -> None:
    """No dead knob."""
    text = (ROOT / "action.yml").read_text(encoding="utf-8")
    for name, entry in ACTION["inputs"].items():
        assert entry["description"]
        assert f"inputs.{name}" in text, name
    for entry in ACTION["outputs"].values():
        assert entry["description"]


def test_a_clean_file_passes(runner: Runner) -> None:
    """Exit 0, and the outputs say so."""
    (runner.project / "CLAUDE.md").write_text("# Project\n\n- Keep functions short.\n")
    done = runner.gate()
    assert done.returncode == 0, done.stdout + done.stderr
    assert runner.output.read_text() == "verdict=pass\nexit-code=0\n"
    assert "✅" in runner.summary.read_text()


def test_a_dead_reference_fails_on_its_line(runner: Runner) -> None:
    """Exit 1 with an annotation; SARIF and the summary are written all the same."""
    (runner.project / "CLAUDE.md").write_text("# Project\n\n- The code is in `src/gone.py`.\n")
    (runner.project / "src").mkdir()
    (runner.project / "src" / "here.py").touch()
    done = runner.gate(sarif="out.sarif", paths="CLAUDE.md\n")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "::error file=CLAUDE.md,line=3" in done.stdout
    assert '"version": "2.1.0"' in (runner.project / "out.sarif").read_text()
    assert "❌" in runner.summary.read_text()
    assert runner.output.read_text() == "verdict=fail\nexit-code=1\n"


def test_nothing_to_check_is_no_pass(runner: Runner) -> None:
    """An empty repository is no verdict, exit 2."""
    done = runner.gate()
    assert done.returncode == 2, done.stdout + done.stderr
    assert runner.output.read_text() == "verdict=unknown\nexit-code=2\n"


def test_a_path_that_looks_like_code_stays_a_path(runner: Runner) -> None:
    """Command substitution and options in `paths` are not obeyed."""
    done = runner.gate(paths="$(touch owned)\n--help\n")
    assert done.returncode == 2
    assert not (runner.project / "owned").exists()
    assert "usage:" not in done.stdout


@pytest.mark.soak
def test_install_step_installs_this_checkout(runner: Runner) -> None:
    """The step `Install aseptic` makes a working command from the action's own folder."""
    (runner.temp / "aseptic" / "bin" / "aseptic").unlink()
    env = {
        **os.environ, "RUNNER_TEMP": str(runner.temp), "INSTALL_FROM": "", "ACTION_PATH": str(ROOT),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }  # fmt: skip
    command = ["bash", "-e", "-o", "pipefail", "-c", STEPS["Install aseptic"]["run"]]
    subprocess.run(command, env=env, check=True, timeout=300)
    tool = runner.temp / "aseptic" / "bin" / "aseptic"
    done = subprocess.run([tool, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("aseptic ")
