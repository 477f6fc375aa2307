"""An undo file that came with a repository is hostile: it writes nothing it should not."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from aseptic.audit.patch import UNDO, undo
from aseptic.errors import AsepticError


def _plant(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)
    digest = hashlib.sha256(text.encode()).hexdigest()
    (root / UNDO).parent.mkdir(exist_ok=True)
    record = {"files": [{"path": path, "before": "planted", "after": digest}]}
    (root / UNDO).write_text(json.dumps(record))


@pytest.mark.parametrize("path", [".git/config", "sub/.GIT/hooks/x"])
def test_undo_never_writes_into_git(tmp_path: Path, path: str) -> None:
    """A planted undo file cannot change git's settings or hooks."""
    _plant(tmp_path, path, "old")
    with pytest.raises(AsepticError, match="belongs to git"):
        undo(tmp_path)
    assert (tmp_path / path).read_text() == "old"


def test_undo_of_a_memory_file_still_works(tmp_path: Path) -> None:
    """A file of the project is taken back."""
    _plant(tmp_path, "CLAUDE.md", "old")
    assert undo(tmp_path) == ["CLAUDE.md"]
    assert (tmp_path / "CLAUDE.md").read_text() == "planted"


def test_a_pipe_or_a_link_outside_as_undo_file_is_refused(tmp_path: Path) -> None:
    """It neither hangs nor is followed."""
    root = tmp_path / "project"
    (root / ".aseptic").mkdir(parents=True)
    os.mkfifo(root / UNDO)
    with pytest.raises(AsepticError, match="no file"):
        undo(root)
    (root / UNDO).unlink()
    (root / UNDO).symlink_to(tmp_path / "other.json")
    with pytest.raises(AsepticError, match="outside"):
        undo(root)
