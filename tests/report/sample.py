"""One rich result by hand, hostile content included, that every view is tested on."""

from __future__ import annotations

from datetime import UTC, datetime

from aseptic.config import Limits
from aseptic.model.event import Aside, AsideReason, LogSummary, Origin
from aseptic.model.evidence import Evidence, Says
from aseptic.model.finding import Finding, Level, Result, Suppressed
from aseptic.model.note import Claim, Form, Load, MemoryFile, MemoryKind, Note
from aseptic.model.place import Place
from aseptic.model.verdict import Judgement, Label

MEMORY = ".claude/memory/map.md"
LOG = "logs/5f0c1e7a.jsonl"
SESSION = "5f0c1e7a-3d52-4b8e-9a46-6f1b2c7d8e01"
AT = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
SECRET = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
"""Not a real token; put together so that no scanner stumbles over this file."""
SCRIPT = "<script>document.title='owned'</script>"
IMG = "<img src=x onerror=\"document.title='owned'\">"
HOSTILE = (
    f"{SCRIPT}{IMG}]]>\x1b[31mred\x1b]0;owned\x07 \u202eterces\u202c zero\u200bwidth\n"
    "::error file=a,line=1::owned\r\n##[set-env name=X]owned | `tick` @everyone #1 "
    "[x](https://evil.example/) %0A &amp; ‮"
)
HOSTILE_PATH = "notes/a\n::warning::b\x1b[2J<b>,c:d.md"


def evidence(
    quote: str, *, says: Says = Says.CONTRADICTS, seq: int = 12, line: int | None = 14
) -> Evidence:
    """What a tool said, in the sample log."""
    return Evidence(SESSION, seq, quote, says, Origin.TOOL, LOG, line)


def judgement(
    text: str,
    label: Label,
    line: int,
    *quoted: Evidence,
    reason: str = "a reason",
    value: str | None = None,
    path: str = MEMORY,
) -> Judgement:
    """A decided claim of the note `map-<line>`."""
    claim = Claim(text, f"map-{line}", Place(path, line, column=3))
    return Judgement(claim, label, reason, quoted, "lexical", value)


def told(judged: Judgement, level: Level, message: str, hint: str | None = None) -> Finding:
    """The finding that reports a judgement."""
    claim = judged.claim
    return Finding(
        judged.label.code, level, message, claim.place, MemoryKind.AGENT, claim.note,
        judged.evidence, hint, claim.text,
    )  # fmt: skip


def note(text: str, path: str, line: int, kind: MemoryKind, load: Load) -> Note:
    """A list item."""
    return Note(f"{path}-{line}", text, Place(path, line), kind, load, Form.LIST_ITEM)


