"""Entries of an index of memory: `[The map](map.md): where places are`."""

from __future__ import annotations

import re

_POINTER = re.compile(r"^\[[^\]\n]+\]\((?!\w+://)[^)\s]+\.md\)")


def is_pointer(text: str) -> bool:
    """Whether the text states nothing itself but leads to another memory file."""
    return text.startswith("[") and _POINTER.match(text) is not None
