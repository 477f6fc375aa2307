"""R102: the item tells to run a target, script or recipe that the repository does not define."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from aseptic.model.note import Form, Note
from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.levels import ALWAYS_ERROR

_NAME = r"([A-Za-z0-9_][\w:.\-]*)"
_START = r"(?:^|&& ?|; ?|\|\| ?)(?:\$ )?(?:[A-Z_][A-Z0-9_]*=\S+ )*"
_END = r"(?=\s|$|;|&)"
_RUNNERS = (
    ("make", rf"{_START}make {_NAME}{_END}"),
    ("npm run", rf"{_START}(?:npm|pnpm|yarn|bun) run {_NAME}{_END}"),
    ("just", rf"{_START}just {_NAME}{_END}"),
    ("task", rf"{_START}task {_NAME}{_END}"),
)
_ELSEWHERE = r"\b(?:cd|-C|--directory|--prefix|--cwd|-F|--filter|--workspace|-w|pushd|-f)\b"
_PROSE = r"(?i)\b(?:no longer|removed|never|don't|do not|deprecated|instead of|e\.g\.|for example|such as)\b"


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each command whose runner is set up here and does not know the target."""
    commands = injected.repository.commands
    if not commands:
        return
    seen: set[tuple[str, str]] = set()
    for note in injected.notes:
        for runner, target, line, column in named(note):
            known = _known(commands, runner)
            key = (note.place.path, f"{runner} {target}")
            if not known or target in known or key in seen or "%" in known:
                continue
            seen.add(key)
            yield Hit(
                place=Place(note.place.path, line, column=column),
                message=f"tells to run `{runner} {target}`, which this repository does not define",
                kind=note.kind,
                record=note.id,
                hint=_hint(target, known),
                subject=f"{runner} {target}",
            )


def named(note: Note) -> Iterator[tuple[str, str, int, int]]:
    """(runner, target, line, column) of each command in inline code or a code block."""
    from aseptic.rules.injected.references import code_spans

    for offset, line in enumerate(note.text.split("\n")):
        number = note.place.line + offset
        if note.form is Form.CODE:
            yield from _of_command(line.split(" #")[0].strip(), number, 1, note.text)
        elif "`" in line and not re.search(_PROSE, line):
            for text, column in code_spans(line):
                yield from _of_command(text, number, column, text)


def _of_command(
    text: str, line: int, column: int, around: str
) -> Iterator[tuple[str, str, int, int]]:
    if not any(word in text for word in ("make ", " run ", "just ", "task ")):
        return
    if re.search(_ELSEWHERE, around) or any(mark in text for mark in "<>{}$*[]…") or "..." in text:
        return
    for runner, pattern in _RUNNERS:
        for match in re.finditer(pattern, text):
            yield runner, match.group(1), line, column + match.start(1)


def _known(commands: Mapping[str, frozenset[str]], runner: str) -> frozenset[str]:
    return commands.get(runner, frozenset())


def _hint(target: str, known: frozenset[str]) -> str:
    near = sorted(name for name in known if name.startswith(target[:3]))
    if near:
        return f"did you mean {', '.join(near[:3])}?"
    return "correct the command, or remove the item if it is gone"


RULE = Rule(
    code="R102",
    name="dead-command",
    summary="the item tells to run a command that the repository does not define",
    levels=ALWAYS_ERROR,
    check=check,
    needs_repository=True,
)
