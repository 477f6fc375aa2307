"""The pairs that every other tool we tried gets wrong: a false note and its true twin, one log.

Each is judged twice: with a citation of the event that speaks of it, and without.
"""

from __future__ import annotations

from dataclasses import dataclass

from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.note import Citation, Claim
from aseptic.model.place import Place
from aseptic.model.verdict import Label

REFUTED = frozenset({Label.CONTRADICTED, Label.OVERSTATED, Label.UNSUPPORTED})
DENIED = frozenset({Label.CONTRADICTED})
WEAKER = frozenset({Label.OVERSTATED, Label.UNSUPPORTED, Label.CONTRADICTED})
NOT_SUPPORTED = frozenset(Label) - {Label.SUPPORTED}
AFFIRMED = frozenset({Label.SUPPORTED})


@dataclass(frozen=True, slots=True)
class Pair:
    """A log, what a wrong memory makes of it, and what a right one does."""

    name: str
    events: tuple[SessionEvent, ...]
    cites: int
    """The event that both notes cite."""
    false: str
    false_labels: frozenset[Label]
    true: str
    true_labels: frozenset[Label] = AFFIRMED

    def claim(self, text: str, *, cited: bool) -> Claim:
        """The note as a claim, with or without its citation."""
        event = self.events[self.cites]
        citation = Citation(event.session, event.seq, event.text.split("\n")[0], event.origin)
        return Claim(text, self.name, Place("notes.md"), citations=(citation,) if cited else ())


def _log(*lines: tuple[str, str] | tuple[str, str, str]) -> tuple[SessionEvent, ...]:
    """A session from (who, text) lines; a third part is the shell command of a result.

    A result gets the call that it answers, as a real log has it.
    """
    events: list[SessionEvent] = []

    def put(origin: Origin, kind: EventKind, text: str, **more: str | int | bool | None) -> None:
        seq = len(events)
        events.append(SessionEvent("s1", seq, origin, kind, text, Place("s1.jsonl", seq + 1), **more))  # type: ignore[arg-type]  # fmt: skip

    for who, text, *command in lines:
        if who == "tool":
            call, shell = f"c{len(events)}", command[0] if command else "look"
            put(Origin.AGENT, EventKind.CALL, shell, tool="Bash", call=call, command=shell)
            bad = "FAILED" in text
            put(Origin.TOOL, EventKind.RESULT, text, tool="Bash", call=call, command=shell, ok=not bad, exit_code=int(bad))  # fmt: skip
        else:
            put(Origin(who), EventKind.MESSAGE, text)
    return tuple(events)


PAIRS = (
    Pair(
        "direction",
        _log(("user", "Where do we go?"), ("tool", "You stand at the cliff. The cave is to the west.", "look"), ("agent", "Let me walk on.")),
        2, "The cave is to the east.", DENIED, "The cave is to the west.",
    ),
    Pair(
        "safe or not",
        _log(("user", "Can we use the bridge?"), ("tool", "Inspection: the rope bridge is not safe to cross.", "inspect bridge"), ("agent", "Then we wait.")),
        2, "The rope bridge is safe to cross.", DENIED, "The rope bridge is not safe to cross.",
    ),
    Pair(
        "safe after all",
        _log(("user", "Can we use the bridge?"), ("tool", "Inspection: the rope bridge is safe to cross.", "inspect bridge")),
        2, "The rope bridge is not safe to cross.", DENIED, "The rope bridge is safe to cross.",
    ),
    Pair(
        "port",
        _log(("user", "Start the server."), ("tool", "Server listening on port 8080", "npm start"), ("agent", "It runs.")),
        2, "The server listens on port 9090.", DENIED, "The server listens on port 8080.",
    ),
    Pair(
        "not found",
        _log(("user", "Is there an entry for Ada?"), ("tool", "entry not found", "lookup ada"), ("agent", "The lookup found nothing.")),
        2, "The entry does not exist.", REFUTED, "The entry was not found.",
    ),
    Pair(
        "deprecated but used",
        _log(
            ("agent", "The legacy_auth module may be deprecated."),
            ("tool", "src/login.py:3:from legacy_auth import verify_token", "grep -rn legacy_auth src"),
            ("tool", "12 passed in 0.41s", "pytest tests/test_legacy_auth.py"),
        ),
        2, "The legacy_auth module is deprecated.", NOT_SUPPORTED, "src/login.py imports verify_token from legacy_auth.",
    ),
    Pair(
        "tests after a failing run",
        _log(("user", "Run the tests."), ("tool", "FAILED tests/test_cart.py::test_total\n1 failed, 11 passed in 0.80s", "pytest"), ("agent", "I will look into it.")),
        2, "All tests pass.", DENIED, "tests/test_cart.py::test_total failed.",
    ),
    Pair(
        "tests after the repair",
        _log(
            ("tool", "FAILED tests/test_cart.py::test_total\n1 failed, 11 passed in 0.80s", "pytest"),
            ("agent", "Fixed the rounding."),
            ("tool", "12 passed in 0.75s", "pytest"),
        ),
        4, "A test still fails.", REFUTED, "All 12 tests pass.",
    ),
    Pair(
        "hypothetical",
        _log(("user", "Suppose we used Redis for the session cache, how would that look?"), ("agent", "It could cut latency, at the price of one more service.")),
        0, "The session cache uses Redis.", WEAKER, "The user asked how using Redis for the session cache would look.",
    ),
)  # fmt: skip
