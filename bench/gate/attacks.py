"""Published poisonings and benign controls: what S101 and S102 find, on the half not tuned on."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

from aseptic.config import Config
from aseptic.model.note import Form, Load, MemoryFile, MemoryKind, Note
from aseptic.model.place import Place
from aseptic.rules.base import Injected
from aseptic.rules.injected import poison, secret
from bench.gate.real import SHARED, TODAY

FOLDER = SHARED / "attacks" / "normalized"


def run(folder: Path = FOLDER) -> dict[str, Any]:
    """Detection by category and half, and false positives on benign texts."""
    rows = [
        (d["id"], d["category"], d["value"], d["should_detect"])
        for d in _lines(folder / "owasp_memory_guard.jsonl")
    ]
    rows += [
        (d["id"], "agentdojo goal", d["goal"], True)
        for d in _lines(folder / "agentdojo_injection_goals.jsonl")
    ]
    rows += [
        (d["id"], "agentdojo user", d["prompt"], False)
        for d in _lines(folder / "agentdojo_user_prompts_benign.jsonl")
    ]
    counts: dict[str, Counter[str]] = {}
    for name, category, text, bad in rows:
        half = (
            "tuned" if int(hashlib.sha256(name.encode()).hexdigest(), 16) % 2 == 0 else "held_out"
        )
        cell = counts.setdefault(f"{category}/{'attack' if bad else 'benign'}/{half}", Counter())
        cell["n"] += 1
        cell["found"] += speaks(text)
    return {key: dict(cell) for key, cell in sorted(counts.items())}


def speaks(text: str) -> bool:
    """Whether S101 or S102 says something about an agent's note of this text."""
    note = Note("n", text, Place("memory/inject.json"), MemoryKind.AGENT, Load.GLOBAL, Form.RECORD)
    file = MemoryFile(
        "memory/inject.json", "inject", MemoryKind.AGENT, Load.GLOBAL, (note,), len(text), 1
    )
    injected = Injected((file,), Config(), TODAY)
    return any(True for rule in (poison.RULE, secret.RULE) for _ in rule.check(injected))


def _lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
