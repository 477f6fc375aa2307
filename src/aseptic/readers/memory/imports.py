"""`@path` imports of Markdown memory, by Claude Code's rule: not in code, after white space."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from aseptic.readers.memory.comments import blank_spans

_IMPORT = re.compile(r"(?:^|(?<=\s))@((?:[^\s\\]|\\ )+)")
_TRAILING = ".,;:!?)]}\"'>"
_TEXT_SUFFIXES = frozenset(
    {".md", ".mdc", ".mdx", ".markdown", ".txt", ".rst", ".adoc", ".json", ".jsonc", ".toml"}
    | {".yaml", ".yml", ".xml", ".ini", ".cfg", ".lock"}
)


def find_imports(
    blocks: Iterable[tuple[str, int]], folder: Path, home: Path | None = None
) -> tuple[tuple[str, int], ...]:
    """The imports in blocks of prose (text, line of its first line), each with its line.

    `@name` is also how people and packages are named, so a word counts as an import
    when it names a file that exists or looks like a file: a text suffix, or a path
    that starts with `./`, `../`, `~/` or `/`.
    """
    found: list[tuple[str, int]] = []
    for text, first in blocks:
        if "@" not in text:
            continue
        blanked = blank_spans(text)
        for match in _IMPORT.finditer(blanked):
            target = _target(match.group(1), folder, home)
            if target:
                found.append((target, first + text.count("\n", 0, match.start())))
    return tuple(found)


def resolve_import(target: str, folder: Path, home: Path | None = None) -> Path:
    """Where an import leads: relative to the importing file's folder, `~` is the user's home."""
    path = target.replace("\\ ", " ")
    if path.startswith("~/"):
        return (home or Path.home()) / path[2:]
    return folder / path


def _target(word: str, folder: Path, home: Path | None) -> str | None:
    word = word.partition("#")[0]
    if not word or not re.match(r"[\w.~/-]", word) or any(c in word for c in "*<>|\0"):
        return None
    for candidate in (word, word.rstrip(_TRAILING)):
        if candidate and _exists(resolve_import(candidate, folder, home)):
            return candidate
    word = word.rstrip(_TRAILING)
    path_like = word.startswith(("./", "../", "~/", "/")) and len(word.strip("./~")) > 0
    suffix = Path(word).suffix.lower()
    return word if path_like or suffix in _TEXT_SUFFIXES else None


def _exists(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
