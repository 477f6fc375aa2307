"""Letta agent files (`.af`): the memory blocks that the agent always has in its context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from aseptic.model.note import FileProblem, Load, Note
from aseptic.readers.memory.base import Content, Facts, Source, split_lines
from aseptic.readers.memory.files import BAD_JSON
from aseptic.readers.memory.identity import Ids
from aseptic.readers.memory.json_text import encoded, parse
from aseptic.readers.memory.markdown import blocks_of
from aseptic.readers.memory.records import record_note, text_of


def read_letta(source: Source) -> Content:
    """The items of each block's text, in the section of the block's label.

    Some exports are a JSON string that holds the JSON; both are read. A block that no
    agent of the file is attached to is scoped: no session loads it.
    """
    value, broken = parse(source.text)
    problems: list[FileProblem] = []
    if broken is not None:
        problems.append(source.problem(BAD_JSON, broken.message, line=broken.line))
    if isinstance(value, str):
        value, broken = parse(value)
        if broken is not None:
            message = f"the JSON inside the string is {broken.message}"
            problems.append(source.problem(BAD_JSON, message))
    if not isinstance(value, dict):
        if not problems:
            problems.append(source.problem(BAD_JSON, "not an agent file: no JSON object"))
        return Content(problems=tuple(problems))
    ids = Ids(source.shown)
    notes = [note for block in _blocks(value) for note in _notes(block, value, source, ids)]
    return Content(notes=tuple(notes), problems=tuple(problems))


def _blocks(value: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    lists = [value.get("blocks"), value.get("core_memory")]
    agents = value.get("agents")
    for agent in agents if isinstance(agents, list) else []:
        if isinstance(agent, dict):
            lists += [agent.get("memory_blocks"), agent.get("core_memory")]
    for blocks in lists:
        for block in blocks if isinstance(blocks, list) else []:
            if isinstance(block, dict):
                yield block


def _attached(value: Mapping[str, Any]) -> set[str] | None:
    """Ids of the blocks that agents hold; None where the file does not say."""
    ids: set[str] = set()
    agents = value.get("agents")
    for agent in agents if isinstance(agents, list) else []:
        held = agent.get("block_ids") if isinstance(agent, dict) else None
        ids.update(i for i in held if isinstance(i, str)) if isinstance(held, list) else None
    return ids or None


def _notes(
    block: Mapping[str, Any], value: Mapping[str, Any], source: Source, ids: Ids
) -> Iterator[Note]:
    text = block.get("value")
    if not isinstance(text, str) or not text.strip():
        return
    label = text_of(block, "label") or "block"
    attached = _attached(value)
    loose = attached is not None and block.get("id") not in attached
    line = _line(source, text)
    for item in blocks_of(split_lines(text)):
        yield record_note(
            source,
            ids.next(f"{label}: {item.text}"),
            item.text,
            line,
            section=(label, *item.section),
            facts=Facts(type="block"),
            load=Load.SCOPED if loose else None,
            form=item.form,
        )


def _line(source: Source, text: str) -> int:
    """The line of the file in which the block's text begins; 1 where it stands in one line."""
    for head in encoded(text):
        at = source.text.find(f'"{head}')
        if at >= 0:
            return source.text.count("\n", 0, at) + 1
    return 1
