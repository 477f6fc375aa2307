"""The default embedder finds candidates, and is not trusted with more."""

from __future__ import annotations

import numpy as np

from aseptic.engines.embedder import WordLlamaEmbedder


def test_alike_texts_are_nearer_than_others() -> None:
    """What retrieval needs, and all that it is used for."""
    embedder = WordLlamaEmbedder()
    query, near, far = embedder.embed(
        ["the server listens on a port", "which port does the server use", "tea with milk"]
    )
    assert query @ near > query @ far


def test_rows_are_unit_length_and_empty_input_is_empty() -> None:
    """Dot products are cosines; no text makes no row."""
    embedder = WordLlamaEmbedder()
    rows = embedder.embed(["a cave", "a ford"])
    assert rows.shape == (2, embedder.dims)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)
    assert embedder.embed([]).shape == (0, embedder.dims)
