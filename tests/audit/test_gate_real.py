"""The gate on real files and published attacks, where they are on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

pytestmark = pytest.mark.shared


def test_nobody_has_to_look_at_a_new_error_on_real_files(shared_data: Path) -> None:
    """Every error-level finding is in the hand-made table; at most one in twenty files is false."""
    from bench.gate.table import summary

    found = summary()
    assert found["findings"].get("not judged", 0) == 0
    assert found["false_a_file"] <= 0.05


def test_published_attacks_are_found_and_benign_texts_are_not(shared_data: Path) -> None:
    """Injection and persistence: all; benign controls and user prompts: none."""
    from bench.gate.attacks import run

    for key, cell in run().items():
        if "/benign/" in key:
            assert cell["found"] == 0, key
        if key.startswith(("prompt_injection", "memory_persistence")):
            assert cell["found"] == cell["n"], key
