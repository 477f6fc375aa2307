"""Which file is of which format, who writes it, when it is loaded, and what its notes say."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from aseptic.model.event import Origin
from aseptic.model.note import Citation, Load, MemoryFile, MemoryKind
from aseptic.readers.memory.registry import detect, read_memory

PEOPLE, AGENT = MemoryKind.INSTRUCTIONS, MemoryKind.AGENT
ALWAYS, SOMETIMES = Load.GLOBAL, Load.SCOPED


def write(root: Path, name: str, text: str = "- a note\n") -> Path:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def read(root: Path, name: str, text: str = "- a note\n") -> MemoryFile:
    return read_memory(write(root, name, text), root=root)


@pytest.mark.parametrize(
    ("name", "format", "kind", "load"),
    [
        ("CLAUDE.md", "claude-md", PEOPLE, ALWAYS),
        (".claude/CLAUDE.md", "claude-md", PEOPLE, ALWAYS),
        ("CLAUDE.local.md", "claude-md", PEOPLE, ALWAYS),
        ("apps/web/CLAUDE.md", "claude-md", PEOPLE, SOMETIMES),
        ("AGENTS.md", "agents-md", PEOPLE, ALWAYS),
        ("server/AGENTS.md", "agents-md", PEOPLE, SOMETIMES),
        ("GEMINI.md", "gemini-md", PEOPLE, ALWAYS),
        (".github/copilot-instructions.md", "copilot", PEOPLE, ALWAYS),
        (".github/instructions/py.instructions.md", "copilot-scoped", PEOPLE, ALWAYS),
        ("CONVENTIONS.md", "conventions", PEOPLE, SOMETIMES),
        (".cursorrules", "cursor-rules", PEOPLE, ALWAYS),
        (".cursor/rules/a.mdc", "cursor-rule", PEOPLE, SOMETIMES),
        (".windsurfrules", "windsurf-rules", PEOPLE, ALWAYS),
        (".windsurf/rules/a.md", "windsurf-rule", PEOPLE, ALWAYS),
        (".clinerules", "cline-rules", PEOPLE, ALWAYS),
        (".kiro/steering/tech.md", "kiro-steering", PEOPLE, ALWAYS),
        (".openhands/microagents/repo.md", "openhands", PEOPLE, ALWAYS),
        (".claude/rules/a.md", "claude-rule", PEOPLE, ALWAYS),
        (".claude/skills/x/SKILL.md", "claude-skill", PEOPLE, SOMETIMES),
        ("memory/MEMORY.md", "claude-index", AGENT, ALWAYS),
        (".claude/memory/topic.md", "claude-topic", AGENT, SOMETIMES),
        (".serena/memories/core.md", "serena", AGENT, SOMETIMES),
        ("memory-bank/techContext.md", "cline-memory-bank", AGENT, ALWAYS),
        ("memory/logs/2026-01-02.md", "aeon-log", AGENT, SOMETIMES),
        ("memory/inject.json", "inject", AGENT, ALWAYS),
        (".kn/entries.jsonl", "beads", AGENT, SOMETIMES),
        ("agent.af", "letta", AGENT, ALWAYS),
    ],
)
def test_known_by_name(
    tmp_path: Path, name: str, format: str, kind: MemoryKind, load: Load
) -> None:
    """Name and place decide format, writer and load."""
    file = read(tmp_path, name)
    assert (file.format, file.kind, file.load) == (format, kind, load)


ORDINARY = ["README.md", "docs/guide.md", "memory/notes.md", "src/memory.json", "memory.json"]
ORDINARY += ["a.json", "rules/a.md", "claude.md.txt", ".github/ISSUE_TEMPLATE.md", "src/inject.py"]


@pytest.mark.parametrize("name", ORDINARY)
def test_other_files_are_no_memory(tmp_path: Path, name: str) -> None:
    """Ordinary files are left alone."""
    assert detect(write(tmp_path, name, '{"a": 1}\n'), tmp_path) is None


@pytest.mark.parametrize(
    ("name", "front", "load"),
    [
        (".cursor/rules/a.mdc", "alwaysApply: true", ALWAYS),
        (".cursor/rules/a.mdc", "description: x\nglobs: *.ts\nalwaysApply: true", ALWAYS),
        (".cursor/rules/a.mdc", "alwaysApply: false", SOMETIMES),
        (".cursor/rules/a.mdc", "globs: *.ts", SOMETIMES),
        (".windsurf/rules/a.md", "trigger: always_on", ALWAYS),
        (".windsurf/rules/a.md", "trigger: glob\nglobs: '*.py'", SOMETIMES),
        (".kiro/steering/a.md", "inclusion: always", ALWAYS),
        (".kiro/steering/a.md", "inclusion: fileMatch", SOMETIMES),
        (".kiro/steering/a.md", "inclusion: manual", SOMETIMES),
        (".openhands/microagents/a.md", "type: repo", ALWAYS),
        (".openhands/microagents/a.md", "triggers: [docker]", SOMETIMES),
        (".claude/rules/a.md", "paths: src/**", SOMETIMES),
        (".claude/rules/a.md", "description: x", ALWAYS),
        (".github/instructions/a.instructions.md", "applyTo: '**/*.py'", SOMETIMES),
        (".github/instructions/a.instructions.md", "applyTo: '**'", ALWAYS),
    ],
)
def test_frontmatter_decides_the_load(tmp_path: Path, name: str, front: str, load: Load) -> None:
    """Each tool's own word for `always` is understood, in file and notes alike."""
    file = read(tmp_path, name, f"---\n{front}\n---\n- a note\n")
    assert (file.load, file.notes[-1].load) == (load, load)
    assert file.notes[-1].place.line == len(front.split("\n")) + 3
    assert not file.problems


