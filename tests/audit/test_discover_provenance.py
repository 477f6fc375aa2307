"""Source, review and date: what the note says, else the review file, else git."""

from __future__ import annotations

import subprocess
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aseptic.audit.provenance import fill_provenance
from aseptic.errors import ConfigError
from aseptic.model.note import MemoryFile
from aseptic.readers.memory.registry import read_memory
from aseptic.readers.memory.review_file import Review, accept, read_reviews, write_reviews


def read(root: Path, text: str) -> MemoryFile:
    (root / "CLAUDE.md").write_text(text)
    return read_memory(root / "CLAUDE.md", root=root)


def git(root: Path, *words: str) -> None:
    name = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
    env = {"GIT_AUTHOR_DATE": "2026-01-02T12:00:00Z", "GIT_COMMITTER_DATE": "2026-01-02T12:00:00Z"}
    subprocess.run(
        ["git", "-C", str(root), *name, *words], check=True, env=env, capture_output=True
    )


def test_git_blame_fills_committed_lines_only(tmp_path: Path) -> None:
    """A committed line has its commit and date; one that is not has nothing."""
    read(tmp_path, "- one\n")
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "x")
    one, two = fill_provenance(read(tmp_path, "- one\n- two\n"), tmp_path, {}).notes
    assert one.source is not None and one.source.startswith("git:") and len(one.source) == 14
    assert one.updated_on == date(2026, 1, 2)
    assert (two.source, two.updated_on) == (None, None)


def test_without_git_nothing_is_filled(tmp_path: Path) -> None:
    """A folder without git is no error."""
    (note,) = fill_provenance(read(tmp_path, "- one\n"), tmp_path, {}).notes
    assert (note.source, note.updated_on, note.reviewed) == (None, None, None)


def test_review_counts_for_the_text_it_saw(tmp_path: Path) -> None:
    """A review fills source, review and date; of an older text it fills nothing."""
    (note,) = read(tmp_path, "- one\n").notes
    review = accept(note, date(2026, 3, 4), by="me", source="session 1")
    (filled,) = fill_provenance(read(tmp_path, "- one\n"), tmp_path, {note.id: review}).notes
    assert (filled.reviewed, filled.source, filled.updated_on) == (
        True,
        "session 1",
        date(2026, 3, 4),
    )
    old = Review(note.id, "0" * 16, date(2026, 3, 4))
    (bare,) = fill_provenance(read(tmp_path, "- one\n"), tmp_path, {note.id: old}).notes
    assert bare.reviewed is None


def test_frontmatter_wins(tmp_path: Path) -> None:
    """What the file says of itself stands before any review."""
    file = read(tmp_path, "---\nsource: s\nupdated: 2026-05-06\nreviewed: false\n---\n- one\n")
    (note,) = file.notes
    review = accept(note, date(2026, 3, 4), source="other")
    (filled,) = fill_provenance(file, tmp_path, {note.id: review}).notes
    assert (filled.source, filled.updated_on, filled.reviewed) == ("s", date(2026, 5, 6), False)


TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)


@given(st.lists(st.tuples(TEXT, TEXT, st.dates(), TEXT | st.none(), TEXT | st.none()), max_size=5))
def test_reviews_survive_the_file(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, str, date, str | None, str | None]],
) -> None:
    """What is written is read back, whatever characters it holds."""
    root = tmp_path_factory.mktemp("project")
    reviews = {row[0]: Review(*row) for row in rows}
    write_reviews(root, reviews.values())
    assert read_reviews(root) == reviews


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        "review = 1",
        "[[review]]\nnote = 'a'",
        "review = [1]",
        "[[review]]\nnote='a'\ndigest='b'\nreviewed='2026'",
    ],
)
def test_a_broken_review_file_is_an_error(tmp_path: Path, text: str) -> None:
    """A review file that cannot be used is said, never taken for `nothing reviewed`."""
    (tmp_path / ".aseptic").mkdir()
    (tmp_path / ".aseptic" / "review.toml").write_text(text)
    with pytest.raises(ConfigError):
        read_reviews(tmp_path)
    assert read_reviews(tmp_path / "other") == {}
