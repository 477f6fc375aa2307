"""Nothing is lost and nothing stops the import: events and what was set aside make the whole."""

from __future__ import annotations

import gzip
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.readers.logs import samples

from aseptic.errors import UnreadableError
from aseptic.model.event import AsideReason, SessionEvent
from aseptic.readers.logs.lines import MAX_LINE
from aseptic.readers.logs.registry import READERS, Summarizer, detect, read_log

NOT_LOGS = (".yaml", ".patch", "LICENSE", "LICENSE.txt", "README.md", ".project.json")
"""Files among the real logs that are none."""
NO_READER = {
    # descriptions of formats, expected values of other people's tests, other kinds of files
    "chatgpt-web-format.md", "claude-code-format.md", "codex-cli-format.md", "gemini-cli-format.md",
    "gemini-web-format.md", "summary.md", "expected_values.json", "expected_values_extended.json",
    "sample-analytics.jsonl", "base_state.json", "expected_transcript.txt", "all_preds.jsonl",
}  # fmt: skip


def line_count(path: Path) -> int:
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return data.count(b"\n") + (bool(data) and not data.endswith(b"\n"))


@pytest.mark.shared
@pytest.mark.parametrize(
    "folder", ["claude_code/sessions", "claude_code/pairs/transcripts", "session_logs"]
)
def test_every_line_of_the_real_logs_is_accounted_for(shared_data: Path, folder: str) -> None:
    """Events and asides sum to the units, and the units to an independent count of the lines."""
    unrecognised, problems, files = set(), 0, 0
    for path in sorted(p for p in (shared_data / folder).rglob("*") if p.is_file()):
        if path.name.endswith((*NOT_LOGS, ".metadata.json")):
            continue
        reader = detect(path)
        if reader is None:
            unrecognised.add(path.name)
            continue
        summarizer = Summarizer(str(path), reader)
        seqs: dict[str, int] = {}
        for unit in summarizer.through(reader.read(path)):
            for event in unit.events:
                assert event.seq == seqs.get(event.session, -1) + 1, f"{path}: {event.ref}"
                seqs[event.session] = event.seq
        summary = summarizer.summary()
        assert summary.units == summary.event_units + sum(summary.asides.values())
        if reader.unit == "line":
            assert summary.units == line_count(path), path
        problems += sum(n for reason, n in summary.asides.items() if reason.is_problem)
        files += 1
    assert unrecognised <= NO_READER
    assert files >= 30
    # Known: one torn line in the transcripts; odd lines and cut documents among the fixtures.
    assert (
        problems
        <= {"claude_code/sessions": 0, "claude_code/pairs/transcripts": 1, "session_logs": 10}[
            folder
        ]
    )


@pytest.fixture(scope="module")
def sample_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return samples.write_all(tmp_path_factory.mktemp("samples"))


@settings(
    max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_a_log_that_is_cut_or_spoiled_anywhere_is_still_accounted_for(
    sample_files: dict[str, Path], tmp_path: Path, data: st.DataObject
) -> None:
    """Truncation and flipped bytes at any place, in any format: no exception, no line lost, no gap."""
    name = data.draw(st.sampled_from(sorted(sample_files)))
    whole = bytearray(sample_files[name].read_bytes())
    cut = data.draw(st.integers(0, len(whole)))
    for _ in range(data.draw(st.integers(0, 3))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / sample_files[name].name
    path.write_bytes(bytes(whole[:cut]))
    reader = next(r for r in READERS if r.name == name)
    units = list(reader.read(path))
    if reader.unit == "line":
        assert len(units) == line_count(path)
    numbers: dict[str, int] = {}
    for event in (event for unit in units for event in unit.events):
        assert event.seq == numbers.get(event.session, -1) + 1
        numbers[event.session] = event.seq


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(noise=st.binary(max_size=400))
def test_random_bytes_never_raise(tmp_path: Path, noise: bytes) -> None:
    """Every reader survives a file that is none of its own."""
    path = tmp_path / "noise"
    path.write_bytes(noise)
    for reader in READERS:
        if reader.unit != "row":
            units = list(reader.read(path))
            # Noise that begins like a compressed file has no lines that could be counted.
            if reader.unit == "line" and not noise.startswith(b"\x1f\x8b"):
                assert len(units) == line_count(path)
        reader.sniff(path, noise)


@pytest.mark.shared
def test_a_longer_copy_of_a_session_begins_like_the_shorter_one(
    shared_data: Path, tmp_path: Path
) -> None:
    """The prefix property: numbers of events do not change when a session grows."""
    source = shared_data / "claude_code/pairs/transcripts/48_b429896bcb_0_full.jsonl.gz"
    lines = gzip.decompress(source.read_bytes()).split(b"\n")

    def events(count: int) -> list[tuple[str, int, str]]:
        path = tmp_path / "s.jsonl"
        path.write_bytes(b"\n".join(lines[:count]) + b"\n")
        found: list[SessionEvent] = [e for u in read_log(path) for e in u.events]
        return [(e.session, e.seq, e.text) for e in found]

    whole = events(len(lines))
    for count in (5, 20, len(lines) // 2):
        assert whole[: len(events(count))] == events(count)


def test_memory_stays_flat_as_a_log_grows(tmp_path: Path) -> None:
    """Ten times the lines take no more memory."""

    def peak(times: int) -> int:
        path = tmp_path / f"{times}.jsonl"
        body = samples.jsonl(samples.CLAUDE[1:])
        with path.open("w") as file:
            for number in range(times):
                file.write(body.replace('"u', f'"u{number}-'))
        tracemalloc.start()
        for _ in read_log(path):
            pass
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    # Ids of entries and calls are remembered up to a bound, which 6,000 rounds exceed.
    assert peak(20_000) < peak(6_000) * 1.5


def test_a_line_that_is_too_long_is_set_aside_without_being_held(tmp_path: Path) -> None:
    """A single line of 100 MB costs the bound, not its length, and the next line is read."""
    path = tmp_path / "s.jsonl"
    entry = samples.jsonl([samples.CLAUDE[1]]).encode()
    with path.open("wb") as file:
        file.write(entry)
        for _ in range(100):
            file.write(b"x" * 1_000_000)
        file.write(b"\n" + samples.jsonl([samples.CLAUDE[4]]).encode())
    tracemalloc.start()
    units = list(read_log(path))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [u.aside.reason if u.aside else None for u in units] == [None, AsideReason.TORN, None]
    assert units[1].place.byte == len(entry)
    assert most < 2.5 * MAX_LINE


def test_a_file_that_cannot_be_opened_is_an_error_with_its_path(tmp_path: Path) -> None:
    """Not content, so no aside: nothing of it was seen."""
    with pytest.raises(UnreadableError, match="absent"):
        list(read_log(tmp_path / "absent.jsonl"))
