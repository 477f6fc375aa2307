"""Docs that cannot lie: every command and block in them is run.

- ```console: `$ command` lines are run in a copy of the example project, and the output
  is compared word for word (`ASEPTIC_DOCS=write` accepts what came out);
- ```sh: commands are run, and must not crash (exit 2 or a traceback);
- ```toml, ```json, ```yaml: parsed; an `aseptic.toml` by our own configuration;
- ```python: run.

A block behind `<!-- not run: reason -->` is left out, and the reason is required.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml

from aseptic.cli.main import COMMANDS
from aseptic.config import parse

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples" / "cavern"
TODAY = "1796083200"  # 2026-12-01, a week after the example's last session
PAGES = sorted(
    page
    for page in (
        ROOT / "README.md",
        ROOT / "CONTRIBUTING.md",
        ROOT / "ARCHITECTURE.md",
        *(ROOT / "docs").rglob("*.md"),
    )
    if "rules" not in page.parts
)
_BLOCK = re.compile(
    r"(?:<!-- not run: (?P<why>.*?) -->\n+)?^```(?P<kind>\w+)\n(?P<body>.*?)^```",
    re.DOTALL | re.MULTILINE,
)


class Block(NamedTuple):
    page: Path
    kind: str
    body: str
    line: int
    why: str | None
    span: tuple[int, int]

    @property
    def name(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def blocks(*kinds: str) -> Iterator[Block]:
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in _BLOCK.finditer(text):
            if match["kind"] in kinds:
                line = text[: match.start("body")].count("\n")
                yield Block(
                    page, match["kind"], match["body"], line, match["why"], match.span("body")
                )


def runnable(*kinds: str) -> list[object]:
    found = [b for b in blocks(*kinds) if b.why is None]
    return [pytest.param(b, id=b.name) for b in found]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the example project under git, as a user has one."""
    folder = tmp_path / "cavern"
    shutil.copytree(
        EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".aseptic", ".pytest_cache")
    )
    git = ["git", "-c", "user.name=dev", "-c", "user.email=dev@example.com"]
    subprocess.run([*git, "init", "-q", "-b", "main"], cwd=folder, check=True)
    subprocess.run([*git, "add", "."], cwd=folder, check=True)
    subprocess.run(
        [*git, "commit", "-qm", "example"], cwd=folder, check=True, env=environment(tmp_path)
    )
    return folder


def environment(tmp_path: Path) -> dict[str, str]:
    home = tmp_path / "home"
    home.mkdir(exist_ok=True)
    when = "2026-11-24T17:00:00Z"
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {
        "PATH": path, "HOME": str(home), "SOURCE_DATE_EPOCH": TODAY, "NO_COLOR": "1", "LANG": "C.UTF-8",
        "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when, "PYTHONUTF8": "1",
    }  # fmt: skip


def shell(command: str, project: Path) -> subprocess.CompletedProcess[str]:
    env = environment(project.parent)
    return subprocess.run(
        ["bash", "-c", command], cwd=project, env=env, capture_output=True, text=True
    )


@pytest.mark.parametrize("block", runnable("console"))
def test_output_shown_is_output_seen(block: Block, project: Path) -> None:
    """A screen in the docs is what the command really prints."""
    seen = []
    for command in re.findall(r"^\$ (.+)$", block.body, re.MULTILINE):
        done = shell(command, project)
        assert "Traceback" not in done.stderr, done.stderr
        seen.append(f"$ {command}\n{done.stdout}")
    text = "".join(seen)
    if os.environ.get("ASEPTIC_DOCS") == "write":
        page = block.page.read_text(encoding="utf-8")
        block.page.write_text(
            page.replace(f"```console\n{block.body}```", f"```console\n{text}```"), encoding="utf-8"
        )
    else:
        assert block.body == text


@pytest.mark.parametrize("block", runnable("sh"))
def test_commands_run(block: Block, project: Path) -> None:
    """No command in the docs is unknown, misspelt or crashes."""
    for command in block.body.replace("\\\n", " ").splitlines():
        if not command.strip() or command.lstrip().startswith("#"):
            continue
        done = shell(command, project)
        assert done.returncode in (0, 1), f"{command}\n{done.stdout}{done.stderr}"
        assert "Traceback" not in done.stderr, done.stderr


@pytest.mark.parametrize("block", runnable("toml", "json", "yaml"))
def test_data_parses(block: Block) -> None:
    """Configuration in the docs is configuration that we take."""
    if block.kind == "toml":
        parse(tomllib.loads(block.body))
    elif block.kind == "json":
        json.loads(block.body)
    else:
        assert yaml.safe_load(block.body) is not None


@pytest.mark.parametrize("block", runnable("python"))
def test_code_runs(block: Block, project: Path) -> None:
    """Python in the docs works as it stands."""
    file = project / "block.py"
    file.write_text(block.body, encoding="utf-8")
    done = shell(f"{sys.executable} block.py", project)
    assert done.returncode == 0, done.stderr


def test_every_command_is_documented() -> None:
    """Each command of the program stands in README or a how-to, and its help has examples."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    assert [c for c in COMMANDS if f"aseptic {c}" not in text] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_examples(command: str, tmp_path: Path) -> None:
    """`--help` of every command shows how it is used."""
    done = shell(f"aseptic {command} --help", tmp_path / ".")
    assert "examples:" in done.stdout, command


def test_links_lead_somewhere() -> None:
    """Every relative link in the docs has a target, and its anchor a heading."""
    dead = []
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\((?!https?://|#|mailto:)([^)\s#]+)", text):
            if not (page.parent / target).exists():
                dead.append(f"{page.relative_to(ROOT)}: {target}")
    assert dead == []


def test_what_is_not_run_says_why() -> None:
    """The marker without a reason is a way to lie."""
    assert [
        b.name for b in blocks("sh", "console", "python", "toml", "json", "yaml") if b.why == ""
    ] == []


@pytest.mark.parametrize("kind", ["console", "sh", "toml", "python"])
def test_there_is_something_to_run(kind: str) -> None:
    """A pattern that finds no block would make its test an empty one."""
    assert runnable(kind)
