"""Markdown to notes: list items, paragraphs, table rows and code blocks with their exact lines.

The text of a note is what stands in the file, without list markers, quote marks and
the outer bars of a table row. Where an item runs over several lines its text keeps
their line ends, so the line of a word is `place.line` plus the line ends before it.
Every line that is not blank, a comment, a heading, a rule or a table's head is part
of exactly one note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from aseptic.model.note import FileProblem, Form, Note
from aseptic.model.place import Place
from aseptic.readers.memory.base import Content, Facts, Source, split_lines
from aseptic.readers.memory.comments import blank_comments
from aseptic.readers.memory.files import TOO_LARGE
from aseptic.readers.memory.identity import Ids
from aseptic.readers.memory.imports import find_imports
from aseptic.records import dataclass

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

MAX_NESTING = 40
"""Levels of lists and quotes that are told apart; deeper lines still become notes."""
MAX_CHARACTERS = 1_000_000
"""How much Markdown is read, up to the end of a line: 20 times the largest real file seen,
and 15 s of work at worst (250,000 items of one letter)."""
_TAG_LINE = re.compile(r"^\s*(</?[A-Za-z][^<>]*>\s*)+$")
_DEFINITION = re.compile(r"^\s*\[[^\]]+\]:\s*(?!#(\s|$))\S+(\s+(\"[^\"]*\"|'[^']*'))?\s*$")
_CELLS = re.compile(r"\s*(?<!\\)\|\s*")
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class Block:
    """One item of a Markdown text before it becomes a note; lines count from 0."""

    text: str
    first: int
    last: int
    form: Form
    section: tuple[str, ...]


def read_markdown(
    source: Source,
    facts: Facts | None = None,
    *,
    first_line: int = 0,
    keep: frozenset[int] = frozenset(),
) -> Content:
    """The notes and imports of a Markdown text.

    Args:
        facts: what the file says about all of its notes.
        first_line: how many lines to leave out at the top (frontmatter).
        keep: of those the ones that are text after all, counted from 0.
    """
    facts = facts or Facts()
    lines, cut = _within(source.lines)
    ids = Ids(source.shown)
    blocks = list(blocks_of(lines, first_line, keep))
    notes = tuple(_note(block, lines, source, facts, ids.next(block.text)) for block in blocks)
    prose = [(b.text, b.first + 1) for b in blocks if b.form is not Form.CODE]
    problems: tuple[FileProblem, ...] = ()
    if cut:
        message = f"only the first {cut:,} lines are read: more than {MAX_CHARACTERS:,} characters"
        problems = (source.problem(TOO_LARGE, message, line=cut + 1),)
    return Content(notes, problems, find_imports(prose, source.path.parent))


def _within(lines: list[str]) -> tuple[list[str], int]:
    """The lines that are read, and how many those are where it is not all of them, else 0."""
    room = MAX_CHARACTERS
    for number, line in enumerate(lines):
        room -= len(line) + 1
        if room < 0 and number:
            return lines[:number], number
    return lines, 0


def blocks_of(
    lines: list[str], first_line: int = 0, keep: frozenset[int] = frozenset()
) -> Iterator[Block]:
    """The items of Markdown lines, in file order; see `read_markdown`."""
    top = [line if i in keep else "" for i, line in enumerate(lines[:first_line])]
    blanked = top + _flush_left(lines, blank_comments(lines[first_line:]), first_line)
    blocks, covered = _parsed(blanked)
    blocks += _left_over(blanked, covered)
    blocks.sort(key=lambda block: (block.first, block.last))
    for block in blocks:
        if trimmed := _trim(block):
            yield trimmed


def _flush_left(lines: list[str], blanked: list[str], first_line: int) -> list[str]:
    """Text behind a comment at the start of a line must not turn into indented code."""
    out = []
    for i, line in enumerate(blanked):
        original = lines[first_line + i]
        if line is not original and line != original and original.lstrip().startswith("<!--"):
            line = " " * (len(original) - len(original.lstrip())) + line.lstrip()
        out.append(line)
    return out


def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    # Tags are text here: what stands between them is read by the model like the rest.
    parser = MarkdownIt("commonmark", {"html": False, "maxNesting": MAX_NESTING}).enable("table")
    # Link definitions must stay visible: `[//]: # (text)` is read by a model too.
    return parser.disable(["inline", "text_join", "html_block", "reference"], ignoreInvalid=True)


def _parsed(lines: list[str]) -> tuple[list[Block], set[int]]:
    """The blocks that the parser sees, and the lines that it accounts for."""
    try:
        tokens = _parser().parse("\n".join(lines))
    except RecursionError:
        return [], set()
    reader = _TokenReader(lines)
    for i, token in enumerate(tokens):
        reader.take(token, tokens[i - 1] if i else None)
    return reader.blocks, reader.covered


class _TokenReader:
    """Walks the tokens of one text; keeps the headings above and the lines seen."""

    def __init__(self, lines: list[str]) -> None:
        self.lines = lines
        self.blocks: list[Block] = []
        self.covered: set[int] = set()
        self._headings: list[tuple[int, str]] = []
        self._fresh_item = False
        self._in_head = False

    @property
    def _section(self) -> tuple[str, ...]:
        return tuple(text for _, text in self._headings)

    def take(self, token: Token, before: Token | None) -> None:
        kind = token.type
        if kind == "list_item_open":
            self._fresh_item = True
        elif kind in ("thead_open", "thead_close"):
            self._in_head = kind == "thead_open"
            if token.map:  # the head and the line of dashes below it
                self.covered.update(range(token.map[0], token.map[1] + 1))
        elif kind == "tr_open" and token.map and not self._in_head:
            self._add(_row(self.lines[token.map[0]]), token.map[0], token.map[1], Form.TABLE_ROW)
        elif kind in ("fence", "code_block") and token.map:
            self._code(token)
        elif kind == "hr" and token.map:
            self.covered.update(range(*token.map))
        elif kind == "inline" and token.map and before is not None:
            self._inline(token, before)

    def _inline(self, token: Token, before: Token) -> None:
        assert token.map is not None  # noqa: S101
        first, end = token.map
        if before.type == "heading_open":
            level = int(before.tag[1:])
            self._headings = [h for h in self._headings if h[0] < level]
            self._headings.append((level, token.content.strip()))
            if before.map:
                self.covered.update(range(*before.map))
        elif before.type == "paragraph_open":
            form = Form.LIST_ITEM if self._fresh_item else Form.PARAGRAPH
            self._fresh_item = False
            self._add(token.content, self._start(token.content, first, end), end, form)

    def _start(self, text: str, first: int, end: int) -> int:
        """The line on which a text begins: the parser strips lines of odd white space off it."""
        self.covered.update(range(first, end))
        head = text.split("\n", 1)[0]
        return next((i for i in range(first, end) if head in self.lines[i]), first)

    def _code(self, token: Token) -> None:
        assert token.map is not None  # noqa: S101
        first, end = token.map
        self._fresh_item = False
        self.covered.update(range(first, end))
        if token.content.strip():
            offset = 1 if token.type == "fence" else 0
            text = token.content.rstrip("\n")
            skipped = len(text) - len(text.lstrip("\n"))
            self._add(text.lstrip("\n"), first + offset + skipped, end, Form.CODE)

    def _add(self, text: str, first: int, end: int, form: Form) -> None:
        self.covered.update(range(first, end))
        last = min(first + text.count("\n"), max(end - 1, first))
        self.blocks.append(Block(text, first, last, form, self._section))


def _row(line: str) -> str:
    text = line.strip().lstrip(">").strip()
    text = text.removeprefix("|")
    if text.endswith("|") and not text.endswith("\\|"):
        text = text[:-1]
    return _CELLS.sub(" | ", text).strip()


def _left_over(lines: list[str], covered: set[int]) -> list[Block]:
    """Lines that hold words and that the parser left out (too deep a nest) become paragraphs."""
    blocks: list[Block] = []
    for i, line in enumerate(lines):
        if i in covered or not _WORD.search(line):
            continue
        text = line.strip().lstrip(">-*+ \t")
        if text:
            blocks.append(Block(text, i, i, Form.PARAGRAPH, ()))
    return blocks


def _trim(block: Block) -> Block | None:
    """The block without lines that are only tags or link definitions; None if nothing is left."""
    if block.form is Form.CODE:
        return block
    parts = block.text.split("\n")
    start, end = 0, len(parts)
    while start < end and _is_furniture(parts[start]):
        start += 1
    while end > start and _is_furniture(parts[end - 1]):
        end -= 1
    text = "\n".join(part.strip() for part in parts[start:end])
    if not _WORD.search(text):
        return None
    first = block.first + start
    return Block(text, first, first + end - start - 1, block.form, block.section)


def _is_furniture(line: str) -> bool:
    return not line.strip() or bool(_TAG_LINE.match(line) or _DEFINITION.match(line))


def _note(block: Block, lines: list[str], source: Source, facts: Facts, note_id: str) -> Note:
    first_words = split_lines(block.text)[0] if block.text else ""
    line = lines[block.first] if block.first < len(lines) else ""
    if block.form is Form.TABLE_ROW:
        first_words = first_words.split(" | ", 1)[0]
    at = line.find(first_words)
    place = Place(source.shown, block.first + 1, block.last + 1, column=max(at, 0) + 1)
    return Note(
        id=note_id,
        text=block.text,
        place=place,
        kind=source.kind,
        load=source.load,
        form=block.form,
        section=block.section,
        source=facts.source,
        reviewed=facts.reviewed,
        updated_on=facts.updated_on,
        expires_on=facts.expires_on,
        type=facts.type,
    )
