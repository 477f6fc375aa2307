"""Which files hold memory, by their path: what a log shows of them is no evidence."""

from __future__ import annotations

import re

_FILE = re.compile(
    r"(?:^|/|:)(?:CLAUDE(?:\.local)?|AGENTS|GEMINI|MEMORY)\.md$"
    r"|(?:^|/)\.claude/(?:.*/)?memory/|(?:^|/)memory/inject\.json$"
    r"|(?:^|/)(?:\.serena/memories|memory-bank)/"
)
_GREP = re.compile(r"^(\S{1,300}?\.(?:md|json))[:-]\d+[:-]")


def is_memory_file(path: str) -> bool:
    """Whether an agent that reads this file reads memory (`HEAD:CLAUDE.md` is one too)."""
    return _FILE.search(path) is not None


def quotes_memory(line: str) -> bool:
    """Whether a line of search results (`docs/CLAUDE.md:12:...`) shows what a memory file holds."""
    found = _GREP.match(line)
    return found is not None and is_memory_file(found[1])
