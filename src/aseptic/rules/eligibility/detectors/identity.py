"""Numbers that a state gives a person: they are checked where the state publishes a check."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from aseptic.rules.eligibility.detectors.nearby import before, glued
from aseptic.rules.eligibility.finding import Span

_SSN = re.compile(r"\d{3}([- ])\d{2}\1\d{4}(?![\w-])")
_SSN_SAID = re.compile(
    r"(?i)\b(?:ssn|social security(?: (?:number|no\.?))?)\W{0,4}(?:is\W{0,3})?(\d{9}|\d{3}[- ]\d{2}[- ]\d{4})(?!\w)"
)
# 078-05-1120 and 219-09-9999 were printed in advertisements; 123-45-6789 is a filler.
_FILLERS = frozenset({"078051120", "219099999", "123456789", "111111111", "999999999"})
_LICENCE = re.compile(
    r"(?i)\b(driver'?s?'? licen[cs]e|driving licen[cs]e|passport)(?: (?:number|no\.?|#|id))?\W{0,3}(?:(?:is|was)\W{0,3})?([A-Z0-9](?:[- ]?[A-Z0-9]){4,19})\b"
)
# Checked by python-stdnum, and only behind a word that says what it is: a check digit alone
# is right for every tenth number.
_NATIONAL: tuple[tuple[str, str, str, str], ...] = (
    (r"\bcpf\b", r"\d{3}\.?\d{3}\.?\d{3}-?\d{2}", "br.cpf", "tax number"),
    (r"\bbsn\b|burgerservicenummer", r"\d{9}", "nl.bsn", "citizen number"),
    (r"\bpesel\b", r"\d{11}", "pl.pesel", "citizen number"),
    (r"\bnir\b|sécurité sociale|securite sociale", r"[12]\d{2}[ ]?\d{2}[ ]?\d{2}[ ]?\d{3}[ ]?\d{3}[ ]?\d{2}", "fr.nir", "social security number"),
    (r"\bdni\b|\bnie\b", r"[XYZ]?\d{7,8}-?[A-Z]", "es.nif", "citizen number"),
    (r"codice fiscale", r"[A-Z]{6}\d{2}[A-Z]\d{2}[A-Z]\d{3}[A-Z]", "it.codicefiscale", "tax number"),
    (r"\bnhs\b", r"\d{3}[ -]?\d{3}[ -]?\d{4}", "gb.nhs", "health service number"),
    (r"aadhaar|\buid\b", r"\d{4} ?\d{4} ?\d{4}", "in_.aadhaar", "citizen number"),
    (r"\bsteuer-?id\b|\bidnr\b|tax id", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", "de.idnr", "tax number"),
    (r"personnummer", r"\d{6,8}[-+]?\d{4}", "se.personnummer", "citizen number"),
)  # fmt: skip

_MARKS = (
    "cpf", "bsn", "burgerservice", "pesel", "nir", "sécurité", "securite", "dni", "nie", "codice",
    "nhs", "aadhaar", "uid", "steuer", "idnr", "tax id", "personnummer",
)  # fmt: skip
"""Cheap signs of the words above: most texts have none, and are then done with."""


class Identity:
    """Social security, tax, citizen, licence and passport numbers."""

    categories = frozenset({"identity"})

    def __init__(self) -> None:
        self.name = "identity (stdnum)" if _checked("br.cpf") else "identity"

    def find(self, text: str) -> Iterator[Span]:
        """One span for each number; one number can be reported by two of the patterns."""
        for match in _SSN.finditer(text):
            alone = text[max(0, match.start() - 1) : match.start()] not in (".", "-")
            if alone and _is_ssn(match.group()) and not glued(text, *match.span()):
                yield Span("identity", "social security number", match.start(), match.end())
        lower = text.lower()
        said = "ssn" in lower or "social" in lower
        for match in _SSN_SAID.finditer(text) if said else ():
            if _is_ssn(match.group(1)):
                yield Span("identity", "social security number", match.start(1), match.end(1))
        papers = "licen" in lower or "passport" in lower
        for match in _LICENCE.finditer(text) if papers else ():
            if sum(char.isdigit() for char in match.group(2)) >= 4:
                kind = (
                    "passport number" if "passport" in match.group(1).lower() else "licence number"
                )
                yield Span("identity", kind, match.start(2), match.end(2))
        if any(mark in lower for mark in _MARKS):
            yield from _national(text, lower)


def _is_ssn(text: str) -> bool:
    """The ranges that the Social Security Administration gives out."""
    digits = re.sub(r"\D", "", text)
    area, group, serial = digits[:3], digits[3:5], digits[5:]
    impossible = area in ("000", "666") or area[0] == "9" or group == "00" or serial == "0000"
    return not impossible and digits not in _FILLERS


def _national(text: str, lower: str) -> Iterator[Span]:
    for word, shape, module, kind in _NATIONAL:
        if not re.search(word, lower):
            continue
        for match in re.finditer(rf"(?i)(?<![\w.-])(?:{shape})(?![\w-])", text):
            check = _checked(module)
            told = re.search(word, before(text, match.start(), 48).lower())
            if told and (check is None or check.is_valid(match.group())):
                yield Span("identity", kind, match.start(), match.end())


@cache
def _checked(module: str) -> Any:
    """The checking module, where the extra `policy` is installed."""
    try:
        return importlib.import_module(f"stdnum.{module}")
    except ImportError:
        return None
