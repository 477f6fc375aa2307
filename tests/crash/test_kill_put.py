"""kill -9 while a fact is stored, then the same again: one record, one decision."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import rememberer

from aseptic import Memory
from aseptic.model.verdict import Outcome

# Record, words and decision are one transaction: "written" is after the index update and
# before the commit, "committed" after both.
POINTS = {
    "before policy": 0,
    "after policy": 0,
    "written": 0,
    "committed": 1,
    "before acknowledgement": 1,
}


@pytest.mark.parametrize(("point", "landed"), POINTS.items())
def test_a_killed_write_is_whole_or_not_there(tmp_path: Path, point: str, landed: int) -> None:
    """What had landed is known at each point; the retry ends the same at all of them."""
    path = tmp_path / "m.db"
    call = [sys.executable, rememberer.__file__, str(path), point]
    done = subprocess.run(call, capture_output=True, timeout=60, check=False)
    assert done.returncode == -9, done.stderr.decode()
    with Memory(path) as memory:
        assert memory.list(rememberer.ME)[1] == landed
    assert rememberer.remember(path, "never").repeated is bool(landed)
    with Memory(path) as memory:
        records, total = memory.list(rememberer.ME)
        assert total == 1
        assert [d.code for d in records[0].revisions[0].decisions] == ["W103"]
        assert len(records[0].revisions) == 1
        assert [h.text for h in memory.search_authorized(rememberer.ME, "cave").hits] == [
            rememberer.TEXT
        ]
        assert memory.store.verify().outcome is Outcome.PASS
