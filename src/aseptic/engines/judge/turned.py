"""Two values in the wrong order: `a to b` where the log has `b..a`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.model.verdict import Label

_JOIN = (
    r"(?:(?:was|were|is|are|been|has|have|successfully)\s+)*"
    r"(?:to|->|→|=>|\.\.\.?|into|onto|became|becomes"
    r"|(?:replaced|renamed|changed|converted|switched|moved|migrated)\s+(?:with|by|to|into|from)|replaced|gave way to)"
)
_PAIR = re.compile(
    rf"(?:from\s+)?[`'\"]?([\w./#@-]*\w)[`'\"]?\s*(?:{_JOIN})\s*[`'\"]?([\w./#@-]*\w)[`'\"]?"
)
_BETWEEN = rf"[`'\"]?\s*(?:{_JOIN}|,|and|with|by)\s*[`'\"]?"


def turned(asked: Asked, quoted: Sequence[Statement]) -> Opinion | None:
    """CONTRADICTED where the quote has the two values of a direction the other way round."""
    for match in _PAIR.finditer(asked.text):
        one, two = match.groups()
        if one.lower() == two.lower() or not (_is_value(one) and _is_value(two)):
            continue
        right = re.compile(rf"{_word(one)}{_BETWEEN}{_word(two)}", re.IGNORECASE)
        wrong = re.compile(rf"{_word(two)}{_BETWEEN}{_word(one)}", re.IGNORECASE)
        for statement in quoted:
            if wrong.search(statement.text) and not right.search(statement.text):
                return Opinion(
                    Label.CONTRADICTED,
                    f"the log has {two!r} before {one!r}",
                    statement.passage.event,
                    statement.text,
                )
    return None


def _is_value(word: str) -> bool:
    return bool(re.search(r"[\d/_.#-]", word)) or word.isupper() or not word.islower()


def _word(value: str) -> str:
    return rf"(?<!\w){re.escape(value)}(?!\w)"