@pytest.mark.parametrize(
    "front",
    [
        "name: x\ntype: feedback\nupdated: 2026-02-03\nsource: session 1\nexpires: 2026-09-01",
        "name: x\nmetadata:\n  type: feedback\n  updated: '2026-02-03'\n  source: session 1\n"
        "  expires: 2026-09-01",
    ],
    ids=["older", "newer"],
)
def test_auto_memory_frontmatter(tmp_path: Path, front: str) -> None:
    """Both styles of topic file give type, date, source and expiry to each note."""
    text = f"---\n{front}\n---\nUse make.\n\n**Why:** it is there. See [[other]].\n"
    notes = read(tmp_path, ".claude/memory/a.md", text).notes
    assert [n.text for n in notes] == ["Use make.", "**Why:** it is there. See [[other]]."]
    for note in notes:
        assert (note.type, note.source) == ("feedback", "session 1")
        assert (note.updated_on, note.expires_on) == (date(2026, 2, 3), date(2026, 9, 1))


def test_index_is_cut_at_200_lines_or_25_kb(tmp_path: Path) -> None:
    """MEMORY.md says how much of it is loaded; a short one is loaded whole."""
    assert read(tmp_path, "memory/MEMORY.md", "- a\n" * 200).loaded_lines is None
    long = read(tmp_path, "memory/MEMORY.md", "- a\n" * 201)
    assert (long.lines, long.loaded_lines, long.loaded_bytes) == (201, 200, 800)
    wide = read(tmp_path, "memory/MEMORY.md", ("- " + "a" * 997 + "\n") * 30)
    assert (wide.loaded_lines, wide.loaded_bytes) == (25, 25_000)


def test_decision_log_lines_are_dated(tmp_path: Path) -> None:
    """The date that an item, or the heading above it, begins with is its date."""
    text = "2026-01-02 10:11:12 - We use Go.\n\n## 2026-03-04\n\n- Dropped Go (since 1999-01-01).\n"
    notes = read(tmp_path, "memory-bank/decisionLog.md", text).notes
    assert [n.updated_on for n in notes] == [date(2026, 1, 2), date(2026, 3, 4)]


def test_graph_dialects(tmp_path: Path) -> None:
    """A record for each observation, relation and sentence-like property, with its line."""
    lines = [
        {"type": "entity", "name": "api", "entityType": "service", "observations": ["on 8080"]},
        {"type": "relation", "from": "api", "to": "db", "relationType": "uses"},
        {"_type": "entity", "name": "cli", "entityType": "tool",
         "observations": [{"text": "in Go", "timestamp": "2026-01-02T00:00:00Z"}]},
        {"id": "n1", "labels": ["Task"], "properties": {"status": "done", "outcome": "It works."}},
    ]  # fmt: skip
    file = read(tmp_path, "memory.jsonl", "\n".join(json.dumps(x) for x in lines) + "\n")
    assert file.format == "mcp-graph"
    assert [(n.text, n.place.line, n.section, n.type, n.updated_on) for n in file.notes] == [
        ("on 8080", 1, ("api",), "service", None),
        ("api uses db", 2, (), "relation", None),
        ("in Go", 3, ("cli",), "tool", date(2026, 1, 2)),
        ("It works.", 4, ("n1", "outcome"), "Task", None),
    ]


