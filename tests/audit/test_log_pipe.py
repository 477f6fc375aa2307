"""A log path that is no file or folder."""

import os
from pathlib import Path

import pytest

from aseptic.cli.main import main


def test_a_pipe_is_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An import of a pipe ends with status 2; it does not wait for a writer."""
    os.mkfifo(tmp_path / "a.jsonl")
    store = str(tmp_path / "s.db")
    assert main(["log", "import", str(tmp_path / "a.jsonl"), "--store", store]) == 2
    assert "neither a file nor a folder" in capsys.readouterr().err
