"""Facts as sentences that an agent would write into its notes."""

from __future__ import annotations

import random
import re
import tomllib
from functools import cache
from pathlib import Path

from bench.judge.facts.fact import Fact

TABLE = Path(__file__).with_name("phrasings.toml")


@cache
def families() -> dict[str, dict[str, list[str]]]:
    """Kind of fact to its true phrasings (`true`) and, by kind of mutant, false ones."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def true_templates(fact: Fact) -> list[str]:
    """Every way to say this fact."""
    return families()[fact.kind]["true"]


def false_templates(fact: Fact, kind: str) -> list[str]:
    """Ways to say something false of this kind about the same fact; none where it has none."""
    return families()[fact.kind].get(kind, [])


def say(fact: Fact, template: str) -> str:
    """The template with the fact's values."""
    text = re.sub(
        r"\b([Aa]) (?=[aeiou])(?!one\b|us[aeiu]|uni)", r"\1n ", template.format(**fact.slots)
    )
    return (
        text[:1].upper() + text[1:] if text[:1].islower() and " " in text and _word(text) else text
    )


def _word(text: str) -> bool:
    """Whether the first word is plain English (an identifier keeps its case)."""
    return text.split()[0].isalpha() and text.split()[0].islower() and _opens(text.split()[0])


def _opens(word: str) -> bool:
    """`golangci` or `go` begin a sentence as they are written."""
    return word not in ("go", "git", "golangci", "mise")


def pick(fact: Fact, rng: random.Random) -> str:
    """A true sentence of this fact."""
    return say(fact, rng.choice(true_templates(fact)))
