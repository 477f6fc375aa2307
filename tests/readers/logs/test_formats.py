"""Each format becomes the same story: who said what, what was run, and how it ended."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path

import msgspec
import pytest
from tests.readers.logs import samples

from aseptic.config import LogMapping
from aseptic.errors import ConfigError, UnknownFormatError
from aseptic.model.event import AsideReason, EventKind, Origin, SessionEvent
from aseptic.readers.logs.registry import READERS, detect, read_log

RUN_AND_FAIL = (
    "claude-code", "codex-rollout", "codex-exec", "gemini-cli", "gemini-cli-lines",
    "openhands", "openhands-events", "cline",
)  # fmt: skip


def events(path: Path) -> list[SessionEvent]:
    return [event for unit in read_log(path) for event in unit.events]


@pytest.mark.parametrize("name", RUN_AND_FAIL)
def test_a_failed_run_is_joined_to_its_command(tmp_path: Path, name: str) -> None:
    """The result knows the command that it answers, and that it failed."""
    found = events(samples.write_all(tmp_path)[name])
    call = next(e for e in found if e.kind is EventKind.CALL)
    result = next(e for e in found if e.kind is EventKind.RESULT)
    assert (call.command, call.origin, result.origin) == ("make test", Origin.AGENT, Origin.TOOL)
    assert (result.command, result.call, result.ok) == ("make test", call.call, False)
    assert "1 failed" in result.text


@pytest.mark.parametrize("name", [n for n in RUN_AND_FAIL if not n.startswith(("gemini", "cline"))])
def test_the_exit_code_is_read_where_the_format_has_it(tmp_path: Path, name: str) -> None:
    """Status 2 is status 2 in every format."""
    found = events(samples.write_all(tmp_path)[name])
    assert [e.exit_code for e in found if e.kind is EventKind.RESULT] == [2]


@pytest.mark.parametrize(
    "name",
    [
        *(n for n in RUN_AND_FAIL if n != "codex-exec"),  # its stream does not hold the prompt
        "specstory",
        "swe-agent",
        "codex-history",
        "claude-code-history",
        "gemini-cli-logs",
    ],
)
def test_what_the_user_typed_is_the_users_once(tmp_path: Path, name: str) -> None:
    """Said once though the format may write it twice, and never by anybody else."""
    found = events(samples.write_all(tmp_path)[name])
    asked = [e for e in found if "Run the tests" in e.text]
    assert [(e.origin, e.kind) for e in asked] == [(Origin.USER, EventKind.MESSAGE)]


def test_every_format_has_a_sample_that_only_its_reader_recognises(tmp_path: Path) -> None:
    """A sniff that takes another's file would read it wrongly and silently."""
    paths = samples.write_all(tmp_path)
    database = {"langgraph", "openai-agents"}
    assert set(paths) | database == {reader.name for reader in READERS}
    for name, path in paths.items():
        head = path.read_bytes()
        knows = [reader.name for reader in READERS if reader.sniff(path, head)]
        assert knows[0] == name, f"{path} is read as {knows}"


@pytest.mark.parametrize("name", ["claude-code", "gemini-cli", "specstory"])
def test_a_compressed_log_reads_as_the_plain_one(tmp_path: Path, name: str) -> None:
    """Only the path in the places differs."""
    plain = samples.write_all(tmp_path)[name]
    packed = plain.with_name(plain.name + ".gz")
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert [(e.seq, e.origin, e.text) for e in events(packed)] == [
        (e.seq, e.origin, e.text) for e in events(plain)
    ]


def test_what_is_no_log_is_refused_by_name(tmp_path: Path) -> None:
    """A README beside the logs is not guessed at."""
    path = tmp_path / "README.md"
    path.write_text("# Not a log\n\nSome words.\n")
    assert detect(path) is None
    with pytest.raises(UnknownFormatError, match=r"README\.md"):
        list(read_log(path))


