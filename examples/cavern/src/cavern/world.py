"""Places and the ways between them."""

import json
from pathlib import Path

DATA = Path(__file__).parent / "data" / "world.json"
DEFAULT_SEED = 42
UNSAFE = {"bridge"}
ITEMS = {"rope": "camp", "torch": "cave"}


def load() -> dict[str, dict[str, str]]:
    return json.loads(DATA.read_text())


def look(place: str) -> str:
    ways = load()[place]
    lines = [f"You stand at the {place}."]
    lines += [f"To the {way.upper()} is the {to}." for way, to in ways.items()]
    return "\n".join(lines)


def cross(place: str) -> str:
    if place in UNSAFE:
        return f"The {place} is not safe to cross."
    return f"You cross the {place}."


def find(item: str) -> str:
    if item not in ITEMS:
        return f"entry not found: {item}"
    return f"{item}: at the {ITEMS[item]}"
