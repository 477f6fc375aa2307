"""One claim with a known truth."""

from __future__ import annotations

from dataclasses import dataclass

from aseptic.model.note import Citation, Claim
from aseptic.model.place import Place


@dataclass(frozen=True, slots=True)
class Case:
    """A claim, what it was made from, and whether the log bears it out."""

    id: str
    text: str
    citation: Citation
    source: str
    fact: str
    """Kind of the fact."""
    mutant: str | None = None
    """Kind of the mutant; None: the claim is true."""
    role: str = "value"
    """Of a mutant: whether the wrong value is what is said, or of what it is said."""
    original: str = ""
    """Of a mutant: the true sentence."""
    held_out: bool = False

    @property
    def claim(self) -> Claim:
        """The claim as a judge gets it."""
        return Claim(self.text, self.id, Place("bench.md"), citations=(self.citation,))
