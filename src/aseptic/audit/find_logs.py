"""Finds session logs: those given, those configured, and Claude Code's for this very project."""

from __future__ import annotations

import glob as globbing
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from aseptic.audit.discover import claude_folders
from aseptic.audit.walk import walk_folder
from aseptic.config import Config
from aseptic.errors import UnreadableError
from aseptic.readers.memory.registry import shown_path

LOG_SUFFIXES = frozenset(
    {".jsonl", ".ndjson", ".json", ".traj", ".md", ".gz", ".db", ".sqlite", ".sqlite3"}
)
"""What is taken from a folder; a file that is named itself may be called anything."""
_PROBE_LINES, _PROBE_BYTES = 200, 1_000_000
"""How far the working folder of a session is looked for in its log."""


@dataclass(frozen=True, slots=True)
class FoundLogs:
    """Where the logs are, and what was left out and why."""

    paths: tuple[Path, ...]
    left_out: tuple[Path, ...] = ()
    """Logs of other projects whose path is written like this one's in Claude's folder."""
    remarks: tuple[str, ...] = ()
    """What a user should know, in words: a configured path that leads nowhere, logs left out."""


def find_logs(root: Path, config: Config, home: Path, given: Sequence[str] = ()) -> list[Path]:
    """Paths of the session logs; see `survey_logs`."""
    return list(survey_logs(root, config, home, given).paths)


def survey_logs(root: Path, config: Config, home: Path, given: Sequence[str] = ()) -> FoundLogs:
    """The session logs of a project, each once, in a stable order.

    Args:
        given: files, folders or globs of the command line, relative to the working folder.

    Raises:
        UnreadableError: something given does not exist.
    """
    paths: list[Path] = []
    remarks: list[str] = []
    for word in given:
        here = list(_expand(word, Path.cwd(), remarks))
        if not here and remarks:
            raise UnreadableError(remarks[-1], where=word, hint="check --logs")
        if not here:
            raise UnreadableError("no session log there", where=word, hint="check --logs")
        paths += here
    for word in config.logs.paths:
        here = list(_expand(word, root, remarks))
        paths += here
        if not here:
            remarks.append(f"logs.paths: nothing at {word!r}")
    paths += _beside(root)
    left_out: list[Path] = []
    if config.logs.claude_code:
        ours, left_out = _claude_logs(root, home)
        paths += ours
    if left_out:
        remarks.append(
            f"{len(left_out)} log(s) left out: they were recorded in another folder whose path"
            " Claude Code writes the same way"
        )
    unique: dict[Path, Path] = {}
    for path in paths:
        unique.setdefault(path.resolve(), path)
    return FoundLogs(tuple(unique.values()), tuple(left_out), tuple(remarks))


def _expand(word: str, base: Path, remarks: list[str]) -> Iterator[Path]:
    path = Path(word).expanduser()
    path = path if path.is_absolute() else base / path

    def refused(error: OSError) -> None:
        remarks.append(f"{shown_path(Path(error.filename), base)} cannot be read: {error.strerror}")

    if path.is_dir():
        yield from (
            p for p in walk_folder(path, refused=refused) if p.suffix.lower() in LOG_SUFFIXES
        )
    elif path.is_file():
        yield path
    elif globbing.has_magic(word):
        for match in sorted(globbing.glob(str(path), recursive=True)):  # noqa: PTH207
            if Path(match).is_file():
                yield Path(match)


def _beside(root: Path) -> Iterator[Path]:
    """Logs that tools keep in the project itself."""
    history = root / ".specstory" / "history"
    if history.is_dir():
        yield from (p for p in walk_folder(history) if p.suffix == ".md")
    if (root / ".aider.chat.history.md").is_file():
        yield root / ".aider.chat.history.md"


def _claude_logs(root: Path, home: Path) -> tuple[list[Path], list[Path]]:
    ours: list[Path] = []
    others: list[Path] = []
    for folder in claude_folders(root, home):
        for path in walk_folder(folder, depth=4):
            if path.suffix == ".jsonl" and "memory" not in path.relative_to(folder).parts[:-1]:
                (ours if _is_of(path, root) else others).append(path)
    return ours, others


def _is_of(path: Path, root: Path) -> bool:
    """Whether the session began in this project; a log that names no folder counts as ours."""
    cwd = recorded_folder(path)
    if cwd is None:
        return True
    return any(Path(cwd).is_relative_to(base) for base in (root.absolute(), root.resolve()))


def recorded_folder(path: Path) -> str | None:
    """The first working folder that a log's lines name, within its first lines."""
    try:
        with path.open("rb") as file:
            for _ in range(_PROBE_LINES):
                line = file.readline(_PROBE_BYTES)
                if not line or file.tell() > _PROBE_BYTES:
                    return None
                if b'"cwd"' not in line:
                    continue
                cwd = _cwd(line)
                if cwd:
                    return cwd
    except OSError:
        return None
    return None


def _cwd(line: bytes) -> str | None:
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    cwd = entry.get("cwd") if isinstance(entry, dict) else None
    return cwd if isinstance(cwd, str) and cwd else None