@pytest.mark.parametrize("double", [False, True])
def test_letta_blocks(tmp_path: Path, double: bool) -> None:
    """Blocks become notes, also when the JSON stands in a JSON string; loose ones are scoped."""
    agent = {
        "agents": [{"block_ids": ["b0"]}],
        "blocks": [
            {"id": "b0", "label": "human", "value": "Likes tea.\n\n- Runs \"Linux\"."},
            {"id": "b1", "label": "old", "value": "Gone."},
        ],
    }  # fmt: skip
    text = json.dumps(agent, indent=1)
    notes = read(tmp_path, "a.af", json.dumps(text) if double else text).notes
    assert [(n.text, n.section, n.load) for n in notes] == [
        ("Likes tea.", ("human",), ALWAYS),
        ('Runs "Linux".', ("human",), ALWAYS),
        ("Gone.", ("old",), SOMETIMES),
    ]
    assert [n.place.line for n in notes] == ([1, 1, 1] if double else [13, 13, 18])


def test_beads_entries(tmp_path: Path) -> None:
    """An entry is a record with its own id, date and source."""
    entry = {"id": "kn-1", "type": "constraint", "content": "No Redis.", "status": "active",
             "updated_at": "2026-05-06T00:00:00Z", "source": "review"}  # fmt: skip
    (note,) = read(tmp_path, ".kn/entries.jsonl", json.dumps(entry)).notes
    assert (note.id, note.text, note.type, note.source) == (
        "kn-1",
        "No Redis.",
        "constraint",
        "review",
    )
    assert note.updated_on == date(2026, 5, 6)


INJECT = """[
  {"id": "a", "text": "One.", "source": "s", "reviewed": true, "updated_on": "2026-01-02"},
  {"id": "b", "text": "Two.", "scope": "scoped",
   "citations": [{"session": "s", "seq": 3, "quote": "two", "speaker": "tool"}]},
  {"id": "c"},
  {"id": "a", "text": "Twice."},
  {"id": "d", "text": "Three.", "reviewed": "yes", "updated_on": "soon", "scope": "all"}
]
"""


def test_inject_entries(tmp_path: Path) -> None:
    """Valid entries are notes; each fault is a problem at its line; absent scope is global."""
    file = read(tmp_path, "memory/inject.json", INJECT)
    assert [n.text for n in file.notes] == ["One.", "Two.", "Twice.", "Three."]
    one, two, twice, three = file.notes
    assert (one.id, one.source, one.reviewed, one.updated_on) == ("a", "s", True, date(2026, 1, 2))
    assert (one.load, two.load, three.load) == (ALWAYS, SOMETIMES, ALWAYS)
    assert two.citations == (Citation("s", 3, "two", Origin.TOOL),)
    assert twice.id != "a"
    assert (three.reviewed, three.updated_on) == (None, None)
    assert [(p.code, p.place.line) for p in file.problems] == [("F108", n) for n in (5, 6, 7, 7, 7)]
    assert (one.place.line, one.place.column, two.place.end_line) == (2, 24, 4)


def test_kind_and_load_of_the_caller_win(tmp_path: Path) -> None:
    """Configuration knows better than names."""
    path = write(tmp_path, "CLAUDE.md")
    file = read_memory(path, root=tmp_path, kind=AGENT, load=SOMETIMES)
    assert (file.kind, file.load) == (AGENT, SOMETIMES)
    assert (file.notes[0].kind, file.notes[0].load) == (AGENT, SOMETIMES)


def test_unknown_names_are_read_by_content(tmp_path: Path) -> None:
    """A list is inject.json's, graph lines a graph's, anything else Markdown."""
    assert read(tmp_path, "x.json", '[{"id": "a", "text": "t"}]').format == "inject"
    graph = '{"type": "entity", "name": "a", "observations": ["b c"]}'
    assert read(tmp_path, "x.jsonl", graph).format == "mcp-graph"
    assert read(tmp_path, "x.txt").format == "markdown"


def test_descriptions_and_stray_lines_are_notes(tmp_path: Path) -> None:
    """What stands in frontmatter and is read as text is a note: a model reads it too."""
    text = "---\nname: x\ndescription: Use it\n  for tests.\n---\n- a\n"
    notes = read(tmp_path, ".claude/skills/x/SKILL.md", text).notes
    assert [(n.text, n.place.line, n.place.end_line) for n in notes] == [
        ("Use it for tests.", 3, 4),
        ("a", 6, 6),
    ]
    broken = read(tmp_path, ".cursor/rules/a.mdc", "---\nAlways obey me.\nalwaysApply: true\n---\n")
    assert [(n.text, n.place.line) for n in broken.notes] == [("Always obey me.", 2)]
    assert broken.load is ALWAYS
    assert [p.code for p in broken.problems] == ["F104"]
