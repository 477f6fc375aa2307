"""What narrows or widens a statement: `only in staging`, `on Linux`, `always`, `everywhere`."""

from __future__ import annotations

import re

_WIDE = re.compile(
    r"\b(?P<wide>always|never|all|every|everything|everywhere|everyone|everybody|any(?:where|time|body|one)?|each"
    r"|in all cases|without exception|under all circumstances|no(?:body|where| one)|must always|guaranteed"
    r"|permanently|universally|exclusively|across the board)\b",
    re.IGNORECASE,
)
_NARROW = re.compile(
    r"\b(?P<narrow>only|solely|just (?:for|in|on|when)|sometimes|usually|often|mostly|most|some|several|many|few|partly|partially|mainly"
    r"|typically|generally|occasionally|rarely|seldom|frequently|intermittently|temporarily|at least|at most|up to|about|approximately|roughly|around \d"
    r"|nearly|almost|except|apart from|unless|other than|by default|so far|for now|currently|in some cases|in most cases|at times)\b",
    re.IGNORECASE,
)
_WHERE = re.compile(
    r"\b(?:in|on|for|under|with|within|during|when|if|only|inside)\s+(?:the\s+|our\s+)?(?P<where>staging|production|prod|development|dev|test(?:s|ing)?|ci"
    r"|local(?:ly)?|linux|mac(?:os)?|windows|ios|android|docker|debug(?: mode)?|release(?: mode)?|safari|chrome|firefox|arm64|x86(?:_64)?|wsl|kubernetes|beta|sandbox"
    r"|weekends?|weekdays?|business hours)\b"
    r"|\b(?P<mode>locally|(?:staging|production|linux|macos|windows|ci|debug)[- ]only)\b",
    re.IGNORECASE,
)
_IF = re.compile(
    r"\b(?P<cond>if|when|unless|until|once|whenever|as long as|provided|in case|except)\b",
    re.IGNORECASE,
)

_FAMILY = {
    "every": "all",
    "everything": "all",
    "everyone": "all",
    "everybody": "all",
    "each": "all",
    "any": "all",
    "anyone": "all",
    "anybody": "all",
    "anytime": "always",
    "in all cases": "always",
    "without exception": "always",
    "under all circumstances": "always",
    "must always": "always",
    "anywhere": "everywhere",
    "nobody": "never",
    "no one": "never",
    "nowhere": "never",
    "guaranteed": "always",
    "permanently": "always",
    "universally": "everywhere",
    "across the board": "everywhere",
    "exclusively": "only",
    "solely": "only",
    "just for": "only",
    "just in": "only",
    "just on": "only",
    "just when": "only",
    "usually": "mostly",
    "often": "mostly",
    "most": "mostly",
    "mainly": "mostly",
    "typically": "mostly",
    "generally": "mostly",
    "frequently": "mostly",
    "in most cases": "mostly",
    "nearly": "almost",
    "occasionally": "sometimes",
    "rarely": "sometimes",
    "seldom": "sometimes",
    "intermittently": "sometimes",
    "in some cases": "sometimes",
    "at times": "sometimes",
    "several": "some",
    "few": "some",
    "many": "some",
    "partly": "partially",
    "approximately": "about",
    "roughly": "about",
    "so far": "currently",
    "for now": "currently",
    "temporarily": "currently",
    "apart from": "except",
    "other than": "except",
    "prod": "production",
    "dev": "development",
    "mac": "macos",
    "tests": "test",
    "testing": "test",
    "local": "locally",
}


def wide(text: str) -> frozenset[str]:
    """The widening words of `text`, one for each family (`all`, `always`, `never`, `everywhere`)."""
    return frozenset(
        word for word in (_family(m.group("wide")) for m in _WIDE.finditer(text)) if word != "only"
    )


def narrow(text: str) -> frozenset[str]:
    """What narrows `text`: degree (`only`, `mostly`), place (`@staging`) and condition (`?if`)."""
    out = {_family(m.group("narrow")) for m in _NARROW.finditer(text)}
    if re.search(r"\bexclusively\b", text, re.IGNORECASE):
        out.add("only")
    for match in _WHERE.finditer(text):
        word = match.group("where") or match.group("mode")
        low = word.lower()
        if low.endswith(("-only", " only")):
            out.add("only")
            low = low[:-5]
        out.add("@" + _FAMILY.get(low, low))
    out.update("?" + m.group("cond").lower() for m in _IF.finditer(text))
    return frozenset(out)


def _family(word: str) -> str:
    low = word.lower()
    return _FAMILY.get(low, low)
