"""I101 to I106: limits are exceeded only when greater, and only what every session loads counts."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rules.rule_making import file, hits, markdown, note

from aseptic.config import Config, Limits
from aseptic.model.note import Form, Load, MemoryFile, MemoryKind
from aseptic.rules.injected import (
    item_too_long,
    overflow,
    too_many_bytes,
    too_many_items,
    too_many_lines,
    too_many_tokens,
)

LIMITED = Config(limits=Limits(items=3, bytes=100, lines=4, tokens=20, item_bytes=30))


def _items(count: int, length: int = 10, **more: object) -> MemoryFile:
    return file(*(note("x" * length, i, **more) for i in range(count)))


@pytest.mark.parametrize(
    ("rule", "at_limit", "above"),
    [
        (too_many_items.RULE, _items(3), _items(4)),
        (too_many_bytes.RULE, _items(2, 50), _items(2, 51)),
        (too_many_lines.RULE, file("a\nb\nc\nd"), file("a\nb\nc\nd\ne")),
        (too_many_tokens.RULE, _items(1, 80), _items(1, 81)),
        (item_too_long.RULE, _items(1, 30), _items(1, 31)),
    ],
    ids=lambda value: getattr(value, "code", ""),
)
def test_a_limit_is_exceeded_only_when_greater(rule, at_limit, above) -> None:
    """At the limit a rule is silent; one above, it speaks."""
    assert hits(rule, at_limit, config=LIMITED) == []
    assert len(hits(rule, above, config=LIMITED)) == 1


@pytest.mark.parametrize(
    "rule",
    [
        too_many_items.RULE,
        too_many_bytes.RULE,
        too_many_lines.RULE,
        too_many_tokens.RULE,
        item_too_long.RULE,
    ],
    ids=lambda rule: rule.code,
)
def test_scoped_items_do_not_count(rule) -> None:
    """Five hundred scoped items are no load; the same items, global, are."""
    scoped = _items(500, 60, load=Load.SCOPED)
    assert hits(rule, scoped, config=LIMITED) == []
    assert hits(rule, _items(500, 60), config=LIMITED) != []


@pytest.mark.parametrize(
    "rule", [too_many_items.RULE, too_many_bytes.RULE, item_too_long.RULE], ids=lambda r: r.code
)
def test_a_limit_that_is_off_never_speaks(rule) -> None:
    """None switches a limit off."""
    off = Config(limits=Limits(items=None, bytes=None, item_bytes=None))
    assert hits(rule, _items(500, 500), config=off) == []
    assert hits(rule, _items(500, 500)) != []


def test_instruction_files_have_limits_of_their_own() -> None:
    """A CLAUDE.md of 100 items is normal; 41,000 bytes of it are not."""
    many = markdown(*["Run the tests before each commit"] * 100)
    assert hits(too_many_items.RULE, many) == []
    assert hits(too_many_bytes.RULE, replace(many, bytes=40_000)) == []
    assert len(hits(too_many_bytes.RULE, replace(many, bytes=40_001))) == 1


def test_formats_do_not_add_up() -> None:
    """A session is run by one tool: two tools' files of 30,000 bytes are not 60,000."""
    one = markdown("a", bytes=30_000)
    other = replace(markdown("a", path="AGENTS.md", bytes=30_000), format="agents-md")
    assert hits(too_many_bytes.RULE, one, other) == []
    assert len(hits(too_many_bytes.RULE, one, replace(other, format="claude-md"))) == 1


def test_bytes_are_utf8_bytes() -> None:
    """Sixteen umlauts are 32 bytes."""
    assert hits(item_too_long.RULE, file("ä" * 15), config=LIMITED) == []
    assert len(hits(item_too_long.RULE, file("ä" * 16), config=LIMITED)) == 1


def test_an_estimate_says_so() -> None:
    """Nobody may take estimated tokens for counted ones."""
    assert "an estimate" in hits(too_many_tokens.RULE, _items(1, 81), config=LIMITED)[0].message


def test_overflow_names_the_first_item_that_is_lost() -> None:
    """Of a MEMORY.md of 203 lines, three items never reach a session."""
    texts = [f"fact number {i}" for i in range(203)]
    long = markdown(*texts, kind=MemoryKind.AGENT, loaded_lines=200)
    found = hits(overflow.RULE, long)
    assert len(found) == 1
    assert "3 items after line 200" in found[0].message
    assert "fact number 200" in found[0].message
    assert found[0].place.line == 201
    fits = markdown(*texts[:200], kind=MemoryKind.AGENT, loaded_lines=200)
    assert hits(overflow.RULE, fits) == []


def test_overflow_counts_bytes_too() -> None:
    """The first limit that is reached cuts: here 25 bytes, in the middle of the third line."""
    text = "0123456789\n0123456789\n0123456789\n"
    cut = markdown(*text.split(), kind=MemoryKind.AGENT, loaded_lines=200, loaded_bytes=25)
    found = hits(overflow.RULE, replace(cut, bytes=33), texts={"MEMORY.md": text})
    assert [hit.place.line for hit in found] == [3]
    whole = replace(cut, bytes=33, loaded_bytes=33)
    assert hits(overflow.RULE, whole, texts={"MEMORY.md": text}) == []


def test_code_blocks_are_no_items() -> None:
    """A code block belongs to the item above it."""
    mixed = file(*(note("x", i, form=Form.CODE) for i in range(9)), note("y", 9))
    assert hits(too_many_items.RULE, mixed, config=LIMITED) == []
