"""Note ids: the same item keeps its id when lines move around it."""

from __future__ import annotations

import re

_SPACE = re.compile(r"\s+")


def normalise(text: str) -> str:
    """The text as far as identity goes: NFC, each run of white space one space."""
    import unicodedata

    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()


def text_digest(text: str) -> str:
    """Digest of the normalised text, 16 hex digits; what a review refers to."""
    return _digest(normalise(text))[:16]


class Ids:
    """Hands out the ids of one file's notes, in file order.

    An id comes from the file's path, the normalised text and, where the same text
    stands more than once, the number of the occurrence. It does not hold the line.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._seen: dict[str, int] = {}

    def next(self, text: str) -> str:
        """The id of the next note with this text, 12 hex digits."""
        digest = text_digest(text)
        number = self._seen.get(digest, 0)
        self._seen[digest] = number + 1
        key = f"{self._path}\0{digest}\0{number}"
        return _digest(key)[:12]


def _digest(text: str) -> str:
    from hashlib import sha256  # 2 ms; items with ids of their own need none

    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
