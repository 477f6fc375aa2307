"""Payment cards (issuer's range and check digit) and bank accounts (IBAN, its check number)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.rules.eligibility.detectors.nearby import before, glued
from aseptic.rules.eligibility.finding import Span

_DIGITS = re.compile(r"\d{1,19}(?:[ -]\d{1,19}){0,400}")
_LAYOUTS = frozenset({(4, 4, 4, 4), (4, 6, 5), (4, 6, 4), (4, 4, 4, 4, 3)})
"""How cards are printed. Other groups of digits are taken for a card only where one is spoken of."""
# Ranges of ISO/IEC 7812 issuers, as the schemes publish them, with the lengths they use.
_ISSUERS = (
    (re.compile(r"4"), (13, 16, 19)),
    (re.compile(r"5[1-5]|2(?:22[1-9]|2[3-9]|[3-6]|7[01]|720)"), (16,)),
    (re.compile(r"3[47]"), (15,)),
    (re.compile(r"3(?:0[0-5]|[689])"), (14, 16)),
    (re.compile(r"6(?:011|4[4-9]|5)"), (16, 19)),
    (re.compile(r"35(?:2[89]|[3-8])"), (16,)),
    (re.compile(r"2131|1800"), (15,)),
    (re.compile(r"62"), (16, 17, 18, 19)),
)
_ABOUT_CARDS = re.compile(
    r"(?i)\b(?:cards?|cc|visa|master ?card|amex|american express|maestro|discover|jcb|diners|credit|debit|pan)\b"
)
_AN_ID = re.compile(
    r"(?i)(?:\b|_)(?:u?id|uuid|ref|order|tracking|timestamp|ts|time|seed|serial|isbn|ean|gtin|imei)\W{0,4}$"
)
_TEST_CARDS = frozenset(
    """4242424242424242 4111111111111111 4012888888881881 4000056655665556 5555555555554444
    5105105105105100 378282246310005 371449635398431 6011111111111117 6011000990139424
    3530111333300000 3566002020360505 30569309025904 38520000023237 2223003122003222
    5200828282828210 4000000000000002""".split()
)
"""Numbers that the schemes publish for tests. They open nothing."""

_IBAN = re.compile(r"(?i)(?<![A-Z0-9])(?=([A-Z]{2}\d{2}(?: ?[A-Z0-9]){11,30}))")
# Lengths from the SWIFT IBAN registry.
_LENGTHS = dict(
    part.split(":")
    for part in """AD:24 AE:23 AL:28 AT:20 AZ:28 BA:20 BE:16 BG:22 BH:22 BR:29 CH:21 CR:22 CY:28 CZ:24
    DE:22 DK:18 DO:28 EE:20 EG:29 ES:24 FI:18 FO:18 FR:27 GB:22 GE:22 GI:23 GL:18 GR:27 GT:28
    HR:21 HU:28 IE:22 IL:23 IQ:23 IS:26 IT:27 JO:30 KW:30 KZ:20 LB:28 LI:21 LT:20 LU:20 LV:21
    MC:27 MD:24 ME:22 MK:19 MT:31 MU:30 NL:18 NO:15 PK:24 PL:28 PS:29 PT:25 QA:29 RO:24 RS:22
    SA:24 SE:24 SI:19 SK:24 SM:27 TN:24 TR:26 UA:29 VA:22 XK:20""".split()
)


class Payment:
    """Cards and IBANs whose check digits are right."""

    name = "payment"
    categories = frozenset({"payment"})

    def find(self, text: str) -> Iterator[Span]:
        """One span for each number."""
        if len(text) >= 12:
            for match in _DIGITS.finditer(text):
                if match.end() - match.start() >= 12:
                    yield from _cards(text, match.start(), match.end())
        for match in _IBAN.finditer(text):
            start = match.start()
            end = _iban_end(match.group(1), text[match.end(1) : match.end(1) + 1])
            if end:
                yield Span("payment", "IBAN", start, start + end)


def _cards(text: str, start: int, end: int) -> Iterator[Span]:
    """Cards among groups of digits: others (a date, a code) may stand right beside one."""
    groups = [m.span() for m in re.compile(r"\d+").finditer(text, start, end)]
    for first, (at, _) in enumerate(groups):
        digits, layout = "", []
        for _, stop in groups[first : first + 19]:
            part = re.sub(r"\D", "", text[at:stop])[len(digits) :]
            digits += part
            layout.append(len(part))
            if len(digits) > 19:
                break
            if len(digits) >= 12 and _is_card(text, at, stop, digits, tuple(layout)):
                yield Span("payment", "payment card", at, stop)


def _is_card(text: str, start: int, end: int, digits: str, layout: tuple[int, ...]) -> bool:
    filler = digits in _TEST_CARDS or len(set(digits)) < 4
    if filler or not luhn(digits) or glued(text, start, end):
        return False
    if re.match(r"\.\d", text[end : end + 2]) or re.match(r"\d\.", text[start - 2 : start]):
        return False  # a decimal fraction
    told = before(text, start, 60)
    if _ABOUT_CARDS.search(told):
        return True
    issued = any(p.match(digits) and len(digits) in lengths for p, lengths in _ISSUERS)
    printed = len(layout) == 1 or layout in _LAYOUTS
    return issued and printed and len(digits) >= 14 and not _AN_ID.search(told)


def luhn(digits: str) -> bool:
    """The check digit of ISO/IEC 7812-1."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _iban_end(text: str, behind: str) -> int:
    """How many characters of the text are an IBAN; 0 where it is none."""
    length = int(_LENGTHS.get(text[:2].upper(), "0"))
    taken = 0
    for at, char in enumerate(text, 1):
        taken += char != " "
        if taken == length:
            whole = not text[at : at + 1].isalnum() and (at < len(text) or not behind.isalnum())
            return at if whole and mod97(text[:at].replace(" ", "").upper()) == 1 else 0
    return 0


def mod97(iban: str) -> int:
    """The check of ISO 13616: 1 where the number is right."""
    turned = iban[4:] + iban[:4]
    return int("".join(str(int(char, 36)) for char in turned)) % 97
