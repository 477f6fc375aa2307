"""The lexical judge: the pairs that every rival fails, cited and searched; and what it promises."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aseptic.engines.evidence import gather
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.note import Citation, Claim
from aseptic.model.place import Place
from aseptic.model.verdict import Judgement, Label
from aseptic.store.sqlite.log_index import LogIndex

S, C, O, U, D, N = (  # noqa: E741
    Label.SUPPORTED,
    Label.CONTRADICTED,
    Label.OVERSTATED,
    Label.UNSUPPORTED,
    Label.UNDECIDED,
    Label.NOT_CHECKABLE,
)
WRONG = {C, O, U}


def event(
    text: str,
    origin: Origin = Origin.TOOL,
    *,
    seq: int = 0,
    command: str | None = None,
    code: int | None = None,
    path: str | None = None,
) -> SessionEvent:
    kind = EventKind.RESULT if origin is Origin.TOOL else EventKind.MESSAGE
    ok = None if code is None else code == 0
    place = Place("log.jsonl", seq + 1)
    return SessionEvent(
        "s", seq, origin, kind, text, place, ok=ok, command=command, exit_code=code, path=path
    )


def user(text: str) -> SessionEvent:
    return event(text, Origin.USER)


def agent(text: str) -> SessionEvent:
    return event(text, Origin.AGENT)


def judge(
    claim: str, *events: SessionEvent, cite: str | None = None, by: Origin | None = None
) -> Judgement:
    """Judged on these events; with `cite`, on that quote of the first event that holds it."""
    numbered = [replace(e, seq=n) for n, e in enumerate(events)]
    citations: tuple[Citation, ...] = ()
    if cite is not None:
        seq = next((e.seq for e in numbered if cite in e.text), 0)
        citations = (Citation("s", seq, cite, by),)
    with LogIndex() as log:
        log.add(numbered)
        note = Claim(claim, "n", Place("MEMORY.md"), citations)
        return LexicalJudge().decide(note, gather(note, log, limit=12))


WEST = event("You look round. The cave lies to the west of the camp.")
UNSAFE = event("The bridge is not safe to cross.")
SAFE = event("The bridge is safe to cross.")
PORT = event("INFO server listening on port 8080")
MISSING = event("search: entry not found")
FAILED_RUN = event("--- FAIL: TestX\nFAIL\tpkg", command="go test ./...", code=1)
GOOD_RUN = event("ok  \tpkg\t0.3s", command="go test ./...", code=0)
IF_REDIS = user("Suppose we used Redis for the session cache, what then?")
RECORD = event(
    '{"order": "W123", "status": "delivered", "insurance": "no", "seats": {"economy": 4, "business": 7},'
    ' "origin": "SEA", "destination": "MCO", "price": 12.5}'
)
DIFF = event("3 files changed, 26 insertions(+), 7 deletions(-)", command="git show --stat")
CODE = event("  143→type RewindPreview struct {\n  144→\tName string", path="/r/strategy.go")


@pytest.mark.parametrize(
    ("claim", "events", "quote", "label"),
    [
        ("The cave is to the east", [WEST], "The cave lies to the west", {C}),
        ("The bridge is safe to cross", [UNSAFE], "The bridge is not safe to cross", {C}),
        ("The bridge is not safe to cross", [SAFE], "The bridge is safe to cross", {C}),
        ("The server listens on port 9090", [PORT], "listening on port 8080", {C}),
        ("The entry does not exist", [MISSING], "entry not found", {O}),
        ("All tests pass", [FAILED_RUN], "--- FAIL: TestX", {C}),
        ("All tests pass", [GOOD_RUN, FAILED_RUN], "ok  \tpkg", {C}),
        ("The tests fail", [GOOD_RUN], "ok  \tpkg", {C}),
        ("We use Redis for the session cache", [IF_REDIS], "we used Redis", {O, C}),
        ("Retries are enabled", [user("Retries are enabled only in staging.")], "Retries are", {O}),
        ("Retries are always enabled", [user("Retries are enabled.")], "Retries are", {O}),
        ("The fix works on Linux", [agent("I tried the fix on Linux.")], "tried the fix", {O}),
        ("The release is on 2026-02-11", [event("release: 2026-02-10")], "2026-02-10", {C}),
        ("Order W123 is pending", [RECORD], '"status": "delivered"', {C}),
        ("Order W123 is insured", [RECORD], '"insurance": "no"', {C, O, U}),
        ("Order W123 goes from MCO to SEA", [RECORD], '"origin": "SEA"', {C}),
        ("There are 7 economy seats on W123", [RECORD], '"order": "W123"', {C}),
        ("Order W123 costs $13.50", [RECORD], '"price": 12.5', {C}),
        ("The diff adds 7 lines and removes 26", [DIFF], "26 insertions(+)", {C}),
        ("RewindPreview is at line 153", [CODE], "type RewindPreview struct", {C}),
        ("RewindPreview is an interface", [CODE], "type RewindPreview struct", {C}),
        ("b.py was replaced by a.py", [event("replaced 'b.py' with 'a.py'")], "'b.py'", {S}),
        ("a.py was replaced by b.py", [event("replaced 'b.py' with 'a.py'")], "'b.py'", {C}),
        ("The agent booked the trip", [user("I want to book a trip")], "I want to book", {O}),
        ("The deploy went fine", [event("The moon is far away")], "The moon is far away", {U}),
        # and the same, told rightly
        ("The cave is to the west", [WEST], "The cave lies to the west", {S}),
        ("The bridge is not safe to cross", [UNSAFE], "The bridge is not safe to cross", {S}),
        ("The bridge is dangerous to cross", [UNSAFE], "The bridge is not safe to cross", {S}),
        ("The server listens on port 8080", [PORT], "listening on port 8080", {S}),
        ("The entry was not found", [MISSING], "entry not found", {S}),
        ("All tests pass", [FAILED_RUN, GOOD_RUN], "ok  \tpkg", {S}),
        ("The user asked what Redis would do", [IF_REDIS], "Suppose we used Redis", {S}),
        (
            "Retries are enabled in staging only",
            [user("Retries are on only in staging.")],
            "on only",
            {S},
        ),
        ("The release is on February 10, 2026", [event("release: 2026-02-10")], "2026-02-10", {S}),
        ("Order W123 was delivered", [RECORD], '"status": "delivered"', {S}),
        ("Order W123 is not insured", [RECORD], '"insurance": "no"', {S}),
        ("Order W123 goes from SEA to MCO", [RECORD], '"origin": "SEA"', {S}),
        ("There are 4 economy seats on W123", [RECORD], '"order": "W123"', {S}),
        ("Order W123 costs $12.50", [RECORD], '"price": 12.5', {S}),
        ("The diff adds 26 lines and removes 7", [DIFF], "26 insertions(+)", {S}),
        ("RewindPreview is at line 143", [CODE], "type RewindPreview struct", {S}),
        ("RewindPreview is a struct", [CODE], "type RewindPreview struct", {S}),
        ("The user wants to book a trip", [user("I want to book a trip")], "I want to book", {S}),
    ],
)
def test_a_cited_claim(
    claim: str, events: list[SessionEvent], quote: str, label: set[Label]
) -> None:
    """What cites is decided; evidence that is present is not evidence that supports."""
    assert judge(claim, *events, cite=quote).label in label


@pytest.mark.parametrize(
    ("claim", "events", "label"),
    [
        ("The cave is to the east of the camp", [WEST], {C}),
        ("The bridge is safe to cross", [UNSAFE], {C}),
        ("The bridge is not safe to cross", [SAFE], {C}),
        ("The server listens on port 9090", [PORT], {C}),
        ("All tests pass", [GOOD_RUN, FAILED_RUN], {C}),
        (
            "`loadCavernMapById` reads the map file",
            [agent("loadCavernMap reads the map file.")],
            WRONG,
        ),
        ("The cave is to the west of the camp", [WEST], {S}),
        ("The bridge is not safe to cross", [UNSAFE], {S}),
        ("The server listens on port 8080", [PORT], {S}),
        ("All tests pass", [FAILED_RUN, GOOD_RUN], {S}),
        ("`loadCavernMap` reads the map file", [agent("loadCavernMap reads the map file.")], {S}),
        ("We use Redis for the session cache", [IF_REDIS], {O, C, D, U}),
        ("Always run the tests before a commit", [PORT], {N}),
        ("Zebras graze in the savanna at noon", [PORT], {U}),
    ],
)
def test_a_claim_that_cites_nothing(
    claim: str, events: list[SessionEvent], label: set[Label]
) -> None:
    """Searched in the whole log."""
    assert judge(claim, *events).label in label


def test_a_contradiction_gives_the_value_of_the_log() -> None:
    """It is what `audit --fix` corrects to."""
    assert judge("The server listens on port 9090", PORT, cite="port 8080").value == "8080"


def test_a_quote_that_is_not_there_supports_nothing() -> None:
    """White space may differ; words may not."""
    text = "The server\n  listens on port 8080"
    assert judge("It listens on port 8080", event(text), cite="The server\n  listens").label is S
    assert judge("It listens on port 8080", event(text), cite="server is up").label is U


def test_an_event_that_is_not_there_supports_nothing() -> None:
    """A citation of an event beyond the log."""
    note = Claim("The port is 8080", "n", Place("M"), (Citation("s", 99, "port 8080"),))
    with LogIndex() as log:
        log.add([PORT])
        assert LexicalJudge().decide(note, gather(note, log, limit=5)).label is U


def test_a_wrong_speaker_is_a_contradiction() -> None:
    """Both where the citation names it, and where the claim does."""
    said = agent("I prefer tabs.")
    assert judge("Tabs are preferred", said, cite="I prefer tabs", by=Origin.USER).label is C
    assert judge("The user prefers tabs", said, cite="I prefer tabs").label is C
    assert judge("The user prefers tabs", user("I prefer tabs."), cite="I prefer tabs").label is S


def test_memory_cannot_feed_itself() -> None:
    """A claim whose only evidence is memory is unsupported, cited or not."""
    read = replace(event("The port is 8080."), origin=Origin.MEMORY)
    assert judge("The port is 8080", read).label is U
    assert judge("The port is 8080", read, cite="The port is 8080").label is U


def test_a_thing_in_use_is_not_deprecated() -> None:
    """A later event uses it with success."""
    said = agent("Module billing is deprecated.")
    used = event("3 charges", command="python -c 'import billing'", code=0)
    assert judge("Module billing is deprecated", said, used).label is C
    assert judge("Module billing is deprecated", said).label is S


def test_quotes_of_evidence_are_verbatim_and_short() -> None:
    """What a reader is shown can be found in the log."""
    long = event("The cave lies to the west. " * 40)
    for claim in ("The cave is to the east", "The cave is to the west"):
        for evidence in judge(claim, long, cite="The cave lies to the west").evidence:
            assert evidence.quote in long.text
            assert len(evidence.quote) <= 300


SUBJECT = st.sampled_from(["cache", "server", "bridge", "parser", "index", "queue"])
PLACE = st.sampled_from(["camp", "gate", "port 8080", "src/a.py", "branch main", "line 12"])
VERB = st.sampled_from(["is at", "uses", "reads from", "does not reach", "was moved to"])


@settings(max_examples=60, deadline=None)
@given(SUBJECT, VERB, PLACE)
def test_a_claim_that_repeats_a_result_is_never_contradicted(
    subject: str, verb: str, place: str
) -> None:
    """Word for word what a tool returned, cited or not."""
    text = f"The {subject} {verb} the {place}."
    assert judge(text, event(text)).label is not C
    assert judge(text, event(text), cite=text).label is S


@settings(max_examples=40, deadline=None)
@given(SUBJECT, VERB, PLACE, st.sampled_from([Origin.MEMORY, Origin.COMPACTION, Origin.SYSTEM]))
def test_what_is_no_evidence_never_changes_a_verdict(
    subject: str, verb: str, place: str, origin: Origin
) -> None:
    """With and without the event, the same judgement."""
    claim = f"The {subject} {verb} the {place}"
    others = [WEST, PORT, agent(f"The {subject} was seen near the camp.")]
    noise = replace(event(claim + "."), origin=origin)
    assert judge(claim, *others) == judge(claim, *others, noise)


@settings(max_examples=20, deadline=None)
@given(SUBJECT, VERB, PLACE)
def test_judging_is_deterministic(subject: str, verb: str, place: str) -> None:
    """Same input, same answer."""
    claim = f"The {subject} {verb} the {place}"
    assert judge(claim, WEST, PORT, RECORD) == judge(claim, WEST, PORT, RECORD)
