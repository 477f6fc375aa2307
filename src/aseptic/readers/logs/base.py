"""What a session-log reader is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from aseptic.model.event import LogUnit


@dataclass(frozen=True, slots=True)
class LogReader:
    """A session-log format.

    `sniff(path, head)` says whether the file is of this format from its name and
    first bytes (64 KiB at most; decompressed when the file is a `.gz`), without
    further I/O. `read(path)` yields one `LogUnit` for each unit, in file order, in
    constant memory; it never raises for content, only `UnreadableError` for a file
    that cannot be opened.
    """

    name: str
    """Stable, shown in reports: `claude-code`."""
    unit: str
    """`line`, `message` or `row`."""
    sniff: Callable[[Path, bytes], bool]
    read: Callable[[Path], Iterator[LogUnit]]
