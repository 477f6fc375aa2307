"""Claude Code transcripts: who said it, what a result really says, and that nothing is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.readers.logs.samples import jsonl

from aseptic.model.event import AsideReason, EventKind, LogUnit, Origin, SessionEvent
from aseptic.readers.logs.claude_code_results import WRITTEN
from aseptic.readers.logs.registry import Summarizer, detect, read_log

U, A, S, M, T = Origin.USER, Origin.AGENT, Origin.SYSTEM, Origin.MEMORY, Origin.TOOL
MESSAGE, CALL, RESULT = EventKind.MESSAGE, EventKind.CALL, EventKind.RESULT
REMINDER = "<system-reminder>\nBe careful.\n</system-reminder>"
INJECTED = "<system-reminder>\nContents of /p/CLAUDE.md (project instructions):\nPort 1.\n</system-reminder>"


def user(content: object, **more: object) -> dict[str, Any]:
    return {"type": "user", "sessionId": "s", "message": {"role": "user", "content": content}, **more}  # fmt: skip


def called(name: str, **given: object) -> dict[str, Any]:
    block = {"type": "tool_use", "id": "t", "name": name, "input": given}
    return {"type": "assistant", "sessionId": "s", "message": {"role": "assistant", "content": [block]}}  # fmt: skip


def answered(text: str, twin: object = None, *, error: bool = False) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": "t", "content": text, "is_error": error}
    return user([block], **({} if twin is None else {"toolUseResult": twin}))


def line(kind: str, **more: object) -> dict[str, Any]:
    return {"type": kind, "sessionId": "s", **more}


def units(tmp_path: Path, *entries: object) -> list[LogUnit]:
    path = tmp_path / "s.jsonl"
    path.write_text(jsonl(list(entries)), encoding="utf-8")
    return list(read_log(path))


def events(tmp_path: Path, *entries: object) -> list[SessionEvent]:
    return [event for unit in units(tmp_path, *entries) for event in unit.events]


def result(tmp_path: Path, call: object, answer: object) -> SessionEvent:
    return next(e for e in events(tmp_path, call, answer) if e.kind is RESULT)


@pytest.mark.parametrize(
    ("bad", "kept"),
    [
        ({"type": "text", "text": 5}, 2),
        ({"type": "hologram"}, 2),
        ("a word", 2),
        ({"type": "text", "text": "third"}, 3),
        ({"type": "text", "text": " "}, 2),
        ({"type": "thinking", "thinking": ""}, 2),
    ],
)
def test_a_bad_block_costs_only_itself(tmp_path: Path, bad: object, kept: int) -> None:
    """What stands beside it stays, numbers have no gap, and the loss is reported."""
    good = [{"type": "text", "text": "one"}, {"type": "text", "text": "two"}]
    found = units(tmp_path, user([good[0], bad, good[1]]), user("next"))
    numbers = [e.seq for u in found for e in u.events]
    assert numbers == list(range(kept + 1))
    known = isinstance(bad, dict) and isinstance(bad.get("text", bad.get("thinking")), str)
    assert [p.reason for p in found[0].parts] == ([] if known else [AsideReason.UNKNOWN])


def test_a_part_that_was_lost_is_counted_and_shown(tmp_path: Path) -> None:
    """The sum of units stays; the part has a count and a place of its own."""
    path = tmp_path / "s.jsonl"
    path.write_text(jsonl([user([{"type": "text", "text": "one"}, {"type": "hologram"}])]))
    reader = detect(path)
    assert reader is not None
    summarizer = Summarizer(str(path), reader)
    list(summarizer.through(reader.read(path)))
    summary = summarizer.summary()
    assert (summary.units, summary.event_units, summary.asides) == (1, 1, {})
    assert summary.parts == {AsideReason.UNKNOWN: 1}
    assert [p.place.line for p in summary.problems] == [1]


def test_a_line_of_bad_blocks_only_is_unknown(tmp_path: Path) -> None:
    """Nothing of it is left to be an event."""
    found = units(tmp_path, user([{"type": "hologram"}]), user("next"))
    assert found[0].aside is not None and found[0].aside.reason is AsideReason.UNKNOWN
    assert found[1].events[0].seq == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"Fix it\n{REMINDER}", [(U, "Fix it"), (S, REMINDER)]),
        (f"{REMINDER}\nFix it", [(S, REMINDER), (U, "Fix it")]),
        (f"Fix it {INJECTED}", [(U, "Fix it"), (M, INJECTED)]),
        (f"{INJECTED}\n{REMINDER}\nGo", [(M, INJECTED), (S, REMINDER), (U, "Go")]),
        (INJECTED, [(M, INJECTED)]),
        ("<system-reminder>cut off", [(S, "<system-reminder>cut off")]),
        ("<command-name>/r</command-name>\n<command-args>167</command-args>",
         [(S, "<command-name>/r</command-name>\n<command-args>167</command-args>"), (U, "167")]),
        ("[Request interrupted by user]", [(S, "[Request interrupted by user]")]),
        ("[Request interrupted by user for tool use]", [(S, "[Request interrupted by user for tool use]")]),
        # silent: the user's own words about such things
        ("Why do I see <system-reminder>x</system-reminder> here?", None),
        ("What is [Request interrupted by user]? Explain.", None),
        ("Contents of /p/CLAUDE.md are wrong", None),
        ("Use the tag <command-args>1</command-args>", None),
        ("  Fix it\n", None),
        ("if a < b: print('<b>')", None),
        ("Explain the system-reminder", None),
        ("", []),
        ("<command-name>/exit</command-name>\n<command-args></command-args>",
         [(S, "<command-name>/exit</command-name>\n<command-args></command-args>")]),
    ],
)  # fmt: skip
def test_a_text_is_cut_where_somebody_else_speaks(
    tmp_path: Path, text: str, said: list[tuple[Origin, str]] | None
) -> None:
    """The user's words stay the user's, and what was put in beside them is not."""
    found = [(e.origin, e.text) for e in events(tmp_path, user("first"), user(text))][1:]
    assert found == ([(U, text)] if said is None else said)


OUT = {"stdout": "", "stderr": "", "interrupted": False}


@pytest.mark.parametrize(
    ("text", "twin", "error", "ok", "code"),
    [
        ("Command running in background with ID: b1", {**OUT, "backgroundTaskId": "b1"}, False, None, None),
        ("Command running in background with ID: b1", None, False, None, None),
        ("half", {**OUT, "interrupted": True}, False, None, None),
        ("", {**OUT, "returnCodeInterpretation": "No matches found"}, False, None, 1),
        ("a", {**OUT, "returnCodeInterpretation": "Something new"}, False, None, None),
        ("Exit code 2\nboom", "Error: Exit code 2\nboom", True, False, 2),
        # silent: it went well, as before
        ("fine", OUT, False, True, 0),
        ("fine", None, False, True, 0),
        ("fine", {**OUT, "returnCodeInterpretation": None}, False, True, 0),
        ("fine", {**OUT, "backgroundTaskId": ""}, False, True, 0),
        ("said: Command running in background", OUT, False, True, 0),
        ("fine", [{"type": "text", "text": "fine"}], False, True, 0),
    ],
)  # fmt: skip
def test_how_a_command_really_ended(
    tmp_path: Path, text: str, twin: object, error: bool, ok: bool | None, code: int | None
) -> None:
    """A command that has not ended did not end well; a marked status is not 0."""
    found = result(tmp_path, called("Bash", command="make"), answered(text, twin, error=error))
    assert (found.ok, found.exit_code) == (ok, code)


REJECTED = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\n"


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        (REJECTED + "use port 2", True, ["use port 2"]),
        (REJECTED + "one\ntwo", True, ["one\ntwo"]),
        (REJECTED + "The user wants to clarify these questions.\n...", True, []),
        (REJECTED + " ", True, []),
        (REJECTED + "use port 2", False, []),
        ("log: the user said:\nuse port 2", True, []),
    ],
)
def test_what_the_user_said_instead_of_allowing(
    tmp_path: Path, text: str, error: bool, said: list[str]
) -> None:
    """The words are the user's; the notice around them is the tool's."""
    found = events(tmp_path, called("Bash", command="rm x"), answered(text, error=error))
    assert [e.text for e in found if e.origin is U] == said
    if said:
        assert found[1].text.endswith("the user said:")


def queue(operation: str, text: str | None = None) -> dict[str, Any]:
    return line("queue-operation", operation=operation, **({"content": text} if text else {}))


def attached(text: str) -> dict[str, Any]:
    return line("attachment", attachment={"type": "queued_command", "prompt": text})


@pytest.mark.parametrize(
    ("entries", "said"),
    [
        ([queue("enqueue", "test it"), queue("remove")], ["test it"]),
        ([queue("enqueue", "a"), queue("enqueue", "b"), queue("remove"), queue("remove")], ["a", "b"]),
        ([queue("enqueue", "<task-notification>x"), queue("enqueue", "b"), queue("remove")], ["b"]),
        ([queue("enqueue", "a"), user("a"), queue("enqueue", "b"), queue("remove")], ["a", "b"]),
        ([attached("test it")], ["test it"]),
        ([queue("enqueue", "a"), queue("remove"), attached("a")], ["a"]),
        ([queue("enqueue", "a"), attached("a"), queue("remove")], ["a"]),
        # silent: said elsewhere, taken back, or not the user's
        ([queue("enqueue", "a"), queue("dequeue"), user("a")], ["a"]),
        ([queue("enqueue", "a"), queue("popAll", "a")], []),
        ([queue("enqueue", "a")], []),
        ([queue("remove")], []),
        ([queue("enqueue", "<task-notification>x"), queue("remove")], []),
        ([queue("enqueue", "/config"), queue("remove")], []),
        ([line("attachment", attachment={"type": "file", "prompt": "a"})], []),
    ],
)  # fmt: skip
def test_a_queued_prompt_is_said_once(tmp_path: Path, entries: list[Any], said: list[str]) -> None:
    """Where no line of the user follows, it is the queue that tells what was said."""
    found = events(tmp_path, called("Bash", command="ls"), *entries)
    assert [e.text for e in found if e.origin is U] == said


def test_an_error_of_the_api_was_not_said_by_the_agent(tmp_path: Path) -> None:
    """It stands under the role `assistant`."""
    said = {"role": "assistant", "content": [{"type": "text", "text": "API Error: 529"}]}
    found = events(
        tmp_path,
        line("assistant", message=said, isApiErrorMessage=True),
        line("assistant", message=said),
    )
    assert [e.origin for e in found] == [S, A]


@pytest.mark.parametrize(
    ("text", "twin", "kept", "reminders"),
    [
        (f"     1→a\n\n{REMINDER}\n", None, "     1→a\n", 1),
        (f"out\n{REMINDER}\n{REMINDER}", None, "out", 2),
        (REMINDER, None, "", 1),
        # silent: the file or the output holds the tag itself
        ("     1→<system-reminder>\n     2→x\n     3→</system-reminder>", None, None, 0),
        (f"doc:\n{REMINDER}\nmore", None, None, 0),
        (f"doc\n{REMINDER}", {"stdout": f"doc\n{REMINDER}"}, None, 0),
        ("plain", None, None, 0),
    ],
)
def test_a_reminder_behind_a_result_is_cut_and_counted(
    tmp_path: Path, text: str, twin: object, kept: str | None, reminders: int
) -> None:
    """It is no answer of the tool; what the tool answered is never cut."""
    unit = units(tmp_path, called("Read", file_path="/p/a.py"), answered(text, twin))[1]
    assert unit.events[0].text == (text if kept is None else kept)
    assert [p.reason for p in unit.parts] == [AsideReason.BOOKKEEPING] * reminders


PATCH = [{"newStart": 7, "lines": [" a", "-port = 1", "+port = 2"]}]


def edited(path: str = "/p/a.py", **more: object) -> dict[str, Any]:
    return answered("The file has been updated.", {"filePath": path, "structuredPatch": PATCH, **more})  # fmt: skip


def test_the_result_of_an_edit_shows_what_now_stands_in_the_file(tmp_path: Path) -> None:
    """The new lines with their numbers, and none of those that are gone."""
    found = result(tmp_path, called("Edit", file_path="/p/a.py"), edited())
    assert found.text == "The file has been updated.\n     7→a\n     8→port = 2"
    assert (found.origin, found.start_line) == (T, None)


@pytest.mark.parametrize(
    ("twin", "holds"),
    [
        ({"filePath": "/p/a", "structuredPatch": PATCH}, True),
        ({"filePath": "/p/a", "structuredPatch": [], "content": "port = 2\n"}, True),
        ({"filePath": "/p/a", "structuredPatch": [], "newString": "port = 2"}, True),
        ({"structuredPatch": PATCH}, False),
        ({"filePath": "/p/a"}, False),
        ({"filePath": "/p/a", "structuredPatch": "port = 2"}, False),
    ],
)
def test_only_a_twin_that_names_the_file_shows_content(
    tmp_path: Path, twin: dict[str, object], holds: bool
) -> None:
    """Other tools have twins of other shapes."""
    found = result(tmp_path, called("Edit", file_path="/p/a"), answered("Updated.", twin))
    assert ("port = 2" in found.text) is holds


def test_an_edit_that_failed_wrote_nothing(tmp_path: Path) -> None:
    """Whatever its twin says."""
    twin = {"filePath": "/p/a", "structuredPatch": PATCH}
    answer = answered("<tool_use_error>no such text", twin, error=True)
    assert "port" not in result(tmp_path, called("Edit", file_path="/p/a"), answer).text


def test_what_was_written_is_bounded(tmp_path: Path) -> None:
    """A large file does not stand in the log a second time."""
    twin = {"filePath": "/p/a", "structuredPatch": [], "content": "line of a file\n" * 5_000}
    found = result(tmp_path, called("Write", file_path="/p/a"), answered("Created.", twin))
    assert WRITTEN < len(found.text) + 40 < WRITTEN + 200
    assert found.text.endswith("[...]")


@pytest.mark.parametrize(("path", "origin"), [("/p/CLAUDE.md", M), ("/p/a.py", T)])
def test_what_was_written_into_memory_is_memory(tmp_path: Path, path: str, origin: Origin) -> None:
    """Also where the call is not in the log, and however short it is."""
    assert result(tmp_path, called("Edit", file_path=path), edited(path)).origin is origin
    assert next(e for e in events(tmp_path, edited(path))).origin is origin


@pytest.mark.parametrize(
    ("text", "errors", "whole"),
    [("out", "warning: x\n", "out\nwarning: x"), ("", "bad", "bad"), ("out bad", "bad", "out bad"), ("out", "", "out")],
)  # fmt: skip
def test_errors_that_only_the_twin_holds_are_kept(
    tmp_path: Path, text: str, errors: str, whole: str
) -> None:
    """Once."""
    answer = answered(text, {**OUT, "stderr": errors})
    assert result(tmp_path, called("Bash", command="make"), answer).text == whole


def test_a_command_that_the_user_ran_is_a_call_with_its_result(tmp_path: Path) -> None:
    """Who ran it does not change what it returned."""
    found = events(
        tmp_path,
        user("<bash-input>make test</bash-input>", uuid="u7"),
        user("<bash-stdout>1 failed</bash-stdout><bash-stderr>sorry</bash-stderr>", uuid="u8"),
        user("Say <bash-stdout>x</bash-stdout>", uuid="u9"),
    )
    assert [(e.origin, e.kind, e.command, e.call, e.text) for e in found] == [
        (U, CALL, "make test", "u7", "make test"),
        (T, RESULT, "make test", "u7", "1 failed\nsorry"),
        (U, MESSAGE, None, None, "Say <bash-stdout>x</bash-stdout>"),
    ]
    assert (found[1].ok, found[1].exit_code) == (None, None)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        ("hologram_progress", AsideReason.UNKNOWN),
        (None, AsideReason.UNKNOWN),
        ("bash_progress", AsideReason.BOOKKEEPING),
        ("hook_progress", AsideReason.BOOKKEEPING),
    ],
)
def test_progress_of_a_new_type_is_not_passed_over(
    tmp_path: Path, kind: str | None, reason: AsideReason
) -> None:
    """It may be where the next version tells what happened."""
    unit = units(tmp_path, user("x"), line("progress", uuid="p", data={"type": kind}))[1]
    assert unit.aside is not None and unit.aside.reason is reason


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r"cut \ud83d", "cut \ufffd"), (r"\udc00 end", "\ufffd end"),
        (r"\ud83d\ud83d\ude00", "\ufffd\U0001f600"), (r"\\\ud83d", "\\\ufffd"),
        (r"\ud83d\ude00", "\U0001f600"), (r"\\ud83d", r"\ud83d"), (r"\u00e9", "é"), ("plain", "plain"),
    ],
)  # fmt: skip
def test_half_a_character_is_read_as_the_sign_for_it(tmp_path: Path, text: str, read: str) -> None:
    """A program cut the text there; the line is valid JSON, and its file is recognised."""
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(user("HERE")).replace("HERE", text) + "\n")
    found = [e for u in read_log(path) for e in u.events]
    assert [e.text for e in found] == [read]
    found[0].text.encode()


@pytest.mark.parametrize(
    ("bad", "detail"),
    [
        ("{}{}", "more than one JSON value on the line"),
        ('{"a": 1} {"b": 2}', "more than one JSON value on the line"),
        ('{"a": ', "not one JSON object: DecodeError"),
        ("{} rest", "not one JSON object: DecodeError"),
    ],
)
def test_what_is_wrong_with_a_line_is_said(tmp_path: Path, bad: str, detail: str) -> None:
    """Two objects on a line are another mistake than a line that is cut off."""
    path = tmp_path / "s.jsonl"
    path.write_text(json.dumps(user("x")) + f"\n{bad}\n")
    asides = [u.aside for u in read_log(path) if u.aside]
    assert [(a.reason, a.detail) for a in asides] == [(AsideReason.TORN, detail)]
