"""Knowledge graphs as JSON lines: the MCP memory server's, mcp-think-tank's, graph nodes.

One record for each observation, relation or sentence-like property, so that each can
be judged, dated and removed alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from aseptic.model.note import FileProblem, Note
from aseptic.readers.memory.base import Content, Facts, Source
from aseptic.readers.memory.files import BAD_JSON
from aseptic.readers.memory.frontmatter import find_date
from aseptic.readers.memory.identity import Ids
from aseptic.readers.memory.json_text import parse
from aseptic.readers.memory.records import day_of, record_note, text_of

_SNIFF = 65_536
_DATES = ("timestamp", "updated_at", "updatedAt", "created_at", "createdAt", "_savedAt")


def read_graph(source: Source) -> Content:
    """The observations and relations of a graph file; a broken line is a problem, no end."""
    ids = Ids(source.shown)
    notes: list[Note] = []
    problems: list[FileProblem] = []
    for number, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip():
            continue
        record, broken = parse(line)
        if broken is not None:
            problems.append(source.problem(BAD_JSON, broken.message, line=number))
        if isinstance(record, dict):
            found = list(_notes(record, source, number, ids))
            notes += found
            if not found and not _is_graph(record):
                message = "a record of unknown shape: no observations, relation or properties"
                problems.append(source.problem(BAD_JSON, message, line=number))
        elif broken is None:
            problems.append(source.problem(BAD_JSON, "not a JSON object", line=number))
    return Content(notes=tuple(notes), problems=tuple(problems))


def looks_like_graph(path: Path) -> bool:
    """Whether the first line of a file is a record of a graph."""
    try:
        with path.open("rb") as file:
            head = file.readline(_SNIFF)
    except OSError:
        return False
    return head_is_graph(head.decode("utf-8", "replace"))


def head_is_graph(head: str) -> bool:
    """Whether a text begins with a record of a graph."""
    first = head.lstrip("\ufeff \t\r\n").split("\n", 1)[0]
    try:
        record = json.loads(first)
    except (ValueError, RecursionError):
        return '"type":"entity"' in first or '"_type":"entity"' in first
    return isinstance(record, dict) and _is_graph(record)


def _is_graph(record: Mapping[str, object]) -> bool:
    kind = record.get("type", record.get("_type"))
    node = isinstance(record.get("labels"), list) and isinstance(record.get("properties"), dict)
    return (
        node or (kind == "entity" and "name" in record) or (kind == "relation" and "to" in record)
    )


def _notes(record: Mapping[str, object], source: Source, line: int, ids: Ids) -> Iterator[Note]:
    properties = record.get("properties")
    if text_of(record, "relationType") and {"from", "to"} <= record.keys():
        text = f"{record['from']} {record['relationType']} {record['to']}"
        facts = Facts(type="relation", updated_on=day_of(record, *_DATES))
        yield record_note(source, ids.next(text), text, line, facts=facts)
    elif isinstance(properties, dict):
        yield from _node(record, properties, source, line, ids)
    else:
        yield from _entity(record, source, line, ids)


def _entity(record: Mapping[str, object], source: Source, line: int, ids: Ids) -> Iterator[Note]:
    name = text_of(record, "name") or ""
    observations = record.get("observations")
    for observation in observations if isinstance(observations, list) else []:
        text, day = observation, day_of(record, *_DATES)
        if isinstance(observation, dict):
            text = text_of(observation, "text", "content") or ""
            day = day_of(observation, *_DATES) or day
        if not isinstance(text, str) or not text.strip():
            continue
        facts = Facts(type=text_of(record, "entityType"), updated_on=day)
        note_id = ids.next(f"{name}: {text}")
        yield record_note(source, note_id, text.strip(), line, section=(name,), facts=facts)


def _node(
    record: Mapping[str, object],
    properties: Mapping[str, object],
    source: Source,
    line: int,
    ids: Ids,
) -> Iterator[Note]:
    labels = record.get("labels")
    kind = str(labels[0]) if isinstance(labels, list) and labels else None
    name = str(properties.get("name") or record.get("id") or "")
    day = day_of(properties, *_DATES, "date")
    for key, value in properties.items():
        # A property that holds no space is a key, a state or a path, not a statement.
        if not isinstance(value, str) or " " not in value.strip() or find_date(value[:10]):
            continue
        note_id = ids.next(f"{name}.{key}: {value}")
        facts = Facts(type=kind, updated_on=day)
        yield record_note(source, note_id, value.strip(), line, section=(name, key), facts=facts)
