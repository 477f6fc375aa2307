"""Which items changed since a git revision: those whose id the file did not hold then."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from aseptic.audit.git import ask_git
from aseptic.errors import UsageError
from aseptic.model.finding import Finding
from aseptic.model.note import MemoryFile
from aseptic.records import dataclass


@dataclass(frozen=True, slots=True)
class Changes:
    """Ids of the items that are new or reworded, and the files that hold them."""

    notes: frozenset[str]
    files: frozenset[str]

    def is_about(self, finding: Finding) -> bool:
        """Whether a finding is about a changed item, or about a changed file as a whole."""
        if finding.record in self.notes:
            return True
        if finding.record is None:
            return finding.place.path in self.files
        subject = finding.subject or ""
        return any(note in self.notes for note in subject.replace("!", "~").split("~"))


def changed_notes(files: Sequence[MemoryFile], root: Path, since: str) -> Changes:
    """Compare files with their state at a revision.

    Raises:
        UsageError: git is not there, this is no repository, or the revision is not known.
    """
    revision = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{since}^{{commit}}"]
    if ask_git(root, revision) is None:
        if ask_git(root, ["--version"]) is None:
            raise UsageError("git cannot be run", where=root)
        raise UsageError(
            f"{since!r} is not a revision of this repository", where=root, hint="try --since HEAD"
        )
    notes: set[str] = set()
    changed: set[str] = set()
    for file in files:
        before = _then(file, root, since)
        ids = {note.id for note in before.notes} if before else set()
        fresh = {note.id for note in file.notes} - ids
        notes |= fresh
        gone = before is not None and len(before.notes) != len(file.notes)
        if fresh or gone or before is None:
            changed.add(file.path)
    return Changes(frozenset(notes), frozenset(changed))


def _then(file: MemoryFile, root: Path, since: str) -> MemoryFile | None:
    from aseptic.readers.memory.registry import read_memory

    if Path(file.path).is_absolute():
        return None
    data = ask_git(root, ["show", f"{since}:./{file.path}"])
    if data is None:
        return None
    with tempfile.TemporaryDirectory(prefix="aseptic-") as folder:
        path = Path(folder) / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        return read_memory(path, root=Path(folder), format=file.format)
