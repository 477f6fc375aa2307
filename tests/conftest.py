"""What every test may ask for."""

from __future__ import annotations

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Real logs and memory files that are not part of the project; skips where they are absent."""
    if not SHARED.is_dir():
        pytest.skip("real data (../shared/data) is not on this machine")
    return SHARED
