"""Values in the text of turns: codes, amounts, dates, places, names, wordings."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December"
ROOMS = "booth|bay|suite|room|hall|carrel|classroom|locker|desk|pod|annex|commons|studio"

PATTERNS = {
    "credential": r"\b[a-z]{2,4}_[a-z]+(?:_(?:TMP|ACT))?_[0-9A-Z]{4}(?:-[0-9A-Z]{4}){1,2}\b"
    r"|\bbh_temp_\d+\b|\b(?:\d[A-Z]\d[A-Z]|\d[A-Z]{2}\d)-[A-Z]\d[A-Z]{2}\b|\b(?!BH-)[A-Z]{2,4}-\d{3,5}\b",
    "bridge": r"\b(?:[a-z]+-)*bridge-(?:[a-z]+-)?\d+\b",
    "amount": r"\b\d{1,3}(?:,\d{3})+(?: USD)?\b|\b\d+ USD\b",
    "percent": r"\b\d{1,2}%",
    "date": rf"\b(?:{MONTHS}) \d{{1,2}}\b(?:, \d{{4}})?",
    "place": rf"\b(?:[A-Z][a-z]+ )*(?:{ROOMS.title()}),? (?:(?:{ROOMS}) )?\d{{1,4}}\b"
    rf"|\b(?:{ROOMS}) \d{{1,4}}\b|\bBH-\d+\b",
    "wording": r"\brestricted [\w-]+(?: [\w-]+){1,4} pending (?:[\w-]+ ){1,5}?"
    r"(?:memo|note|packet|matrix|signature|confirmation|worksheet|map|verification|addendum|attestation|revote)\b",
}
NAMED = (
    r"exact (?:external |outside |host )*(?:sponsor|customer|partner|account|institution|company)\b[^.=']{0,50}? is "
    r"((?:[A-Z][\w&-]+ ?){1,4})",
    r"Project \w+ (?:=|corresponds to|is mapped to) ((?:[A-Z][\w&-]+ ?){1,4})",
    r"(?:maps? to|mapping is(?: now)?|host is now) ((?:[A-Z][\w&-]+ ?){2,4})",
    r"((?:[A-Z][\w&-]+ ){2,4})is the current exact mapping",
    r"(?:customer|account|client)(?: reference| name)? is ((?:[A-Z][\w&-]+ ?){2,4})",
)
QUOTED = r"(?<!\w)(?:'|\"|“)([^'\"“”=]{4,140}?)[,.]?(?:'|\"|”)(?!\w)"
RELEASED = (
    r"(?:release|family)[^.;']{0,60}? (?:wording|scope|release)(?: status)? (?:now |still |just )?"
    r"(?:is|are|remains|uses|:|is now|stays|narrowed to|now uses|at)(?: now| still| approved)?:? "
    r"([a-z][\w-]+(?:[ ,]+(?:and )?[\w-]+){1,14})"
)
SCHEDULING = re.compile(
    r"\b(?:timing|dates?|schedule|scheduling|logistics|summary|callback|check-in|updates)\b"
)
AFTER_RELEASE = r" (?:for|at|until|even|rather|while|with|and (?:is|does|not|keep|has|no|the)) |, (?:not|even|and (?:not|no|broader))"


@dataclass(frozen=True, slots=True)
class Fact:
    """A value at a place of a turn."""

    kind: str
    start: int
    end: int
    key: str
    """Normalized: the same for every way the value is written. Never stored, only its digest."""

    def digest(self, episode: str) -> str:
        """Twelve hex digits that stand for the value in the label files."""
        return digest(episode, self.kind, self.key)


def digest(episode: str, kind: str, key: str) -> str:
    """The digest of a value, of one episode only."""
    return hashlib.sha256(f"{episode}|{kind}|{key}".encode()).hexdigest()[:12]


def key_of(kind: str, text: str) -> str:
    """One key for the ways in which a value is written (`3,120`, `3,120 USD`)."""
    if kind == "amount":
        return re.sub(r"\D", "", text)
    if kind == "date":
        return " ".join(text.replace(",", "").split()[:2]).lower()
    if kind == "place":
        words = text.replace(",", "").lower().split()
        return ("commons " if "commons" in words[:-2] else "") + " ".join(words[-2:])
    if kind == "credential":
        return text.rsplit("_", 1)[-1]
    if kind == "release":
        return re.sub(r"(?: only)*(?: (?:through|for|at|until) .*)?$", "", text.lower()).strip()
    return text.strip().lower()


def names_in(texts: Sequence[str]) -> dict[str, str]:
    """Values of an episode that only their introduction shows: text -> kind."""
    found: dict[str, str] = {}
    for text in texts:
        for pattern in NAMED:
            for match in re.finditer(pattern, text):
                found[match[1].strip()] = "partner"
        for match in re.finditer(QUOTED, text):
            kind = _kind_of_quote(text[: match.start()][-110:], match[1])
            if kind and not any(re.fullmatch(p, match[1]) for p in PATTERNS.values()):
                found.setdefault(match[1].strip(), kind)
        for match in re.finditer(RELEASED, text):
            value = re.sub(
                r"^(?:temporarily )?(?:limited|narrowed|tightened|widened) to ", "", match[1]
            )
            value = re.split(AFTER_RELEASE, value)[0]
            if SCHEDULING.search(value) and not value.startswith(("the ", "narrow and")):
                found.setdefault(value, "release")
    return found


def _kind_of_quote(before: str, value: str) -> str | None:
    low = before.lower()
    if value.startswith("restricted "):
        return "wording"
    if SCHEDULING.search(value) and "release" in before.lower():
        return "release"
    if value.startswith("just ") or value.endswith("signature"):
        return None
    cues = {
        "release": max(low.rfind("release"), low.rfind("family wording"), low.rfind("family-")),
        "wording": max(low.rfind(w) for w in ("exact", "internal", "restricted", "mapping")),
        "label": max(
            low.rfind(w)
            for w in ("safe", "broad", "title", "phrase", "label", "use only", "should say")
        ),
    }
    kind, at = max(cues.items(), key=lambda item: item[1])
    if at < 0:
        return None
    return {"wording": "wording", "label": "label", "release": "release"}[kind]


def facts_in(text: str, names: dict[str, str]) -> list[Fact]:
    """Every value of a text, longest first where they overlap."""
    spans: list[Fact] = []
    for name, kind in names.items():
        core = re.sub(r"(?: only)?(?: through .*)?$", "", name) if kind == "release" else name
        tail = (
            rf"(?: only)?(?: through (?:{MONTHS}) \d+(?:, \d{{4}})?)?" if kind == "release" else ""
        )
        for match in re.finditer(re.escape(core) + tail, text, re.IGNORECASE):
            spans.append(Fact(kind, match.start(), match.end(), key_of(kind, core)))
    for kind, pattern in PATTERNS.items():
        for match in re.finditer(pattern, text):
            spans.append(Fact(kind, match.start(), match.end(), key_of(kind, match[0])))
    return sorted(_apart(spans), key=lambda fact: fact.start)


def _apart(facts: Iterable[Fact]) -> Iterator[Fact]:
    taken: list[Fact] = []
    for fact in sorted(facts, key=lambda f: (f.start - f.end, f.start)):
        if all(fact.end <= t.start or fact.start >= t.end for t in taken):
            taken.append(fact)
            yield fact
