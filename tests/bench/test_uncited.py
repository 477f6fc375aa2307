"""The uncited benchmark measures what it says: notes, halves, mutants, labels, tables."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path

import pytest
from bench.judge import still_true, summaries, uncited, uncited_tables
from bench.judge.uncited import Row

from aseptic.errors import UnreadableError

COMPACTION = """Analysis:
1. **Files and Code Sections**: thinking aloud, not a section of the summary

Summary:
1. Primary Request and Intent:
   - Make the port configurable for every environment

3. Files and Code Sections:
   - **`cmd/server.go`** (MODIFIED)
     - Added a `--port` flag with the default 8080
     ```go
     - not a statement, this is code in a list
     ```
   - `cmd/client.go` - Reads the port from the environment now

4. Errors and fixes:
   - **Build failed**: the import of `strconv` was missing
     - "just add it, please do that now"

6. All user messages:
   - "please add a flag for the port number"

7. Pending Tasks:
   - Document the flag in the README file
"""


def test_statements_come_from_the_sections_that_assert_something() -> None:
    """Requests, quotes, code and plans are left out; a child item gets its file's name."""
    found = [(kind, text) for kind, text, _ in summaries.statements_of(COMPACTION)]
    assert found == [
        ("file", "cmd/server.go: Added a `--port` flag with the default 8080"),
        ("file", "cmd/client.go: Reads the port from the environment now"),
        ("error", "Build failed: the import of `strconv` was missing"),
    ]


LOG = "the server in cmd/server.go listens on port 8080\n" + "x" * 2000 + "\nretries: 9090"


@pytest.mark.parametrize(
    ("kind", "original", "mutant", "expected"),
    [
        ("number", "cmd/server.go listens on port 8080", "cmd/server.go listens on port 9090", False),
        ("number", "cmd/server.go listens on port 9090", "cmd/server.go listens on port 8080", True),
        ("path", "cmd/server.go has the port", "internal/server.go has the port", False),
        ("path", "pkg/server.go listens on the port", "cmd/server.go listens on the port", True),
        ("negation", "It didn't reproduce the fault", "It reproduced the fault", False),
        ("negation", "It is not missing", "It is never missing", True),
        ("negation", "No commit was created", "No commit was not created", True),
        ("negation", "Fault in (committed.go:4) stays", "Fault in (did not commit.go:4) stays", True),
        ("state", "The test fails", "The test passes", False),
    ],
)  # fmt: skip
def test_a_mutant_that_the_log_may_bear_out_is_left_out(
    kind: str, original: str, mutant: str, expected: bool
) -> None:
    """A wrong value counts only where the log does not hold it in that place."""
    assert still_true.may_hold(kind, original, mutant, LOG) is expected


def _row(label: str, mutant: str | None = None, digest: str = "d", group: str = "g") -> Row:
    return Row(
        digest, "text", "text", mutant, False, "session", "repo", "fit", True, group, label=label
    )


def test_precision_is_of_an_even_mix_however_many_of_each_there_are() -> None:
    """Two true claims to one mutant, both called supported every time: one half."""
    rows = [_row("supported"), _row("supported"), _row("supported", "number")]
    block = uncited_tables.tables(rows, {})["whole logs"]
    assert block["precision of supported, even mix"]["value"] == 0.5


def test_a_label_turns_a_claim_that_was_read_as_wrong_into_a_false_one() -> None:
    """Contradicting a wrong summary is right; its mutants say nothing."""
    rows = [
        _row("contradicted", digest="wrong"),
        _row("supported", "negation", digest="wrong"),
        _row("supported", digest="fine"),
        _row("contradicted", "number", digest="fine"),
    ]
    labels = {"wrong": {"truth": "wrong"}}
    found = uncited_tables.tables(rows, labels)
    plain, read = found["whole logs"], found["whole logs, with the hand labels"]
    assert plain["true contradicted"]["n"] == 1
    assert read["true contradicted"]["n"] == 0
    assert (read["true"], read["false"]) == (1, 2)


def test_an_undecidable_claim_counts_for_nothing() -> None:
    """Neither it nor its mutant is in the table with labels."""
    rows = [_row("contradicted", digest="u"), _row("supported", "path", digest="u"),
            _row("supported"), _row("contradicted", "path")]  # fmt: skip
    read = uncited_tables.tables(rows, {"u": {"truth": "undecidable"}})
    assert read["whole logs, with the hand labels"]["true"] == 1
    assert read["whole logs, with the hand labels"]["false"] == 1


def test_failures_of_the_report_half_are_not_shown() -> None:
    """Whoever tunes the judge cannot look at what it is reported on."""
    with pytest.raises(SystemExit, match="fit only"):
        uncited.main(["--half", "report", "--failures", "3"])


def test_without_the_real_data_it_says_so(tmp_path: Path) -> None:
    """A clear message, not a traceback of a missing file."""
    with pytest.raises(UnreadableError, match="not on this machine"):
        summaries.load(tmp_path / "absent")


def test_labels_name_a_truth_and_a_reason() -> None:
    """Each label says who was right, and why."""
    for label in uncited.read_labels().values():
        assert label["truth"] in ("true", "wrong", "undecidable")
        assert len(label["why"]) > 20
        assert label["events"] or label["truth"] == "undecidable"


@pytest.mark.shared
def test_no_session_is_in_both_halves(shared_data: Path) -> None:
    """One session is often stored several times; all its copies are in one half."""
    pairs = shared_data / "claude_code" / "pairs"
    halves = json.loads(summaries.HALVES.read_text(encoding="utf-8"))["transcripts"]
    by_session: dict[str, set[str]] = {}
    for path in (pairs / "transcripts").glob("*.gz"):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            session = next(
                m[1] for line in file if (m := re.search(r'"sessionId":"([^"]+)"', line))
            )
        by_session.setdefault(session, set()).add(halves[summaries.stem(path.name)])
    assert all(len(found) == 1 for found in by_session.values())
    assert len(by_session) < len(halves)


@pytest.mark.shared
def test_every_note_has_its_log_and_both_halves_hold_both_sources(shared_data: Path) -> None:
    """Thirty session summaries and fifty-six compactions, every one with notes."""
    items = summaries.load(shared_data / "claude_code" / "pairs")
    assert len({i.transcript for i in items if i.source == "session"}) == 30
    assert len({(i.transcript, i.before_line) for i in items if i.source == "compaction"}) == 56
    assert {(i.source, i.half) for i in items} == {
        (s, h) for s in ("session", "compaction") for h in ("fit", "report")
    }
    assert all(i.transcript.is_file() for i in items)


@pytest.mark.shared
def test_a_compaction_is_judged_by_what_stands_above_it_only(shared_data: Path) -> None:
    """No event of its line or below is evidence, and the summary itself is none."""
    items = summaries.load(shared_data / "claude_code" / "pairs")
    item = next(i for i in items if i.before_line)
    events = uncited.events_of(item.transcript, item.before_line)
    assert events
    assert item.before_line
    assert max(e.place.line for e in events) < item.before_line


@pytest.mark.shared
def test_mutants_are_the_same_in_every_run(shared_data: Path) -> None:
    """Seeded by the claim, so that neither order nor a filter changes them."""
    item = summaries.load(shared_data / "claude_code" / "pairs")[0]
    assert uncited.cases_of(item, "", every=True) == uncited.cases_of(item, "", every=True)
    one = [r.text for r in uncited.cases_of(item, "", every=False) if r.mutant]
    assert set(one) <= {r.text for r in uncited.cases_of(item, "", every=True)}
