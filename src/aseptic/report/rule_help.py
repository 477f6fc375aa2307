"""Name, one line and page of a rule code, as far as this version knows it."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files

_VERDICTS = {
    "C100": ("supported", "the log supports the claim"),
    "C101": ("contradicted", "the log says otherwise"),
    "C102": ("overstated", "the log says less than the claim"),
    "C103": ("unsupported", "nothing in the log speaks of the claim"),
    "C104": ("undecided", "the log speaks of the claim, but the judge cannot tell"),
    "C105": ("not-checkable", "an opinion, a plan or advice"),
}


@dataclass(frozen=True, slots=True)
class RuleHelp:
    """What a report says about a rule."""

    code: str
    name: str
    summary: str
    page: str
    """Markdown: what it does, why, an example, what to do instead."""


def rule_help(code: str) -> RuleHelp:
    """The help of a code; a code without a page says how to look it up."""
    name, summary = _named(code)
    page = files("aseptic.rules") / "pages" / f"{code}.md"
    plain = code.isalnum() and code.isascii()
    text = page.read_text(encoding="utf-8") if plain and page.is_file() else ""
    return RuleHelp(code, name, summary, text or f"{summary}. See `aseptic rule {code}`.")


def _named(code: str) -> tuple[str, str]:
    if code in _VERDICTS:
        return _VERDICTS[code]
    from aseptic.rules.registry import RULES

    for rule in RULES:
        if rule.code == code:
            return rule.name, rule.summary
    return code.lower(), f"finding {code}"
