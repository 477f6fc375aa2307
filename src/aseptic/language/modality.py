"""How a sentence means what it says: as fact, question, plan, supposition, attempt, advice."""

from __future__ import annotations

import re
from enum import StrEnum

from aseptic.language.verbs import is_base


class Modality(StrEnum):
    """The way a statement is put."""

    FACT = "fact"
    HYPOTHETICAL = "hypothetical"
    """Supposed for the sake of argument: nothing says that it is so."""
    QUESTION = "question"
    PLAN = "plan"
    """Meant to be done; not done."""
    ATTEMPT = "attempt"
    """Tried; whether it worked is not said."""
    HEDGED = "hedged"
    """Said as likely or possible."""
    ADVICE = "advice"
    """An instruction or recommendation; true or false does not apply."""
    OPINION = "opinion"


_HYPOTHETICAL = re.compile(
    r"\b(?:suppos(?:e|ing)|imagine|hypothetical(?:ly)?|what if|as if|let'?s say|say we|assum(?:e|ing) (?:that )?we"
    r"|if (?:we|you|i|they|it|someone) (?:\w+ )?(?:were|was|had|used|did|could|would|chose|switch(?:ed)?|moved|ran|adopt(?:ed)?|went|wanted)"
    r"|(?:we|you|i|it|they|that) (?:would|could)(?: have)?\b(?! like)|would have been|in theory|for the sake of argument|thought experiment"
    r"|pretend|were we to|if only)\b",
    re.IGNORECASE,
)
_PLAN = re.compile(
    r"\b(?:todo|fixme|to-do|to do:|will (?!not\b)\w+|going to|plan(?:s|ned|ning)? (?:to|on)|next step|needs? to be|remains? to|remaining:?|not yet"
    r"|let'?s|i'?ll|we'?ll|let me|want(?:s|ed)? to|i need (?:to|you)|would like|'d like|(?:hoping|wish(?:es)?|looking) to|(?:can|could|would) you|please|intend(?:s|ed)? to|about to|should we|shall we|upcoming|future work|follow-?up)\b",
    re.IGNORECASE,
)
_ATTEMPT = re.compile(
    r"\b(?:tr(?:y|ies|ied|ying)(?: (?:to|out|using|with|and)|\s)|attempt(?:s|ed|ing)?|experiment(?:ed|ing)? with|gave it a try|giving it a try)\b",
    re.IGNORECASE,
)
_HEDGE = re.compile(
    r"\b(?:may|might|maybe|perhaps|possibl[ey]|probabl[ey]|likely|seems?|seemed|appears? to|appeared to|apparently|presumably"
    r"|i (?:think|believe|guess|suspect|assume)|could be|not sure|unclear|potential(?:ly)?|supposedly|allegedly|suggests?|sort of)\b",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:should(?:n'?t| not)?|must(?:n'?t| not)?|ought to|recommend(?:ed|s)?|prefer(?:red|ably|s)?|make sure|be sure|please"
    r"|best practice|consider(?:ing)? \w+ing|remember to|don'?t forget|it is (?:best|better|wise|important|advisable) to|(?:has|have|needs?) to be)\b",
    re.IGNORECASE,
)
_OPINION = re.compile(
    r"\b(?:i (?:like|love|hate|feel|prefer)|(?:is|are|was|were|feels?|looks?|seems?) (?:really |very |quite |much |so |more |too |pretty )*"
    r"(?:nice|good|great|bad|ugly|beautiful|elegant|clean(?:er)?|clever|annoying|confusing|easier|better|best|worse|worst|helpful|useful|valuable|cumbersome"
    r"|acceptable|reasonable|important|crucial|essential|readable|maintainable|sensible|overkill|tricky)\b|in my (?:opinion|view))",
    re.IGNORECASE,
)
_ASK = re.compile(
    r"^\W*(?:is|are|was|were|do|does|did|can|could|should|would|will|has|have|what|why|how|when|where|which|who|whether)\b[^.!]*\?",
    re.IGNORECASE,
)
_FIRST = re.compile(
    r"^[\s>*_`\"'(\[-]*(?:(?:always|never|do not|don'?t|please|first|then|only|also|just)\b[\s,]*)*([A-Za-z]+)",
    re.IGNORECASE,
)
_OPENS_IMPERATIVE = re.compile(
    r"^[\s>*_`\"'(\[-]*(?:always|never|do not|don'?t|please|avoid|prefer|ensure|remember)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"^[\s>*_-]*(?:when|before|after|if|for|to|in|on|while|during|once|where)\b[^,]{3,100},\s*(.+)$",
    re.IGNORECASE | re.DOTALL,
)


def modality(text: str) -> Modality:
    """How `text` (one sentence) is put. The strongest reason not to take it as fact wins."""
    if text.rstrip(" *_`\"')").endswith("?") or _ASK.match(text):
        return Modality.QUESTION
    if _HYPOTHETICAL.search(text):
        return Modality.HYPOTHETICAL
    if is_imperative(text) or _ADVICE.search(text):
        return Modality.ADVICE
    if _OPINION.search(text):
        return Modality.OPINION
    if _PLAN.search(text):
        return Modality.PLAN
    if _ATTEMPT.search(text):
        return Modality.ATTEMPT
    if _HEDGE.search(text):
        return Modality.HEDGED
    return Modality.FACT


def is_hypothetical(text: str) -> bool:
    """Whether `text` supposes rather than states."""
    return bool(_HYPOTHETICAL.search(text))


def is_imperative(text: str) -> bool:
    """Whether `text` tells somebody to do something: "Run the tests before a commit"."""
    if _OPENS_IMPERATIVE.match(text):
        return True
    behind = _WHEN.match(text)
    if behind and _imperative_start(behind.group(1)):
        return True
    return _imperative_start(text)


def _imperative_start(text: str) -> bool:
    first = _FIRST.match(text)
    if not first or not is_base(first.group(1).lower()):
        return False
    rest = text[first.end() :].lstrip()
    # "Test files live in ...", "Build fails": the word is a noun there.
    return not _NOUN_AFTER.match(rest)


_NOUN_AFTER = re.compile(
    r"(?:\w+\s+){0,2}(?:is|are|was|were|has|have|had|can|cannot|will|would|does|do|did|fails?|failed|passes|passed|lives?|runs?|returns?|uses|required?|needs|now|works?|writes|takes|shows?|requires|stays?|became|becomes)\b|[:=/]|(?:\w+\s+)?(?:files?|cases?|suites?|hooks?|scripts?|names?|types?|logic|paths?|flags?|state|data|messages?|logs?|errors?)\s+\w+(?:s|ed)\b",
    re.IGNORECASE,
)
