"""E-mail addresses and telephone numbers of people."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from aseptic.rules.eligibility.detectors.nearby import after, before, inside_word
from aseptic.rules.eligibility.finding import Span

_EMAIL = re.compile(
    r"(?<![\w.+%-])[A-Za-z0-9][\w.+%'-]{0,63}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,6}[A-Za-z]{2,24}(?![\w-])"
)
# RFC 2606 and RFC 6761 reserve these; file names such as icon@2x.png only look alike.
_NO_MAIL = re.compile(
    r"(?i)(?:^|[.@])(?:example\.(?:com|org|net|edu)|[\w-]+\.(?:example|test|invalid|localhost|local)"
    r"|[\w.-]+\.(?:png|jpe?g|gif|svg|webp|ico|[jt]sx?|css|py|rs|go|md|json|ya?ml|toml|sh|txt|html))$"
)
_NOBODY = re.compile(
    r"(?i)^(?:git|no-?reply|do-?not-?reply|noreply[\w.+-]*|postmaster|mailer-daemon|actions|bot|root|user|you|your\.?(?:name|email)?|me|name|email|username|foo|bar|test)@"
    r"|@users\.noreply\.github\.com$|\[bot\]"
)

_INTERNATIONAL = re.compile(
    r"(?<![\w+])\+\d{1,3}(?:[ .-]?\(?\d{1,5}\)?){2,6}(?:[ ]?(?:x|ext\.?) ?\d{1,5})?"
)
_AMERICAN = re.compile(
    r"(?<![\w.+(-])(?:(?:\+?1|001)[ .-])?(?:\([2-9]\d\d\)[ ]?|[2-9]\d\d(?P<mark>[ .-]))\d{3}(?(mark)(?P=mark)|[ .-])\d{4}(?:[ ]?(?:x|ext\.?) ?\d{1,5})?(?![\w.-]*\w)"
)
_GROUPS = re.compile(
    r"(?<![\w.+(-])(?:\(\d{2,5}\)|\d{2,5})(?:[ .-]?\d{2,5}){1,4}(?:x\d{1,5})?(?![\w-]|[.]\d)|(?<![\w.+-])\d{7,13}(?![\w-]|[.]\d)"
)
_SAID = re.compile(
    r"(?i)(?:\b(?:phone|telephone|tel|mobile|cell(?:phone)?|fax|desk|whatsapp|sms)\b(?: (?:number|no|is|at|on|:))*\W{0,6}"
    r"|\b(?:call|ring|reach|text|phone|contact)(?:ing)? (?:me|us|him|her|them|back|\w+) (?:\w+ )?(?:on|at)[: ]*"
    r"|\b(?:messages?|calls?|texts?|sms) (?:to|from) |\banswering at |\bmy (?:registered|new|old|personal|work) (?:number )?(?:is )?)$"
)
_NUMBER_OF = re.compile(
    r"(?i)\b(?:phone|mobile|cell|fax|contact|telephone) (?:number|no\.?|#)[^\n\d]{0,20}$"
)
_NAMED = re.compile(r"(?i)^\W{0,3}\b(?:office|fax|mobile|cell|home|work|desk)\b")
_DATE = re.compile(
    r"(?:19|20)\d\d[ .-]?(?:0[1-9]|1[0-2])[ .-]?(?:0[1-9]|[12]\d|3[01])\b|\d{1,2}[.-]\d{1,2}[.-](?:19|20)\d\d"
)


class Contact:
    """E-mail addresses, and telephone numbers that are possible or are said to be one."""

    categories = frozenset({"contact"})

    def __init__(self, *, reserved: bool = False) -> None:
        """`reserved`: report addresses of domains that are reserved for examples, too."""
        self._reserved = reserved
        self.name = "contact (phonenumbers)" if _library() else "contact"

    def find(self, text: str) -> Iterator[Span]:
        """One span for each address and number."""
        if "@" in text:
            for match in _EMAIL.finditer(text):
                if self._is_somebody(match.group()):
                    yield Span("contact", "email address", match.start(), match.end())
        taken: list[tuple[int, int]] = []
        for pattern, check in (
            (_INTERNATIONAL, _possible),
            (_AMERICAN, _american),
            (_GROUPS, _said),
        ):
            for match in pattern.finditer(text):
                start, end = match.span()
                free = all(end <= a or start >= b for a, b in taken)
                if free and not inside_word(text, start, end) and check(text, start, end):
                    taken.append((start, end))
                    yield Span("contact", "telephone number", start, end)

    def _is_somebody(self, address: str) -> bool:
        if _NOBODY.search(address):
            return False
        return self._reserved or _NO_MAIL.search(address) is None


def _possible(text: str, start: int, end: int) -> bool:
    digits = sum(char.isdigit() for char in text[start:end])
    if not 8 <= digits <= 15:
        return False
    library = _library()
    if library is None or _said(text, start, end):
        return True
    try:
        return bool(
            library.is_possible_number(library.parse(text[start:end].replace("(0)", ""), None))
        )
    except library.NumberParseException:
        return False


def _american(text: str, start: int, end: int) -> bool:
    """In its usual form a number of North America needs no word beside it, if it can be one."""
    if _said(text, start, end):
        return True
    library = _library()
    if library is None:
        return re.sub(r"\D", "", text[start:end])[-7] not in "01"
    try:
        return bool(library.is_valid_number(library.parse(text[start:end], "US")))
    except library.NumberParseException:
        return False


def _said(text: str, start: int, end: int) -> bool:
    digits = sum(char.isdigit() for char in text[start:end])
    if not 7 <= digits <= 15 or _DATE.fullmatch(text[start:end]):
        return False
    told = before(text, start)
    return bool(_SAID.search(told) or _NUMBER_OF.search(told) or _NAMED.search(after(text, end)))


@cache
def _library() -> Any:
    """phonenumbers, where the extra `policy` is installed; 55 ms once."""
    try:
        import phonenumbers
    except ImportError:
        return None
    return phonenumbers
