"""R101: the item names a file of the repository that is not there."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.levels import ALWAYS_ERROR

COMMON = frozenset(
    {"src", "lib", "docs", "doc", "scripts", "tests", "test", "app", "config", ".github", "tools"}
)
"""Folders that most repositories have: a path below them is meant here, also when all of it is gone."""


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each named path that no reading of it finds in the repository."""
    files = injected.repository.files
    if not files:  # nothing was asked for, or nothing is known
        return
    from aseptic.rules.injected.references import paths
    from aseptic.rules.injected.resolve import ends_any, exists, leaves_root, tails_of

    tails: frozenset[str] | None = None
    seen: set[tuple[str, str]] = set()
    for note in injected.notes:
        for reference in paths(note):
            target, path = reference.target, note.place.path
            if (path, target) in seen or exists(target, path, files):
                continue
            seen.add((path, target))
            if leaves_root(target, path):
                continue
            tails = tails_of(files) if tails is None else tails
            if ends_any(target, tails) or not _is_ours(target, tails):
                continue
            yield Hit(
                place=Place(path, reference.line, column=reference.column),
                message=f"names {target!r}, which is not in this repository",
                kind=note.kind,
                record=note.id,
                hint=_hint(target, files),
                subject=target,
            )


def _is_ours(target: str, tails: frozenset[str]) -> bool:
    """Whether the path starts in a folder that this or any repository has: else it may be another's."""
    first = target.removeprefix("./").split("/", 1)[0]
    return "/" not in target or first in COMMON or first in tails


def _hint(target: str, files: frozenset[str]) -> str:
    name = target.rstrip("/").rsplit("/", 1)[-1]
    same = sorted(file for file in files if file.rsplit("/", 1)[-1] == name)
    if same:
        return f"did it move to {same[0]!r}?"
    return "correct the path, or remove the item if it speaks of something that is gone"


RULE = Rule(
    code="R101",
    name="dead-file",
    summary="the item names a file of the repository that is not there",
    levels=ALWAYS_ERROR,
    check=check,
    needs_repository=True,
)
