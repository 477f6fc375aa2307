"""Whether a log file is still the one that was indexed."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from aseptic.errors import UnreadableError

BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class FileState:
    """Size in bytes, time of change in nanoseconds, sha256 of the whole."""

    size: int
    mtime: int
    digest: bytes


class Change(Enum):
    NONE = "none"
    GROWN = "grown"
    """What was there is there still, with more behind it."""
    OTHER = "other"
    """Rewritten, cut off or gone."""


def state_of(path: Path) -> FileState:
    """The state of a file now.

    Raises:
        UnreadableError: it cannot be read.
    """
    try:
        before = path.stat()
        digest = _digest(path, before.st_size)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}", where=path) from error
    return FileState(before.st_size, before.st_mtime_ns, digest)


def change_since(path: Path, known: FileState) -> Change:
    """How a file differs from what is known of it; size and time equal is taken as unchanged."""
    try:
        now = path.stat()
        if (now.st_size, now.st_mtime_ns) == (known.size, known.mtime):
            return Change.NONE
        if now.st_size < known.size or _digest(path, known.size) != known.digest:
            return Change.OTHER
    except OSError:
        return Change.OTHER
    return Change.GROWN


def _digest(path: Path, size: int) -> bytes:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        left = size
        while left and (block := file.read(min(left, BLOCK))):
            digest.update(block)
            left -= len(block)
    return digest.digest()
