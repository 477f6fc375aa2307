"""Who a claim says that something comes from."""

from __future__ import annotations

import re

from aseptic.engines.judge.opinion import Opinion
from aseptic.engines.judge.statement import Statement
from aseptic.model.event import Origin
from aseptic.model.verdict import Label

_SAYS = (
    r"(?:said|says|asked|asks|requested|requests|wants?|wanted|prefers?|preferred|confirmed|confirms|reported|reports|stated|states|told|"
    r"mentioned|mentions|suggested|suggests|proposed|insisted|explained|noted|decided|chose|instructed|corrected|provided|gave|agreed|complained|claimed|pointed out|replied|answered|approved|declined|refused|offered|recommended|promised|apologi[sz]ed)"
)
_CUES = (
    (
        Origin.USER,
        re.compile(
            rf"(?:^|[-:;,.(]\s*|\b(?:the|our|this|a|that|if|as) )(?:user|customer|client|human|developer)\b(?:\s+\w+){{0,2}}?\s+{_SAYS}\b|\b(?:according to|per|as stated by) the (?:user|customer)\b|\bthe user'?s (?:request|preference|words|question)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Origin.AGENT,
        re.compile(
            rf"(?:^|[-:;,.(]\s*|\b(?:the|our|this|an|that|ai|as) )(?:agent|assistant|claude|model|bot)\b(?:\s+\w+){{0,2}}?\s+{_SAYS}\b|\b(?:according to|per|as stated by) the (?:agent|assistant)\b",
            re.IGNORECASE,
        ),
    ),
    (
        Origin.TOOL,
        re.compile(
            r"\bthe (?:tool|command|output|database|api)\b(?:\s+\w+)?\s+(?:returned|returns|printed|output|reported|reports|showed|said|says|responded)\b",
            re.IGNORECASE,
        ),
    ),
)


_SPEECH = re.compile(r"\b(?:said|says|asked|told|replied|stated|answered)\b", re.IGNORECASE)
_ACT = re.compile(
    r"\b(?:refus|declin|reject|approv|interrupt|chose|correct|cancel|stopp|said no|turned down|den(?:y|ied)|accept|allow)",
    re.IGNORECASE,
)


def named(text: str) -> Origin | None:
    """Whom a claim names as the speaker, or None."""
    for origin, pattern in _CUES:
        if pattern.search(text):
            return origin
    return None


def other(text: str, statement: Statement, *, strict: bool = False) -> Opinion | None:
    """CONTRADICTED where the claim names one speaker and the statement is another's."""
    claimed = named(text)
    real = statement.passage.event.origin
    if claimed is None or claimed is real:
        return None
    if real is Origin.TOOL and _SPEECH.search(text) and not _ACT.search(text):
        return (
            Opinion(
                Label.OVERSTATED,
                f"the log shows it as what a tool returned, not as words of the {claimed}",
                statement.passage.event,
                statement.text,
            )
            if strict
            else None
        )
    if real is Origin.TOOL and (claimed is Origin.AGENT or _ACT.search(text)):
        return None  # agents report what tools told them; tools tell what a user refused
    return Opinion(
        Label.CONTRADICTED,
        f"the claim names the {claimed} as its source; it comes from the {real}",
        statement.passage.event,
        statement.text,
        value=str(real),
    )
