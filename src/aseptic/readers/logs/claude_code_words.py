"""Who said what in a text that a Claude Code transcript holds under the role `user`."""

from __future__ import annotations

import re
from typing import Any

from aseptic.language.memory_files import is_memory_file
from aseptic.model.event import Origin

_NOT_TYPED = re.compile(
    r"^\s*(?:<(?:command-name|command-message|command-args|local-command-stdout|local-command-stderr"
    r"|local-command-caveat|task-notification|agent-notification|user-prompt-submit-hook"
    r"|session-start-hook)\b|\[Request interrupted by user(?: for tool use)?\]\s*$)"
)
_ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.DOTALL)
_REMINDER = re.compile(
    r"(?:^[ \t]*<system-reminder>.*?</system-reminder>)"
    r"|(?:<system-reminder>(?:(?!</?system-reminder>).)*</system-reminder>(?=\s*\Z))",
    re.DOTALL | re.MULTILINE,
)
_CONTENTS = re.compile(r"Contents of (\S+)")
_BASH = re.compile(
    r"\s*(?:<bash-stdout>(?P<out>.*?)</bash-stdout>)?\s*(?:<bash-stderr>(?P<err>.*?)</bash-stderr>)?\s*",
    re.DOTALL,
)
_BASH_INPUT = re.compile(r"\s*<bash-input>(.*?)</bash-input>\s*", re.DOTALL)


def pieces(entry: dict[str, Any], text: str) -> list[tuple[Origin, str]]:
    """The text cut where its origin changes, in its order; text that says nothing is left out.

    A reminder is the program's: SYSTEM, or MEMORY where it brings a memory file in. It counts
    as one where it begins a line or ends the text; within a sentence it is only spoken of.
    """
    if entry.get("isCompactSummary"):
        return [(Origin.COMPACTION, text)]
    if entry.get("isMeta"):
        return [(put_in(text), text)]
    # The prompt of a sub-agent was written by the agent that started it.
    typed = Origin.AGENT if entry.get("isSidechain") else Origin.USER
    if not_typed(text):
        given = "\n".join(t for t in _ARGUMENTS.findall(text) if t.strip()).strip()
        return [(Origin.SYSTEM, text), *([(typed, given)] if given else [])]
    if "<system-reminder>" not in text:
        return [(typed, text)] if text.strip() else []
    found: list[tuple[Origin, str]] = []
    end = 0
    for reminder in _REMINDER.finditer(text):
        found += [(typed, text[end : reminder.start()]), (put_in(reminder[0]), reminder[0])]
        end = reminder.end()
    rest = text[end:]
    unclosed = rest.lstrip().startswith("<system-reminder>")
    found.append((put_in(rest) if unclosed else typed, rest))
    if len(found) == 1:
        return found if text.strip() else []
    return [(origin, part.strip()) for origin, part in found if part.strip()]


def not_typed(text: str) -> bool:
    """Whether the program wrote this text in the user's name."""
    return _NOT_TYPED.match(text) is not None


def put_in(text: str) -> Origin:
    """Of what the program put in: MEMORY where it shows a memory file, else SYSTEM."""
    shows = any(is_memory_file(path.rstrip(":,")) for path in _CONTENTS.findall(text))
    return Origin.MEMORY if shows else Origin.SYSTEM


def ran(text: str) -> str | None:
    """The command that the user ran at the prompt (`! make test`), where the text is one."""
    found = _BASH_INPUT.fullmatch(text)
    return found[1].strip() if found and found[1].strip() else None


def returned(text: str) -> str | None:
    """What a command that the user ran returned, where the text is that."""
    found = _BASH.fullmatch(text) if text.lstrip().startswith("<bash-std") else None
    if found is None:
        return None
    return "\n".join(t for t in (found["out"], found["err"]) if t and t.strip())
