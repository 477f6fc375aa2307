"""SARIF 2.1.0, for code scanning: findings where they stand, log evidence beside them."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import quote

from aseptic import __version__
from aseptic.model.evidence import Evidence
from aseptic.model.finding import Finding, Result, Suppressed
from aseptic.model.verdict import Outcome
from aseptic.report import summary
from aseptic.report.rule_help import RuleHelp, rule_help
from aseptic.report.safe import shown
from aseptic.report.view import View

SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
HOME = "https://github.com/aseptic-memory/aseptic"


def show(result: Result, view: View) -> str:
    """One run. A run without a verdict says `executionSuccessful: false` and why."""
    accepted = sorted(result.suppressed, key=lambda s: s.finding.sort_key)
    found: list[tuple[Finding, Suppressed | None]] = [(f, None) for f in summary.findings(result)]
    found += [(s.finding, s) for s in accepted]
    codes = sorted({finding.code for finding, _ in found})
    index = {code: number for number, code in enumerate(codes)}
    document = {
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver([rule_help(code) for code in codes])},
                "automationDetails": {"id": f"aseptic/{result.verb}/"},
                "columnKind": "unicodeCodePoints",
                "invocations": [_invocation(result)],
                "results": _results(found, index),
                "properties": {
                    "verdict": result.outcome.value,
                    "claims": summary.labels(result),
                    "asides": summary.asides(result),
                },
            }
        ],
    }
    return json.dumps(document, indent=2, ensure_ascii=True) + "\n"


def _driver(rules: list[RuleHelp]) -> dict[str, Any]:
    return {
        "name": "aseptic",
        "version": __version__,
        "semanticVersion": __version__,
        "informationUri": HOME,
        "rules": [
            {
                "id": rule.code,
                "name": rule.name,
                "shortDescription": {"text": rule.summary},
                "helpUri": f"{HOME}/blob/main/docs/rules/{rule.code}.md",
                "help": {"text": rule.page, "markdown": rule.page},
            }
            for rule in rules
        ],
    }


def _invocation(result: Result) -> dict[str, Any]:
    notes: list[dict[str, Any]] = [
        {"level": "warning", "message": {"text": shown(reason)}}
        for reason in summary.reasons(result)
    ]
    notes += [
        {
            "level": "warning",
            "message": {"text": f"set aside as {aside.reason.value}: {shown(aside.detail)}"},
            "locations": [_location(aside.place.path, aside.place.line)],
        }
        for aside in summary.problems(result)
    ]
    return {
        "executionSuccessful": result.outcome is not Outcome.UNKNOWN,
        "exitCode": result.exit_code,
        "exitCodeDescription": summary.verdict(result),
        "endTimeUtc": result.at.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "toolExecutionNotifications": notes,
    }


def _results(
    found: list[tuple[Finding, Suppressed | None]], index: dict[str, int]
) -> list[dict[str, Any]]:
    seen: dict[str, int] = {}
    results = []
    for finding, accepted in found:
        print_ = finding.fingerprint
        seen[print_] = seen.get(print_, 0) + 1  # twins are told apart by their order
        results.append(_result(finding, accepted, index, f"{print_}:{seen[print_]}"))
    return results


def _result(
    finding: Finding, accepted: Suppressed | None, index: dict[str, int], fingerprint: str
) -> dict[str, Any]:
    place = finding.place
    text = shown(finding.message)
    if finding.hint:
        text += f"\nWhat to do: {shown(finding.hint)}"
    for evidence in finding.evidence:
        text += f"\nThe log {evidence.says.value}: {_said(evidence)}"
    row: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": index[finding.code],
        "level": finding.level.value,
        "message": {"text": text},
        "locations": [_location(place.path, place.line, place.column, place.end_line)],
        "partialFingerprints": {"aseptic/v1": fingerprint},
    }
    related = [
        {**_location(e.path, e.line or 1), "id": number, "message": {"text": _said(e)}}
        for number, e in enumerate(finding.evidence, start=1)
        if e.path is not None
    ]
    if related:
        row["relatedLocations"] = related
    if accepted is not None:
        kind = "inSource" if accepted.by == "inline" else "external"
        row["suppressions"] = [{"kind": kind, "justification": shown(accepted.reason)}]
    return row


def _said(evidence: Evidence) -> str:
    where = f"{shown(evidence.session)}#{evidence.seq}, {evidence.origin.value}"
    return f'"{shown(evidence.quote, 500)}" ({where})'


def _location(
    path: str, line: int, column: int | None = None, end_line: int | None = None
) -> dict[str, Any]:
    region = {"startLine": max(line, 1)}
    if column is not None:
        region["startColumn"] = max(column, 1)
    if end_line is not None and end_line >= line:
        region["endLine"] = end_line
    return {"physicalLocation": {"artifactLocation": _artifact(path), "region": region}}


def _artifact(path: str) -> dict[str, str]:
    """A relative path is relative to the project root, which code scanning knows."""
    bare = path.encode("utf-8", "surrogateescape") if _encodable(path) else shown(path).encode()
    uri = quote(bare, safe="/@+,~!$&'()*=")
    if PurePosixPath(path).is_absolute():
        return {"uri": f"file://{uri}"}
    return {"uri": uri, "uriBaseId": "%SRCROOT%"}


def _encodable(path: str) -> bool:
    try:
        path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False
    return True
