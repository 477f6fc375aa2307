"""Where a path can lie that an item names: beside the item, at the root, or below any folder."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable


def candidates(target: str, written_in: str) -> list[str]:
    """Paths from the root that `target` can mean, from the nearest reading on; never outside."""
    folder = posixpath.dirname(written_in)
    found = []
    while True:
        path = posixpath.normpath(posixpath.join(folder, target))
        if not path.startswith(".."):
            found.append(path)
        if not folder or folder == "/":
            return found
        folder = posixpath.dirname(folder)


def leaves_root(target: str, written_in: str) -> bool:
    """Whether the path points out of the project, where nothing can be said."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(written_in), target))
    return path.startswith("..")


def exists(target: str, written_in: str, files: frozenset[str]) -> bool:
    """Whether any reading of `target` is a file or folder of the repository."""
    for path in candidates(target.rstrip("/"), written_in):
        if path in files or f"{path}/" in files:
            return True
    return False


def ends_any(target: str, tails: frozenset[str]) -> bool:
    """Whether some file of the repository ends with `target` (a path told from a subfolder)."""
    return _clean(target) in tails


def tails_of(files: Iterable[str]) -> frozenset[str]:
    """Every ending of every path at a slash: `a/b/c.py` gives `a/b/c.py`, `b/c.py`, `c.py`."""
    tails = set()
    for file in files:
        path = file.rstrip("/")
        tails.add(path)
        at = path.find("/")
        while at >= 0:
            tails.add(path[at + 1 :])
            at = path.find("/", at + 1)
    return frozenset(tails)


def _clean(target: str) -> str:
    parts = [part for part in target.split("/") if part not in (".", "..", "")]
    return "/".join(parts)
