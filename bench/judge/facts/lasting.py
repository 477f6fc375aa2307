"""Whether a fact of mid-session still holds when the session ends.

A note is written at the end. Where a later event may have changed what the fact says,
the fact is left out rather than argued about.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from aseptic.model.event import EventKind, SessionEvent
from bench.judge.facts.fact import Fact

_TURNS = re.compile(r"git (?:checkout|switch|branch -m|worktree|stash|reset|rebase|merge|pull)")
_MOVES = re.compile(r"git (?:commit|push|pull|fetch|rebase|merge|checkout|switch|reset|stash)")
_TOOL_OF = {"cancel": "cancel_", "book": "book_", "change": "update_", "upgrade": "update_", "modify": "update_",
            "switch": "update_", "downgrade": "update_", "add": "update_", "remove": "update_"}  # fmt: skip
"""What an asked-for deed would have to be done with; any write where the verb does not say."""
_WRITES = ("book_reservation", "cancel_reservation")


PAST = ("command.exit", "test.bad", "test.failed", "lint.issues", "command.rejected", "build.error",
        "edit.failed", "edit.rejected", "edit.unread")  # fmt: skip
"""Told as something that happened once: true for ever. Only its opposite may have come later."""
TURNED = ("completion", "state", "negation", "scope")


def standing(fact: Fact, events: Sequence[SessionEvent], by_seq: dict[int, int]) -> Fact | None:
    """The fact as it stands at the end of the session; None where it may not hold any more."""
    if lasts(fact, events, by_seq):
        return (
            replace(fact, forbid=(*fact.forbid, "completion", "modality"))
            if was_done(fact, events)
            else fact
        )
    return (
        replace(fact, forbid=(*fact.forbid, *TURNED))
        if fact.kind in PAST or fact.kind.startswith("failed.")
        else None
    )


def lasts(fact: Fact, events: Sequence[SessionEvent], by_seq: dict[int, int]) -> bool:
    """False where a later event of the session may have overtaken the fact."""
    at = by_seq[fact.seq]
    later = events[at + 1 :]
    results = [e for e in later if e.kind is EventKind.RESULT]
    kind = fact.kind
    if kind.startswith("reservation."):
        mark = f'"reservation_id": "{fact.slots["res"]}"'
        return not any(mark in e.text for e in results)
    if kind.startswith("flight."):
        mark = f'"flight_number": "{fact.slots["flight"]}"'
        return not any(mark in e.text for i, e in enumerate(events) if i != at)
    if kind.startswith("failed."):
        tool = events[at].tool
        return not any(e.tool == tool and not e.text.startswith("Error") for e in results)
    if kind in (
        "read.func",
        "read.type",
        "read.const",
        "read.package",
        "read.hedge",
        "read.condition",
        "grep.func",
    ):
        path = fact.slots["path"].value
        return not any(e.tool in ("Edit", "Write") and _same(e.path, path) for e in later)
    if kind in ("edit.failed", "edit.rejected", "edit.unread"):
        path = fact.slots["path"].value
        base = path.rpartition("/")[2]
        return not any(
            e.tool in ("Edit", "Write") and e.ok and (e.path or "").endswith(base) for e in events
        )
    if kind == "read.missing":
        base = "/" + fact.slots["path"].value.rpartition("/")[2]
        return not any((e.path or "").endswith(base) and e.ok for e in events)
    return _shell_lasts(fact, events[at], results)


def _shell_lasts(fact: Fact, event: SessionEvent, results: Sequence[SessionEvent]) -> bool:
    kind = fact.kind
    commands = [e.command or "" for e in results]
    if kind in (
        "command.exit",
        "test.bad",
        "test.failed",
        "lint.issues",
        "command.rejected",
        "build.error",
    ):
        lead = " ".join((event.command or "").split()[:3])
        again = any(e.ok and (e.command or "").startswith(lead) for e in results)
        return not again and not any(
            re.search(r"^ok\s|^PASS|0 issues", e.text, re.M) for e in results
        )
    if kind in ("branch.on", "branch.switched"):
        return not any(_TURNS.search(c) for c in commands)
    if kind in ("branch.ahead", "file.modified"):
        return not any(_MOVES.search(c) for c in commands)
    if kind == "tree.clean":
        return not any(e.tool in ("Edit", "Write") or "modified:" in e.text for e in results)
    if kind in ("test.ok", "test.passed", "test.subset", "lint.clean", "lint.part"):
        return not any(re.search(r"^(?:--- )?FAIL|\d+ issues:", e.text, re.M) for e in results)
    return True


def _same(one: str | None, other: str) -> bool:
    return bool(one) and (one == other or str(one).endswith("/" + other.lstrip("./")))


def was_done(fact: Fact, events: Sequence[SessionEvent]) -> bool:
    """Whether the session may have done what the fact only offers or asks for."""
    writes = [
        e
        for e in events
        if e.kind is EventKind.RESULT
        and e.tool
        and (e.tool in _WRITES or e.tool.startswith("update_") or e.tool == "send_certificate")
        and not e.text.startswith("Error")
    ]
    if fact.kind.startswith("flight."):
        return any(str(fact.slots["flight"]) in e.text for e in writes)
    if fact.kind.startswith("request."):
        tool = _TOOL_OF.get(str(fact.slots["verb"]), "")
        return any((e.tool or "").startswith(tool) for e in writes)
    return False
