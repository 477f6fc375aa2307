"""JUnit XML: one test case a finding, and one for whatever could not be decided."""

from __future__ import annotations

from html import escape

from aseptic.model.finding import Finding, Level, Result
from aseptic.model.verdict import Judgement, Label, Outcome
from aseptic.report import summary
from aseptic.report.safe import shown
from aseptic.report.view import View


def show(result: Result, view: View) -> str:
    """Errors fail; a run without a verdict is an error; what was not decided is skipped.

    A supported claim and a file without an error are the only cases that pass.
    """
    cases = [_case(finding) for finding in summary.findings(result)]
    told = {(f.code, f.place.path, f.place.line, f.record) for f in result.findings}
    cases += [
        case
        for j in summary.claims(result)
        if (j.label.code, j.claim.place.path, j.claim.place.line, j.claim.note) not in told
        and (case := _claim(j)) is not None
    ]
    cases += _files(result)
    cases += [
        _accepted(s.finding, s.reason)
        for s in sorted(result.suppressed, key=lambda s: s.finding.sort_key)
    ]
    cases += _unknown(result)
    count = {
        what: sum(f"<{what}" in case for case in cases) for what in ("failure", "error", "skipped")
    }
    attributes = (
        f'tests="{len(cases)}" failures="{count["failure"]}" errors="{count["error"]}"'
        f' skipped="{count["skipped"]}"'
    )
    name = f"aseptic {result.verb}"
    stamp = result.at.strftime("%Y-%m-%dT%H:%M:%S")
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f"<testsuites {attributes}>",
            f'<testsuite name="{_xml(name)}" timestamp="{stamp}" time="0" {attributes}>',
            *cases,
            f"<system-out>{_xml(summary.verdict(result))}</system-out>",
            "</testsuite>",
            "</testsuites>",
            "",
        ]
    )


def _case(finding: Finding) -> str:
    place = finding.place
    name = f"{finding.code} line {place.line}: {shown(finding.message, 120)}"
    if finding.level is not Level.ERROR:
        words = f"{finding.level.value}, not a failure: {shown(finding.message)}"
        return _element(name, place.path, place.line, f'<skipped message="{_xml(words)}"/>')
    lines = [f"{shown(place.path)}:{place.line}:{place.column} {finding.code}"]
    lines += [
        f'the log {e.says.value}: "{shown(e.quote, 500)}"'
        f" ({shown(e.session)}#{e.seq}, {e.origin.value}"
        + (f", {shown(e.path)}:{e.line})" if e.path else ")")
        for e in finding.evidence
    ]
    lines += [f"do: {shown(finding.hint)}"] if finding.hint else []
    body = "\n".join(lines)
    message = _xml(shown(finding.message))
    failure = f'<failure message="{message}" type="{_xml(finding.code)}">{_xml(body)}</failure>'
    return _element(name, place.path, place.line, failure)


def _claim(judged: Judgement) -> str | None:
    """Supported claims pass, open ones are skipped; the others are findings already."""
    place = judged.claim.place
    name = f"claim line {place.line}: {shown(judged.claim.text, 120)}"
    if judged.label is Label.SUPPORTED:
        return _element(name, place.path, place.line, "")
    if judged.label.outcome is Outcome.UNKNOWN:
        words = f"{judged.label.value}: {shown(judged.reason)}"
        return _element(name, place.path, place.line, f'<skipped message="{_xml(words)}"/>')
    return None


def _files(result: Result) -> list[str]:
    """Files in which the checks that ran found nothing of level error."""
    if result.checks_run == 0:
        return []
    bad = {f.place.path for f in result.findings if f.level is Level.ERROR}
    name = "no finding of level error"
    clean = sorted({file.path for file in result.files} - bad)
    return [_element(name, path, 1, "") for path in clean]


def _accepted(finding: Finding, reason: str) -> str:
    name = f"{finding.code} line {finding.place.line}: {shown(finding.message, 120)}"
    words = f"accepted: {shown(reason)}"
    return _element(
        name, finding.place.path, finding.place.line, f'<skipped message="{_xml(words)}"/>'
    )


def _unknown(result: Result) -> list[str]:
    """One error a reason; a run that decided nothing must not look green."""
    return [
        _element(
            "verdict", "aseptic", 1, f'<error message="{_xml(shown(reason))}" type="unknown"/>'
        )
        for reason in summary.reasons(result)
    ]


def _element(name: str, path: str, line: int, inside: str) -> str:
    where = _xml(shown(path))
    head = (
        f'<testcase classname="{where}" name="{_xml(name)}" file="{where}" line="{line}" time="0"'
    )
    return f"{head}>{inside}</testcase>" if inside else f"{head}/>"


def _xml(text: str) -> str:
    """Escaped for XML 1.0. U+FFFE and U+FFFF are no characters there."""
    return escape(text.replace("\ufffe", "<U+FFFE>").replace("\uffff", "<U+FFFF>"))
