"""One form for one meaning: white space, digits of other scripts, spelling of units.

Words keep their case, because case tells names; code and quotes are left as they are.
What would change the meaning, as `language.guard` sees it, is not changed at all.
"""

from __future__ import annotations

import re
import unicodedata

from aseptic.language.guard import difference

_KEPT = re.compile(r"```.*?```|`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”", re.DOTALL)
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
# Symbols of the SI brochure and ISO 80000-13; only words that have one reading.
_UNITS = {
    "millisecond": "ms", "milliseconds": "ms", "msec": "ms", "kilobytes": "kB", "megabytes": "MB",
    "gigabytes": "GB", "terabytes": "TB", "khz": "kHz", "mhz": "MHz", "ghz": "GHz",
    "kilograms": "kg", "kilogram": "kg", "kilometers": "km", "kilometres": "km", "percent": "%",
}  # fmt: skip
_UNIT = re.compile(
    r"(?<![\w.,])(\d+(?:[.,]\d+)*)[ ]?(" + "|".join(_UNITS) + r")\b(?![-/(])", re.IGNORECASE
)


def normalize(text: str) -> str:
    """The text in its one form; unchanged where a change would change what it says.

    Doing it again changes nothing.
    """
    plain = in_ascii_digits(unicodedata.normalize("NFC", text))
    parts: list[str] = []
    at = 0
    for kept in _KEPT.finditer(plain):
        parts += [_prose(plain[at : kept.start()]), kept.group()]
        at = kept.end()
    parts.append(_prose(plain[at:]))
    done = "".join(parts).strip()
    # The guard knows ASCII digits only; that a digit is the same digit needs no guard.
    for candidate in (done, _spaced(plain)):
        if difference(plain, candidate) is None:
            return candidate
    return text


def in_ascii_digits(text: str) -> str:
    """The text with the decimal digits of every script as 0 to 9."""
    if text.isascii():
        return text
    return "".join(_digit(char) for char in text)


def _digit(char: str) -> str:
    value = unicodedata.decimal(char, None)
    return char if value is None else str(value)


def _prose(text: str) -> str:
    spaced = _spaced(text, strip=False)
    return _UNIT.sub(lambda m: _joined(m.group(1), _UNITS[m.group(2).lower()]), spaced)


def _joined(number: str, unit: str) -> str:
    return f"{number}%" if unit == "%" else f"{number} {unit}"


def _spaced(text: str, *, strip: bool = True) -> str:
    lines = _SPACES.sub(" ", text.replace("\r\n", "\n")).replace(" \n", "\n")
    lines = _BLANK_LINES.sub("\n\n", lines)
    return lines.strip() if strip else lines