class TestClaudeCode:
    """Its many kinds of lines."""

    def read(self, tmp_path: Path, *entries: object) -> list[SessionEvent]:
        path = tmp_path / "s1.jsonl"
        path.write_text(samples.jsonl([samples.CLAUDE[1], *entries]))
        return events(path)[1:]

    def user(self, content: object, **more: object) -> dict[str, object]:
        return {
            "type": "user",
            "uuid": str(more),
            "sessionId": "s1",
            "message": {"role": "user", "content": content},
            **more,
        }

    @pytest.mark.parametrize(
        ("entry", "origin"),
        [
            ({"content": "hello"}, Origin.USER),
            ({"content": "<bash-stdout>x</bash-stdout>"}, Origin.TOOL),
            ({"content": "<command-name>/clear</command-name>"}, Origin.SYSTEM),
            ({"content": "<system-reminder>be kind</system-reminder>"}, Origin.SYSTEM),
            ({"content": "caveat", "isMeta": True}, Origin.SYSTEM),
            ({"content": "summary of it all", "isCompactSummary": True}, Origin.COMPACTION),
            ({"content": "find the tests", "isSidechain": True}, Origin.AGENT),
        ],
    )
    def test_who_really_said_it(
        self, tmp_path: Path, entry: dict[str, object], origin: Origin
    ) -> None:
        """Much of what stands under the role `user` was never typed."""
        assert [e.origin for e in self.read(tmp_path, self.user(**entry))] == [origin]

    @pytest.mark.parametrize(
        ("path", "origin"),
        [
            ("/p/CLAUDE.md", Origin.MEMORY),
            ("/home/u/.claude/projects/-p/memory/topic.md", Origin.MEMORY),
            ("/p/memory/inject.json", Origin.MEMORY),
            ("/p/src/CLAUDE.md.py", Origin.TOOL),
            ("/p/src/memory/cache.py", Origin.TOOL),
            ("/p/docs/agents.md", Origin.TOOL),
        ],
    )
    def test_reading_memory_is_no_evidence(self, tmp_path: Path, path: str, origin: Origin) -> None:
        """Memory cannot feed itself; any other file can be evidence."""
        call = {"type": "assistant", "uuid": "a", "sessionId": "s1", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t9", "name": "Read", "input": {"file_path": path}}]}}  # fmt: skip
        result = self.user(
            [{"type": "tool_result", "tool_use_id": "t9", "content": "     7→the port is 1"}]
        )
        found = self.read(tmp_path, call, result)[1]
        assert (found.origin, found.start_line, found.path) == (origin, 7, path)

    @pytest.mark.parametrize(
        ("command", "origin"),
        [
            ("cat CLAUDE.md", Origin.MEMORY),
            ("grep -n port docs/ CLAUDE.md", Origin.MEMORY),
            ("git diff HEAD~1 -- './AGENTS.md'", Origin.MEMORY),
            ("git show HEAD:CLAUDE.md", Origin.MEMORY),
            ("cat src/server.py", Origin.TOOL),
            ("git add CLAUDE.md && git commit -m port", Origin.TOOL),
            ("pytest tests/test_claude_md.py | tail -3", Origin.TOOL),
        ],
    )
    def test_a_command_that_shows_memory_is_no_evidence(
        self, tmp_path: Path, command: str, origin: Origin
    ) -> None:
        """`cat CLAUDE.md` says what the memory says, not what is so."""
        call = {"type": "assistant", "uuid": "a", "sessionId": "s1", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t9", "name": "Bash", "input": {"command": command}}]}}  # fmt: skip
        result = self.user(
            [{"type": "tool_result", "tool_use_id": "t9", "content": "the port is 1"}]
        )
        assert self.read(tmp_path, call, result)[1].origin is origin

    @pytest.mark.parametrize(
        ("path", "origin"), [("/p/CLAUDE.md", Origin.MEMORY), ("/p/a.py", Origin.AGENT)]
    )
    def test_what_an_agent_writes_into_memory_is_memory(
        self, tmp_path: Path, path: str, origin: Origin
    ) -> None:
        """The note itself, standing in the log, cannot support the note."""
        given = {"file_path": path, "content": "The port is 1.\n" * 40}
        call = {"type": "assistant", "uuid": "a", "sessionId": "s1", "message": {"role": "assistant", "content": [
            {"type": "tool_use", "id": "t9", "name": "Write", "input": given}]}}  # fmt: skip
        assert self.read(tmp_path, call)[0].origin is origin

    def test_a_sub_agent_has_a_session_of_its_own(self, tmp_path: Path) -> None:
        """Its events are counted from 0 and do not shift those of the session around it."""
        inner = {
            "type": "assistant",
            "uuid": "i",
            "message": {"role": "assistant", "content": [{"type": "text", "text": "found"}]},
        }
        progress = {
            "type": "progress",
            "sessionId": "s1",
            "uuid": "p",
            "data": {"type": "agent_progress", "agentId": "a7", "message": inner},
        }
        found = self.read(tmp_path, progress, self.user("next"))
        assert [(e.session, e.seq) for e in found] == [("s1/a7", 0), ("s1", 1)]

    def test_an_entry_that_stands_twice_counts_once(self, tmp_path: Path) -> None:
        """A session that is stored again brings its old entries along."""
        again = self.user("once", uuid="same")
        assert [e.text for e in self.read(tmp_path, again, again)] == ["once"]

    def test_a_line_separator_inside_a_string_is_no_end_of_line(self, tmp_path: Path) -> None:
        """U+2028 may stand in JSON; only LF ends a line."""
        path = tmp_path / "s1.jsonl"
        path.write_text(
            json.dumps(self.user("one\u2028two"), ensure_ascii=False) + "\n", encoding="utf-8"
        )
        assert [e.text for e in events(path)] == ["one\u2028two"]

    def test_two_objects_on_one_line_are_set_aside_with_their_place(self, tmp_path: Path) -> None:
        """As in a real transcript; the lines around it are read."""
        one = json.dumps(samples.CLAUDE[1])
        path = tmp_path / "s1.jsonl"
        path.write_text(f"{one}\n{one}{one}\n" + json.dumps(samples.CLAUDE[4]) + "\n")
        asides = [u.aside for u in read_log(path) if u.aside]
        assert [(a.reason, a.place.line, a.place.byte) for a in asides] == [
            (AsideReason.TORN, 2, len(one) + 1)
        ]
        assert len(events(path)) == 2


def test_specstory_keeps_every_line_and_the_words_around_a_tool(tmp_path: Path) -> None:
    """The turn of the agent goes on behind the tool that it used."""
    path = samples.write_all(tmp_path)["specstory"]
    found = [(e.origin, e.kind, e.text) for e in events(path)]
    assert found == [
        (Origin.USER, EventKind.MESSAGE, "Run the tests"),
        (Origin.AGENT, EventKind.CALL, "make test"),
        (Origin.TOOL, EventKind.RESULT, "1 failed"),
        (Origin.AGENT, EventKind.MESSAGE, "One test fails."),
    ]
    assert len(list(read_log(path))) == samples.SPECSTORY.count("\n")


def test_aider_tells_user_model_and_program_apart(tmp_path: Path) -> None:
    """`#### ` the user, `> ` the program, the rest the model."""
    found = events(samples.write_all(tmp_path)["aider"])
    assert [(e.origin, e.path) for e in found] == [
        (Origin.TOOL, None), (Origin.USER, None), (Origin.AGENT, None), (Origin.TOOL, "src/server.py"),
    ]  # fmt: skip
    assert found[1].text == "Change the port to 8080"


def test_a_langgraph_thread_says_each_message_once(tmp_path: Path) -> None:
    """Each checkpoint repeats the whole state; the classes in it are data, never made."""
    ext = msgspec.msgpack.Ext
    human = [
        "langchain_core.messages.human",
        "HumanMessage",
        {"content": "Hello", "type": "human", "id": "h"},
        "model_validate_json",
    ]
    answer = [
        "langchain_core.messages.ai",
        "AIMessage",
        {"content": "Good day", "type": "ai", "id": "a"},
        "model_validate_json",
    ]
    path = tmp_path / "threads.db"
    db = sqlite3.connect(path)
    db.execute(
        "CREATE TABLE checkpoints (thread_id TEXT, checkpoint_ns TEXT, checkpoint_id TEXT, parent_checkpoint_id TEXT, type TEXT, checkpoint BLOB, metadata BLOB)"
    )
    for number, messages in enumerate([[human], [human, answer], [human, answer]]):
        packed = [ext(5, msgspec.msgpack.encode(m)) for m in messages]
        state = {"v": 4, "ts": "2026-11-01T10:00:00+00:00", "channel_values": {"messages": packed}}
        db.execute(
            "INSERT INTO checkpoints VALUES ('t', '', ?, NULL, 'msgpack', ?, '{}')",
            (str(number), msgspec.msgpack.encode(state)),
        )
    db.commit()
    db.close()
    assert [(e.session, e.seq, e.origin, e.text) for e in events(path)] == [
        ("t", 0, Origin.USER, "Hello"), ("t", 1, Origin.AGENT, "Good day"),
    ]  # fmt: skip
    assert sorted(p.name for p in tmp_path.iterdir()) == ["threads.db"]


def test_an_agents_sdk_session_is_read_row_by_row(tmp_path: Path) -> None:
    """A call and its output are joined; a row that is not JSON is set aside, the rest is read."""
    path = tmp_path / "sessions.db"
    db = sqlite3.connect(path)
    db.execute(
        "CREATE TABLE agent_messages (id INTEGER PRIMARY KEY, session_id TEXT, message_data TEXT, created_at TEXT)"
    )
    rows = [
        json.dumps({"role": "user", "content": "Where?"}),
        "{torn",
        json.dumps({"type": "function_call", "call_id": "k", "name": "look", "arguments": "{}"}),
        json.dumps({"type": "function_call_output", "call_id": "k", "output": "WEST"}),
    ]
    for row in rows:
        db.execute(
            "INSERT INTO agent_messages (session_id, message_data, created_at) VALUES ('s', ?, '2026-11-01 10:00:00')",
            (row,),
        )
    db.commit()
    db.close()
    units = list(read_log(path))
    assert [u.aside.reason if u.aside else None for u in units] == [
        None,
        AsideReason.TORN,
        None,
        None,
    ]
    assert [(e.origin, e.kind, e.tool) for e in events(path)] == [
        (Origin.USER, EventKind.MESSAGE, None), (Origin.AGENT, EventKind.CALL, "look"), (Origin.TOOL, EventKind.RESULT, "look"),
    ]  # fmt: skip


class TestMapping:
    """A log of one's own, by `[[logs.mapping]]`."""

    MAPPING = LogMapping(
        files="own-*.jsonl", text="body.text", session="conv", origin="who",
        origins={"human": "user", "bot": "agent", "exec": "tool"}, time="at", ok="status", call="ref", command="cmd",
    )  # fmt: skip

    def test_fields_are_found_by_their_paths(self, tmp_path: Path) -> None:
        """Nested paths, words for origins, an exit status as success."""
        path = tmp_path / "own-1.jsonl"
        path.write_text(samples.jsonl([
            {"conv": "c", "who": "human", "body": {"text": "hi"}, "at": 1_790_000_000},
            {"conv": "c", "who": "bot", "body": {"text": "run"}, "cmd": "make test", "ref": "1"},
            {"conv": "c", "who": "exec", "body": {"text": "1 failed"}, "status": 2, "ref": "1"},
            {"conv": "c", "who": "stranger", "body": {"text": "psst"}},
            {"conv": "c", "who": "human"},
        ]))  # fmt: skip
        units = list(read_log(path, [self.MAPPING]))
        found = [e for u in units for e in u.events]
        assert [(e.origin, e.ok, e.command) for e in found] == [
            (Origin.USER, None, None), (Origin.AGENT, None, "make test"),
            (Origin.TOOL, False, "make test"), (Origin.SYSTEM, None, None),
        ]  # fmt: skip
        assert units[-1].aside is not None and units[-1].aside.reason is AsideReason.UNKNOWN

    def test_a_word_that_is_no_origin_is_a_mistake_of_the_configuration(
        self, tmp_path: Path
    ) -> None:
        """It would make evidence out of anything."""
        path = tmp_path / "own-1.jsonl"
        path.write_text("{}\n")
        with pytest.raises(ConfigError, match="'robot' is no origin"):
            list(read_log(path, [LogMapping(files="own-*", text="t", origins={"x": "robot"})]))
