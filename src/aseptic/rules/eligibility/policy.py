"""The table: rows from what a text is to what happens to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from aseptic.model.origin import Origin
from aseptic.rules.eligibility.action import Action, At, Sensitivity
from aseptic.rules.eligibility.categories import CATEGORIES


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table. A condition that is not named holds for everything."""

    name: str
    action: Action
    reason: str
    category: frozenset[str] = frozenset()
    kind: frozenset[str] = frozenset()
    sensitivity: frozenset[Sensitivity] = frozenset()
    source: frozenset[Origin] = frozenset()
    at: frozenset[At] = frozenset()
    expiry: timedelta | None = None
    """None: without limit."""
    purposes: frozenset[str] | None = None
    """None: without limit."""

    def matches(
        self, category: str, kind: str, sensitivity: Sensitivity, source: Origin, at: At
    ) -> bool:
        """Whether every condition that the row names holds."""
        return (
            (not self.category or category in self.category)
            and (not self.kind or kind in self.kind)
            and (not self.sensitivity or sensitivity in self.sensitivity)
            and (not self.source or source in self.source)
            and (not self.at or at in self.at)
        )


@dataclass(frozen=True, slots=True)
class Policy:
    """A version of the table. The first row that matches decides about a finding."""

    name: str
    version: int
    rows: tuple[Row, ...]
    sensitivity: Mapping[str, Sensitivity] = field(default_factory=dict)
    """Of a category, or of a kind, which goes before its category."""
    digest: str = ""
    """First 8 hex digits of the table's sha256: two tables with one version are told apart."""
    unusable: str = ""
    """Why nothing can be decided by it; then everything is refused."""

    @property
    def id(self) -> str:
        """How records name the table that let them in."""
        return f"{self.name}/{self.version}#{self.digest}"

    def sensitivity_of(self, category: str, kind: str) -> Sensitivity:
        """What the table says; `secret` for what it does not name: the strict side."""
        found = self.sensitivity.get(kind) or self.sensitivity.get(category)
        return Sensitivity.SECRET if found is None else found

    def row_for(
        self, category: str, kind: str, sensitivity: Sensitivity, source: Origin, at: At
    ) -> Row | None:
        """The first row that matches; None: the table does not speak of it."""
        for row in self.rows:
            if row.matches(category, kind, sensitivity, source, at):
                return row
        return None

    def may_change(self, categories: frozenset[str], at: At) -> bool:
        """Whether any row could do something else than `store exact` with these categories.

        On the safe side: True where it cannot be told without the text.
        """
        levels = {self.sensitivity.get(name, Sensitivity.SECRET) for name in categories}
        # Levels of kinds count for every category: which category a kind is of is not known here.
        levels |= {level for name, level in self.sensitivity.items() if name not in CATEGORIES}
        for row in self.rows:
            if row.at and at not in row.at:
                continue
            about = not row.category or row.category & categories
            felt = not row.sensitivity or row.sensitivity & levels
            if about and felt and row.action is not Action.EXACT:
                return True
            if not (row.category or row.kind or row.sensitivity or row.source):
                return False
        return True


def unusable(reason: str) -> Policy:
    """A policy that refuses everything, for when the table is broken."""
    return Policy("unusable", 0, (), unusable=reason)
