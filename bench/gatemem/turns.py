"""The turns of GateMem, and nothing else of it: what the labels may be written from."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOMAINS = ("education", "office")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as a memory system gets it. Nothing of checkpoints or relationships."""

    episode: str
    """`education-016`: domain and number, the key of the labels."""
    name: str
    """The episode's own id; it holds the names of its two tracks."""
    index: int
    turn: str
    """The benchmark's id of the turn (`t017`)."""
    principal: str
    role: str
    text: str

    @property
    def digest(self) -> str:
        """Sixteen hex digits of the text, so that a label never meets another turn."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


def short(episode_id: str) -> str:
    """`education-016` of `education_episode_custom_en_016_...`."""
    found = re.match(r"([a-z]+)_.*?_(\d{3})_", episode_id)
    assert found is not None, episode_id
    return f"{found[1]}-{found[2]}"


def read(data: Path, domain: str) -> Iterator[Turn]:
    """Every turn of a domain in order. `data` is the folder that holds `gatemem`."""
    path = data / "gatemem" / "bench" / "data" / domain / "episodes.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            episode = json.loads(line)
            name = episode["episode_id"]
            for index, turn in enumerate(episode["turns"]):
                speaker = turn["speaker"]
                yield Turn(
                    short(name),
                    name,
                    index,
                    turn["turn_id"],
                    speaker["principal_id"],
                    speaker["role"],
                    turn["text"],
                )
