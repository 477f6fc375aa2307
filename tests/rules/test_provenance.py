"""I301 to I304 and I401: where an item came from, who looked at it, how old it is."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rules.rule_making import file, hits, markdown, note

from aseptic.config import Config, Limits
from aseptic.model.note import Citation, Form, Load, MemoryKind
from aseptic.rules.injected import expired, missing_source, not_reviewed, reasoning, stale

CITED = (Citation("s1", 4, "listening on 8080"),)


@pytest.mark.parametrize(
    ("rule", "fields", "speaks"),
    [
        (missing_source.RULE, {"source": None}, True),
        (missing_source.RULE, {"source": "  "}, True),
        (missing_source.RULE, {"source": "session s1#4"}, False),
        (missing_source.RULE, {"source": None, "citations": CITED}, False),
        (not_reviewed.RULE, {"reviewed": None}, True),
        (not_reviewed.RULE, {"reviewed": False}, True),
        (not_reviewed.RULE, {"reviewed": True}, False),
        (stale.RULE, {"updated_on": date(2026, 10, 31)}, True),
        (stale.RULE, {"updated_on": date(2026, 11, 1)}, False),
        (stale.RULE, {"updated_on": date(2027, 1, 1)}, True),
        (stale.RULE, {"updated_on": date(2026, 12, 2)}, False),
        (stale.RULE, {"updated_on": None}, True),
        (expired.RULE, {"expires_on": date(2026, 11, 30)}, True),
        (expired.RULE, {"expires_on": date(2026, 12, 1)}, False),
        (expired.RULE, {"expires_on": None}, False),
    ],
)
def test_a_record_is_judged_by_its_own_fields(rule, fields, speaks) -> None:
    """Each field that is missing, old or past is one finding; the others are none."""
    assert bool(hits(rule, file(note("a", **fields)))) is speaks


def test_scoped_records_of_the_injected_file_are_left_alone() -> None:
    """Only global items are injected context; a topic file is judged, as agent memory of its own."""
    bare = {"source": None, "load": Load.SCOPED}
    assert hits(missing_source.RULE, file(note("a", **bare))) == []
    assert len(hits(missing_source.RULE, file(note("a", **bare), load=Load.SCOPED))) == 1


def test_a_markdown_file_without_any_source_gets_one_finding() -> None:
    """Its fields are the file's, so 50 findings would say one thing 50 times."""
    bare = markdown(*["a fact"] * 50, kind=MemoryKind.AGENT, fields={"source": None})
    found = hits(missing_source.RULE, bare)
    assert len(found) == 1
    assert "none of its 50 items" in found[0].message


def test_stale_is_off_for_instruction_files() -> None:
    """People's rules do not age in 30 days; a limit can be set."""
    old = markdown("Use tabs", fields={"updated_on": date(2020, 1, 1)})
    assert hits(stale.RULE, old) == []
    limited = Config(instruction_limits=Limits(stale_days=365))
    assert len(hits(stale.RULE, old, config=limited)) == 1


SPEAK = (
    "I think the cache is the problem",
    "Hmm, maybe the proxy drops it",
    "The build failed. Let me check the logs first",
    "I tried restarting the server and it came back",
    "Not sure why the test is flaky",
    "We tried Redis for sessions but it was slow",
    "Wait, the port is 9090",
)
SILENT = (
    "The cache keeps entries for 300 seconds",
    "Wait for the health check before sending traffic",
    "Let the linter fix imports",
    "User said they like short answers",
    "The retry may be tried up to 5 times",
    "First run the migrations, then the server",
    "Thinking mode is off in CI",
    "Perhaps-typed values are called Maybe in this code base",
)


@pytest.mark.parametrize("text", SPEAK)
def test_thinking_aloud_is_no_conclusion(text: str) -> None:
    """Words of thinking at the start of a sentence speak."""
    assert len(hits(reasoning.RULE, file(text))) == 1


@pytest.mark.parametrize("text", SILENT)
def test_conclusions_and_orders_stay_silent(text: str) -> None:
    """The same words with another meaning do not."""
    assert hits(reasoning.RULE, file(text)) == []


@pytest.mark.parametrize(
    ("head", "what"),
    [
        ("**Last Updated**: August 5, 2025", "as the file says, last updated"),
        ("**Date:** 2025-11-10", "as the file says, last updated"),
        ("<!-- updated: 2026-11-20 -->", None),
        ("Last updated: Nov 20, 2026", None),
        ("Released on 2026-11-20", "nothing says"),
        ("last_updated: datetime = now()", "nothing says"),
    ],
)
def test_a_file_is_as_old_as_it_says(head: str, what: str | None) -> None:
    """A date in prose counts when it is stated as the file's own."""
    bare = markdown("a fact", "another", kind=MemoryKind.AGENT, fields={"updated_on": None})
    found = hits(stale.RULE, bare, texts={"MEMORY.md": f"# Notes\n{head}\n- a fact\n- another\n"})
    assert [hit.message[: len(what or "")] for hit in found] == ([what] if what else [])


@pytest.mark.parametrize(
    ("texts", "count"),
    [
        (["[The map](map.md): where places are"], 0),
        (["[The map](memory/map.md)", "[Ports](ports.md)"], 0),
        (["The map is in map.md"], 1),
        (["[The map](https://example.com/map.md): where places are"], 1),
    ],
)
def test_an_entry_that_points_to_a_file_needs_no_review(texts, count) -> None:
    """An index states nothing itself; what it leads to is reviewed."""
    index = markdown(*texts, kind=MemoryKind.AGENT, fields={"reviewed": None})
    assert len(hits(not_reviewed.RULE, index)) == count


@pytest.mark.parametrize(("bare", "count"), [(1, 1), (3, 3), (4, 1), (9, 1)])
def test_many_items_that_lack_it_are_one_finding(bare: int, count: int) -> None:
    """A list of them would bury what the log contradicts; a few are told one by one."""
    fine = tuple(
        note(
            f"fact {n}",
            n,
            path="MEMORY.md",
            form=Form.LIST_ITEM,
            kind=MemoryKind.AGENT,
            reviewed=True,
        )
        for n in range(2)
    )
    lack = tuple(
        note(
            f"other {n}",
            n + 2,
            path="MEMORY.md",
            form=Form.LIST_ITEM,
            kind=MemoryKind.AGENT,
            reviewed=None,
        )
        for n in range(bare)
    )
    memory = file(*fine, *lack, path="MEMORY.md", format="claude-index", kind=MemoryKind.AGENT)
    assert len(hits(not_reviewed.RULE, memory)) == count
