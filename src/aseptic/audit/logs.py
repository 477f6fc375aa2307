"""Session logs into the disposable index that claims are judged against."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from aseptic.config import LogMapping
from aseptic.model.event import LogSummary
from aseptic.readers.logs.registry import Summarizer, detect
from aseptic.readers.memory.registry import shown_path
from aseptic.store.sqlite.log_index import LogIndex

Progress = Callable[[Path], None]
"""Told each log when it is in the index."""


def cache_file(root: Path, environment: Mapping[str, str], home: Path) -> Path:
    """Where the index of a project lies: the user's cache folder, one file a root."""
    base = environment.get("XDG_CACHE_HOME")
    folder = Path(base) if base and Path(base).is_absolute() else home / ".cache"
    name = hashlib.sha256(os.fsencode(root.resolve())).hexdigest()[:16]
    return folder / "aseptic" / f"{name}.index"


def index_logs(
    index: LogIndex,
    paths: Sequence[Path],
    *,
    root: Path,
    mappings: Sequence[LogMapping] = (),
    progress: Progress | None = None,
) -> tuple[tuple[LogSummary, ...], tuple[Path, ...]]:
    """Read every log into the index.

    Returns:
        A summary for each file read, and the files that no reader recognises.

    Raises:
        UnreadableError: a log cannot be opened.
        StoreFullError: no room is left for the index.
    """
    index.prepare(paths)
    summaries: list[LogSummary] = []
    unknown: list[Path] = []
    for path in paths:
        summary = index.held(path) or _read(index, path, root, mappings)
        if summary is None:
            unknown.append(path)
        else:
            summaries.append(summary)
        if progress is not None:
            progress(path)
    return tuple(summaries), tuple(unknown)


def _read(
    index: LogIndex, path: Path, root: Path, mappings: Sequence[LogMapping]
) -> LogSummary | None:
    reader = detect(path, mappings)
    if reader is None:
        return None
    summarizer = Summarizer(shown_path(path, root), reader)
    events = (event for unit in summarizer.through(reader.read(path)) for event in unit.events)
    return index.add_log(path, events, summarizer.summary)
