"""Frontmatter: the block between two `---` lines at the top of a Markdown file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime

from aseptic.model.note import FileProblem
from aseptic.readers.memory.base import Facts, Source
from aseptic.readers.memory.files import BAD_FRONTMATTER
from aseptic.records import dataclass, field

MAX_LINES = 400
"""How far the closing `---` is looked for."""
_KEY = re.compile(r"^([A-Za-z_][\w -]*):(?:\s+(.*))?$")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What stood at the top of a file; `lines` is how many lines it took, 0 for none."""

    values: Mapping[str, object] = field(default_factory=dict)
    lines: int = 0
    stray: frozenset[int] = frozenset()
    """Lines (from 0) in it that are no `key: value`: a model reads them as text."""
    problems: tuple[FileProblem, ...] = ()

    def text(self, *keys: str) -> str | None:
        """The first of the keys that holds a word or number, as text."""
        for key in keys:
            value = self.values.get(key)
            plain = isinstance(value, str | int | float | date) and not isinstance(value, bool)
            if plain and (word := str(value).strip()):
                return word
        return None

    def flag(self, key: str) -> bool | None:
        """True or False as written in any of YAML's ways; None when absent or something else."""
        value = self.values.get(key)
        if isinstance(value, bool):
            return value
        word = str(value).strip().lower() if isinstance(value, str | int) else ""
        return True if word in _TRUE else False if word in _FALSE else None

    def day(self, *keys: str) -> date | None:
        """The first of the keys that holds a date."""
        for key in keys:
            value = self.values.get(key)
            if isinstance(value, datetime):
                return value.date()
            if isinstance(value, date):
                return value
            if isinstance(value, str) and (found := find_date(value)):
                return found
        return None

    def facts(self) -> Facts:
        """What it says about the notes below it."""
        reviewed = self.flag("reviewed")
        if reviewed is None and self.day("reviewed", "reviewed_on", "last_reviewed"):
            reviewed = True
        return Facts(
            source=self.text("source", "sources", "origin", "originSessionId", "session"),
            reviewed=reviewed,
            updated_on=self.day("updated_on", "updated", "updated_at", "last_updated", "modified")
            or self.day("date", "created", "created_at"),
            expires_on=self.day("expires_on", "expires", "expires_at", "valid_until"),
            type=self.text("type"),
        )


def find_date(text: str) -> date | None:
    """The first ISO date in the text that exists in the calendar."""
    for match in _DATE.finditer(text):
        try:
            return date(int(match[1]), int(match[2]), int(match[3]))
        except ValueError:
            continue
    return None


def read_frontmatter(source: Source) -> Frontmatter:
    """The frontmatter of a file. Broken frontmatter is a problem with its line, and is skipped."""
    lines = source.lines
    if not lines or lines[0].rstrip() != "---":
        return Frontmatter()
    end = next((i for i in range(1, min(len(lines), MAX_LINES)) if lines[i].rstrip() == "---"), 0)
    if not end:
        if len(lines) > 1 and _KEY.match(lines[1]):
            message = "frontmatter is opened with '---' and never closed"
            return Frontmatter(problems=(source.problem(BAD_FRONTMATTER, message),))
        return Frontmatter()
    block = lines[1:end]
    values, bad = _parse(block)
    problems: tuple[FileProblem, ...] = ()
    if bad:
        message = "frontmatter is not 'key: value' lines (YAML) here"
        problems = (source.problem(BAD_FRONTMATTER, message, line=bad[0] + 2),)
    return Frontmatter(_flat(values), end + 1, frozenset(i + 1 for i in bad), problems)


def _flat(values: Mapping[str, object]) -> dict[str, object]:
    """Newer Claude topic files put their type below `metadata`; both styles read alike."""
    flat = dict(values)
    nested = flat.get("metadata")
    if isinstance(nested, dict):
        for key, value in nested.items():
            flat.setdefault(str(key), value)
    return flat


def _parse(block: list[str]) -> tuple[dict[str, object], list[int]]:
    """The values, and the numbers (from 0) of the lines that are no YAML."""
    import yaml

    try:
        loaded = yaml.safe_load("\n".join(block))
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError):
        return _parse_lines(block)
    if loaded is None:
        return {}, []
    if isinstance(loaded, dict):
        return {str(key): value for key, value in loaded.items()}, []
    return _parse_lines(block)


def _parse_lines(block: list[str]) -> tuple[dict[str, object], list[int]]:
    """Plain `key: value` lines, for what tools accept and YAML does not (`globs: *.ts`)."""
    values: dict[str, object] = {}
    bad: list[int] = []
    for i, line in enumerate(block):
        if not line.strip() or line.startswith((" ", "\t", "#", "-")):
            continue
        if match := _KEY.match(line.rstrip()):
            values[match[1]] = (match[2] or "").strip().strip("\"'")
        else:
            bad.append(i)
    return values, bad
