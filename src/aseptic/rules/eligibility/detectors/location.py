"""Where a person lives or is: street addresses, post codes that are said to be one, coordinates."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.rules.eligibility.detectors.nearby import before
from aseptic.rules.eligibility.finding import Span

_CAP = r"[A-ZÀ-ÖØ-ÞĀ-ŽΑ-Ω][\w'’.-]*"
_KIND = (
    r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|Way|Court|Ct|Square|Sq|Terrace|Crescent|Highway|Hwy"
    r"|Parkway|Pkwy|Place|Pl|Close|Green|Hill|Straße|Strasse|Platz|Allee|Gasse|Weg|utca|út|u|tér)"
)
_GLUED = r"(?:stra(?:ß|ss)e|straat|gasse|platz|allee|laan|gata|gatan|gade|vej|veien|vägen|katu|tie|kuja|weg|plein|tänav|gracht|str)"
_LEAD = r"(?:[Rr]ue|Via|[Cc]alle|[Aa]vda\.?|[Aa]venida|[Rr]ua|[Rr]úa|[Pp]iazza|[Cc]orso|[Pp]laza|[Pp]aseo|[Bb]oulevard|[Cc]hemin|[Uu]lica|[Uu]l\.)"
_UNIT = r"\b(?i:apt|apartment|suite|ste|flat)\.? \d{1,5}[A-Za-z]?\b"
_BLOCK = re.compile(
    # the line of the house, the flat, up to four short lines, and the number that ends them
    rf"(?:^[^\S\n]*(?P<lead>[>?|*]*)[^\n]{{0,6}}?\d[^\n]{{2,60}}\n)?[^\n]{{0,60}}?{_UNIT}[^\S\n]*"
    r"(?:(?:\n[^\n]{0,60}?){1,4}?[^\n\d]{0,40}\d{4,6}\b)?",
    re.MULTILINE,
)
"""An address as it stands on an envelope, whatever its country calls a road."""
_ADDRESSES = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        # 12 Long Street, 1317 Kimberly Way: a number, at most four names, a word for a road
        rf"(?<![\w.#-])\d{{1,5}}[A-Za-z]?,? (?:\d{{1,5}} )?(?:{_CAP} ){{1,4}}?{_KIND}\b\.?(?: (?:[NSEW]{{1,2}}|\d{{1,4}}))?",
        # Feldstrasse 42, Puruntie 82
        rf"\b[A-ZÀ-ÖØ-ÞĀ-Ž][\wß-]*{_GLUED} \d{{1,5}}[a-z]?\b",
        # Via Roma 131, 26 rue des Lilas
        rf"\b(?:\d{{1,5}},? )?{_LEAD} (?:(?:de|des|del|della|di|da|do|dos|du|la|le|los|las) ?){{0,3}}(?:{_CAP} ){{0,3}}{_CAP}(?: \d{{1,5}})?",
        rf"{_UNIT}",
        # 08615 Luddingsbo Mekanikusv 11: names between two numbers, as in the north of Europe
        rf"(?<![\w.#-])\d{{3,5}} (?:{_CAP} ){{1,3}}\d{{1,4}}\b(?=[ ]*(?:$|\n|, ?{_CAP}|[ ]{_UNIT}))",
        r"\bP\.? ?O\.? Box \d{1,6}\b|\bPSC \d{3,4},? Box \d{3,5}\b",
        r"\b[AFD]PO A[AEP] \d{5}\b",
    )
)
_RESIDES = re.compile(
    r"(?:\b(?:lives?|living|reside[sd]?|residing|located|moved) (?:at|in|on)"
    r"|\b(?:billing|home|street|shipping|mailing|postal|delivery|new|my|his|her|their) address(?: (?:is|to|with|linked[^\n]{0,30}))?:?"
    r"|\b(?:address (?:of|for) [^\n]{2,40} is))\s*(?P<where>\d{1,6}[^\S\n]+[^\s\d][^\n,;.?!]{2,60}|[A-ZÀ-Ž][^\n,;.?!\d]{2,40}[^\S\n]\d{1,5}\b)"
)
_POST_CODE = re.compile(
    r"(?i)\b(?:zip(?: ?code)?|post(?:al)? ?code|plz)\W{0,3}(?:is\W{0,2})?(?P<code>\d{4,5}(?:[ -]\d{3,4})?|\d{2,3}[ -]\d{2,3}|[A-Z]\d[A-Z] ?\d[A-Z]\d|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2})\b"
)
_COORDINATES = re.compile(
    r"(?<![\w.-])-?\d{1,2}\.\d{4,8}°?[NS]?, ?-?\d{1,3}\.\d{4,8}°?[EW]?(?![\w.])"
)
_PLACED = re.compile(
    r"(?i)\b(?:lat\w*|lon\w*|lng|coordinates?|gps|location|located|position|lives?|home|geo\w*)\b"
)


class Location:
    """Street addresses by their shape, post codes and coordinates by the words beside them."""

    name = "location"
    categories = frozenset({"location"})

    def find(self, text: str) -> Iterator[Span]:
        """One span for each; parts of one address can be separate spans."""
        if not any(char.isdigit() for char in text):
            return
        for pattern in _ADDRESSES:
            for match in pattern.finditer(text):
                if re.search(r"\b\d", match.group()):
                    yield Span("location", "street address", match.start(), match.end())
        flat = re.search(_UNIT, text) is not None
        for match in _BLOCK.finditer(text) if flat else ():
            yield Span("location", "street address", *_trimmed(match))
        for match in _RESIDES.finditer(text):
            yield Span("location", "street address", match.start("where"), match.end("where"))
        for match in _POST_CODE.finditer(text):
            yield Span("location", "post code", match.start("code"), match.end("code"))
        for match in _COORDINATES.finditer(text):
            if _PLACED.search(before(text, match.start(), 48)):
                yield Span("location", "coordinates", match.start(), match.end())


def _trimmed(match: re.Match[str]) -> tuple[int, int]:
    """The block without the marks of a quotation and the words ahead of its first number."""
    lead = re.match(r"[^\d\n]*", match.group())
    return match.start() + (lead.end() if lead else 0), match.end()
