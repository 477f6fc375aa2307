"""Text as a model reads it: spacing tricks, look-alike letters and encodings undone."""

from __future__ import annotations

import re

_SPACED = r"(?<!\w)(?:\w ){3,}\w(?!\w)"
_BASE64 = r"(?<![\w+/=])[A-Za-z0-9+/]{24,4096}={0,2}(?![\w+/=])"
# Letters of other scripts that look like Latin ones (from the Unicode confusables list).
_LOOKALIKES = str.maketrans(
    "аеорсухіјѕһԁӏАВЕКМНОРСТХІЈЅοαινρτυκΑΒΕΗΙΚΜΝΟΡΤΥΧΖ",
    "aeopcyxijshdlABEKMHOPCTXIJSoaivptukABEHIKMNOPTYXZ",
)
_INVISIBLE = "[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u00ad]"


def plain(text: str) -> str:
    """The text on one line, with tricks undone. Cheap where there are none."""
    if not text.isascii():
        import unicodedata

        text = unicodedata.normalize("NFKC", re.sub(_INVISIBLE, "", text))
        text = _fold_mixed_words(text)
    if "  " in text and re.search(_SPACED, text):
        text = re.sub(r"  +", "\n", text)
        text = re.sub(_SPACED, lambda m: m.group().replace(" ", ""), text)
    return " ".join(text.split())


def decoded(text: str) -> list[str]:
    """Readable ASCII that stands in the text as base64; at most four pieces."""
    matches = list(re.finditer(_BASE64, text))[:4]
    if not matches:
        return []
    import base64
    import binascii

    found = []
    for match in matches:
        blob = match.group()
        try:
            piece = base64.b64decode(blob + "=" * (-len(blob) % 4), validate=True).decode("ascii")
        except (binascii.Error, UnicodeDecodeError, ValueError):
            continue
        if piece.isprintable() and " " in piece:
            found.append(piece)
    return found


def _fold_mixed_words(text: str) -> str:
    """Fold look-alikes, but only in words that also hold ASCII letters: others are a language."""
    return " ".join(
        word.translate(_LOOKALIKES)
        if not word.isascii() and any(c.isascii() and c.isalpha() for c in word)
        else word
        for word in text.split(" ")
    )
