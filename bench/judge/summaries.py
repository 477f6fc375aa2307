"""Real notes with the log they were written from: 30 session summaries, 56 compactions.

Both come from the public checkpoints of entireio/cli (MIT); see `../shared/data/README.md`.
A summary becomes notes, each with the kind of statement it is; claims are made from
notes by the product's own splitter, as in an audit.

What is left out, and why: intents, requests, topics, pending tasks and next steps assert
nothing about the log; user-message lists are quotes; fenced code is code.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aseptic.errors import UnreadableError
from aseptic.model.note import Form, Load, MemoryKind, Note
from aseptic.model.place import Place

PAIRS = Path(__file__).resolve().parents[3] / "shared" / "data" / "claude_code" / "pairs"
HALVES = Path(__file__).with_name("halves.json")
SEED = "uncited-1"
"""Of the split into halves. It was made once; the committed `halves.json` is what counts, and
stays when the reading of notes is mended."""
PER_COMPACTION = 16
"""Items taken from one compaction at most: 56 long documents must not drown 30 short ones."""
WHOLE_LOG = 1.5
"""Characters above a compaction for each token it had read. Below this the log begins in
mid-session and cannot hold all the evidence. Real values: 0.01 to 1.30, then 1.97 to 7.3."""

SECTIONS = {
    "files and code sections": "file",
    "errors and fixes": "error",
    "problem solving": "problem",
    "current work": "state",
}
_HEAD = re.compile(r"^(\d)\.\s+\**([A-Z][A-Za-z ]+)")
_ITEM = re.compile(r"^(\s*)(?:[-*•]|\d+\.)\s+(.*)$")
_PATH = re.compile(r"^([\w./@-]*\w\.[A-Za-z]{1,5})\b\s*(?:\([^)]*\))?\s*(?:[-–—:]+\s*)?(.*)$")


@dataclass(frozen=True, slots=True)
class SummaryNote:
    """A note with what the benchmark must know about it."""

    note: Note
    source: str
    """`session` or `compaction`."""
    kind: str
    transcript: Path
    before_line: int | None
    """Only lines above this one are evidence; None: the whole transcript."""
    half: str
    whole: bool
    """False: the log begins in mid-session, so that evidence is missing by construction."""


def load(pairs: Path = PAIRS) -> list[SummaryNote]:
    """All notes of both sources, in file order.

    Raises:
        UnreadableError: the real data is not on this machine.
    """
    if not pairs.is_dir():
        raise UnreadableError(
            "the real summaries are not on this machine",
            where=pairs,
            hint="this benchmark reads ../shared/data, which is not part of the project",
        )
    halves = json.loads(HALVES.read_text(encoding="utf-8"))["transcripts"]
    return [*_sessions(pairs, halves), *_compactions(pairs, halves)]


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            yield json.loads(line)


def _note(name: str, index: int, text: str, form: Form, section: tuple[str, ...]) -> Note:
    return Note(
        id=f"{name}:{index}",
        text=text,
        place=Place(f"{name}.md", index + 1),
        kind=MemoryKind.AGENT,
        load=Load.GLOBAL,
        form=form,
        section=section,
    )


def stem(transcript: str) -> str:
    """`transcripts/0e_053674f90a_1_full.jsonl.gz` -> `0e_053674f90a_1`."""
    return Path(transcript).name.removesuffix("_full.jsonl.gz")


def _sessions(pairs: Path, halves: dict[str, str]) -> Iterator[SummaryNote]:
    for row in _rows(pairs / "session_summaries.jsonl"):
        name = stem(row["transcript"])
        for index, (kind, text) in enumerate(_statements(row["summary"])):
            form = Form.PARAGRAPH if kind == "outcome" else Form.LIST_ITEM
            note = _note(name, index, text, form, (kind,))
            yield SummaryNote(
                note, "session", kind, pairs / row["transcript"], None, halves[name], True
            )


def _statements(summary: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "outcome", summary["outcome"]
    learnings = summary["learnings"]
    for text in learnings["repo"] or ():
        yield "repo", text
    for item in learnings["code"] or ():
        yield "code", f"{_where(item)}: {item['finding']}"
    for text in learnings["workflow"] or ():
        yield "workflow", text
    for text in summary["friction"] or ():
        yield "friction", text
    for text in summary["open_items"] or ():
        yield "open", text


def _where(item: dict[str, Any]) -> str:
    """`path`, `path:line` or `path:line-end`, as an agent writes it."""
    line, end = item.get("line"), item.get("end_line")
    if not line:
        return str(item["path"])
    return f"{item['path']}:{line}" + (f"-{end}" if end and end != line else "")


def _compactions(pairs: Path, halves: dict[str, str]) -> Iterator[SummaryNote]:
    cut: set[str] = set()
    for row in _rows(pairs / "compaction_summaries.jsonl"):
        name, path = stem(row["transcript"]), pairs / row["transcript"]
        # a later compaction repeats what an earlier one of the same log said
        if name not in cut and _fullness(path, row["line"]) < WHOLE_LOG:
            cut.add(name)
        label = f"{name}@{row['line']}"
        items = list(statements_of(row["text"]))
        for index, (kind, text, section) in _sample(label, items):
            note = _note(label, index, text, Form.LIST_ITEM, section)
            yield SummaryNote(
                note, "compaction", kind, path, row["line"], halves[name], name not in cut
            )


def _sample(label: str, items: list[tuple[str, str, tuple[str, ...]]]) -> list[Any]:
    numbered = list(enumerate(items))
    numbered.sort(key=lambda pair: hashlib.sha256(f"{SEED}:{label}:{pair[0]}".encode()).digest())
    return sorted(numbered[:PER_COMPACTION])


def _fullness(path: Path, line: int) -> float:
    """Characters of messages above the compaction, for each token it says it had read."""
    characters, tokens = 0, 1
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        for number, text in enumerate(file, 1):
            if number >= line:
                break
            try:
                row = json.loads(text)
            except ValueError:
                continue
            if row.get("subtype") == "compact_boundary":
                tokens = row["compactMetadata"]["preTokens"]
            if row.get("type") in ("user", "assistant"):
                characters += len(json.dumps(row["message"].get("content")))
    return characters / tokens


def statements_of(text: str) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Kind, text and section of each statement in the kept sections of a compaction."""
    starts = [m.start() for m in re.finditer(r"(?m)^Summary:$", text)]
    body = text[starts[-1] if starts else 0 :]
    kind: str | None = None
    items: list[tuple[int, str]] = []
    fenced = False
    for line in body.split("\n"):
        if line.strip().startswith("```"):
            fenced = not fenced
            continue
        head = _HEAD.match(line)
        if head and not fenced:
            if kind:
                yield from _statements_of_section(kind, items)
            kind, items = SECTIONS.get(head[2].strip().lower()), []
        elif not fenced and kind and line.strip():
            _collect(items, line)
    if kind:
        yield from _statements_of_section(kind, items)


