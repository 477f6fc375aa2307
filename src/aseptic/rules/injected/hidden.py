"""S103: characters that a person does not see and a model reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.spans import Span, spans
from aseptic.rules.levels import ALWAYS_ERROR

_ZERO_WIDTH = frozenset("\u200b\u2060\u2061\u2062\u2063\u2064\ufeff\u180e\u00ad\u034f")
_JOINERS = frozenset("\u200c\u200d")
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_MARKS = frozenset("\u200e\u200f\u061c")
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0")
_BLACK_FLAG = "\U0001f3f4"

SHAPES = {
    "zero-width": "zero-width character",
    "bidi": "character that reorders text on screen",
    "tag": "tag character (invisible copy of ASCII)",
    "selector": "stacked variation selector",
    "filler": "blank letter",
    "escape": "terminal escape or control character",
}


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each line and shape of hidden character."""
    for span in spans(injected):
        if span.text.isascii() and span.text.isprintable():
            continue
        yield from _of_line(span)


def _of_line(span: Span) -> Iterator[Hit]:
    counts: Counter[str] = Counter()
    first: dict[str, int] = {}
    for index in range(len(span.text)):
        shape = _shape(span, index)
        if shape:
            counts[shape] += 1
            first.setdefault(shape, index)
    for shape, count in counts.items():
        code = ord(span.text[first[shape]])
        yield Hit(
            place=span.at(first[shape]),
            message=f"{count} hidden character{'s' if count > 1 else ''} from column "
            f"{first[shape] + span.column}: {SHAPES[shape]}, U+{code:04X}",
            kind=span.kind,
            record=span.record,
            hint="delete them; text that only a model sees has no place in memory",
            subject=f"{shape}:U+{code:04X}:{span.record or ''}",
        )


def _shape(span: Span, index: int) -> str | None:
    char = span.text[index]
    if char.isascii():
        return "escape" if not char.isprintable() and char not in "\t\r\f" else None
    if char in _ZERO_WIDTH:
        return None if char == "\ufeff" and span.first and index == 0 else "zero-width"
    if char in _JOINERS:
        return None if _joins(span.text, index) else "zero-width"
    if char in _BIDI:
        return "bidi"
    if char in _MARKS:
        return None if _beside(span.text, index, _is_rtl) else "bidi"
    if char in _FILLERS:
        return "filler"
    return _shape_of_high(span.text, index)


def _shape_of_high(text: str, index: int) -> str | None:
    code = ord(text[index])
    if 0x80 <= code <= 0x9F:
        return "escape"
    if 0xE0100 <= code <= 0xE01EF:
        return "selector"
    if 0xE0000 <= code <= 0xE007F:
        return None if _in_flag(text, index) else "tag"
    if 0xFE00 <= code <= 0xFE0F and index and 0xFE00 <= ord(text[index - 1]) <= 0xFE0F:
        return "selector"  # one selector styles an emoji; a row of them carries bytes
    return None


def _joins(text: str, index: int) -> bool:
    """Whether a joiner does its proper work: inside an emoji, or in a script that needs it."""
    return _beside(text, index, _is_emoji) or _beside(text, index, _is_joining_script)


def _beside(text: str, index: int, wanted: object) -> bool:
    assert callable(wanted)  # noqa: S101
    before = text[index - 1] if index else ""
    after = text[index + 1] if index + 1 < len(text) else ""
    return any(bool(char) and wanted(char) for char in (before, after))


def _is_emoji(char: str) -> bool:
    code = ord(char)
    return code >= 0x1F000 or 0x2190 <= code <= 0x2BFF or code == 0xFE0F


def _is_joining_script(char: str) -> bool:
    """Arabic, Syriac, N'Ko, Indic, Sinhala, Tibetan, Myanmar, Khmer, Mongolian."""
    code = ord(char)
    return 0x0600 <= code <= 0x08FF or 0x0900 <= code <= 0x109F or 0x1780 <= code <= 0x18AF


def _is_rtl(char: str) -> bool:
    code = ord(char)
    return 0x0590 <= code <= 0x08FF or 0xFB1D <= code <= 0xFEFC


def _in_flag(text: str, index: int) -> bool:
    """Whether a tag is part of a subdivision flag: black flag, at most six tags, end tag."""
    start = index
    while start and 0xE0020 <= ord(text[start]) <= 0xE007F:
        start -= 1
    return text[start] == _BLACK_FLAG and index - start <= 7


RULE = Rule(
    code="S103",
    name="hidden-characters",
    summary="characters that a person does not see and a model reads",
    levels=ALWAYS_ERROR,
    check=check,
)
