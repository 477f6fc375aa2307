"""What a tool really returned, from both places where a Claude Code transcript tells of it:
the text that the model was shown, and `toolUseResult`, its twin for the program.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from aseptic.readers.logs.chat import content_text
from aseptic.readers.logs.stream import Call, table, text_of

WRITTEN = 8_000
"""Characters of a file's new content that are kept with the result of writing it."""

_READS = ("Read", "NotebookRead")
_OPENS, _CLOSES = "<system-reminder>", "</system-reminder>"
_EXIT = re.compile(r"^(?:Error: )?Exit code (\d+)")
_NUMBERED = re.compile(r"^\s*(\d+)(?:→|\t)")
_REJECTED = re.compile(r"\A(The user doesn't want to .{0,400}?the user said:)\s*(.*)\Z", re.DOTALL)
_CLARIFIES = "The user wants to clarify these questions"
_BACKGROUND = "Command running in background with ID"
_STATUS_1 = (
    "No matches found",
    "Files differ",
    "Files are different",
    "Some directories were inaccessible",
    "Condition is false",
)
"""How the program words exit status 1 of grep, diff, find and test, which is no failure there."""


class Answer(NamedTuple):
    """A result, read."""

    text: str
    ok: bool | None
    code: int | None = None
    start_line: int | None = None
    holds_file: bool = False
    """The text shows a file's content."""
    said: str | None = None
    """What the user answered instead of allowing the call."""
    reminders: int = 0
    """How many notices of the program stood at its end; they are not in `text`."""


def answer(call: Call, block: dict[str, Any], twin: object) -> Answer:
    """Read a block of type `tool_result` with its twin (None where there is none)."""
    more = table(twin)
    text, reminders = _without_reminders(content_text(block.get("content")), more)
    failed = bool(block.get("is_error")) or text.startswith("<tool_use_error>")
    numbered = _NUMBERED.match(text) if call.tool in _READS else None
    start = int(numbered[1]) if numbered else None
    text, said = _parted(text) if failed else (text, None)
    ok, code = _outcome(call, text, more, failed=failed)
    errors = text_of(more.get("stderr"))
    if errors and errors.strip() not in text:
        text = f"{text.rstrip()}\n{errors.strip()}".lstrip("\n")
    new = None if failed else _written(more, text)
    if new:
        text = f"{text}\n{new}"
    return Answer(text, ok, code, start, bool(numbered or new), said, reminders)


def path_of(twin: object) -> str | None:
    """The file that the result is about, as the program's twin names it."""
    more = table(twin)
    return text_of(more.get("filePath")) or text_of(table(more.get("file")).get("filePath"))


def _without_reminders(text: str, more: dict[str, Any]) -> tuple[str, int]:
    """Only what is behind the result goes; a file or an output may hold the tag itself."""
    own = (more.get("stdout"), more.get("content"), table(more.get("file")).get("content"))
    count = 0
    while text.rstrip().endswith(_CLOSES):
        start = text.rfind(_OPENS)
        before = text[: max(start, 0)].rstrip(" \t")
        held = any(isinstance(t, str) and text[start:].strip() in t for t in own)
        if start < 0 or held or (before and not before.endswith("\n")):
            break
        text, count = before.removesuffix("\n"), count + 1
    return text, count


def _parted(text: str) -> tuple[str, str | None]:
    """The notice that a call was not allowed, and the user's own words in it."""
    found = _REJECTED.match(text)
    if found is None or not found[2].strip() or found[2].startswith(_CLARIFIES):
        return text, None
    return found[1], found[2].strip()


def _outcome(
    call: Call, text: str, more: dict[str, Any], *, failed: bool
) -> tuple[bool | None, int | None]:
    status = _EXIT.match(text)
    if status:
        return not failed and status[1] == "0", int(status[1])
    if failed:
        return False, None
    if more.get("interrupted") or more.get("backgroundTaskId") or text.startswith(_BACKGROUND):
        return None, None  # it did not end, or not yet: nothing says how
    meaning = text_of(more.get("returnCodeInterpretation"))
    if meaning:
        return None, 1 if meaning in _STATUS_1 else None
    return True, 0 if call.command else None


def _written(more: dict[str, Any], text: str) -> str | None:
    """The lines that now stand in the file, numbered as a read would show them."""
    patch = more.get("structuredPatch")
    if not isinstance(patch, list) or path_of(more) is None:
        return None
    shown: list[str] = []
    for hunk in patch:
        if isinstance(hunk, dict):
            shown += _side(hunk)
    if not patch:
        whole = text_of(more.get("newString")) or text_of(more.get("content")) or ""
        first = 1 if text_of(more.get("content")) else None
        shown = _numbered(whole.split("\n"), first) if whole else []
    if not shown or all(line.strip() in text for line in shown[:3]):
        return None
    return _bounded(shown)


def _side(hunk: dict[str, Any]) -> list[str]:
    """The new side of a hunk; without its removed lines, which no longer are."""
    lines = [t for t in hunk.get("lines") or [] if isinstance(t, str)]
    start = hunk.get("newStart")
    new = [line[1:] for line in lines if line[:1] in ("+", " ")]
    return _numbered(new, start if isinstance(start, int) else None)


def _numbered(lines: list[str], first: int | None) -> list[str]:
    if first is None:
        return lines
    return [f"{number:>6}→{line}" for number, line in enumerate(lines, first)]


def _bounded(lines: list[str]) -> str:
    kept, size = [], 0
    for line in lines:
        size += len(line) + 1
        if size > WRITTEN:
            kept.append("[...]")
            break
        kept.append(line)
    return "\n".join(kept)
