"""Ignores: a reason and a date, or a finding of their own."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from tests.audit.gate_making import gate, project

from aseptic.audit.ignores import matches
from aseptic.config import Config, Ignore

DEAD = "- See `src/gone.py` for it"


def _gate(tmp_path: Path, text: str, *ignores: Ignore):
    root = project(tmp_path, CLAUDE_dot_md=text, src__app_dot_py="")
    result = gate(root, Config(ignore=ignores))
    return sorted(f.code for f in result.findings if f.code[0] in "RX"), [
        s.by for s in result.suppressed
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"{DEAD} <!-- aseptic: ignore[R101] written by the build -->\n",
        f"<!-- aseptic: ignore[R101] written by the build -->\n{DEAD}\n",
        f"<!-- aseptic: ignore[R101] written by the build until=2026-12-01 -->\n\n{DEAD}\n",
        f"<!-- aseptic: ignore[R102, R101] written by the build -->\n{DEAD}\n",
        f"<!-- aseptic: ignore-file[R101] written by the build -->\n\ntext\n\n{DEAD}\n",
    ],
)
def test_an_ignore_with_a_reason_accepts(tmp_path: Path, text: str) -> None:
    """On the line, above it, with a date to come, for the whole file."""
    codes, by = _gate(tmp_path, text)
    assert "R101" not in codes
    assert by == ["inline"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (f"{DEAD}\n", ["R101"]),
        (f"{DEAD} <!-- aseptic: ignore[R101] -->\n", ["R101", "X101"]),
        (f"{DEAD} <!-- aseptic: ignore[R101] because until=2026-11-30 -->\n", ["R101", "X102"]),
        (f"{DEAD} <!-- aseptic: ignore[R101] because until=soon -->\n", ["R101", "X102"]),
        (f"{DEAD} <!-- aseptic: ignore[R103] because -->\n", ["R101", "X103"]),
        (f"<!-- aseptic: ignore[R101] because -->\n- fine\n{DEAD}\n", ["R101", "X103"]),
    ],
)
def test_a_bad_ignore_accepts_nothing(tmp_path: Path, text: str, codes: list[str]) -> None:
    """No reason, past its date, no date, another code, another line."""
    assert _gate(tmp_path, text) == (codes, [])


def test_an_ignore_of_a_rule_that_did_not_run_is_not_unused(tmp_path: Path) -> None:
    """The gate does not judge claims, so it knows nothing about C101."""
    assert _gate(tmp_path, "- fine <!-- aseptic: ignore[C101] the log is old -->\n") == ([], [])


def test_the_configuration_ignores_by_path(tmp_path: Path) -> None:
    """A path glob, a reason, a date; unused ones are told on full runs."""
    because = Ignore("R101", "made by the build", "CLAUDE.md")
    assert _gate(tmp_path, DEAD, because) == ([], ["config"])
    elsewhere = Ignore("R101", "made by the build", "docs/**")
    assert _gate(tmp_path, DEAD, elsewhere) == (["R101", "X103"], [])
    assert _gate(tmp_path, DEAD, Ignore("R101")) == (["R101", "X101"], [])
    ended = Ignore("R101", "made by the build", until=date(2026, 11, 30))
    assert _gate(tmp_path, DEAD, ended) == (["R101", "X102"], [])


@pytest.mark.parametrize(
    ("path", "glob", "fits"),
    [
        ("a/b/c.md", "**", True),
        ("a/b/c.md", "a/**", True),
        ("a/b/c.md", "**/c.md", True),
        ("c.md", "**/c.md", True),
        ("a/b/c.md", "a/*.md", False),
        ("a/b/c.md", "c.md", False),
        ("a/b/c.md", "a/", True),
        ("ab/c.md", "a/", False),
        ("a.b", "a?b", True),
        ("a/b", "a?b", False),
    ],
)
def test_globs_know_folders(path: str, glob: str, fits: bool) -> None:
    """One star stays inside a name."""
    assert matches(path, glob) is fits
