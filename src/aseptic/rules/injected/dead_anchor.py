"""R103: a Markdown link points to a heading that is not there."""

from __future__ import annotations

from collections.abc import Iterable

from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.levels import ALWAYS_ERROR


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each anchor that its (existing, readable) Markdown file does not have."""
    known = injected.repository.anchors
    if not known:
        return
    from aseptic.rules.injected.references import anchors
    from aseptic.rules.injected.resolve import candidates

    for note in injected.notes:
        for reference in anchors(note):
            path = note.place.path
            files = [path] if not reference.target else candidates(reference.target, path)
            file = next((f for f in files if f in known), None)
            if file is None or reference.anchor is None:
                continue  # R101 speaks of a missing file
            if _plain(reference.anchor) in {_plain(anchor) for anchor in known[file]}:
                continue
            yield Hit(
                place=Place(path, reference.line, column=reference.column),
                message=f"links to '#{reference.anchor}', and {file} has no such heading",
                kind=note.kind,
                record=note.id,
                hint="correct the anchor: it is the heading in lower case with - for spaces",
                subject=f"{file}#{reference.anchor}",
            )


def _plain(anchor: str) -> str:
    """Renderers differ in what they keep of punctuation and doubled dashes; letters decide."""
    return "".join(char for char in anchor.lower() if char.isalnum())


RULE = Rule(
    code="R103",
    name="dead-anchor",
    summary="a Markdown link points to a heading that is not there",
    levels=ALWAYS_ERROR,
    check=check,
    needs_repository=True,
)
