"""A hundred sentences cited by hand: every quote stands where it is said to stand."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from bench.judge import handcited

from aseptic.errors import UnreadableError


def _rows() -> list[dict[str, object]]:
    _, *lines = handcited.FILE.read_text(encoding="utf-8").rstrip("\n").split("\n")
    return [json.loads(line) for line in lines]


def test_there_are_a_hundred_and_the_source_is_named() -> None:
    """Short quotes only, under a licence that allows them."""
    head = json.loads(handcited.FILE.read_text(encoding="utf-8").split("\n")[0])
    assert "entireio/cli" in head["source"]
    assert "MIT" in head["licence"]
    rows = _rows()
    assert len(rows) == len({(row["transcript"], row["text"]) for row in rows}) == 100
    assert all(len(c["quote"]) <= 200 for row in rows for c in row["citations"])  # type: ignore[attr-defined]


def test_without_the_transcripts_it_says_so(tmp_path: Path) -> None:
    """A clear message where the real data is absent."""
    with pytest.raises(UnreadableError, match="not on this machine"):
        handcited.load(tmp_path / "absent")


@pytest.mark.shared
def test_every_quote_stands_in_its_event(shared_data: Path) -> None:
    """Session, event number, words and speaker agree with what our reader reads today."""
    items = handcited.load(shared_data / "claude_code" / "pairs")
    assert len(items) == 100
    assert {item.half for item in items} == {"fit", "report"}


@pytest.mark.shared
def test_a_quote_that_is_not_there_is_refused(shared_data: Path, tmp_path: Path) -> None:
    """One changed word, and the set does not load."""
    text = handcited.FILE.read_text(encoding="utf-8")
    quote = _rows()[0]["citations"][0]["quote"]  # type: ignore[index]
    spoilt = tmp_path / "handcited.jsonl"
    spoilt.write_text(
        text.replace(json.dumps(quote, ensure_ascii=False)[1:-1], "never said", 1), encoding="utf-8"
    )
    with pytest.raises(handcited.BadCitationError, match="does not hold the quote"):
        handcited.load(shared_data / "claude_code" / "pairs", spoilt)