def _collect(items: list[tuple[int, str]], line: str) -> None:
    item = _ITEM.match(line)
    if item:
        items.append((len(item[1]), item[2].strip()))
    else:  # prose stands alone: joining it to an item guesses
        items.append((len(line) - len(line.lstrip()), line.strip()))


def _statements_of_section(
    kind: str, items: list[tuple[int, str]]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    parents: list[tuple[int, str]] = []
    for indent, raw in items:
        text = raw.replace("**", "").strip()
        while parents and parents[-1][0] >= indent:
            parents.pop()
        above = tuple(name for _, name in parents)
        file = _PATH.match(text.replace("`", "")) if kind == "file" else None
        if file and not above:
            parents.append((indent, file[1]))
            text = f"{file[1]}: {_description(text)}" if len(file[2].split()) > 2 else ""
        else:
            parents.append((indent, text.rstrip(":")))
            if kind == "file" and above and _PATH.match(above[0]):
                text = f"{above[0]}: {text}"
        if _asserts(text):
            yield kind, text.rstrip(":"), above


def _description(text: str) -> str:
    """What follows the file name, its code marks kept."""
    rest = re.sub(r"^`?[\w./@-]+`?\s*(?:\([^)]*\))?\s*(?:[-–—:]+\s*)?", "", text)
    return rest.strip()


def _asserts(text: str) -> bool:
    """Whether it says something: not a quote, a bare heading, a plan or a fragment."""
    words = text.replace("`", "").split()
    quote = text.lstrip("-– ")[:1] in "\"'“"
    plan = re.match(r"(?i)(need(s)? to|next|still need|todo|pending|remaining)\b", text)
    return len(words) >= 5 and not quote and not plan and "No errors" not in text


def split(pairs: Path = PAIRS) -> dict[str, Any]:
    """The halves: transcripts that share a session stay together; sized by notes, seeded."""
    sessions: dict[str, set[str]] = defaultdict(set)
    for path in sorted((pairs / "transcripts").glob("*.gz")):
        with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
            for line in file:
                found = re.search(r'"sessionId":\s*"([0-9a-f-]{36})"', line)
                if found:
                    sessions[found[1]].add(stem(path.name))
                    break
    blank = {name: "fit" for names in sessions.values() for name in names}
    weight: dict[tuple[str, str], int] = defaultdict(int)
    for item in (*_sessions(pairs, blank), *_compactions(pairs, blank)):
        weight[item.source, stem(item.transcript.name)] += 1
    order = sorted(sessions, key=lambda s: hashlib.sha256(f"{SEED}:{s}".encode()).digest())
    total: dict[tuple[str, str], int] = defaultdict(int)
    halves: dict[str, str] = {}
    for session in order:
        load_of = {
            k: sum(weight[k, n] for n in sessions[session]) for k in ("session", "compaction")
        }
        main = max(load_of, key=lambda k: load_of[k])
        half = min(("fit", "report"), key=lambda h: total[main, h])
        for source, count in load_of.items():
            total[source, half] += count
        halves.update(dict.fromkeys(sessions[session], half))
    return {"seed": SEED, "transcripts": dict(sorted(halves.items()))}


if __name__ == "__main__":
    HALVES.write_text(json.dumps(split(), indent=1) + "\n", encoding="utf-8")
