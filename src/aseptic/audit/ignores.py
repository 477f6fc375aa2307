"""Ignores: findings accepted on purpose, with a reason and a date. A bad ignore is itself a finding."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date

from aseptic.audit.globs import matches_glob
from aseptic.config import FILE_NAME, Ignore
from aseptic.model.finding import Finding, Level, Suppressed
from aseptic.model.place import Place
from aseptic.records import dataclass

MARKER = "aseptic:"
_INLINE = (
    r"(?:<!--|#|//)\s*aseptic:\s*ignore(?P<file>-file)?\[(?P<codes>[A-Z]\d{3}(?:\s*,\s*[A-Z]\d{3})*)\]"
    r"(?P<rest>(?:(?!-->|\*/).)*)"
)
_UNTIL = r"\buntil=(\S+)"


@dataclass(frozen=True, slots=True)
class InlineIgnore:
    """One code of an ignore comment."""

    code: str
    reason: str
    place: Place
    until: date | None
    bad_date: str | None
    whole_file: bool
    line: int
    """The line that it is about: its own, or the next one with text when it stands alone."""


def apply_ignores(
    findings: Iterable[Finding],
    *,
    texts: Mapping[str, str],
    config: Sequence[Ignore],
    today: date,
    ran: Collection[str],
    whole: bool = True,
) -> tuple[list[Finding], list[Suppressed]]:
    """Split findings into those that stand (X101 to X103 among them) and those accepted.

    Args:
        texts: path to text of the files that were checked; inline ignores are read from them.
        ran: codes that were really checked; an ignore of another code cannot be unused.
        whole: whether the whole project was checked; else no ignore of the config is unused.
    """
    inline = [ignore for path, text in texts.items() for ignore in find_inline(path, text)]
    used: set[int] = set()
    standing: list[Finding] = []
    accepted: list[Suppressed] = []
    for finding in findings:
        match = _by_inline(finding, inline, today) or _by_config(finding, config, today)
        if match is None:
            standing.append(finding)
        else:
            accepted.append(Suppressed(finding, match[0], match[1]))
            used.add(match[2])
    standing += _bad_inline(inline, used, today, ran)
    standing += _bad_config(config, used, today, ran if whole else ())
    return standing, accepted


def find_inline(path: str, text: str) -> Iterator[InlineIgnore]:
    """The ignore comments of a text, one for each code."""
    if MARKER not in text:
        return
    lines = text.split("\n")
    for number, line in enumerate(lines, start=1):
        if MARKER not in line:
            continue
        for match in re.finditer(_INLINE, line):
            rest = match.group("rest")
            until, bad = _date(rest)
            reason = re.sub(_UNTIL, "", rest).strip(" \t-–—:*/")
            alone = not (line[: match.start()] + line[match.end() :].replace("-->", "")).strip()
            for code in re.findall(r"[A-Z]\d{3}", match.group("codes")):
                yield InlineIgnore(
                    code,
                    reason,
                    Place(path, number, column=match.start() + 1),
                    until,
                    bad,
                    match.group("file") is not None,
                    _next_line(lines, number) if alone else number,
                )


def _date(rest: str) -> tuple[date | None, str | None]:
    match = re.search(_UNTIL, rest)
    if not match:
        return None, None
    try:
        return date.fromisoformat(match.group(1)), None
    except ValueError:
        return None, match.group(1)


def _next_line(lines: Sequence[str], number: int) -> int:
    """The next line with text; further ignores that stand alone in between are passed over."""
    for after in range(number, len(lines)):
        if lines[after].strip() and not re.search(_INLINE, lines[after]):
            return after + 1
    return number


def _holds(reason: str, until: date | None, today: date) -> bool:
    return bool(reason) and (until is None or today <= until)


def _by_inline(
    finding: Finding, ignores: Sequence[InlineIgnore], today: date
) -> tuple[str, str, int] | None:
    place = finding.place
    for ignore in ignores:
        if ignore.code != finding.code or ignore.place.path != place.path:
            continue
        here = ignore.whole_file or place.line <= ignore.line <= (place.end_line or place.line)
        if here and not ignore.bad_date and _holds(ignore.reason, ignore.until, today):
            return "inline", ignore.reason, id(ignore)
    return None


def _by_config(
    finding: Finding, ignores: Sequence[Ignore], today: date
) -> tuple[str, str, int] | None:
    for ignore in ignores:
        if (
            ignore.code == finding.code
            and _holds(ignore.reason.strip(), ignore.until, today)
            and matches(finding.place.path, ignore.path)
        ):
            return "config", ignore.reason, id(ignore)
    return None


def _bad_inline(
    ignores: Sequence[InlineIgnore], used: set[int], today: date, ran: Collection[str]
) -> Iterator[Finding]:
    for ignore in ignores:
        yield from _complaints(
            ignore.code, ignore.reason, ignore.until, ignore.bad_date,
            id(ignore) in used, ignore.code in ran, ignore.place, today,
        )  # fmt: skip


def _bad_config(
    ignores: Sequence[Ignore], used: set[int], today: date, ran: Collection[str]
) -> Iterator[Finding]:
    for ignore in ignores:
        yield from _complaints(
            ignore.code, ignore.reason.strip(), ignore.until, None,
            id(ignore) in used, ignore.code in ran, Place(FILE_NAME), today,
        )  # fmt: skip


def _complaints(
    code: str, reason: str, until: date | None, bad_date: str | None,
    used: bool, ran: bool, place: Place, today: date,
) -> Iterator[Finding]:  # fmt: skip
    if not reason:
        yield Finding(
            "X101", Level.ERROR, f"the ignore of {code} gives no reason, so it accepts nothing",
            place, hint="say why the finding is all right", subject=code,
        )  # fmt: skip
    elif bad_date:
        yield Finding(
            "X102", Level.ERROR, f"the ignore of {code} has a date that is none: until={bad_date}",
            place, hint="write it as until=2026-12-31", subject=code,
        )  # fmt: skip
    elif until is not None and until < today:
        yield Finding(
            "X102", Level.ERROR, f"the ignore of {code} ended on {until}, so it accepts nothing",
            place, hint="fix the finding, or decide again and set a new date", subject=code,
        )  # fmt: skip
    elif ran and not used:
        yield Finding(
            "X103", Level.WARNING, f"the ignore of {code} accepts nothing: there is no such finding",
            place, hint="remove it", subject=code,
        )  # fmt: skip


def matches(path: str, glob: str) -> bool:
    """Whether an ignore is about a path. It accepts no more than it names: one without `/` is
    about a file of the root, where other globs mean that name in any folder."""
    if "/" in path and "/" not in glob and glob != "**":
        return False
    return matches_glob(path, glob)
