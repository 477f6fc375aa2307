"""The real logs that claims are made from, as events."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tqdm import tqdm

from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.place import Place
from aseptic.readers.logs.registry import read_log

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
TAU = Path("tau_bench/historical_trajectories/gpt-4o-airline.trials01.json.gz")
GATEMEM = ("gatemem/bench/data/education", "gatemem/bench/data/office")


def sessions(data: Path = DATA) -> dict[str, list[SessionEvent]]:
    """All sessions by id. Of copies of one session the longest is kept.

    Raises:
        FileNotFoundError: the real data is not on this machine.
    """
    if not data.is_dir():
        raise FileNotFoundError(f"{data}: the real logs are not on this machine")
    held: dict[str, list[SessionEvent]] = {}
    for session in tqdm(_all(data), desc="read logs", unit=" sessions", disable=None):
        name = session[0].session
        if len(session) > len(held.get(name, ())):
            held[name] = session
    return held


def _all(data: Path) -> Iterator[list[SessionEvent]]:
    yield from _by_session(_read(data / TAU))
    for folder in GATEMEM:
        yield from _gatemem(data / folder / "episodes.jsonl.gz")
    for path in sorted((data / "claude_code").glob("**/*.jsonl.gz")):
        yield from _by_session(_read(path))


def _read(path: Path) -> Iterator[SessionEvent]:
    return (event for unit in read_log(path) for event in unit.events)


def _by_session(events: Iterable[SessionEvent]) -> Iterator[list[SessionEvent]]:
    grouped: dict[str, list[SessionEvent]] = {}
    for event in events:
        grouped.setdefault(event.session, []).append(event)
    yield from grouped.values()


def _gatemem(path: Path) -> Iterator[list[SessionEvent]]:
    """Each episode as a chat of named people; only the turns are read."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line, text in enumerate(file, 1):
            episode = json.loads(text)
            yield [
                SessionEvent(
                    session=f"gatemem/{episode['episode_id']}",
                    seq=seq,
                    origin=Origin.AGENT if _role(turn) == "agent" else Origin.USER,
                    kind=EventKind.MESSAGE,
                    text=f"{_name(turn)} ({_role(turn).replace('_', ' ')}): {turn['text']}",
                    place=Place(str(path), line),
                    time=_time(turn),
                    uid=turn["turn_id"],
                )
                for seq, turn in enumerate(episode["turns"])
                if turn.get("text")
            ]


def _role(turn: dict[str, Any]) -> str:
    return (
        str(turn["speaker"].get("role", "")) if isinstance(turn.get("speaker"), dict) else "agent"
    )


def _name(turn: dict[str, Any]) -> str:
    """`prof_elena_rossi` is Elena Rossi."""
    speaker = turn.get("speaker")
    principal = speaker.get("principal_id", "") if isinstance(speaker, dict) else str(speaker)
    return " ".join(part.capitalize() for part in principal.split("_")[1:]) or principal


def _time(turn: dict[str, Any]) -> datetime | None:
    stamp = turn.get("timestamp") or turn.get("time")
    return datetime.fromisoformat(stamp).replace(tzinfo=UTC) if stamp else None
