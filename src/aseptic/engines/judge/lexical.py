"""The lexical judge: values, polarity, states and standing, without a model."""

from __future__ import annotations

from collections.abc import Sequence

from aseptic.engines.judge import cited, searched
from aseptic.engines.judge.asked import ask
from aseptic.model.evidence import Passage
from aseptic.model.note import Claim
from aseptic.model.verdict import Judgement, Label


class LexicalJudge:
    """Decides a claim from the words of its evidence. Pure: same input, same answer.

    A claim that cites is decided nearly always; one that does not is decided only
    where one place of the log holds all of it, or denies one thing of it.
    """

    name = "lexical"

    def decide(self, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        """The judgement, with the quotes that it stands on."""
        asked = ask(claim.text)
        if not asked.terms:
            return Judgement(claim, Label.NOT_CHECKABLE, "it states nothing", (), self.name)
        if claim.citations:
            opinion = cited.decide(asked, claim, passages)
        else:
            opinion = searched.decide(asked, claim, passages)
        return Judgement(
            claim, opinion.label, opinion.reason, opinion.evidence(), self.name, opinion.value
        )
