"""Opening a store: beside others who open it first, and never outside the project."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from aseptic.errors import StoreError
from aseptic.model.clock import SystemClock
from aseptic.store.sqlite.store import SqliteStore

OPEN = "import sys; from aseptic.store.sqlite.store import SqliteStore; from aseptic.model.clock import SystemClock; SqliteStore(sys.argv[1], clock=SystemClock()).close()"


def test_many_may_open_a_new_store_at_once(tmp_path: Path) -> None:
    """One of them makes the tables; the others find them made."""
    for round_ in range(4):
        command = [sys.executable, "-c", OPEN, str(tmp_path / f"{round_}.db")]
        started = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True) for _ in range(6)]
        assert [p.communicate()[1] for p in started] == [""] * 6


def test_a_linked_folder_is_not_followed(tmp_path: Path) -> None:
    """A hostile repository cannot lead the store out of the project; a real folder is fine."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "p").mkdir()
    (tmp_path / "p/.aseptic").symlink_to(tmp_path / "outside")
    with pytest.raises(StoreError, match="is a link"):
        SqliteStore(tmp_path / "p/.aseptic/store.db", clock=SystemClock())
    assert list((tmp_path / "outside").iterdir()) == []
    (tmp_path / "q/.aseptic").mkdir(parents=True)
    SqliteStore(tmp_path / "q/.aseptic/store.db", clock=SystemClock()).close()
    assert (tmp_path / "q/.aseptic/store.db").exists()
