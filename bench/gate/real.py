"""The real memory files, each at its own path in a scratch project, checked by the gate.

There is no checkout of their repositories, so what those hold is not known: the rules
on dead references are counted as not run here, and measured on planted faults instead.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from aseptic.audit.gate import Checked, check
from aseptic.config import Config
from aseptic.model.finding import Level
from aseptic.model.note import MemoryFile
from aseptic.readers.memory.registry import read_memory
from aseptic.rules.base import Repository

HERE = Path(__file__).parent
SHARED = Path(__file__).resolve().parents[3] / "shared" / "data"
TODAY = date(2026, 12, 1)


@dataclass(frozen=True, slots=True)
class Real:
    """One real file and where it belongs."""

    name: str
    repo: str
    path: str
    data: bytes


def real_files(shared: Path = SHARED) -> list[Real]:
    """All memory files of the manifest, in its order."""
    base = shared / "memory_files"
    found = []
    for row in json.loads((base / "MANIFEST.json").read_text(encoding="utf-8")):
        path = base / row["file"]
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        found.append(Real(row["file"], row["repo"], row["path"].removesuffix(".gz"), data))
    return found


def read_at(root: Path, real: Real) -> MemoryFile:
    """Write a real file to its path below `root` and read it as memory."""
    path = root / real.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(real.data)
    return read_memory(path, root=root)


def judged(repository: Repository | None = None) -> Iterator[tuple[Real, MemoryFile, Checked]]:
    """Each file, alone in its project, and what the gate says of it."""
    for real in real_files():
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            memory = read_at(root, real)
            yield (
                real,
                memory,
                check(
                    [memory],
                    Config(),
                    root=root,
                    today=TODAY,
                    repository=repository or Repository(),
                ),
            )


def main() -> None:
    """Print the error-level findings as tab-separated lines: file, code, line, message."""
    for real, memory, checked in judged():
        for finding in checked.findings:
            if finding.level is Level.ERROR:
                sys.stdout.write(
                    f"{real.name}\t{memory.format}\t{finding.code}\t{finding.place.line}\t{finding.message}\n"
                )


if __name__ == "__main__":
    main()
