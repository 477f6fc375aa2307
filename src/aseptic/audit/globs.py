"""Globs of `aseptic.toml`: which paths of the project are meant."""

from __future__ import annotations

from fnmatch import fnmatchcase


def matches_glob(path: str, glob: str) -> bool:
    """Whether a path below the root matches; `**` spans folders, `*` does not.

    A glob without `/` matches names anywhere; one that ends in `/` a whole folder.
    """
    glob = glob.removeprefix("./")
    if glob.endswith("/"):
        glob += "**"
    if "/" not in glob and glob != "**":
        return fnmatchcase(path.rsplit("/", 1)[-1], glob) or path == glob
    return _match(path.split("/"), glob.split("/"))


def _match(parts: list[str], globs: list[str]) -> bool:
    reached = {0}
    for part in parts:
        following: set[int] = set()
        for at in _past_stars(reached, globs):
            if at < len(globs) and globs[at] == "**":
                following.add(at)
            elif at < len(globs) and fnmatchcase(part, globs[at]):
                following.add(at + 1)
        reached = following
    return len(globs) in _past_stars(reached, globs)


def _past_stars(reached: set[int], globs: list[str]) -> set[int]:
    out = set(reached)
    for at in sorted(reached):
        while at < len(globs) and globs[at] == "**":
            at += 1
            out.add(at)
    return out
