"""HTML: one file for a browser or a phone. It asks the network for nothing and obeys no text."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from importlib.resources import files

from aseptic import __version__
from aseptic.model.finding import Level, Result
from aseptic.model.verdict import Outcome
from aseptic.report import page_findings, page_sizes, summary
from aseptic.report.markup import Html, el, join, raw, text
from aseptic.report.view import View

_WORD = {Outcome.PASS: "pass", Outcome.FAIL: "fail", Outcome.UNKNOWN: "no verdict"}


def show(result: Result, view: View) -> str:
    """The page. Its policy allows exactly the one style and the one script that stand in it."""
    style, script = _own("page.css"), _own("page.js")
    policy = (
        f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}; "
        "base-uri 'none'; form-action 'none'"
    )
    head = el(
        "head",
        el("meta", charset="utf-8"),
        # The quotes of the policy must stay as they are, so this one tag is ours by hand.
        raw(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", name="referrer", content="no-referrer"),
        el("title", f"aseptic {result.verb}: {_WORD[result.outcome]}"),
        el("style", raw(style)),
    )
    body = el("body", _header(result), _main(result), _footer(result), el("script", raw(script)))
    return f'<!doctype html>\n<html lang="en">\n{head}\n{body}\n</html>\n'


def _own(name: str) -> str:
    return (files("aseptic.report") / name).read_text(encoding="utf-8")


def _hash(content: str) -> str:
    return f"'sha256-{b64encode(sha256(content.encode()).digest()).decode()}'"


def _header(result: Result) -> Html:
    outcome = result.outcome
    title = el(
        "h1",
        f"aseptic {result.verb}",
        el("span", _WORD[outcome], class_=f"pill {outcome.value}"),
    )
    when = result.at.strftime("%Y-%m-%d %H:%M UTC")
    where = el("p", el("code", text(result.root)), f" · {when}", class_="sub")
    meaning = el("p", summary.verdict(result), class_="sub")
    why = [
        el("p", text(f"Not known: {reason}"), class_="sub unknown")
        for reason in summary.reasons(result)
    ]
    return el("header", el("div", title, where, meaning, *why, _tiles(result)))


def _tiles(result: Result) -> Html:
    count = summary.levels(result)
    tiles = [
        (count[level.value], summary.plural(2, level.value)[2:], level.value) for level in Level
    ]
    if result.judgements:
        tiles += [
            (n, label, label.replace(" ", "-")) for label, n in summary.labels(result).items()
        ]
    if result.logs:
        aside = summary.asides(result)
        bad = aside["torn"] + aside["unknown"]
        tiles.append((bad, "torn or unknown", "warning"))
    tiles.append((len(result.suppressed), "accepted", "not-checkable"))
    return el(
        "ul",
        *(
            el("li", el("b", f"{n:,}", class_=name if n else "zero"), el("span", word))
            for n, word, name in tiles
        ),
        class_="tiles",
    )


def _main(result: Result) -> Html:
    return el(
        "main",
        page_findings.findings(result),
        page_findings.claims(result),
        page_sizes.loaded(result),
        page_sizes.logs(result),
        page_findings.accepted(result),
    )


def _footer(result: Result) -> Html:
    parts = [f"aseptic {__version__} · {summary.plural(result.checks_run, 'check')} ran"]
    parts += [f"{key}: {value}" for key, value in sorted(result.extra.items())]
    return el("footer", *(el("p", part) for part in parts), join())
