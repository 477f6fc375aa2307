"""Splits a note into claims: the smallest statements that can be true or false by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.language.verbs import is_finite, is_past
from aseptic.model.note import Claim, Form, Note
from aseptic.model.place import Place

_ABBREVIATIONS = frozenset(
    "e.g i.e etc vs dr mr mrs ms no fig approx al cf incl resp st inc ltd".split()
)
_SENTENCE_END = re.compile(r"([.!?])(?:[\"'”’)\]*_]*)(\s+)(?=[\"'“‘(\[*_`]*[A-Z0-9`/@])")
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")
_CLAUSE = re.compile(r"(?:;\s+|,?\s+(?:and|but)\s+|,\s+(?:while|whereas|although|though)\s+)")
_LIST_COMMA = re.compile(r",\s+(?:and\s+)?(?=[a-z`])|\s+and\s+(?=[a-z`])")
_MIN_WORDS = 2


def split(note: Note) -> list[Claim]:
    """The claims of a note, in order, each with the line and column where it starts.

    Sentences and list elements are split; so are clauses joined by a semicolon, `and` or
    `but`, where both sides have their own subject and verb. Headings and code hold none.
    """
    if note.form in (Form.HEADING, Form.CODE):
        return []
    return [
        Claim(
            text=note.text[start:end],
            note=note.id,
            place=_place(note, start),
            citations=note.citations,
            section=note.section,
            written_on=note.updated_on,
        )
        for start, end in _spans(note.text)
    ]


def sentences(text: str) -> list[str]:
    """The sentences and list elements of `text`, without bullets."""
    return [text[start:end] for start, end in _sentence_spans(text)]


def atoms(text: str) -> list[str]:
    """The parts of one claim that need evidence each.

    Finer than `split`: verbs that share a subject are taken apart too ("fixed the four
    tests, verified that they pass, pushed"), without giving the parts their subject back.
    """
    out = []
    for start, end in _spans(text):
        out.extend(_actions(text[start:end]))
    return out


def _spans(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _sentence_spans(text):
        for one, two in _clause_spans(text, start, end):
            if not _is_fragment(text[one:two]):
                yield one, two


_HANGS = re.compile(
    r"\b(?:of|the|an?|and|or|nor|than|which|whose|is|are|was|were|be|been|being)[\s*_]*[:—–-]?[\s*_]*$"
    r"|\b(?:to|for|with|by|in|on|at|from|into|that|as|follows)[\s*_]*:[\s*_]*$",
    re.IGNORECASE,
)


def _is_fragment(text: str) -> bool:
    """Whether a text breaks off before it has said anything ("I was in the process of:")."""
    return _HANGS.search(text) is not None


def _sentence_spans(text: str) -> Iterator[tuple[int, int]]:
    for start, end in _block_spans(text):
        at = start
        for match in _SENTENCE_END.finditer(text, start, end):
            if _is_abbreviation(text, match.start(1)) or _inside(text, start, match.start(1)):
                continue
            yield from _trim(text, at, match.end(1))
            at = match.end()
        yield from _trim(text, at, end)


def _block_spans(text: str) -> Iterator[tuple[int, int]]:
    """Lines that belong together: a list element or a paragraph. Fenced code is left out."""
    start, at, fenced = 0, 0, False
    for line in text.split("\n"):
        end = at + len(line)
        is_fence = line.lstrip().startswith("```")
        if is_fence or fenced or not line.strip() or _BULLET.match(line):
            if at > start and not fenced:
                yield from _block(text, start, at - 1)
            start = end + 1 if (is_fence or fenced or not line.strip()) else at
        if is_fence:
            fenced = not fenced
        at = end + 1
    if start < len(text) and not fenced:
        yield from _block(text, start, len(text))


def _block(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    bullet = _BULLET.match(text[start:end])
    begin = start + (bullet.end() if bullet else 0)
    if text[begin:end].strip():
        yield begin, end


def _is_abbreviation(text: str, dot: int) -> bool:
    if text[dot] != ".":
        return False
    word = re.split(r"[\s(\[]", text[max(0, dot - 12) : dot])[-1].lower()
    return word in _ABBREVIATIONS or (len(word) == 1 and word.isalpha())


def _inside(text: str, start: int, at: int) -> bool:
    """Whether the position lies in backticks or round brackets."""
    ahead = text[start:at]
    return ahead.count("`") % 2 == 1 or ahead.count("(") > ahead.count(")")


def _trim(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if end > start and any(c.isalnum() for c in text[start:end]):
        yield start, end


def _clause_spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for match in _CLAUSE.finditer(text, start, end):
        if _inside(text, at, match.start()) or match.start() < at:
            continue
        left, right = text[at : match.start()], text[match.end() : end]
        if _stands_alone(left) and _stands_alone(right):
            yield from _trim(text, at, match.start())
            at = match.end()
    yield from _trim(text, at, end)


_SUBORDINATE = re.compile(
    r"\b(?:if|when|unless|because|since|that|which|whether|who|where|until|so|as|between|both|either)\b",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^(?:the|a|an|this|these|those|it|they|we|he|she|all|no|each|both|its|our|their|\S*[A-Z_/.`(]\S*|\w+s)\b",
)


def _stands_alone(clause: str) -> bool:
    """Whether the clause has a subject, then a finite verb, and hangs on no conjunction."""
    words = re.findall(r"[A-Za-z][\w'’./()-]*", clause)
    if len(words) < 3 or _SUBORDINATE.search(clause):
        return False
    if not _SUBJECT.match(clause.strip()):
        return False
    return any(is_finite(word) for word in words[1:6])


def _actions(clause: str) -> list[str]:
    """`Added A, fixed B and pushed C` -> three parts; only where each opens with a past verb."""
    first = re.match(r"\W*(?:successfully\s+|also\s+|then\s+)?([A-Za-z]+)", clause, re.IGNORECASE)
    if not first or not is_past(first.group(1)):
        return [clause]
    parts, at = [], 0
    for match in _LIST_COMMA.finditer(clause):
        word = re.match(r"(?:then\s+|also\s+|successfully\s+)?([a-z]+)", clause[match.end() :])
        if not word or not is_past(word.group(1)) or _inside(clause, at, match.start()):
            continue
        parts.append(clause[at : match.start()])
        at = match.end()
    parts.append(clause[at:])
    return [p.strip() for p in parts if len(p.split()) >= _MIN_WORDS or p.strip()]


def _place(note: Note, offset: int) -> Place:
    ahead = note.text[:offset]
    lines = ahead.count("\n")
    column = offset - (ahead.rfind("\n") + 1) + 1
    if lines == 0:
        column += note.place.column - 1
    line = note.place.line + lines
    return Place(note.place.path, line, None, column)
