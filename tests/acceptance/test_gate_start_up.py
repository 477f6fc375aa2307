"""What a hook's call of the gate costs before it looks at anything."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

import pytest

from aseptic.cli import gate

ITEM = (
    '[{"id": "a", "text": "Tests run with `make test`", "source": "s#1", "reviewed": true,'
    ' "updated_on": "2026-01-01", "scope": "global"}]'
)
HEAVY = ("argparse", "dataclasses", "inspect", "typing", "hashlib", "tomllib", "subprocess")
"""Modules that a passing call of a hook needs nothing of; each takes 2 ms or more."""


@pytest.mark.parametrize("files", [[], ["CLAUDE.md"], ["a.md", "b c.md"]])
def test_a_call_without_options_is_read_as_the_parser_reads_it(files: list[str]) -> None:
    """The short way and argparse give the same words."""
    parser = argparse.ArgumentParser()
    gate.configure(parser)
    words = {**vars(parser.parse_args(files)), "command": "gate"}
    assert vars(gate.without_options(files)) == words


def test_a_passing_call_imports_nothing_heavy(tmp_path: Path) -> None:
    """The modules that were taken off the path of a hook stay off it."""
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "inject.json").write_text(ITEM)
    (tmp_path / "Makefile").write_text("test:\n")
    code = (
        "import sys; before = set(sys.modules); from aseptic.cli.main import main;"
        "status = main(['gate']); assert status == 0, status;"
        f"print(sorted((set(sys.modules) - before) & set({HEAVY!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-c", code],
        cwd=tmp_path,
        env={"SOURCE_DATE_EPOCH": "1767300000"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]", done.stdout
