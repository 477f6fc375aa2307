"""Workflow commands of GitHub Actions: annotations on the lines of a pull request."""

from __future__ import annotations

from aseptic.model.finding import Finding, Level, Result
from aseptic.model.verdict import Outcome
from aseptic.report import summary
from aseptic.report.safe import shown
from aseptic.report.view import View

_ORDER = {Level.ERROR: 0, Level.WARNING: 1, Level.NOTE: 2}
_COMMAND = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def show(result: Result, view: View) -> str:
    """One command a line, errors first: the site shows only the first ten of each level."""
    found = sorted(summary.findings(result), key=lambda f: _ORDER[f.level])
    lines = [_finding(finding) for finding in found]
    lines += [
        _command("warning", {"title": "aseptic: not known"}, shown(reason))
        for reason in summary.reasons(result)
    ]
    count = ", ".join(summary.plural(n, level) for level, n in summary.levels(result).items())
    parts = [f"{result.verb}: {summary.verdict(result)}", count]
    if result.judgements:
        parts.append(summary.decided(result))
    aside = summary.asides(result)
    if result.logs:
        parts.append(f"log units set aside: {aside['torn']} torn, {aside['unknown']} unknown")
    if result.suppressed:
        parts.append(f"{summary.plural(len(result.suppressed), 'finding')} accepted")
    level = "notice" if result.outcome is Outcome.PASS else "error"
    lines.append(_command(level, {"title": "aseptic"}, "\n".join(parts)))
    return "\n".join(lines) + "\n"


def _finding(finding: Finding) -> str:
    place = finding.place
    properties = {
        "file": shown(place.path),
        "line": str(place.line),
        "col": str(place.column),
        "title": f"aseptic {finding.code}",
    }
    if place.end_line is not None and place.end_line > place.line:
        del properties["col"]  # columns are only allowed where a finding is on one line
        properties["endLine"] = str(place.end_line)
    text = [shown(finding.message)]
    text += [
        f'the log {e.says.value}: "{shown(e.quote, 300)}"'
        f" ({shown(e.session)}#{e.seq}, {e.origin.value})"
        for e in finding.evidence
    ]
    text += [f"do: {shown(finding.hint)}"] if finding.hint else []
    return _command(_COMMAND[finding.level], properties, "\n".join(text))


def _command(name: str, properties: dict[str, str], text: str) -> str:
    """Escaped as the runner's own toolkit does, so that no text can end a command or start one."""
    given = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{name} {given}::{_data(text)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
