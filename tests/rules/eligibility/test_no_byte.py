"""Promise 8: what was refused leaves no byte: pages, write-ahead log, index, log lines, output."""

from __future__ import annotations

import io
import json
import logging
import re
import subprocess
import sys
from pathlib import Path

import keeper
import pytest

from aseptic.cli.main import main

GONE = (*keeper.REFUSED.values(), keeper.NOTE_ONLY)


def spellings(word: str) -> list[bytes]:
    """How a canary could stand in a file: as it is, folded, in pieces as an index has it, wide."""
    pieces = [piece for piece in re.split(r"[^A-Za-z0-9]", word) if len(piece) >= 4]
    forms = [word, word.lower(), *pieces, *(piece.lower() for piece in pieces)]
    return [form.encode() for form in forms] + [word.encode("utf-16-le")]


def traces(content: bytes, word: str) -> list[bytes]:
    return [form for form in spellings(word) if form in content]


def everything(folder: Path) -> bytes:
    """Every byte of every file of the store, whatever its name."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    return b"\0".join(path.read_bytes() + path.name.encode() for path in files)


def run(folder: Path, point: str, nth: int = 1) -> tuple[int, bytes]:
    done = subprocess.run(
        [sys.executable, keeper.__file__, str(folder / "store.db"), point, str(nth)],
        capture_output=True, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_no_byte_of_what_was_refused(tmp_path: Path) -> None:
    """After an ordinary end: not in any file, not in any log line; and the twins are found."""
    status, output = run(tmp_path, "never")
    assert status == 0, output.decode()
    content = everything(tmp_path)
    assert {word: traces(content + output, word) for word in GONE} == {word: [] for word in GONE}
    assert traces(content, keeper.ACCEPTED_EVENT)
    assert traces(content, keeper.ACCEPTED_NOTE)
    assert b"decided" in output


KILLS = [
    ("begun", 1), ("after event", 1), ("after event", 4), ("before commit", 1), ("after commit", 1),
    ("before policy", 2), ("after policy", 2), ("after policy", 5), ("after note", 1), ("at the end", 1),
]  # fmt: skip


@pytest.mark.parametrize(("point", "nth"), KILLS)
def test_no_byte_after_a_kill(tmp_path: Path, point: str, nth: int) -> None:
    """Killed with the write-ahead log on disk: still nothing; and run again, still nothing."""
    status, output = run(tmp_path, point, nth)
    assert status == -9
    content = everything(tmp_path)
    assert [word for word in GONE if traces(content + output, word)] == []
    status, output = run(tmp_path, "never")
    assert status == 0, output.decode()
    content = everything(tmp_path)
    assert [word for word in GONE if traces(content + output, word)] == []
    assert traces(content, keeper.ACCEPTED_NOTE)


def test_the_write_ahead_log_is_really_read(tmp_path: Path) -> None:
    """The twin of the kill: what was accepted stands in a `-wal` file that the search reads."""
    status, _ = run(tmp_path, "at the end")
    assert status == -9
    wal = next(path for path in tmp_path.iterdir() if path.name.endswith("-wal"))
    assert traces(wal.read_bytes(), keeper.ACCEPTED_EVENT)


def test_without_the_policy_it_would_be_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The twin of the refusal: the same events, admitted unseen, do leave bytes."""
    monkeypatch.setattr(keeper, "admitting", lambda policy, detectors: None)
    keeper.keep(tmp_path / "store.db")
    content = everything(tmp_path)
    assert all(traces(content, word) for word in keeper.REFUSED.values())


@pytest.mark.parametrize("verb", ["check", "explain"])
@pytest.mark.parametrize("style", ["text", "json"])
def test_the_command_never_echoes(
    verb: str, style: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not on the screen, not on standard error, not by way of standard input."""
    words = [f"remember {word} well" for word in GONE]
    monkeypatch.setattr(sys, "stdin", io.StringIO(words[0]))
    status = main(["policy", verb, "--source", "user", "--format", style, *words[1:], "-"])
    shown = "".join(capsys.readouterr())
    assert status == 1
    assert [word for word in GONE if traces(shown.encode(), word)] == []
    assert "discard" in shown
    if style == "json":
        assert len(json.loads(shown)["decisions"]) == len(GONE)


def test_nothing_is_logged(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    """At the finest level; the twin line shows that it is listened to."""
    with caplog.at_level(logging.DEBUG):
        keeper.keep(tmp_path / "store.db")
    assert "decided" in caplog.text
    assert [word for word in GONE if traces(caplog.text.encode(), word)] == []
