"""The table of formats: one row a format. A new format is a row here and a reader beside it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path, PurePath

from aseptic.model.note import Load, MemoryKind
from aseptic.readers.memory.agent_notes import read_agent_markdown, read_dated, read_index
from aseptic.readers.memory.base import Content, MemoryFormat, Source
from aseptic.readers.memory.beads import read_beads
from aseptic.readers.memory.graph import head_is_graph, looks_like_graph, read_graph
from aseptic.readers.memory.inject import read_inject
from aseptic.readers.memory.instructions import (
    read_cursor_rule,
    read_instructions,
    read_kiro_steering,
    read_microagent,
    read_paths_rule,
    read_windsurf_rule,
)
from aseptic.readers.memory.letta import read_letta

Matcher = Callable[[PurePath, Path], bool]
_MARKDOWN = (".md", ".markdown")
_GRAPH_STEMS = ("memory", "mcp-memory", "mcp_memory", "knowledge-graph", "knowledge_graph", "graph")
_DATED_FILES = ("decisionLog.md", "activeContext.md", "progress.md")


def _named(*names: str) -> Matcher:
    return lambda shape, _: shape.name in names


def _inside(*folders: str, suffixes: tuple[str, ...] = _MARKDOWN) -> Matcher:
    """The file lies somewhere below such a run of folders."""

    def matches(shape: PurePath, _: Path) -> bool:
        if shape.suffix not in suffixes:
            return False
        above = shape.parts[:-1]
        width = len(folders)
        return any(above[i : i + width] == folders for i in range(len(above) - width + 1))

    return matches


def _either(*matchers: Matcher) -> Matcher:
    return lambda shape, path: any(matches(shape, path) for matches in matchers)


def _cursor(shape: PurePath, path: Path) -> bool:
    return shape.suffix == ".mdc" or _inside(".cursor", "rules")(shape, path)


def _index(shape: PurePath, path: Path) -> bool:
    return shape.name == "MEMORY.md"


def _topic(shape: PurePath, path: Path) -> bool:
    """Beside a MEMORY.md, or in a memory folder of Claude's."""
    if shape.suffix not in _MARKDOWN:
        return False
    parts = shape.parts[:-1]
    claude = ".claude" in parts and "memory" in parts[parts.index(".claude") :]
    return claude or ("memory" in parts and _has_index(path))


def _has_index(path: Path) -> bool:
    for folder in list(path.parents)[:3]:
        if (folder / "MEMORY.md").is_file():
            return True
        if folder.name == "memory":
            return False
    return False


def _daily_log(shape: PurePath, path: Path) -> bool:
    return shape.parts[-3:-1] == ("memory", "logs") and shape.suffix in _MARKDOWN


def _cline_dated(shape: PurePath, path: Path) -> bool:
    return shape.name in _DATED_FILES and _inside("memory-bank")(shape, path)


_NESTING = ("claude-md", "agents-md", "gemini-md")


def _graph(shape: PurePath, path: Path) -> bool:
    """By name *and* content: `memory.json` is also the name of other things."""
    plausible = shape.suffix in (".jsonl", ".json") and shape.stem in _GRAPH_STEMS
    return plausible and looks_like_graph(path)


def _letta(shape: PurePath, path: Path) -> bool:
    return shape.name.endswith((".af", ".af.gz"))


def _beads(shape: PurePath, path: Path) -> bool:
    return shape.parts[-2:] == (".kn", "entries.jsonl")


def _row(
    name: str, kind: MemoryKind, load: Load, matches: Matcher, read: Callable[[Source], Content]
) -> MemoryFormat:
    return MemoryFormat(name, kind, load, matches, read, nests=name in _NESTING)


_PEOPLE, _AGENT = MemoryKind.INSTRUCTIONS, MemoryKind.AGENT
_ALWAYS, _SOMETIMES = Load.GLOBAL, Load.SCOPED

MARKDOWN = _row("markdown", _PEOPLE, _ALWAYS, lambda *_: False, read_instructions)
"""Any other Markdown that the user names."""

_GRAPH = _row("mcp-graph", _AGENT, _SOMETIMES, _graph, read_graph)
_INJECT = _row("inject", _AGENT, _ALWAYS, _named("inject.json"), read_inject)

FORMATS: tuple[MemoryFormat, ...] = (
    _INJECT,
    _GRAPH,
    _row("letta", _AGENT, _ALWAYS, _letta, read_letta),
    _row("beads", _AGENT, _SOMETIMES, _beads, read_beads),
    _row("claude-index", _AGENT, _ALWAYS, _index, read_index),
    _row("aeon-log", _AGENT, _SOMETIMES, _daily_log, read_dated),
    _row("claude-topic", _AGENT, _SOMETIMES, _topic, read_agent_markdown),
    _row("serena", _AGENT, _SOMETIMES, _inside(".serena", "memories"), read_agent_markdown),
    _row("cline-memory-bank", _AGENT, _ALWAYS, _cline_dated, read_dated),
    _row("cline-memory-bank", _AGENT, _ALWAYS, _inside("memory-bank"), read_dated),
    _row("claude-skill", _PEOPLE, _SOMETIMES, _named("SKILL.md"), read_instructions),
    _row("claude-md", _PEOPLE, _ALWAYS, _named("CLAUDE.md", "CLAUDE.local.md"), read_instructions),
    _row("claude-rule", _PEOPLE, _ALWAYS, _inside(".claude", "rules"), read_paths_rule),
    _row("agents-md", _PEOPLE, _ALWAYS, _named("AGENTS.md", "AGENT.md"), read_instructions),
    _row("gemini-md", _PEOPLE, _ALWAYS, _named("GEMINI.md"), read_instructions),
    _row("copilot", _PEOPLE, _ALWAYS, _named("copilot-instructions.md"), read_instructions),
    _row(
        "copilot-scoped", _PEOPLE, _SOMETIMES, _inside(".github", "instructions"), read_paths_rule
    ),
    _row("conventions", _PEOPLE, _SOMETIMES, _named("CONVENTIONS.md"), read_instructions),
    _row("cursor-rules", _PEOPLE, _ALWAYS, _named(".cursorrules"), read_instructions),
    _row("cursor-rule", _PEOPLE, _SOMETIMES, _cursor, read_cursor_rule),
    _row("windsurf-rules", _PEOPLE, _ALWAYS, _named(".windsurfrules"), read_instructions),
    _row("windsurf-rule", _PEOPLE, _ALWAYS, _inside(".windsurf", "rules"), read_windsurf_rule),
    _row(
        "cline-rules",
        _PEOPLE,
        _ALWAYS,
        _either(
            _named(".clinerules"), _inside(".clinerules", suffixes=(".md", ".markdown", ".txt"))
        ),
        read_paths_rule,
    ),
    _row("kiro-steering", _PEOPLE, _ALWAYS, _inside(".kiro", "steering"), read_kiro_steering),
    _row("openhands", _PEOPLE, _ALWAYS, _inside(".openhands", "microagents"), read_microagent),
)


def by_content(path: Path, text: str) -> MemoryFormat | None:
    """The format of a file whose name says nothing, by its suffix and what it begins with."""
    if path.suffix in (".jsonl", ".json", ".ndjson") and head_is_graph(text[:65_536]):
        return _GRAPH
    if path.suffix == ".json" and text.lstrip("\ufeff \t\r\n").startswith("["):
        return _INJECT
    return None