def rich() -> Result:
    """Every label and level, suppressed findings, torn logs, a secret, and hostile text everywhere."""
    east = judgement(
        "The cave is to the east of the camp.", Label.CONTRADICTED, 5,
        evidence("A cave opens to the WEST of the camp."),
        reason="the log says west", value="west",
    )  # fmt: skip
    lantern = judgement(
        "The lantern does not exist.", Label.OVERSTATED, 7,
        evidence("entry not found: lantern", says=Says.MENTIONS, seq=15, line=17),
    )  # fmt: skip
    hostile = judgement(
        HOSTILE, Label.CONTRADICTED, 9, evidence(HOSTILE), reason=HOSTILE, value=HOSTILE
    )
    secret = judgement(
        f"The token is {SECRET} for CI.", Label.UNDECIDED, 11,
        evidence(f"export TOKEN={SECRET}", says=Says.MENTIONS),
    )  # fmt: skip
    judgements = (
        hostile,
        east,
        lantern,
        secret,
        judgement("The ford is shallow.", Label.SUPPORTED, 3, evidence("shallow ford", says=Says.SUPPORTS)),
        judgement("The rope is 12 m long.", Label.SUPPORTED, 4, evidence("rope: 12 m", says=Says.SUPPORTS)),
        judgement("The mine was closed in 1911.", Label.UNSUPPORTED, 13),
        judgement("Prefer the northern path.", Label.NOT_CHECKABLE, 14, reason="advice"),
    )  # fmt: skip
    findings = (
        told(east, Level.ERROR, "the log contradicts: the cave is to the east", "write west"),
        told(lantern, Level.WARNING, "the log says less: an entry was not found"),
        told(hostile, Level.ERROR, f"the log contradicts: {HOSTILE}", HOSTILE),
        Finding("R301", Level.ERROR, "no file `src/cavern/router.py`", Place("CLAUDE.md", 12, 12, 7)),
        Finding("R301", Level.ERROR, "no file `src/cavern/router.py`", Place("CLAUDE.md", 20, 22, 1)),
        Finding("I203", Level.NOTE, "last updated 90 days ago", Place("CLAUDE.md", 1)),
        Finding("S101", Level.ERROR, "a GitHub token of 40 characters stands here", Place(MEMORY, 11)),
        Finding("H101", Level.WARNING, HOSTILE, Place(HOSTILE_PATH, 3)),
    )  # fmt: skip
    return Result(
        verb="audit",
        root="/home/ada/cavern",
        at=AT,
        findings=findings,
        suppressed=(
            Suppressed(
                Finding("I201", Level.ERROR, "no source", Place("memory/inject.json", 4), record="server-port"),
                "inline", "moved next week",
            ),
            Suppressed(Finding("I202", Level.ERROR, "not reviewed", Place(MEMORY, 3)), "baseline", HOSTILE),
        ),
        judgements=judgements,
        files=_files(),
        logs=_logs(),
        min_decided=0.1,
        checks_run=24,
        unknown_reasons=("memory/broken.md cannot be read: permission denied", HOSTILE),
        extra={"tokens": "1,200 in, 300 out"},
        limits=Limits(),
        instruction_limits=Limits(items=None, bytes=1_000, item_bytes=None, stale_days=None),
    )  # fmt: skip


def _files() -> tuple[MemoryFile, ...]:
    agent, people = MemoryKind.AGENT, MemoryKind.INSTRUCTIONS
    items = tuple(note(f"item {n}", MEMORY, n, agent, Load.GLOBAL) for n in range(3, 15))
    rule = note("Run the tests.", "CLAUDE.md", 3, people, Load.GLOBAL)
    return (
        MemoryFile(MEMORY, "claude_memory", agent, Load.GLOBAL, items, 31_000, 412, loaded_lines=200, loaded_bytes=15_120),
        MemoryFile("CLAUDE.md", "claude_md", people, Load.GLOBAL, (rule,), 844, 22, imports=(("docs/a.md", 9),)),
        MemoryFile(HOSTILE_PATH, "markdown", agent, Load.SCOPED, (), 10, 2),
    )  # fmt: skip


def _logs() -> tuple[LogSummary, ...]:
    torn = Aside(Place(LOG, 33, byte=9_001), AsideReason.TORN, "cut off: no closing brace")
    unknown = Aside(Place(LOG, 40), AsideReason.UNKNOWN, f"type {HOSTILE}")
    asides = {AsideReason.BOOKKEEPING: 4, AsideReason.TORN: 1, AsideReason.UNKNOWN: 9}
    return (
        LogSummary(LOG, "claude_code", "line", 64, 50, 61, asides, (torn, unknown), (SESSION,)),
        LogSummary("logs/c2a8.jsonl", "claude_code", "line", 12, 12, 12, {}, (), ("c2a8",)),
    )


def clean() -> Result:
    """A run that passes."""
    return Result("gate", "/home/ada/cavern", AT, (), files=_files()[1:2], checks_run=24)


def empty() -> Result:
    """A run in which nothing was checked."""
    return Result("audit", "/home/ada/cavern", AT, ())
