"""`init`: looks at what a project has and writes the `aseptic.toml` that fits it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from aseptic.audit.discover import find_memory
from aseptic.audit.find_logs import FoundLogs, survey_logs
from aseptic.config import FILE_NAME, Config, Limits, Logs
from aseptic.errors import UnreadableError, UsageError
from aseptic.model.note import Load, MemoryFile, MemoryKind


@dataclass(frozen=True, slots=True)
class Survey:
    """What a project has."""

    root: Path
    memory: tuple[MemoryFile, ...]
    logs: FoundLogs


def survey(root: Path, home: Path, config: Config | None = None) -> Survey:
    """Find and read the memory files; find the logs. Nothing is written."""
    config = config or Config(logs=Logs(paths=tuple(_log_folders(root))))
    memory = tuple(found.read(root) for found in find_memory(root, config, home))
    return Survey(root, memory, survey_logs(root, config, home))


def describe(found: Survey) -> str:
    """What is there, for a person."""
    lines = [f"memory files: {len(found.memory)}"]
    for file in found.memory:
        when = "every session" if file.load is Load.GLOBAL else "some sessions"
        who = "people" if file.kind is MemoryKind.INSTRUCTIONS else "agents"
        size = f"{len(file.notes)} item{'' if len(file.notes) == 1 else 's'}, {file.bytes:,} bytes"
        lines.append(f"  {_plain(file.path)}  ({file.format}, {size}; by {who}, for {when})")
        lines += [f"    {p.code} line {p.place.line}: {p.message}" for p in file.problems]
    lines.append(f"session logs: {len(found.logs.paths)}")
    folders: dict[Path, int] = {}
    for path in found.logs.paths:
        folders[path.parent] = folders.get(path.parent, 0) + 1
    lines += [f"  {_plain(str(folder))}  ({count} files)" for folder, count in folders.items()]
    lines += [f"  {remark}" for remark in found.logs.remarks]
    if not found.logs.paths:
        lines.append("  none found; name them with --logs, or as logs.paths in aseptic.toml")
    return "\n".join(lines)


def write_config(root: Path, text: str, *, force: bool = False) -> Path:
    """Write `aseptic.toml`; an existing one is kept unless forced.

    Raises:
        UsageError: there is one already.
        UnreadableError: it cannot be written.
    """
    path = root / FILE_NAME
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise UsageError("is there already", where=path, hint="--force replaces it") from error
    except OSError as error:
        raise UnreadableError(f"cannot be written: {error.strerror}", where=path) from error
    return path


def config_text(found: Survey) -> str:
    """A commented `aseptic.toml` with the defaults, and the log folders inside the project."""
    defaults = Config()
    return "\n".join(
        [
            "# Settings of aseptic; every line that is commented out shows a default.",
            "",
            "# The least share of checkable claims that must be decided for a verdict.",
            f"# min_decided = {defaults.min_decided}",
            "",
            *_memory_part(found, defaults),
            *_log_part(found),
            "# Limits of what agents write (exceeded only when greater; false switches one off).",
            "[limits]",
            *_limits(defaults.limits),
            "",
            "# Limits of what people write.",
            "[instruction_limits]",
            *_limits(defaults.instruction_limits),
            "",
            "# A finding that is accepted on purpose needs a reason:",
            "# [[ignore]]",
            '# code = "I101"',
            '# path = "docs/**"',
            '# reason = "why it is right"',
            "# until = 2027-01-01",
            "",
        ]
    )


def _memory_part(found: Survey, defaults: Config) -> list[str]:
    names = ", ".join(sorted({file.format for file in found.memory})) or "none yet"
    return [
        f"# Memory files are found by name. Formats found here: {names}.",
        "[memory]",
        '# agent = ["notes/**/*.md"]         # further files that agents write',
        '# instructions = ["docs/team.md"]   # further files that people write',
        '# exclude = ["vendor/"]',
        f"# inject = {json.dumps(defaults.memory.inject)}",
        "",
    ]


def _log_part(found: Survey) -> list[str]:
    folders = sorted(set(_log_folders(found.root)))
    lines = ["# Where session logs are, beside the user's Claude Code folder for this path."]
    lines.append("[logs]")
    if folders:
        lines.append(f"paths = {json.dumps(folders, ensure_ascii=False)}")
    else:
        lines.append('# paths = ["logs/*.jsonl"]')
    return [*lines, "# claude_code = true", ""]


def _log_folders(root: Path) -> list[str]:
    """Folders of the project that hold session logs by the look of their first line."""
    return [
        f"{name}/*.jsonl"
        for name in ("logs", "sessions", "transcripts", ".codex/sessions")
        if any(_looks_like_log(path) for path in sorted((root / name).glob("*.jsonl"))[:3])
    ]


def _looks_like_log(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            head = file.readline(65_536)
    except OSError:
        return False
    return head.startswith(b"{") and any(
        word in head for word in (b'"sessionId"', b'"session_meta"', b'"thread.started"', b'"role"')
    )


def _limits(limits: Limits) -> list[str]:
    rows = {
        "items": limits.items,
        "bytes": limits.bytes,
        "lines": limits.lines,
        "tokens": limits.tokens,
        "item_bytes": limits.item_bytes,
        "stale_days": limits.stale_days,
    }
    return [f"# {key} = {'false' if value is None else value}" for key, value in rows.items()]


def _plain(text: str) -> str:
    return "".join(c if c.isprintable() else "\ufffd" for c in text)
