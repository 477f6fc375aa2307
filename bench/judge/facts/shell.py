"""Facts in the output of shell commands: tests, builds, git, pull requests, versions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from aseptic.model.event import EventKind, SessionEvent
from bench.judge.facts.fact import Fact, Slot, fact_of, one_line

_PER_EVENT = 3
"""Facts of one kind from one event at most; a long listing must not drown the rest."""


def facts(event: SessionEvent) -> Iterator[Fact]:
    """Facts of one command's result; nothing for any other event."""
    if event.kind is not EventKind.RESULT or event.tool != "Bash":
        return
    command = event.command or ""
    for kind, pattern, make in _RULES:
        found = 0
        for match in re.finditer(pattern, event.text, re.M):
            slots = make(event, match)
            if slots is None:
                continue
            key = tuple(slots.pop("key", ("",)))
            swap = slots.pop("swap", None)
            quote = match.group().strip()
            yield fact_of(event, kind, "bash", quote, key=key, swap=swap, **slots)
            found += 1
            if found == _PER_EVENT:
                break
    yield from _whole(event, command)


def _whole(event: SessionEvent, command: str) -> Iterator[Fact]:
    """Facts for which the command matters as much as the output."""
    text = event.text
    short = one_line(command.split(" 2>&1")[0].split(" | ")[0], 60)
    plain = short and not re.search(r"[;&\"'$<>]", short)
    if text.startswith("The user doesn't want to proceed") and plain:
        quote = "The tool use was rejected"
        if quote in text:
            yield fact_of(
                event, "command.rejected", "bash", quote, key=(short or "",), cmd=short or ""
            )
    match = re.match(r"(?:Error: )?Exit code (\d+)", text)
    if match and plain and match[1] != "0":
        yield fact_of(
            event,
            "command.exit",
            "bash",
            match.group(),
            key=("cmd", short or ""),
            cmd=short or "",
            code=Slot(match[1], "number"),
        )


