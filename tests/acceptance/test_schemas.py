"""docs/schemas describes what the commands really print."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest

ROOT = Path(__file__).resolve().parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
Run = Callable[..., Any]


def schema(name: str) -> dict[str, Any]:
    """The published schema `name`."""
    data: dict[str, Any] = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return data


def check(document: Any, name: str) -> None:
    """The document names this schema and is valid against it."""
    assert document["schema"] == "aseptic." + name.replace("-", "/")
    jsonschema.Draft202012Validator(schema(name)).validate(document)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs the command line in a copy of the example project; gives the JSON it printed."""
    project = tmp_path / "cavern"
    shutil.copytree(ROOT / "examples" / "cavern", project)

    def call(*words: str) -> Any:
        done = subprocess.run(
            [sys.executable, "-m", "aseptic", *words],
            cwd=project, capture_output=True, text=True, timeout=120, check=False,
            env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": str(tmp_path)},
        )  # fmt: skip
        assert done.stdout, done.stderr
        return json.loads(done.stdout)

    return call


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.stem)
def test_each_schema_is_itself_valid(path: Path) -> None:
    """JSON Schema 2020-12, with a title, and an id that ends with its file name."""
    data = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(data)
    assert data["$schema"].endswith("2020-12/schema")
    assert data["$id"].endswith(f"/{path.name}")
    assert data["title"]


def test_findings(run: Run) -> None:
    """`audit` and `gate` print aseptic.findings/1."""
    audit, gate = run("audit", "--format", "json"), run("gate", "--format", "json")
    check(audit, "findings-1")
    check(gate, "findings-1")
    assert audit["claims"]
    assert gate["findings"]


def test_hand_made_result() -> None:
    """Every label, level and oddity of the sample is within the schema."""
    sys.path.insert(0, str(ROOT / "tests" / "report"))
    import sample

    from aseptic.report import render

    for result in (sample.rich(), sample.clean(), sample.empty()):
        check(json.loads(render(result, "json")), "findings-1")


def test_a_wrong_document_is_refused() -> None:
    """The twin: a verdict that does not exist, or a missing count, is not valid."""
    sys.path.insert(0, str(ROOT / "tests" / "report"))
    import sample

    from aseptic.report import render

    document = json.loads(render(sample.rich(), "json"))
    for spoil in ({"verdict": "ok"}, {"counts": {}}, {"surprise": 1}):
        with pytest.raises(jsonschema.ValidationError):
            check({**document, **spoil}, "findings-1")


def test_loaded(run: Run) -> None:
    """`audit --loaded` prints aseptic.loaded/1."""
    check(run("audit", "--loaded", "--format", "json"), "loaded-1")


def test_calibration(run: Run) -> None:
    """`gate --calibrate` prints aseptic.calibration/1."""
    check(run("gate", "--calibrate", "--format", "json"), "calibration-1")


def test_log_and_note(run: Run, tmp_path: Path) -> None:
    """Each verb of `log` and `note` prints its schema."""
    check(run("log", "import", "--dry-run", "logs", "--format", "json"), "log-1")
    imported = run("log", "import", "logs", "--format", "json")
    check(imported, "log-1")
    sessions = run("log", "list", "--format", "json")
    check(sessions, "log-1")
    name = sessions["sessions"][0]["session"]
    shown = run("log", "show", f"{name}#0", "--format", "json")
    check(shown, "log-1")
    check(run("log", "verify", "--format", "json"), "log-1")
    quote = shown["events"][0]["text"].split("\n")[0][:40].strip()
    cite = f'{name}#0:"{quote}"'
    added = run("note", "add", "The session began.", "--cite", cite, "--format", "json")
    check(added, "note-1")
    check(run("note", "show", "--format", "json"), "note-1")
    check(run("note", "blame", added["record"], "--format", "json"), "note-1")


def test_baseline(tmp_path: Path) -> None:
    """The file that `gate --baseline` writes is aseptic.baseline/1."""
    project = tmp_path / "cavern"
    shutil.copytree(ROOT / "examples" / "cavern", project)
    subprocess.run(
        [sys.executable, "-m", "aseptic", "gate", "--baseline", "base.json", "--quiet"],
        cwd=project, timeout=60, check=False, env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip
    check(json.loads((project / "base.json").read_text(encoding="utf-8")), "baseline-1")
