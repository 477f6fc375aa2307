"""Vectors for finding evidence, from a small static model that ships inside its package.

Embeddings find candidates; they decide nothing: cosine cannot tell "black, not white" from
"white, not black" (.99).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aseptic.errors import MissingExtraError

if TYPE_CHECKING:
    import numpy as np


class WordLlamaEmbedder:
    """256 dimensions, about 10,000 short texts a second, no network."""

    id = "wordllama-l2-supercat-256"
    dims = 256

    def __init__(self) -> None:
        """Load the model that the package ships.

        Raises:
            MissingExtraError: the extra `vectors` is not installed.
        """
        try:
            import numpy
            import wordllama
        except ImportError as error:
            raise MissingExtraError("search by vectors", "vectors") from error
        self._np = numpy
        # A plain load() would go online.
        folder = Path(wordllama.__file__).parent
        self._model: Any = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """One row a text, float32, unit length (a text without known tokens is a zero row)."""
        if not texts:
            return self._np.zeros((0, self.dims), dtype=self._np.float32)
        rows = self._np.asarray(self._model.embed(list(texts)), dtype=self._np.float32)
        norms = self._np.linalg.norm(rows, axis=1, keepdims=True)
        result: np.ndarray = rows / self._np.where(norms == 0, 1, norms)
        return result
