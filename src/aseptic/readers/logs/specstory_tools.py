"""A `<tool-use>` block of SpecStory: what was asked, and what came back.

The block says neither which fence is the question and which the answer nor whether it went
well; both are told from the kind of the tool. An answer may hold fences of its own.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from aseptic.readers.logs.stream import Call

_SUMMARY = re.compile(r"<summary>.*?</summary>", re.DOTALL)
_IN_SUMMARY = re.compile(r"\*\* `(.+)`</summary>\Z", re.DOTALL)
_IN_TITLE = re.compile(r" (?:Edit|Read|Write|Create) file: (.+?)</summary>\Z")
_INPUT = re.compile(r"^- command: `(?:\[\w*sh -l?c )?(.+?)\]?`$", re.MULTILINE)
_NAMED = re.compile(r"^[ \t]*`(.+)`[ \t]*$", re.MULTILINE)
_SCRIPT = re.compile(r"\s*```bash\n(.*?)\n```[ \t]*(?:\n|\Z)", re.DOTALL)
_OUTER = re.compile(r"^```\w*\n(.*?)\n?```\s*\Z", re.DOTALL | re.MULTILINE)
_LAST = re.compile(r"(?:\A|\n)```(?:text)?\n((?:(?!\n```).)*)\n```\s*\Z", re.DOTALL)
_ANSWER = re.compile(r"^\*\*Answer:\*\*.*", re.DOTALL | re.MULTILINE)
_PATCHED = re.compile(r"^\*\*(?:Add|Update|Delete): `([^`\n]+)`\*\*", re.MULTILINE)
_WROTE = re.compile(r"^The file (/.+?) has been updated|^File created successfully at: (.+?)\s*$")
_CODE = re.compile(
    r"\A(?:Error: )?Exit code:? (\d+)|^Process exited with code (\d+)$", re.MULTILINE
)
_NUMBERED = re.compile(r"^\s*(\d+)→")


class Block(NamedTuple):
    """One use of a tool."""

    call: Call
    asked: str
    answer: str | None
    """None where the block shows none."""
    ok: bool | None
    code: int | None
    start_line: int | None


def block(kind: str, name: str, body: str) -> Block:
    """Read a block.

    Args:
        kind: `shell`, `read`, `write`, `search`, `task`, `generic` or `unknown`.
        body: its lines between the opening and the closing tag.
    """
    summary = _SUMMARY.search(body)
    rest = body[summary.end() :] if summary else body
    rest = rest.strip().removesuffix("</details>")
    head = summary[0] if summary else ""
    before = rest.split("```", 1)[0].strip()
    if kind == "shell":
        command, answer = _ran(head, before, rest)
        call, asked = Call(name, command), command or name
    elif kind == "write":
        answer, asked = _wrote(name, rest)
        call = Call(name, None, _about(head) or _written(before, answer or ""))
    else:
        answer = _fenced(rest) if "```" in rest else None
        told = _ANSWER.search(before) if answer is None else None
        if told:
            before, answer = before[: told.start()].strip(), told[0]
        named = _NAMED.search(before) if kind == "read" else None
        given = _INPUT.search(before)
        call = Call(name, given[1] if given else None, named[1] if named else _about(head))
        asked = named[1] if named else "\n".join(t for t in (name, before) if t)
    ok, code = _outcome(kind, name, answer or "")
    numbered = _NUMBERED.match(answer or "") if kind == "read" else None
    return Block(call, asked, answer, ok, code, int(numbered[1]) if numbered else None)


def _ran(summary: str, before: str, rest: str) -> tuple[str | None, str | None]:
    found = _IN_SUMMARY.search(summary) or _NAMED.search(before)
    if found is None:
        found = _SCRIPT.search(rest)
        rest = rest[found.end() :] if found else rest
    return (found[1] if found else None), _fenced(rest)


def _wrote(name: str, rest: str) -> tuple[str | None, str]:
    last = _LAST.search(rest)
    given = rest[: last.start()] if last else rest
    return (last[1] if last else None), "\n".join(t for t in (name, given.strip()) if t)


def _written(before: str, answer: str) -> str | None:
    files = _PATCHED.findall(before)
    if len(files) == 1:
        return str(files[0])
    found = _WROTE.match(answer)
    return (found[1] or found[2]) if found else None


def _about(summary: str) -> str | None:
    found = _IN_TITLE.search(summary)
    return found[1] if found else None


def _fenced(text: str) -> str | None:
    """What stands between the first fence and the last."""
    found = _OUTER.search(text)
    return found[1] if found else None


def _outcome(kind: str, name: str, answer: str) -> tuple[bool | None, int | None]:
    if answer.startswith("<tool_use_error>"):
        return False, None
    stated = _CODE.search(answer[:400]) if kind == "shell" or name == "apply_patch" else None
    if stated is None:
        return None, None
    code = int(stated[1] or stated[2])
    return code == 0, code
