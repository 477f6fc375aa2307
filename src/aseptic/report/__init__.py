"""Views of one `Result`: text, json, sarif, junit, github, markdown, html."""

from __future__ import annotations

import importlib

from aseptic.errors import UsageError
from aseptic.model.finding import Result
from aseptic.report.view import View

VIEWS: dict[str, str] = {
    "text": "text",
    "json": "document",
    "sarif": "sarif",
    "junit": "junit",
    "github": "github",
    "html": "page",
    "markdown": "markdown",
}
"""Format -> the module of this floor that shows it; imported when asked for."""

FORMATS = tuple(VIEWS)


def render(
    result: Result,
    format: str,  # noqa: A002  the word of the command line
    *,
    color: bool = False,
    width: int = 100,
    verbose: bool = False,
) -> str:
    """Show a result. The same result gives the same text, byte for byte.

    Memory and logs are hostile: whatever they hold is shown as harmless text,
    and what looks like a credential is named, never shown.

    Args:
        format: one of `FORMATS`.
        color: of the text view: ANSI colours.
        width: of the text view: columns of the terminal.
        verbose: list every claim, not only those that have a finding.

    Raises:
        UsageError: the format is not known.
    """
    if format not in VIEWS:
        raise UsageError(f"unknown format {format!r}", hint="one of " + ", ".join(FORMATS))
    view = importlib.import_module(f"aseptic.report.{VIEWS[format]}")
    shown: str = view.show(result, View(color=color, width=max(width, 40), verbose=verbose))
    return shown
