"""The parts of the HTML page about findings and claims: what the note says beside what the log says."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from aseptic.model.evidence import Evidence, Says
from aseptic.model.finding import Finding, Level, Result
from aseptic.model.verdict import Judgement, Label
from aseptic.report import summary
from aseptic.report.markup import Html, el, join, quote, text

QUOTE = 1_500
"""Characters of a quote that are shown; the JSON view has all."""


def findings(result: Result) -> Html:
    """Cards by file, with boxes that hide a level."""
    found = summary.findings(result)
    heading = el("h2", "Findings")
    if not found:
        ran = summary.plural(result.checks_run, "check")
        return el("section", heading, el("p", f"None; {ran} ran.", class_="none"))
    known = summary.judgement_of(result)
    groups = [
        el(
            "div",
            el("h3", text(path)),
            *(_card(finding, summary.behind(finding, known)) for finding in cards),
            class_="group",
        )
        for path, cards in groupby(found, key=lambda f: f.place.path)
    ]
    count = summary.levels(result)
    boxes = [(level.value, level.value, count[level.value]) for level in Level]
    return el("section", heading, _filters(boxes, ".card", "Search the findings"), *groups)


def claims(result: Result) -> Html:
    """Every claim, closed; each opens on its evidence."""
    judged = summary.claims(result)
    if not judged:
        return join()
    count = summary.labels(result)
    boxes = [(label.value.replace(" ", "-"), label.value, count[label.value]) for label in Label]
    said = el("span", summary.decided(result), class_="soft")
    return el(
        "section",
        el("h2", "Claims"),
        el("p", said),
        _filters(boxes, "details.claim", "Search the claims"),
        *(_claim(j) for j in judged),
    )


def accepted(result: Result) -> Html:
    """What an ignore or the baseline accepted, with the reason given."""
    if not result.suppressed:
        return join()
    entries = sorted(result.suppressed, key=lambda s: s.finding.sort_key)
    rows = [
        el(
            "tr",
            el("td", el("code", text(f"{s.finding.place.path}:{s.finding.place.line}"))),
            el("td", text(s.finding.code)),
            el("td", text(s.finding.message)),
            el("td", text(s.by)),
            el("td", text(s.reason) if s.reason else el("span", "no reason", class_="soft")),
        )
        for s in entries
    ]
    head = el("tr", *(el("th", h) for h in ("Where", "Code", "Finding", "By", "Reason")))
    table = el("table", el("thead", head), el("tbody", *rows))
    return el("section", el("h2", "Accepted findings"), el("div", table, class_="scroll"))


def _filters(boxes: Iterable[tuple[str, str, int]], rows: str, what: str) -> Html:
    labels = [
        el(
            "label",
            el("input", type="checkbox", id=f"f-{key}", checked=True),
            el("span", name),
            el("span", f"{n:,}", class_="soft"),
            class_=key,
        )
        for key, name, n in boxes
        if n
    ]
    search = el(
        "input", type="search", placeholder=what, aria_label=what, data_rows=rows, hidden=True
    )
    return el("div", *labels, search, class_="filters", role="group", aria_label="Filter")


def _card(finding: Finding, judged: Judgement | None) -> Html:
    level = finding.level.value
    place = finding.place
    top = el(
        "div",
        el("b", level, class_=level),
        el("b", text(finding.code)),
        el("span", text(f"{place.path}:{place.line}:{place.column}"), class_="where"),
        class_="top",
    )
    evidence = finding.evidence or (judged.evidence if judged else ())
    parts = [top, el("p", text(finding.message), class_="message")]
    if judged is not None or evidence:
        parts.append(_sides(judged, evidence))
    if finding.hint:
        parts.append(el("p", text(finding.hint), class_="hint"))
    return el("article", *parts, class_=f"card l-{level}", data_level=level)


def _claim(judged: Judgement) -> Html:
    place = judged.claim.place
    key = judged.label.value.replace(" ", "-")
    line = el(
        "summary",
        el("span", judged.label.value, class_=f"label {key}"),
        el("span", text(judged.claim.text, QUOTE)),
        el("span", text(f"{place.path}:{place.line}"), class_="where"),
    )
    why = el("p", text(judged.reason), el("span", f" ({judged.judge})", class_="soft"))
    quotes = (
        _sides(None, judged.evidence)
        if judged.evidence
        else el("p", "No evidence found.", class_="none")
    )
    value = _value(judged) if judged.value is not None else join()
    return el("details", line, el("div", why, quotes, value), class_="claim", data_label=key)


def _sides(judged: Judgement | None, evidence: Sequence[Evidence]) -> Html:
    """The note on the left, the log on the right; below each other on a phone."""
    left = join()
    if judged is not None:
        said = el("blockquote", el("span", quote(judged.claim.text, QUOTE), class_="quote"))
        left = el("div", el("h4", "The note says"), said, class_="side")
    right = join()
    if evidence:
        value = _value(judged) if judged is not None and judged.value is not None else join()
        open_ = all(e.says is Says.MENTIONS for e in evidence)
        heading = el("h4", "Nearest in the log" if open_ else "The log says")
        right = el("div", heading, *(_quote(e) for e in evidence), value, class_="side")
    one = "" if left and right else " one"
    return el("div", left, right, class_=f"sides{one}")


def _quote(evidence: Evidence) -> Html:
    where = f"{evidence.session}#{evidence.seq} · {evidence.origin.value} · {evidence.says.value}"
    if evidence.path is not None:
        where += f" · {evidence.path}" + (f":{evidence.line}" if evidence.line is not None else "")
    return el(
        "blockquote",
        el("span", quote(evidence.quote, QUOTE), class_="quote"),
        el("span", text(where), class_="where"),
    )


def _value(judged: Judgement) -> Html:
    return el("p", "The log's own value: ", el("code", text(judged.value or "")), class_="value")
