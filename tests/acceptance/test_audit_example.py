"""`aseptic audit` as a user runs it, on the example project."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "cavern"
TODAY = "1796083200"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "cavern"
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".aseptic"))
    return folder


def run(project: Path, *words: str, status: int) -> subprocess.CompletedProcess[str]:
    home = project.parent / "home"
    home.mkdir(exist_ok=True)
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "SOURCE_DATE_EPOCH": TODAY,
        "NO_COLOR": "1",
    }
    command = [sys.executable, "-m", "aseptic", *words]
    done = subprocess.run(command, cwd=project, env=env, capture_output=True, text=True)
    assert done.returncode == status, done.stdout + done.stderr
    return done


def audit(project: Path, *words: str, status: int = 1) -> dict[str, Any]:
    done = run(project, "audit", "--format", "json", *words, status=status)
    document: dict[str, Any] = json.loads(done.stdout)
    return document


@pytest.mark.parametrize(
    ("path", "code", "words"),
    [
        (".claude/memory/map.md", "C101", "east of the camp"),
        (".claude/memory/map.md", "C101", "safe to cross"),
        (".claude/memory/map.md", "C102", "lantern"),
        (".claude/memory/project.md", "C101", "9090"),
        ("memory/inject.json", "C101", "9090"),
        (".claude/memory/project.md", "C101", "All tests pass"),
        (".claude/memory/project.md", "C101", "legacy_parser"),
        (".claude/memory/project.md", "C1", "Redis"),
        (".claude/memory/project.md", "I401", "wait"),
        (".claude/memory/project.md", "S102", "instruction"),
        ("CLAUDE.md", "R102", "lint-all"),
        ("CLAUDE.md", "R101", "router.py"),
        ("memory/inject.json", "I301", "came from"),
        ("memory/inject.json", "I302", "reviewed"),
        ("memory/inject.json", "I303", "122 days"),
    ],
)
def test_each_planted_fault_is_an_error(project: Path, path: str, code: str, words: str) -> None:
    """The rows of FAULTS.md, each at its file, under its code, at level error."""
    errors = [f for f in audit(project)["findings"] if f["level"] == "error"]
    assert [
        f
        for f in errors
        if f["path"] == path and f["code"].startswith(code) and words in f["message"]
    ]


def test_what_is_right_is_no_error(project: Path) -> None:
    """The ford, the rope, the version, the constant, the reviewed records, the true instructions."""
    wrong = (
        "east of",
        "safe to cross",
        "lantern",
        "9090",
        "tests pass",
        "legacy_parser` is",
        "Redis",
    )
    errors = [
        f for f in audit(project)["findings"] if f["level"] == "error" and f["code"].startswith("C")
    ]
    assert [f["message"] for f in errors if not any(w in f["message"] for w in wrong)] == []


def test_a_contradiction_shows_its_quote_session_and_event(project: Path) -> None:
    """And the quote stands, word for word, in the log line that is named."""
    found = next(f for f in audit(project)["findings"] if "9090" in f["message"])
    evidence = found["evidence"][0]
    lines = (project / evidence["path"]).read_text().split("\n")
    assert json.dumps(evidence["quote"], ensure_ascii=False)[1:-1] in lines[evidence["line"] - 1]
    assert evidence["session"] in lines[evidence["line"] - 1]


def test_the_same_audit_gives_the_same_bytes(project: Path) -> None:
    """The first run reads the logs, the second finds them held: no difference."""
    first = run(project, "audit", "--format", "json", status=1).stdout
    assert run(project, "audit", "--format", "json", status=1).stdout == first


def test_without_logs_there_is_no_verdict(project: Path) -> None:
    """No claim was judged: unknown, and never green, even when nothing else is wrong."""
    shutil.rmtree(project / "logs")
    shutil.rmtree(project / ".claude")
    shutil.rmtree(project / "memory")
    (project / "CLAUDE.md").write_text("# cavern\n\n- Run the tests with `make test`.\n")
    document = audit(project, status=2)
    assert document["verdict"] == "unknown"
    assert any("no session log" in reason for reason in document["unknown_reasons"])


def test_a_clean_project_passes(project: Path) -> None:
    """The twin: right memory with its logs is a pass."""
    shutil.rmtree(project / ".claude")
    records = json.loads((project / "memory/inject.json").read_text())[:2]
    (project / "memory/inject.json").write_text(json.dumps(records))
    (project / "CLAUDE.md").write_text("# cavern\n\n- Run the tests with `make test`.\n")
    document = audit(project, status=0)
    assert (document["verdict"], document["counts"]["findings"]["error"]) == ("pass", 0)


def test_a_project_without_memory_is_no_verdict(tmp_path: Path) -> None:
    """Nothing to judge is never green."""
    (tmp_path / "p").mkdir()
    done = run(tmp_path / "p", "audit", status=2)
    assert "no memory file is here" in done.stderr


def test_a_fix_mends_and_undo_restores(project: Path) -> None:
    """The patch corrects the port and drops what is wrong; undo gives the old bytes."""
    path = project / ".claude/memory/project.md"
    before = path.read_bytes()
    shown = run(project, "audit", "--fix", status=1)
    assert path.read_bytes() == before and "+- The map server listens on port 8080." in shown.stdout
    run(project, "audit", "--fix", "--apply", status=1)
    assert b"port 8080" in path.read_bytes() and b"All tests pass" not in path.read_bytes()
    run(project, "audit", "--undo", status=0)
    assert path.read_bytes() == before


def test_what_is_accepted_counts_as_reviewed(project: Path) -> None:
    """Clean items are recorded; those with errors are not."""
    said = run(project, "audit", "--accept", status=1).stderr
    assert "the log does not show what" in said
    findings = audit(project)["findings"]
    reviewed = [f for f in findings if f["code"] == "I302" and f["path"] == ".claude/memory/map.md"]
    assert all("none of its" not in f["message"] for f in reviewed)
    assert "The rope" not in json.dumps(reviewed)
    assert (project / ".aseptic/review.toml").read_text().count("[[review]]") > 5


@pytest.mark.parametrize("act", ["--accept", "--fix", "--undo"])
def test_an_act_makes_no_report(project: Path, act: str) -> None:
    """A report that was asked for is not left out in silence, and nothing is done."""
    done = run(project, "audit", act, "--format", "html", status=2)
    assert f"{act} makes no report" in done.stderr
    assert not (project / ".aseptic/review.toml").exists()


def test_an_import_is_no_claim(project: Path) -> None:
    """`@NOTES.md` states nothing that a log could hold."""
    (project / "NOTES.md").write_text("# Notes\n\n- Keep it short.\n")
    path = project / "CLAUDE.md"
    path.write_text(path.read_text() + "\n@NOTES.md\n")
    labels = {c["text"]: c["label"] for c in audit(project)["claims"]}
    assert labels["@NOTES.md"] == "not checkable"


def test_since_judges_only_what_changed(project: Path) -> None:
    """A new wrong item is found; the old ones are not told again."""
    git = ["git", "-c", "user.name=d", "-c", "user.email=d@example.com"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "x"]):
        subprocess.run([*git, *words], cwd=project, check=True)
    path = project / ".claude/memory/map.md"
    path.write_text(path.read_text() + "- The ford is to the south of the camp.\n")
    document = audit(project, "--since", "HEAD")
    assert [c["text"] for c in document["claims"]] == ["The ford is to the south of the camp."]
    assert {f["path"] for f in document["findings"]} == {".claude/memory/map.md"}


@pytest.mark.parametrize("format", ["text", "sarif", "junit", "github", "html", "markdown"])
def test_every_view_shows_the_contradiction(project: Path, format: str) -> None:
    """The same finding in every view, written to a file."""
    run(project, "audit", "--format", format, "--output", "out", status=1)
    assert "9090" in (project / "out").read_text()
