"""HTML comments of Markdown: blanked before parsing, so that they are never notes.

A comment that is never closed is left standing: a model reads what follows it, and
so must we. Fenced code and code spans keep their text.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"^[ ]{0,3}(`{3,}(?!.*`)|~{3,})")
_TICKS = re.compile(r"`+")
OPEN, CLOSE = "<!--", "-->"


def blank_spans(line: str) -> str:
    """The line with the content of its code spans replaced by spaces; same length."""
    runs = [(m.start(), m.end()) for m in _TICKS.finditer(line)]
    later: dict[int, list[int]] = {}
    for index in range(len(runs) - 1, -1, -1):
        later.setdefault(runs[index][1] - runs[index][0], []).append(index)
    out, index, at = [], 0, 0
    while index < len(runs):
        start, end = runs[index]
        same = later[end - start]
        while same and same[-1] <= index:
            same.pop()
        if not same:
            index += 1
            continue
        close = same.pop()
        out += [line[at:start], " " * (runs[close][1] - start)]
        at, index = runs[close][1], close + 1
    return "".join(out) + line[at:]


def blank_comments(lines: list[str]) -> list[str]:
    """The lines with every closed HTML comment replaced by spaces."""
    out = list(lines)
    last_close = max((i for i, line in enumerate(lines) if CLOSE in line), default=-1)
    fence: str | None = None
    inside = False
    for i, line in enumerate(lines):
        if inside:
            head, closed, tail = line.partition(CLOSE)
            if not closed:
                out[i] = ""
                continue
            inside, line = False, " " * (len(head) + len(CLOSE)) + tail
        elif fence is not None:
            if line.strip().startswith(fence) and not line.strip().strip(fence[0]):
                fence = None
            continue
        elif m := _FENCE.match(line):
            fence = m.group(1)
            continue
        out[i], inside = _blank_line(line, open_may_run=i < last_close)
    return out


def _blank_line(line: str, *, open_may_run: bool) -> tuple[str, bool]:
    """The line without its comments, and whether one of them runs on."""
    visible = blank_spans(line) if OPEN in line else line
    parts: list[str] = []
    at = 0
    while True:
        start = visible.find(OPEN, at)
        if start < 0:
            return "".join(parts) + line[at:], False
        parts.append(line[at:start])
        end = line.find(CLOSE, start + len(OPEN))
        if end < 0:
            return (
                ("".join(parts), True) if open_may_run else ("".join(parts) + line[start:], False)
            )
        end += len(CLOSE)
        parts.append(" " * (end - start))
        at = end
