"""Illness, treatment and medicine of a person. Machines are said to be healthy too: a person is required."""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.rules.eligibility.finding import Span

_CONDITION = re.compile(
    r"(?i)\b(?:diabet(?:es|ic)|cancer|tumou?r|leukaemia|leukemia|asthma(?:tic)?|epilep(?:sy|tic)|hiv(?:[- ]positive)?|hepatitis"
    r"|depress(?:ion|ed)|anxiety disorder|bipolar|schizophreni[ac]|adhd|autis(?:m|tic)|dyslexi[ac]|dementia|alzheimer'?s|parkinson'?s"
    r"|migraines?|headaches|(?:stomach|chest|back) pain|hypertension|blood pressure|cholesterol|stroke|heart (?:attack|disease|condition|surgery)"
    r"|arthritis|pregnan(?:t|cy)|miscarriage|abortion|infertil\w+|allerg(?:y|ies|ic)|coeliac|celiac|lactose[- ]intoleran\w+"
    r"|covid(?:-19)?|tuberculosis|pneumonia|chemo(?:therapy)?|dialysis|surgery|transplant|therapist|psychiatrist|psychotherapy|rehab"
    r"|insulin|antidepressants?|antibiotics|metformin|ibuprofen|prozac|xanax|ritalin|adderall|warfarin|statins?"
    r"|wheelchair|disabilit(?:y|ies)|disabled veteran|blind in|deaf in|suicidal|self-harm|sobriety|alcoholi(?:c|sm)|addiction)\b"
)
_PERSON = re.compile(
    r"(?i)\b(?:i|i'm|i've|my|me|he|she|his|her|hers|him|they|their|we|our|patient'?s?|user'?s?|customer'?s?|client'?s?|passenger'?s?|wife|husband"
    r"|partner|mother|father|mom|mum|dad|sons?|daughters?|child(?:ren)?|kids?|brother|sister|friend|male|female|man|woman|employee|colleague|student)\b"
)
_MACHINE = re.compile(
    r"(?i)\b(?:test|tests|code|build|server|service|endpoint|api|repo|deploy\w*|feature flag|element|button|input|field|plugin|checkbox|module|pipeline|function)\b"
)
_SENTENCE = re.compile(r"[^.!?\n]+")


class Health:
    """A word of illness or treatment in a sentence that speaks of a person."""

    name = "health"
    categories = frozenset({"health"})

    def find(self, text: str) -> Iterator[Span]:
        """One span for each sentence: the words around a diagnosis tell it as well."""
        if _CONDITION.search(text) is None:
            return
        for sentence in _SENTENCE.finditer(text):
            said = sentence.group()
            found = _CONDITION.search(said)
            if found and _PERSON.search(said) and not _MACHINE.search(said):
                start = sentence.start() + len(said) - len(said.lstrip())
                yield Span("health", "health of a person", start, sentence.end())
