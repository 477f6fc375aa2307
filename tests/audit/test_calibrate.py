"""Calibration: the user's own numbers, drawn, and proposals that follow from them."""

from __future__ import annotations

from pathlib import Path

from tests.audit.gate_making import item, project

from aseptic.audit.calibrate import BINS, calibrate, histogram, show, threshold_of
from aseptic.audit.gate import read_files
from aseptic.cli.main import main
from aseptic.config import Config


def test_every_pair_of_few_items_is_measured(tmp_path: Path) -> None:
    """Ten items have 45 pairs, and the counts add up."""
    root = project(tmp_path, [item(i) for i in range(10)])
    report = calibrate(read_files(root, Config(), None))
    similarity = report["kinds"]["agent"]["similarity"]
    assert (similarity["pairs"], similarity["sampled"], sum(similarity["counts"])) == (
        45,
        False,
        45,
    )


def test_many_items_are_sampled() -> None:
    """2,001 items: a sample, and it says so."""
    counts, pairs, sampled = histogram([f"fact {i}" for i in range(2_001)])
    assert sampled
    assert sum(counts) == pairs == 500_000


def test_the_threshold_lies_in_the_widest_gap() -> None:
    """Bulk below .75, copies above .95: between them."""
    counts = [10] * 15 + [0] * 4 + [2]
    assert len(counts) == BINS
    assert 0.8 <= threshold_of(counts) <= 0.9
    assert threshold_of([0] * BINS) == 0.85
    assert threshold_of([5] * BINS) == 0.9


def test_the_histogram_is_drawn(tmp_path: Path, capsys) -> None:
    """One line a bin, and lines for aseptic.toml."""
    root = project(tmp_path, [item(i) for i in range(10)])
    assert main(["gate", "--root", str(root), "--calibrate"]) == 0
    out = capsys.readouterr().out
    assert "  0.95" in out
    assert "[duplicates]  threshold = " in out


def test_nothing_to_calibrate_on_is_said() -> None:
    """No items, no numbers."""
    assert "nothing to calibrate" in show(calibrate([]))
