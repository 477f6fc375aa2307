"""The Protocols of this floor. Models are extras; the defaults are dull and need none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement

if TYPE_CHECKING:
    import numpy as np


class Judge(Protocol):
    """Decides one claim on the passages it is handed; pure, so a decision can be replayed."""

    name: str

    def decide(self, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        """The judgement. A judge that cannot run answers `undecided` and says why."""
        ...


class Embedder(Protocol):
    """Turns texts into vectors. Embeddings find candidates; they decide nothing."""

    id: str
    """Name and version; stored beside each vector."""
    dims: int

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """One row a text, float32, unit length."""
        ...
