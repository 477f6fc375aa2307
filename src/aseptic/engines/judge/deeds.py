"""Deeds that a claim reports, against evidence in which nobody does them."""

from __future__ import annotations

import re

from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.carriers import carriers
from aseptic.engines.judge.ground import Ground
from aseptic.engines.judge.opinion import Opinion
from aseptic.language.modality import Modality, modality
from aseptic.model.event import EventKind
from aseptic.model.verdict import Label

_DEEDS = (
    (r"booked|reserved", r"book|reserv"),
    (r"paid|bought|purchased|charged|billed", r"pay|paid|buy|bought|purchas|charg|bill|receipt|invoice"),
    (r"refunded|reimbursed", r"refund|reimburs|credit|-\d"),
    (r"deployed|released|published", r"deploy|releas|publish|rollout"),
    (r"pushed", r"push|->"),
    (r"merged", r"merg|fast-forward"),
    (r"committed", r"commit|\[[\w/.-]+ [0-9a-f]{7}"),
    (r"installed", r"install|added \d"),
    (r"sent|emailed|notified|mailed", r"sen[dt]|mail|notif|deliver"),
    (r"upgraded|downgraded", r"upgrad|downgrad|->"),
    (r"approved|signed off", r"approv|sign|lgtm|accept"),
    (r"deleted|removed", r"delet|remov|rm\b|drop|prun|unlink|-\s"),
    (r"rebooted|restarted", r"restart|reboot|start"),
)  # fmt: skip
_PATTERNS = tuple(
    (re.compile(rf"\b(?:was|were|been|has|have|had|is|are|got|successfully|the \w+|agent|customer|user)?\s*\b(?:{deed})\b", re.IGNORECASE), re.compile(told, re.IGNORECASE))
    for deed, told in _DEEDS
)  # fmt: skip
_DONE = re.compile(
    r"\b(?:finish(?:es|ed)?|complet(?:es|ed)|carried out|fulfilled|managed to|accomplished|succeeded in|went through|took care of|got done|is done|was done|has been done|handled)\b",
    re.IGNORECASE,
)
_POSSIBLE = re.compile(
    r"\b(?:can|could|may|might|to) (?:\w+ )?be\b|\bthe installed\b", re.IGNORECASE
)
_ASKED = frozenset({Modality.PLAN, Modality.QUESTION, Modality.ADVICE, Modality.HYPOTHETICAL})


def undone(asked: Asked, ground: Ground) -> Opinion | None:
    """OVERSTATED where the claim reports a deed and the evidence shows none, or only the wish."""
    first = ground.quoted[0]
    event = first.passage.event
    wished = event.kind is EventKind.MESSAGE and all(
        modality(s.text) in _ASKED for s in carriers(asked, ground.quoted)
    )
    if wished and _DONE.search(asked.text) and not _DONE.search(ground.quote):
        reason = "the log asks for it; it does not show it done"
        return Opinion(Label.OVERSTATED, reason, event, first.text)
    shown = _shown(ground)
    for deed, told in _PATTERNS:
        if deed.search(asked.text) and not _POSSIBLE.search(asked.text) and not told.search(shown):
            return Opinion(
                Label.OVERSTATED, "the log does not show that it was done", event, first.text
            )
    return None


def _shown(ground: Ground) -> str:
    """All in which a deed could show: the events, the tools, the commands."""
    parts = [ground.whole]
    for passage in ground.passages:
        if passage.cited:
            parts += [passage.event.tool or "", passage.event.command or ""]
            if passage.call is not None:
                parts += [passage.call.text, passage.call.tool or ""]
    return " ".join(parts)
