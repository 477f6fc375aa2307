"""Every code has a page and every page a code; every rule has its place in the registry."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aseptic.cli.main import main
from aseptic.flows import remember, write
from aseptic.model.verdict import Label
from aseptic.readers.memory import files
from aseptic.rules.handbook import codes, page, title
from aseptic.rules.registry import RULES

SECTIONS = ["What it does", "Why", "Example", "Instead"]
OTHERS = {"L101", "L102", "X101", "X102", "X103"} | {
    write.VERBATIM,
    write.SPEAKER,
    remember.ELIGIBLE,
}


def _known() -> set[str]:
    problems = {
        v for v in vars(files).values() if isinstance(v, str) and re.fullmatch(r"F\d{3}", v)
    }
    return {rule.code for rule in RULES} | {label.code for label in Label} | problems | OTHERS


def test_codes_and_pages_are_the_same_set() -> None:
    """A finding that nobody can look up, or a page about nothing, is a fault."""
    assert set(codes()) == _known()


def test_codes_are_unique() -> None:
    """Two rules never share a code or a name."""
    assert len({rule.code for rule in RULES}) == len({rule.name for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("code", codes())
def test_a_page_has_its_four_sections(code: str) -> None:
    """What it does, why, an example, what to do instead."""
    text = page(code) or ""
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == SECTIONS
    assert title(code).startswith(f"{code}: ")


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.code)
def test_a_page_is_named_like_its_rule(rule) -> None:
    """The name in the title is the rule's."""
    assert title(rule.code) == f"{rule.code}: {rule.name}"


def test_rule_prints_the_page(capsys) -> None:
    """`aseptic rule s102`, in either case."""
    assert main(["rule", "s102"]) == 0
    assert capsys.readouterr().out == page("S102")
    assert main(["rule"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(codes())
    assert main(["rule", "../../base"]) == 2
    assert main(["rule", "Z999"]) == 2


def test_the_index_of_the_docs_names_every_code() -> None:
    """docs/rules/README.md is the list of all pages."""
    index = Path(__file__).resolve().parents[2] / "docs" / "rules" / "README.md"
    assert set(re.findall(r"\[([A-Z]\d{3})\]", index.read_text(encoding="utf-8"))) == set(codes())
