"""How a reader wants to see a result."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class View:
    """Choices that change how much is shown and how, never what was found."""

    color: bool = False
    width: int = 100
    """Columns of the terminal."""
    verbose: bool = False
