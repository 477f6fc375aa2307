"""The log index of one audit: the project's kept one, or a private one where that is not to be had.

Two audits of a project may run at once, with different logs: one must never empty or change
the index that the other is judging from. So the kept index belongs to whoever holds its lock.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from aseptic.errors import StoreError, StoreFullError
from aseptic.store.sqlite.log_index import LogIndex


@contextmanager
def open_index(kept: Path, stamp: str) -> Iterator[LogIndex]:
    """The index at `kept`, which makes the next audit faster; else one for this run only.

    Private where another audit holds the kept one, or where the cache folder cannot be
    written. Its result is the same, and it is removed at the end.

    Raises:
        StoreError: no folder for temporary files either.
        StoreFullError: there is no room left.
    """
    lock = _lock(kept)
    if lock is not None:
        with lock:
            index = _opened(kept, stamp)
            if index is not None:
                with index:
                    yield index
                return
    with _private() as path, LogIndex(path, stamp=stamp) as index:
        yield index


def _opened(kept: Path, stamp: str) -> LogIndex | None:
    try:
        return LogIndex(kept, stamp=stamp)
    except StoreFullError:
        raise
    except StoreError:  # a folder in its place, a disk mounted read-only
        return None


def _lock(kept: Path) -> IO[bytes] | None:
    """The lock of the kept index, or None. It goes with the process, however that ends."""
    try:
        import fcntl
    except ImportError:  # no such locks on this system: always private
        return None
    try:
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(kept.with_suffix(".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError:
        return None
    file = os.fdopen(handle, "r+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        return None
    return file


@contextmanager
def _private() -> Iterator[Path]:
    try:
        folder = tempfile.TemporaryDirectory(prefix="aseptic-", ignore_cleanup_errors=True)
    except OSError as error:
        raise StoreError(
            f"no folder for temporary files: {error.strerror}",
            hint="set TMPDIR to a folder that can be written",
        ) from error
    with folder as name:
        yield Path(name) / "index"
