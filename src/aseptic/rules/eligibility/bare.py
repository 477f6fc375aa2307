"""A text without what hides words from a detector, and where each character came from."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

_HIDDEN = frozenset({"Cf", "Mn", "Me"})


def bare(text: str) -> tuple[str, Sequence[int]]:
    """The text in compatibility form, without marks and invisible characters.

    Full-width and locale digits become ASCII, so `４１１１` and `٤١١١` are seen as numbers.

    Returns:
        The bare text, and for each of its characters the place in `text` that it came from.
    """
    if text.isascii():
        return text, range(len(text))
    out: list[str] = []
    origin: list[int] = []
    for at, char in enumerate(text):
        for part in _plain(char):
            out.append(part)
            origin.append(at)
    return "".join(out), origin


def _plain(char: str) -> str:
    if char.isascii():
        return char
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    form = unicodedata.normalize("NFKD", char)
    return "".join(
        " " if unicodedata.category(part) == "Zs" else part
        for part in form
        if unicodedata.category(part) not in _HIDDEN
    )
