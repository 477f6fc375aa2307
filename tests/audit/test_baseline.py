"""The baseline accepts today's findings, and nothing that comes later."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.audit.gate_making import codes, gate, item, project

from aseptic.audit.baseline import DEFAULT_NAME, read
from aseptic.cli.main import main
from aseptic.errors import ConfigError


def _written(tmp_path: Path) -> Path:
    project(tmp_path, [item(0, source=""), item(1)])
    assert main(["gate", "--root", str(tmp_path), "--baseline", "-q"]) == 0
    return tmp_path


def test_accepted_findings_pass_and_are_counted(tmp_path: Path) -> None:
    """They are still listed, as suppressed."""
    result = gate(_written(tmp_path))
    assert (result.exit_code, [s.by for s in result.suppressed]) == (0, ["baseline"])


def test_a_new_finding_fails(tmp_path: Path) -> None:
    """Another item's fault was not accepted, nor another fault of the same item."""
    _written(tmp_path)
    project(tmp_path, [item(0, source="", reviewed=False), item(1, source="")])
    assert codes(gate(tmp_path)) == ["I301", "I302"]


def test_moved_lines_stay_accepted(tmp_path: Path) -> None:
    """A fingerprint has no line number."""
    _written(tmp_path)
    project(tmp_path, [item(5), item(1), item(0, source="")])
    assert gate(tmp_path).exit_code == 0


def test_fixed_findings_are_reported_as_removable(tmp_path: Path) -> None:
    """So that the baseline shrinks."""
    _written(tmp_path)
    project(tmp_path, [item(0), item(1)])
    assert "1 accepted finding is fixed" in gate(tmp_path).extra["baseline"]


def test_a_look_at_a_part_calls_nothing_fixed(tmp_path: Path) -> None:
    """The accepted finding still stands, in a file that was not looked at."""
    _written(tmp_path)
    other = tmp_path / "CLAUDE.md"
    other.write_text("# P\n\n- Keep it short.\n")
    result = gate(tmp_path, files=[other])
    assert "baseline" not in result.extra


def test_a_baseline_holds_no_content(tmp_path: Path) -> None:
    """It is committed; memory may be private."""
    project(tmp_path, [item(0, "The moon base opens in May", source="")])
    main(["gate", "--root", str(tmp_path), "--baseline", "-q"])
    text = (tmp_path / DEFAULT_NAME).read_text()
    assert "moon" not in text
    assert "I301" in text


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "other/1", "findings": []}'])
def test_a_broken_baseline_is_an_error(tmp_path: Path, text: str) -> None:
    """It must not silently accept nothing, or everything."""
    path = tmp_path / "b.json"
    path.write_text(text)
    with pytest.raises(ConfigError):
        read(path)
