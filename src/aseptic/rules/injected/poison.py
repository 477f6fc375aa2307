"""S102: text that gives the model orders which no memory should give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from aseptic.model.note import Form, MemoryFile, MemoryKind
from aseptic.model.place import Place
from aseptic.rules.base import Hit, Injected, Rule
from aseptic.rules.injected.loads import is_records
from aseptic.rules.injected.poison_shapes import families
from aseptic.rules.levels import ALWAYS_ERROR

MEANINGS = {
    "override": "tells the model to drop its other instructions",
    "persona": "gives the model an unrestricted persona",
    "exfiltration": "asks for secrets or data to be given away",
    "forged role": "poses as a message of the system or its developer",
    "forged memory": "poses as a privileged memory write",
    "concealment": "asks to keep something from the user",
    "approval": "lifts an approval or a check",
    "authority": "claims rights for the agent",
    "obedience": "makes untrusted text binding",
    "sleeper": "waits for a trigger to do harm",
    "covert": "asks for something to be done in secret",
    "steering": "steers answers or payments to someone's profit",
    "hidden code": "runs fetched or encoded code",
}

_IN_CODE = frozenset({"override", "forged memory", "concealment"})
"""Families that speak in a code block too. Code prints, sends and deletes for its living."""


def check(injected: Injected) -> Iterable[Hit]:
    """One hit for each family found in a note, and in each HTML comment of a file."""
    from aseptic.rules.injected.plain import decoded, plain

    for file in injected.files:
        for note in file.notes:
            text = plain(note.text)
            if note.form is not Form.CODE:
                text = _without_code(text)
            found = families(text, agent=note.kind is MemoryKind.AGENT)
            if len(text) > 40 and not found:
                for piece in decoded(text):
                    found += families(plain(piece), agent=True)
            for family, _, _ in found:
                if note.form is not Form.CODE or family in _IN_CODE:
                    yield _hit(family, note.place, note.kind, note.id)
        yield from _in_comments(file, injected.texts.get(file.path))


def _in_comments(file: MemoryFile, text: str | None) -> Iterator[Hit]:
    """A comment is not shown when the file is rendered, and is read by the model all the same."""
    from aseptic.rules.injected.plain import plain

    if text is None or "<!--" not in text or is_records(file):
        return
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start)
        comment = text[start + 4 : end if end >= 0 else len(text)]
        place = Place(file.path, text.count("\n", 0, start) + 1)
        for family, _, _ in families(plain(comment), agent=True):
            yield _hit(family, place, file.kind, None)
        start = text.find("<!--", start + 4 + len(comment))


def _without_code(text: str) -> str:
    """Code spans hold names of commands and tags, which are not orders: `<system>`."""
    if text.count("`") < 2:
        return text
    parts = text.split("`")
    return " ".join(part if i % 2 == 0 or " " in part else "x" for i, part in enumerate(parts))


def _hit(family: str, place: Place, kind: MemoryKind, record: str | None) -> Hit:
    return Hit(
        place=place,
        message=f"reads like a planted instruction ({family}): it {MEANINGS[family]}",
        kind=kind,
        record=record,
        hint="find out who wrote it and from what; remove it unless a person stands by it",
        subject=f"{family}:{record or ''}",
    )


RULE = Rule(
    code="S102",
    name="planted-instruction",
    summary="text that gives the model orders which no memory should give",
    levels=ALWAYS_ERROR,
    check=check,
)
