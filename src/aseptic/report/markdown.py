"""Markdown, for a comment on a pull request or a job summary."""

from __future__ import annotations

import re

from aseptic.model.evidence import Evidence
from aseptic.model.finding import Finding, Level, Result
from aseptic.model.verdict import Judgement, Label, Outcome
from aseptic.report import summary
from aseptic.report.safe import shown
from aseptic.report.view import View

MOST = 50
"""Rows of a table; a comment may hold 65,536 characters in all."""
_MARK = {Outcome.PASS: "✅", Outcome.FAIL: "❌", Outcome.UNKNOWN: "❔"}


def show(result: Result, view: View) -> str:
    """Heading with the verdict, a table of findings, then counts."""
    head = f"## {_MARK[result.outcome]} aseptic {result.verb}: {summary.verdict(result)}"
    parts = [head, *_findings(result), *_claims(result, view), *_counts(result)]
    return "\n\n".join(parts) + "\n"


def _findings(result: Result) -> list[str]:
    found = sorted(summary.findings(result), key=lambda f: list(Level).index(f.level))
    if not found:
        return []
    known = summary.judgement_of(result)
    rows = ["| | Where | Finding |", "|---|---|---|"]
    rows += [_row(finding, summary.behind(finding, known)) for finding in found[:MOST]]
    table = "\n".join(rows)
    more = len(found) - MOST
    return [table, f"…and {summary.plural(more, 'more finding')}."] if more > 0 else [table]


def _row(finding: Finding, judged: Judgement | None) -> str:
    place = finding.place
    parts = [f"**{escape(finding.code)}** {escape(shown(finding.message))}"]
    evidence = finding.evidence or (judged.evidence if judged else ())
    parts += [_evidence(e) for e in evidence[:2]]
    if judged is not None and judged.value is not None:
        parts.append(f"The log has {code(shown(judged.value, 120), cell=True)}")
    if finding.hint:
        parts.append(f"*{escape(shown(finding.hint))}*")
    where = code(f"{shown(place.path)}:{place.line}", cell=True)
    return f"| {finding.level.value} | {where} | {'<br>'.join(parts)} |"


def _evidence(evidence: Evidence) -> str:
    where = f"{shown(evidence.session)}#{evidence.seq}"
    said = code(shown(evidence.quote, 200), cell=True)
    return (
        f"The log {evidence.says.value}: {said} ({code(where, cell=True)}, {evidence.origin.value})"
    )


def _claims(result: Result, view: View) -> list[str]:
    judged = summary.claims(result)
    if not judged:
        return []
    count = summary.labels(result)
    rows = ["| Claims | |", "|---|---:|", *(f"| {k} | {n:,} |" for k, n in count.items())]
    listed = judged if view.verbose else [j for j in judged if j.label is Label.UNDECIDED]
    parts = [
        "\n".join(rows),
        summary.decided(result)[0].upper() + summary.decided(result)[1:] + ".",
    ]
    if listed:
        lines = [
            f"- {code(f'{shown(j.claim.place.path)}:{j.claim.place.line}')} {j.label.value}: "
            f"{code(shown(j.claim.text, 200))}"
            for j in listed[:MOST]
        ]
        if len(listed) > MOST:
            lines.append(f"- …and {len(listed) - MOST:,} more")
        name = "All claims" if view.verbose else "Undecided claims (not passes)"
        body = "\n".join(lines)
        parts.append(f"<details><summary>{name}</summary>\n\n{body}\n\n</details>")
    return parts


def _counts(result: Result) -> list[str]:
    lines = []
    for size in summary.sizes(result):
        measures = ", ".join(
            (
                f"{amount:,} of {limit:,} {name}"
                if limit is not None
                else summary.plural(amount, name[:-1])
            )
            + (" (estimate)" if name == "tokens" else "")
            for name, amount, limit in size.measures
        )
        lines.append(f"- every session loads {code(size.format)}: {measures}")
    if result.logs:
        aside = ", ".join(f"{n:,} {reason}" for reason, n in summary.asides(result).items())
        lines.append(f"- {summary.plural(len(result.logs), 'log')} read; set aside: {aside}")
        lines += [
            f"  - {code(shown(str(a.place)))} {a.reason.value}: {escape(shown(a.detail, 120))}"
            for a in summary.problems(result)[:3]
        ]
    if result.suppressed:
        lines.append(f"- {summary.plural(len(result.suppressed), 'finding')} accepted")
    lines += [f"- not known: {escape(shown(reason))}" for reason in summary.reasons(result)[:10]]
    return ["\n".join(lines)] if lines else []


def escape(text: str) -> str:
    """Plain text in Markdown: no markup, no HTML, no mention, no reference, no link."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = re.sub(r"([\\`*_{}\[\]()#+!|~^$=\-])", r"\\\1", text)
    text = re.sub(r"(@|#|://|www\.|GH\\-)", r"\1<!-- -->", text)
    return re.sub(r"^(\s*\d+)([.)])", r"\1\\\2", text)


def code(text: str, *, cell: bool = False) -> str:
    """A code span that its text cannot leave: nothing is linked or called there.

    `cell`: it stands in a table, where a bar would end the cell.
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if not text.strip() or text[0] == "`" or text[-1] == "`" else ""
    return f"{fence}{pad}{text.replace('|', chr(92) + '|') if cell else text}{pad}{fence}"
