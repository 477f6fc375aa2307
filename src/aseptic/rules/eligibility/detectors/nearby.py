"""What stands around a span: a number is a telephone number because of the words beside it."""

from __future__ import annotations

import re


def before(text: str, start: int, width: int = 40) -> str:
    """Up to `width` characters ahead of a span, on its line and the line above."""
    cut = text[max(0, start - width) : start]
    lines = cut.split("\n")
    return "\n".join(lines[-2:])


def after(text: str, end: int, width: int = 16) -> str:
    """Up to `width` characters behind a span, on its line."""
    return text[end : end + width].split("\n", 1)[0]


def inside_word(text: str, start: int, end: int) -> bool:
    """Whether the span is part of a longer token: a hash, a path, an identifier."""
    left = text[start - 1] if start else " "
    right = text[end] if end < len(text) else " "
    return bool(re.match(r"[\w/\\=&#%~^$]", left)) or bool(re.match(r"[\w/\\&#^$]", right))


def glued(text: str, start: int, end: int) -> bool:
    """Whether letters, digits or a minus stand right beside the span: then it is a part of a code."""
    left = text[start - 1] if start else " "
    right = text[end] if end < len(text) else " "
    return any(char.isalnum() or char in "_-" for char in (left, right))
