"""Which of the quoted statements carry a claim, and which merely stand beside them.

A quote of several sentences holds a report, a plan and an aside ("Good, it worked. Now let
me run the tests."). What a claim can overstate is the sentence that says it, not the next one.
"""

from __future__ import annotations

from collections.abc import Sequence

from aseptic.engines.judge.alignment import held
from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.statement import Statement

NEARLY = 0.6
"""Share of what the best statement holds of the claim from which another carries it too.
Chosen on the tuning set and the `fit` half of the hand-cited one; .5 to .7 do the same."""


def share(asked: Asked, statement: Statement) -> float:
    """Share of the claim's weight that one statement holds, 0 to 1."""
    return sum(held(asked, (statement,), None).values()) / (asked.weight or 1.0)


def carriers(asked: Asked, quoted: Sequence[Statement]) -> list[Statement]:
    """The statements that hold most of the claim, best first; of one statement, that one."""
    if len(quoted) < 2:
        return list(quoted)
    shares = sorted(((share(asked, s), -n) for n, s in enumerate(quoted)), reverse=True)
    best = shares[0][0]
    return [quoted[-n] for got, n in shares if got >= NEARLY * best]
