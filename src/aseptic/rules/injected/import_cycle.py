"""R105: files import each other in a circle."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.resolve import candidates
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each circle, at the import that closes it."""
    files = {file.path: file for file in injected.files}
    edges = {
        path: [(candidates(target, path)[:1] or [""], line) for target, line in file.imports]
        for path, file in files.items()
    }
    done: set[str] = set()
    for start in files:
        trail: list[str] = []
        stack: list[tuple[str, int]] = [(start, 0)]
        while stack:
            path, at = stack.pop()
            if at == 0:
                if path in done:
                    continue
                trail.append(path)
            if at < len(edges.get(path, ())):
                stack.append((path, at + 1))
                (target,), line = edges[path][at]
                if target in trail:
                    circle = [*trail[trail.index(target) :], target]
                    yield Hit(
                        place=Place(path, line),
                        message=f"files import each other in a circle: {' -> '.join(circle)}",
                        kind=files[path].kind,
                        hint="remove one of the imports; tools stop at the second visit",
                        subject=" -> ".join(sorted(set(circle))),
                    )
                elif target in files:
                    stack.append((target, 0))
            else:
                done.add(path)
                trail.pop()


RULE = Rule(
    code="R105",
    name="import-cycle",
    summary="files import each other in a circle",
    levels=ALWAYS_ERROR,
    check=check,
)
