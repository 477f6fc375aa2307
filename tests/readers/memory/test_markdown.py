"""Markdown to notes: what is an item, where it stands, and what is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aseptic.model.note import Form, Load, MemoryKind
from aseptic.readers.memory.base import Content, Source
from aseptic.readers.memory.markdown import read_markdown
from aseptic.readers.memory.registry import read_memory


def read(text: str) -> Content:
    source = Source(
        Path("CLAUDE.md"), "CLAUDE.md", Path(), text, len(text), MemoryKind.AGENT, Load.GLOBAL
    )
    return read_markdown(source)


def rows(text: str) -> list[tuple[str, int, int | None, int, Form]]:
    return [
        (n.text, n.place.line, n.place.end_line, n.place.column, n.form) for n in read(text).notes
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- one\n- two\n", [("one", 1, 1, 3, Form.LIST_ITEM), ("two", 2, 2, 3, Form.LIST_ITEM)]),
        (
            "- outer\n  - inner\n",
            [("outer", 1, 1, 3, Form.LIST_ITEM), ("inner", 2, 2, 5, Form.LIST_ITEM)],
        ),
        ("a\nb\n\nc", [("a\nb", 1, 2, 1, Form.PARAGRAPH), ("c", 4, 4, 1, Form.PARAGRAPH)]),
        ("- a\n\n  b\n", [("a", 1, 1, 3, Form.LIST_ITEM), ("b", 3, 3, 3, Form.PARAGRAPH)]),
        (
            "| k | v |\n|---|---|\n| port | 8080 |\n",
            [("port | 8080", 3, 3, 3, Form.TABLE_ROW)],
        ),
        ("```sh\nmake\n```\n", [("make", 2, 2, 1, Form.CODE)]),
        ("> quoted\n", [("quoted", 1, 1, 3, Form.PARAGRAPH)]),
        (
            "1. first\n2. second",
            [("first", 1, 1, 4, Form.LIST_ITEM), ("second", 2, 2, 4, Form.LIST_ITEM)],
        ),
        ("<important>\n- never\n</important>\n", [("never", 2, 2, 3, Form.LIST_ITEM)]),
        ("<!-- c --> said\n", [("said", 1, 1, 12, Form.PARAGRAPH)]),
        ("`<!-- kept -->` in code", [("`<!-- kept -->` in code", 1, 1, 1, Form.PARAGRAPH)]),
        ("```\n<!-- kept -->\n```", [("<!-- kept -->", 2, 2, 1, Form.CODE)]),
        ("<!-- never closed\ntext", [("<!-- never closed\ntext", 1, 2, 1, Form.PARAGRAPH)]),
        ("[//]: # (hidden text)", [("[//]: # (hidden text)", 1, 1, 1, Form.PARAGRAPH)]),
        ("\u2028\n- \xa0\n  x", [("x", 3, 3, 3, Form.LIST_ITEM)]),
        ("a\u2028b", [("a\u2028b", 1, 1, 1, Form.PARAGRAPH)]),
        ("a\r\n\r\nb\r\n", [("a", 1, 1, 1, Form.PARAGRAPH), ("b", 3, 3, 1, Form.PARAGRAPH)]),
        # none of these is an item
        ("", []),
        ("# Heading\n", []),
        ("Heading\n===\n", []),
        ("---\n", []),
        ("<!-- aseptic: ignore[I101] because -->\n", []),
        ("<!--\nover\nlines\n-->\n", []),
        ("<details>\n</details>\n", []),
        ("[a]: https://example.com\n", []),
        ("```\n```\n", []),
        ("| k | v |\n|---|---|\n", []),
        ("- \n- ***\n", []),
    ],
)
def test_items_and_their_places(text: str, expected: list[object]) -> None:
    """Each kind of item is found where it stands, and furniture is no item."""
    assert rows(text) == expected


def test_sections_are_the_headings_above() -> None:
    """A deeper heading goes below the one before it, an equal one replaces it."""
    notes = read("top\n# A\none\n## B\ntwo\n## C\nthree\n# D\nfour").notes
    assert [n.section for n in notes] == [(), ("A",), ("A", "B"), ("A", "C"), ("D",)]


def test_id_is_free_of_lines_and_sections() -> None:
    """Moving an item keeps its id; the same text twice has two ids; other text another."""
    before = read("- a\n- b\n- a\n").notes
    after = read("# New\n\nnew\n\n- b\n- a\n-   a\n").notes
    assert {n.id for n in before} == {n.id for n in after if n.text != "new"}
    assert len({n.id for n in before}) == 3


def test_id_depends_on_the_file(tmp_path: Path) -> None:
    """The same text in two files is two notes."""
    for name in ("CLAUDE.md", "AGENTS.md"):
        (tmp_path / name).write_text("- a\n")
    ids = {read_memory(tmp_path / n, root=tmp_path).notes[0].id for n in ("CLAUDE.md", "AGENTS.md")}
    assert len(ids) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@AGENTS.md", (("AGENTS.md", 1),)),
        ("see\n\n- git @docs/git.md.\n", (("docs/git.md", 3),)),
        ("a\nb @./x and @~/.claude/me.md", (("./x", 2), ("~/.claude/me.md", 2))),
        ("@here", (("here", 1),)),
        ("`@AGENTS.md`", ()),
        ("`see @AGENTS.md` or ``x ` @b.md``", ()),
        ("```\n@AGENTS.md\n```", ()),
        ("    @AGENTS.md", ()),
        ("mail me@example.md", ()),
        ("@types/node and @angular/core", ()),
        ("ask @alice, use @app.route and @pytest.mark", ()),
        ("@shared/* → ./src/shared/*", ()),
        ("<!-- @AGENTS.md -->", ()),
    ],
)
def test_imports(text: str, expected: object, tmp_path: Path) -> None:
    """`@path` outside code is an import when it is a file or looks like one."""
    (tmp_path / "here").write_text("x")
    (tmp_path / "CLAUDE.md").write_text(text)
    assert read_memory(tmp_path / "CLAUDE.md", root=tmp_path).imports == expected


def flat(text: str) -> str:
    """Text without white space, quote marks, list markers and bars, for comparison."""
    return "".join(c for c in text if c not in " \t\n>|" and not c.isspace())


PIECES = ["# h\n", "- a\n", "  - b\n", "text\n", "\n", "> q\n", "```\n", "~~~\n", "| a | b |\n"]
PIECES += ["|---|---|\n", "<!--", "-->", "`", "    code\n", "1. n\n", "---\n", "@x.md ", "<b>\n"]
PIECES += ["\t", "\\|", "[a]: b\n", "\r\n", "\r", "\u2028", "\ufeff", "===\n", "***"]
MARKDOWNISH = st.lists(st.sampled_from(PIECES) | st.text(max_size=8), max_size=40).map("".join)


@settings(max_examples=400, deadline=None)
@given(MARKDOWNISH)
def test_any_text_reads_and_spans_lie_inside(text: str) -> None:
    """No text raises, and each span is inside the file and holds the note's words."""
    source = Source(Path("a.md"), "a.md", Path(), text, 0, MemoryKind.AGENT, Load.GLOBAL)
    content = read_markdown(source)
    normalised = [line.replace("\0", "\ufffd") for line in source.lines]
    for note in content.notes:
        end = note.place.end_line or note.place.line
        assert 1 <= note.place.line <= end <= len(source.lines)
        assert 1 <= note.place.column <= len(source.lines[note.place.line - 1]) + 1
        if note.form is not Form.CODE:
            span = flat("".join(normalised[note.place.line - 1 : end]))
            assert all(flat(part) in span or "<!--" in span for part in note.text.split("\n"))
    assert len({n.id for n in content.notes}) == len(content.notes)
    assert all(1 <= line <= len(source.lines) for _, line in content.imports)


@settings(max_examples=200, deadline=None)
@given(st.lists(st.text("abcxyz", min_size=1, max_size=6), min_size=1, max_size=20, unique=True))
def test_no_word_is_lost(words: list[str]) -> None:
    """However deep the nest, each word of the text is in some note."""
    text = "\n".join("  " * i + f"- {word}" for i, word in enumerate(words * 4))
    kept = " ".join(n.text for n in read(text).notes)
    assert all(word in kept for word in words)


@pytest.mark.parametrize(
    "text",
    [">" * 50_000, "<!-- a -->" * 10_000, "`a``b" * 20_000, "[" * 50_000, "- a\n" * 5_000],
    ids=["quotes", "comments", "ticks", "brackets", "list"],
)
def test_hostile_text_takes_no_more_than_linear_time(text: str) -> None:
    """Text made to be slow is read in seconds at most."""
    import time

    start = time.perf_counter()
    read(text)
    assert time.perf_counter() - start < 5
