"""The parts of the HTML page about sizes: what every session loads, and the logs that were read."""

from __future__ import annotations

from aseptic.model.event import LogSummary
from aseptic.model.finding import Result
from aseptic.model.note import Load, MemoryFile
from aseptic.report import summary
from aseptic.report.markup import Html, el, join, raw, text

PLACES = 20
"""How many torn or unknown units are listed with their places."""


def loaded(result: Result) -> Html:
    """A bar for each measure against its limit, and the files behind it."""
    if not result.files:
        return join()
    bars = [_bars(size) for size in summary.sizes(result)]
    nothing = el("p", "No file that every session loads.", class_="none")
    return el("section", el("h2", "What every session loads"), *(bars or [nothing]), _files(result))


def logs(result: Result) -> Html:
    """Each log with its counts; what was set aside is always shown."""
    if not result.logs:
        if result.verb != "audit" and not result.judgements:
            return join()
        return el("section", el("h2", "Logs"), el("p", "None read.", class_="none"))
    names = ("Log", "Format", "Units", "Events", "Torn", "Unknown", "Other aside")
    head = el(
        "tr", *(el("th", name, class_="num" if at > 1 else None) for at, name in enumerate(names))
    )
    rows = [_log(log) for log in sorted(result.logs, key=lambda log: log.path)]
    table = el("table", el("thead", head), el("tbody", *rows))
    return el("section", el("h2", "Logs"), el("div", table, class_="scroll"), _problems(result))


def _bars(size: summary.Size) -> Html:
    files = summary.plural(size.files, "file")
    rows = [_bar(name, amount, limit) for name, amount, limit in size.measures]
    return el("div", el("h3", f"{size.format} ({size.kind.value}, {files})"), *rows)


def _bar(name: str, amount: int, limit: int | None) -> Html:
    about = "about " if name == "tokens" else ""
    if limit is None:
        words = f"{about}{summary.plural(amount, name[:-1])}, no limit"
        return el(
            "div",
            el("span", name),
            el("span", class_="soft"),
            el("span", words, class_="num soft"),
            class_="bar",
        )
    over = amount > limit
    words = f"{about}{amount:,} of {limit:,} {name}" + (", over" if over else "")
    return el(
        "div",
        el("span", name),
        _svg(amount, limit, words),
        el("span", words, class_="num" + (" error" if over else "")),
        class_="bar",
    )


def _svg(amount: int, limit: int, words: str) -> Html:
    """The fill, and a mark at the limit once it is exceeded. Attributes, not styles: the policy
    of the page allows no inline style."""
    top = max(amount, limit, 1)
    fill, mark = round(100 * amount / top, 2), round(100 * limit / top, 2)
    over = " over" if amount > limit else ""
    tick = f'<rect class="limit" x="{mark}" width="0.6" height="10"/>' if over else ""
    return el(
        "svg",
        raw(f'<rect class="fill{over}" width="{fill}" height="10"/>{tick}'),
        viewBox="0 0 100 10", preserveAspectRatio="none", role="img", aria_label=words,
    )  # fmt: skip


def _files(result: Result) -> Html:
    names = ("File", "Kind", "Loaded", "Items", "Lines", "Bytes", "Of which loaded")
    head = el(
        "tr", *(el("th", name, class_="num" if at > 2 else None) for at, name in enumerate(names))
    )
    rows = [_file(file) for file in sorted(result.files, key=lambda file: file.path)]
    table = el("table", el("thead", head), el("tbody", *rows))
    return join(el("h3", "Files"), el("div", table, class_="scroll"))


def _file(file: MemoryFile) -> Html:
    when = "every session" if file.load is Load.GLOBAL else "some sessions"
    kept = file.loaded_bytes
    cut = kept is not None and kept < file.bytes
    whole = f"{kept:,}" if cut and kept is not None else "all"
    return el(
        "tr",
        el("td", el("code", text(file.path))),
        el("td", file.kind.value),
        el("td", when),
        *(el("td", f"{n:,}", class_="num") for n in (len(file.notes), file.lines, file.bytes)),
        el("td", whole, class_="num" + (" error" if cut else "")),
    )


def _log(log: LogSummary) -> Html:
    bad = {reason: n for reason, n in log.asides.items() if reason.is_problem}
    torn, unknown = (sum(n for r, n in bad.items() if r.value == w) for w in ("torn", "unknown"))
    other = sum(log.asides.values()) - torn - unknown
    return el(
        "tr",
        el("td", el("code", text(log.path))),
        el("td", text(log.format)),
        *(el("td", f"{n:,}", class_="num") for n in (log.units, log.events)),
        *(el("td", f"{n:,}", class_="num" + (" warning" if n else "")) for n in (torn, unknown)),
        el("td", f"{other:,}", class_="num"),
    )


def _problems(result: Result) -> Html:
    known = summary.problems(result)
    if not known:
        return join()
    rows = [
        el(
            "tr",
            el("td", el("code", text(str(aside.place)))),
            el("td", aside.reason.value, class_="warning"),
            el("td", text(aside.detail, 300)),
        )
        for aside in known[:PLACES]
    ]
    more = len(known) - PLACES
    rest = el("p", f"and {more:,} more", class_="soft") if more > 0 else join()
    head = el("tr", *(el("th", name) for name in ("Where", "Set aside as", "Why")))
    table = el("table", el("thead", head), el("tbody", *rows))
    return join(el("h3", "Torn and unknown"), el("div", table, class_="scroll"), rest)
