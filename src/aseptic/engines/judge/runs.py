"""Runs of tests, linters and builds in a log: what they came to, and which was the last."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from aseptic.model.event import EventKind, SessionEvent

_WHAT = {
    "test": re.compile(
        r"\b(?:pytest|go test|cargo (?:test|nextest)|npm (?:run )?test|yarn test|pnpm (?:run )?test|jest|vitest|mocha|tox|rspec"
        r"|make (?:test|check)|mvn test|gradle test|phpunit|ctest|unittest|(?:mise|task|just) (?:run )?test\S*|test:\w+|bats)\b"
    ),
    "lint": re.compile(
        r"\b(?:lint\S*|golangci-lint|eslint|ruff|flake8|clippy|staticcheck|shellcheck|pylint)\b"
    ),
    "build": re.compile(
        r"\b(?:go build|cargo build|npm run build|yarn build|pnpm build|make build|tsc|mvn package|docker build|go vet)\b"
    ),
}
_FAILED = re.compile(
    r"^\s*(?:--- FAIL|FAIL\b|FAILED\b|\s*✗|ERROR collecting)|\b[1-9]\d* (?:tests? )?fail(?:ed|ures?|ing)?\b|\bFAIL\t|\bFAILED \(|test result: FAILED"
    r"|\bpanic: |\bTests? failed\b|ERROR task failed|npm ERR!|\[build failed\]|error: could not compile",
    re.MULTILINE,
)
_PASSED = re.compile(
    r"^(?:ok  ?\t|ok\s+\S+\s+[\d.(]|PASS$)|\b[1-9]\d* pass(?:ed|ing)\b|\b0 (?:issues|failed|failures|errors)\b|test result: ok|--- PASS|\bAll checks passed\b"
    r"|\bOK \(\d+ tests?",
    re.MULTILINE,
)
COUNT = re.compile(
    r"\b(\d+) (?:tests? )?(passed|passing|failed|failures?|failing|skipped|errors?|issues?)\b"
)


@dataclass(frozen=True, slots=True)
class Run:
    """One run and its outcome."""

    what: str
    """test, lint or build."""
    event: SessionEvent
    ok: bool


def run_of(event: SessionEvent) -> Run | None:
    """The run that this result reports, or None: no run, or nothing says how it went."""
    if event.kind is not EventKind.RESULT:
        return None
    what = what_of(event.command or "")
    if what is None:
        return None
    ok = outcome(event)
    return None if ok is None else Run(what, event, ok)


def what_of(command: str) -> str | None:
    """What a command runs; the strictest word wins (a build inside a test is a test)."""
    for what, pattern in _WHAT.items():
        if pattern.search(command):
            return what
    return None


def outcome(event: SessionEvent) -> bool | None:
    """How the command of a result went. Printed failures outweigh an exit code that a pipe hid."""
    if event.exit_code not in (None, 0) or event.ok is False:
        return False
    if _FAILED.search(event.text):
        return False
    if _PASSED.search(event.text) or event.exit_code == 0:
        return True
    return event.ok


def last(runs: Iterable[Run], what: str) -> Run | None:
    """The newest run of a kind, by time, then by order in its session."""
    mine = [run for run in runs if run.what == what]
    if not mine:
        return None
    if all(run.event.time is not None for run in mine):
        return max(mine, key=lambda run: (run.event.time, run.event.seq))
    return max(mine, key=lambda run: run.event.seq)


_LINE_PASSED = re.compile(r"^\s*(?:ok\s|PASS\b|--- PASS|✓)|\bpassed\b|^\s*0 issues", re.MULTILINE)
_LINE_FAILED = re.compile(r"^\s*(?:FAIL\b|--- FAIL|✗)|\bfailed\b|\bFAILED\b", re.MULTILINE)


def outcome_at(event: SessionEvent, quote: str) -> bool | None:
    """How the quoted part went: one package may pass in a run that failed."""
    if _LINE_FAILED.search(quote):
        return False
    if _LINE_PASSED.search(quote):
        return True
    return outcome(event)


_FILTER = re.compile(
    r"\s-(?:run|k|t|m)[ =]\s*(?:['\"][^'\"]+['\"]|\S+)|\s--(?:grep|filter|testNamePattern|test)[ =]\S+|::\w+"
)


def filtered(event: SessionEvent) -> str | None:
    """What a run was narrowed to (`-run TestX`), or None."""
    match = _FILTER.search(event.command or "")
    return match.group().strip() if match else None
