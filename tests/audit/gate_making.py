"""Small projects on disk for tests of the gate."""

from __future__ import annotations

import json
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aseptic.audit.gate import run_gate
from aseptic.config import Config
from aseptic.model.clock import FixedClock
from aseptic.model.finding import Result

CLOCK = FixedClock(datetime(2026, 12, 1, tzinfo=UTC))


def item(number: int, text: str | None = None, **more: Any) -> dict[str, Any]:
    """An entry of inject.json that nothing is wrong with."""
    return {
        "id": f"n{number}",
        "text": text or f"The {WORDS[number % len(WORDS)]} team owns topic {number}",
        "source": "session s1#4",
        "reviewed": True,
        "updated_on": "2026-11-28",
        **more,
    }


WORDS = ("billing", "search", "login", "mail", "export", "import", "metrics", "storage")


def project(folder: Path, items: list[dict[str, Any]] | None = None, **files: str) -> Path:
    """Write inject.json and other files (`__` in a name is a slash, `_dot_` a dot)."""
    if items is not None:
        (folder / "memory").mkdir(exist_ok=True)
        (folder / "memory" / "inject.json").write_text(json.dumps(items, indent=1))
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def gate(root: Path, config: Config | None = None, **more: Any) -> Result:
    """Run the gate on a fixed day."""
    return run_gate(root, config or Config(), clock=CLOCK, **more)


def codes(result: Result) -> list[str]:
    """Codes of the findings, sorted."""
    return sorted(finding.code for finding in result.findings)


def git(root: Path, *words: str) -> None:
    """Run git with a fixed identity."""
    who = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(root), *who, *words], check=True, capture_output=True)
