"""The words that are looked for before a pattern is built."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aseptic.rules.injected.poison_shapes import SHAPES

ASKING = [shape for shape in SHAPES if shape.also]


@pytest.mark.parametrize("shape", ASKING, ids=lambda shape: f"{shape.family}-{shape.triggers[0]}")
def test_every_match_holds_a_word_that_must_occur_as_well(shape) -> None:
    """A text that fits the pattern is never passed over for want of the second word."""

    @settings(
        max_examples=60,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
    @given(st.from_regex(re.compile(shape.pattern, re.ASCII)))
    def holds(text: str) -> None:
        lower = text.lower()
        if re.search(shape.pattern, lower):
            assert any(word in lower for word in shape.also), lower

    holds()
