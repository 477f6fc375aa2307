"""R104: an `@path` import names a file that is not there, so nothing of it is loaded."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.resolve import candidates
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each import inside the project whose file is not there.

    Imports from the home folder or by absolute path differ from person to person.
    """
    files = injected.repository.files
    if files is None:
        return
    for file in injected.files:
        for target, line in file.imports:
            if target.startswith(("~", "/")) or "\\" in target:
                continue
            nearest = candidates(target, file.path)[:1]
            if not nearest or nearest[0] in files:
                continue
            yield Hit(
                place=Place(file.path, line),
                message=f"imports '@{target}', which is not there: nothing of it is loaded",
                kind=file.kind,
                hint="correct the path (it is relative to this file), or remove the import",
                subject=target,
            )


RULE = Rule(
    code="R104",
    name="missing-import",
    summary="an @import names a file that is not there",
    levels=ALWAYS_ERROR,
    check=check,
    needs_repository=True,
)
