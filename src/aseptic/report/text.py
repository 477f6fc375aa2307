"""Text for a terminal, a log or a pipe."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from aseptic.model.evidence import Evidence
from aseptic.model.finding import Finding, Level, Result
from aseptic.model.place import Place
from aseptic.model.verdict import Judgement, Label
from aseptic.report import summary
from aseptic.report.safe import shown, visible
from aseptic.report.view import View

QUOTE = 400
"""Characters of a quote or claim that are shown; the JSON view has all."""
MESSAGE = 500
PLACES = 5
"""How many torn or unknown log units are shown with their places."""
REASONS = 10

_COLORS = {
    "error": "31;1", "warning": "33", "note": "36", "head": "1", "dim": "2",
    "pass": "32;1", "fail": "31;1", "unknown": "33;1",
}  # fmt: skip


def show(result: Result, view: View) -> str:
    """Findings by file, then claims, sizes, logs and the verdict."""
    return "\n".join([*_findings(result, view), *_summary(result, view)]) + "\n"


def _findings(result: Result, view: View) -> Iterator[str]:
    known = summary.judgement_of(result)
    path = None
    for finding in summary.by_weight(result):
        if finding.place.path != path:
            if path is not None:
                yield ""
            path = finding.place.path
        yield from _finding(finding, summary.behind(finding, known), view)
    if path is not None:
        yield ""
    if view.verbose:
        yield from _claims(result, view)


def _finding(finding: Finding, judged: Judgement | None, view: View) -> Iterator[str]:
    place = finding.place
    level = _paint(f"{finding.level.value.upper():7}", finding.level.value, view)
    yield f"{_where(place)} {level} {finding.code} {shown(finding.message, MESSAGE)}"
    if judged is not None and judged.claim.text not in finding.message:
        yield from _block("claim", f'"{shown(judged.claim.text, QUOTE)}"', view)
    for evidence in finding.evidence or (judged.evidence if judged else ()):
        yield from _evidence(evidence, view)
    if judged is not None and judged.value is not None:
        yield from _block("log has", shown(judged.value, QUOTE), view)
    if finding.hint:
        yield from _block("do", shown(finding.hint), view)


def _evidence(evidence: Evidence, view: View) -> Iterator[str]:
    yield from _block(evidence.says.value, f'"{shown(evidence.quote, QUOTE)}"', view)
    where = f"{shown(evidence.session)}#{evidence.seq} ({evidence.origin.value})"
    if evidence.path is not None:
        line = f":{evidence.line}" if evidence.line is not None else ""
        where += f" {shown(evidence.path)}{line}"
    yield from _block("", where, view, dim=True)


def _block(name: str, text: str, view: View, *, dim: bool = False) -> Iterator[str]:
    """A wrapped text behind a name. Every line starts with our own mark, so that no hostile
    text begins a line, where a CI runner would look for commands."""
    room = max(view.width - 18, 20)
    # A place is kept whole, so that it can be copied.
    lines = textwrap.wrap(text, room, break_on_hyphens=False, break_long_words=not dim)
    for number, line in enumerate(lines or [""]):
        head = _paint(f"    {name if number == 0 else '':11} │ ", "dim", view)
        yield head + (_paint(line, "dim", view) if dim else line)


def _claims(result: Result, view: View) -> Iterator[str]:
    """Every claim, with the best evidence found."""
    known = summary.claims(result)
    if not known:
        return
    yield _paint("All claims", "head", view)
    for judged in known:
        place = judged.claim.place
        yield f"{_where(place)} {judged.label.value}"
        yield from _block("claim", f'"{shown(judged.claim.text, QUOTE)}"', view)
        yield from _block("because", f"{shown(judged.reason, QUOTE)} ({judged.judge})", view)
        for evidence in judged.evidence[:3]:
            yield from _evidence(evidence, view)
    yield ""


def _summary(result: Result, view: View) -> Iterator[str]:
    yield from _row("findings", _level_counts(result), view)
    yield from _claim_rows(result, view)
    yield from _size_rows(result, view)
    yield from _log_rows(result, view)
    if result.suppressed:
        yield from _row("accepted", _suppressed(result), view)
    for key, value in sorted(result.extra.items()):
        yield from _row(shown(key), shown(value), view)
    why = summary.reasons(result)
    for reason in why[:REASONS]:
        yield from _row("not known", shown(reason), view)
    if len(why) > REASONS:
        yield from _row("", f"and {len(why) - REASONS:,} more reasons", view)
    words = f"{result.verb}: {summary.verdict(result)}"
    yield _paint(words, result.outcome.value, view)


def _level_counts(result: Result) -> str:
    count = summary.levels(result)
    ran = summary.plural(result.checks_run, "check") + " ran"
    return (
        ", ".join(summary.plural(count[level.value], level.value) for level in Level) + f"; {ran}"
    )


def _claim_rows(result: Result, view: View) -> Iterator[str]:
    if not result.judgements:
        return
    count = summary.labels(result)
    listed = ", ".join(f"{n} {label}" for label, n in count.items() if n or label == "undecided")
    yield from _row("claims", f"{len(result.judgements):,}: {listed}", view)
    yield from _row("", summary.decided(result), view)
    if count[Label.UNDECIDED.value] and not view.verbose:
        yield from _row("", "undecided claims are not passes; --verbose lists them", view)


def _size_rows(result: Result, view: View) -> Iterator[str]:
    name = "loaded"
    for size in summary.sizes(result):
        parts = [_measure(*measure) for measure in size.measures]
        files = summary.plural(size.files, "file")
        yield from _row(name, f"{visible(size.format)}, {files}: {', '.join(parts)}", view)
        name = ""
    for file in result.files:
        kept = file.loaded_bytes
        if kept is not None and kept < file.bytes:
            words = f"{shown(file.path)}: only {kept:,} of {file.bytes:,} bytes are loaded"
            yield from _row("", words, view)


def _measure(name: str, amount: int, limit: int | None) -> str:
    about = "about " if name == "tokens" else ""
    if limit is None:
        return about + summary.plural(amount, name[:-1])
    over = " OVER" if amount > limit else ""
    return f"{about}{amount:,}/{limit:,} {name}{over}"


def _log_rows(result: Result, view: View) -> Iterator[str]:
    if not result.logs:
        if result.judgements or result.verb == "audit":
            yield from _row("logs", "none read", view)
        return
    events = sum(log.events for log in result.logs)
    units = sum(log.units for log in result.logs)
    text = f"{summary.plural(len(result.logs), 'log')} read, {units:,} units, {events:,} events"
    yield from _row("logs", text, view)
    aside = ", ".join(f"{n:,} {reason}" for reason, n in summary.asides(result).items())
    yield from _row("", f"set aside: {aside}", view)
    problems = summary.problems(result)
    for aside_ in problems[:PLACES]:
        where = f"{shown(str(aside_.place))} {aside_.reason.value}: {shown(aside_.detail, 120)}"
        yield from _row("", where, view)
    total = sum(n for log in result.logs for r, n in log.asides.items() if r.is_problem)
    if total > min(len(problems), PLACES):
        rest = total - min(len(problems), PLACES)
        yield from _row("", f"and {rest:,} more torn or unknown", view)


def _suppressed(result: Result) -> str:
    by: dict[str, int] = {}
    for entry in result.suppressed:
        by[entry.by] = by.get(entry.by, 0) + 1
    parts = ", ".join(f"{n} by {visible(name)}" for name, n in sorted(by.items()))
    return f"{summary.plural(len(result.suppressed), 'finding')}: {parts}"


def _row(name: str, text: str, view: View) -> Iterator[str]:
    room = max(view.width - 13, 20)
    for number, line in enumerate(textwrap.wrap(text, room, break_on_hyphens=False) or [""]):
        yield _paint(f"{name:10} " if number == 0 else f"{'':10} ", "dim", view) + f"│ {line}"


def _where(place: Place) -> str:
    """`path:line:column` as editors know it. A path that starts like a command gets `./`."""
    path = shown(place.path)
    plain = path[:1].isalnum() or path[:1] in ("/", ".", "_", "~")
    return f"{'' if plain else './'}{path}:{place.line}:{place.column}"


def _paint(text: str, name: str, view: View) -> str:
    return f"\x1b[{_COLORS[name]}m{text}\x1b[0m" if view.color else text