def _package(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    name = "/".join(m["pkg"].split("/")[-2:])
    slots: dict[str, object] = {
        "key": ("go", m["pkg"].rpartition("/")[2]),
        "pkg": Slot(name, "path", "subject"),
    }
    part = "-run" in (event.command or "") or "-short" in (event.command or "")
    if part or not m["secs"] or float(m["secs"]) < 0.05:
        return None
    slots["secs"] = Slot(m["secs"], "number")
    return slots


def _subset(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    """Tests of one package limited by name: true of these, not of the package."""
    only = re.search(r"-run[= ]['\"]?(?P<name>Test\w+)['\"]?(?=\s|$)", event.command or "")
    if not only or "no tests to run" in event.text:
        return None
    name = "/".join(m["pkg"].split("/")[-2:])
    return {
        "key": ("go", m["pkg"].rpartition("/")[2]),
        "pkg": Slot(name, "path", "subject"),
        "filter": Slot(only["name"], "identifier"),
    }


def _lint_part(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    part = re.search(
        r"golangci-lint run (?:--?[\w=.-]+ )*\./(?P<pkg>[\w/-]+\w)/?(?:\.\.\.)?(?=\s|$)",
        event.command or "",
    )
    if not part:
        return None
    pkg = "/".join(part["pkg"].split("/")[-2:])
    return {"key": ("lint",), "pkg": Slot(pkg, "path", "subject")}


def _failed(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    if "/" in m["test"]:
        return None
    return {"key": ("go test", m["test"]), "test": Slot(m["test"], "identifier", "subject")}


def _passed(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return _failed(event, m)


def _commit(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    subject = one_line(m["subject"], 80)
    if not subject or "Merge" in subject:
        return None
    return {
        "key": (m["sha"],),
        "branch": Slot(m["branch"], "path"),
        "sha": Slot(m["sha"], "identifier"),
        "subject": subject,
    }


def _stat(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    command = event.command or ""
    before = event.text[: m.start()].rpartition("[")[2]
    sha = re.match(r"\S+ ([0-9a-f]{7,})\] ", before)
    if "git commit" not in command or not sha or m["files"] == "1":
        return None
    return {
        "key": (sha[1],),
        "sha": Slot(sha[1], "identifier", "subject"),
        "files": Slot(m["files"], "number"),
        "ins": Slot(m["ins"], "number"),
        "dels": Slot(m["dels"], "number"),
        "swap": ("ins", "dels"),
    }


def _push(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return {
        "key": (m["branch"],),
        "old": Slot(m["old"], "identifier"),
        "new": Slot(m["new"], "identifier"),
        "branch": Slot(m["branch"], "path", "subject"),
        "swap": ("old", "new"),
    }


def _branch(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return {"key": ("branch",), "branch": Slot(m["branch"], "path")} if "/" in m["branch"] else None


def _ahead(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    if m["n"] == "1":
        return None
    way = m["way"]
    return {
        "key": ("ahead", m["up"]),
        "up": Slot(m["up"], "path"),
        "n": Slot(m["n"], "number"),
        "way": Slot(
            "ahead of" if way == "ahead of" else "behind",
            "direction",
            others=("behind" if way == "ahead of" else "ahead of",),
        ),
    }


def _lint_all(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    """Only a run over the whole module makes lint clean."""
    whole = re.search(
        r"mise run lint|golangci-lint run(?: \./\.\.\.)?(?=$| 2>| \|)", event.command or ""
    )
    return {"key": ("lint",)} if whole else None


def _nothing(key: str) -> Callable[[SessionEvent, re.Match[str]], dict[str, object] | None]:
    return lambda event, m: {"key": (key,)}


def _issues(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return {"key": ("lint",), "n": Slot(m["n"], "number")} if m["n"] not in ("0", "1") else None


def _switched(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return {"key": ("branch",), "branch": Slot(m["branch"], "path")}


def _pr(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    if "gh pr create" not in (event.command or ""):
        return None
    return {"key": (m["n"],), "n": Slot(m["n"], "number"), "repo": m["repo"]}


def _error(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    message = one_line(m["msg"], 75)
    if not message or re.search(r"[\"`]", message) or "func(" in message:
        return None
    return {
        "key": ("err", m["path"], message),
        "path": Slot(m["path"], "path"),
        "line": Slot(m["line"], "number"),
        "msg": message,
    }


def _lines(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    if "wc -l" not in (event.command or "") or m["n"] in ("0", "1"):
        return None
    return {
        "key": ("wc", m["path"]),
        "n": Slot(m["n"], "number"),
        "path": Slot(m["path"], "path", "subject"),
    }


def _conflict(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return {"key": ("conflict", m["path"]), "path": Slot(m["path"], "path")}


def _modified(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return {"key": ("status", m["path"]), "path": Slot(m["path"], "path")}


def _version(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    return {
        "key": ("version", m["tool"]),
        "tool": m["tool"],
        "version": Slot(m["version"], "version"),
    }


def _finished(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    task = re.match(r"mise run ([\w:]+)(?: 2>&1)?(?: \| tail -\d+)?$", event.command or "")
    if not task or float(m["n"]) == 1:
        return None
    return {
        "key": ("finished", task[1]),
        "task": task[1],
        "n": Slot(m["n"], "number"),
        "unit": m["unit"],
    }


def _shown(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    number = re.search(r"^number:\t(\d+)", event.text, re.M)
    if not number:
        return None
    return {
        "key": ("pr", number[1]),
        "pr": Slot(number[1], "identifier", "subject"),
        "adds": Slot(m["adds"], "number"),
        "dels": Slot(m["dels"], "number"),
        "swap": ("adds", "dels"),
    }


def _state(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    command = re.search(r"gh pr view (\d+)", event.command or "")
    if not command:
        return None
    state = m["state"].lower()
    others = tuple(s for s in ("open", "closed", "merged") if s != state)
    return {
        "key": ("pr state", command[1]),
        "pr": Slot(command[1], "identifier", "subject"),
        "state": Slot(state, "state", others=others),
    }


def _logged(event: SessionEvent, m: re.Match[str]) -> dict[str, object] | None:
    subject = one_line(m["subject"], 75)
    if (
        "git log" not in (event.command or "")
        or not subject
        or re.search(r"Merge|Checkpoint:|\.\.\.$|^\(|[\"`]", subject)
    ):
        return None
    return {"key": ("log", m["sha"]), "sha": Slot(m["sha"], "identifier"), "subject": subject}


_RULES: tuple[tuple[str, str, Callable[[SessionEvent, re.Match[str]], dict[str, object] | None]], ...] = (
    ("test.ok", r"^ok\s+(?P<pkg>[\w./-]+/[\w-]+)\s+(?P<secs>[\d.]+)s$", _package),
    ("test.bad", r"^FAIL\s+(?P<pkg>[\w./-]+/[\w-]+)\s+(?P<secs>[\d.]+)s$", _package),
    ("test.failed", r"^--- FAIL: (?P<test>Test\w+)(?= \()", _failed),
    ("test.passed", r"^--- PASS: (?P<test>Test\w+)(?= \()", _passed),
    ("commit.made", r"^\[(?P<branch>[\w./-]+) (?P<sha>[0-9a-f]{7,})\] (?P<subject>.+)$", _commit),
    ("commit.stat", r"^ (?P<files>\d+) files? changed, (?P<ins>\d+) insertions?\(\+\), (?P<dels>\d+) deletions?\(-\)$", _stat),
    ("push.done", r"^\s+(?P<old>[0-9a-f]{7,})\.\.(?P<new>[0-9a-f]{7,})\s+(?P<branch>[\w./-]+) -> \S+$", _push),
    ("branch.on", r"^On branch (?P<branch>\S+)$", _branch),
    ("branch.ahead", r"^Your branch is (?P<way>ahead of|behind) '(?P<up>[^']+)' by (?P<n>\d+) commits?", _ahead),
    ("tree.clean", r"^nothing to commit, working tree clean$", _nothing("tree")),
    ("lint.clean", r"^(?:\[lint(?::go)?\] )?0 issues\.$", _lint_all),
    ("lint.part", r"^0 issues\.$", _lint_part),
    ("test.subset", r"^ok\s+(?P<pkg>[\w./-]+/[\w-]+)\s+(?P<secs>[\d.]+)s$", _subset),
    ("lint.issues", r"^(?:\[lint(?::go)?\] )?(?P<n>\d+) issues:$", _issues),
    ("branch.switched", r"^Switched to a new branch '(?P<branch>[^']+)'$", _switched),
    ("pr.opened", r"^https://github\.com/(?P<repo>[\w/-]+)/pull/(?P<n>\d+)$", _pr),
    ("build.error", r"^(?P<path>[\w./-]+\.go):(?P<line>\d+):\d+: (?P<msg>.+)$", _error),
    ("file.lines", r"^\s*(?P<n>\d+) (?P<path>[\w./-]+\.\w+)$", _lines),
    ("merge.conflict", r"^CONFLICT \(content\): Merge conflict in (?P<path>\S+)$", _conflict),
    ("file.modified", r"^\tmodified:   (?P<path>\S+)$", _modified),
    ("tool.version", r"\b(?P<tool>golangci-lint|git|go|gh|node|mise) (?:has )?version v?(?P<version>\d+\.\d+(?:\.\d+)?)", _version),
    ("task.finished", r"^Finished in (?P<n>\d+\.\d+)(?P<unit>ms|s)$", _finished),
    ("pr.size", r"^additions:\t(?P<adds>\d+)\ndeletions:\t(?P<dels>\d+)$", _shown),
    ("pr.state", r"^state:\t(?P<state>OPEN|CLOSED|MERGED)$", _state),
    ("commit.logged", r"^(?P<sha>[0-9a-f]{7,8}) (?P<subject>[A-Za-z].+)$", _logged),
)  # fmt: skip
