"""Operators that change what a sentence does with its values."""

from __future__ import annotations

import random
import re

from bench.judge.mutate import verbs, words
from bench.judge.mutate.words import splice, swap_pair

_FLAGS = re.I
_PAST = "|".join(sorted(verbs.BY_PAST, key=len, reverse=True))
_THIRD = "|".join(sorted(verbs.BY_THIRD, key=len, reverse=True))
_BASE = "|".join(sorted(verbs.BASES, key=len, reverse=True))
_ADVERB = r"(?P<adv>(?:also|already|now|still|currently|always|then) )?"


def negation(text: str, rng: random.Random, avoid: str) -> str | None:
    """The opposite polarity of the first predicate."""
    return _undo_negation(text) or _negate(text)


def _undo_negation(text: str) -> str | None:
    """Drop the first negation; None where there is none that can be dropped in good English."""
    rules = (
        (r"\bdoes(?: not|n't) (?P<v>[a-z]+)", lambda m: verbs.third(m["v"])),
        (r"\bdid(?: not|n't) (?P<v>[a-z]+)", lambda m: verbs.past(m["v"])),
        (r"\bdo(?: not|n't) (?P<v>[a-z]+)", lambda m: m["v"]),
        (r"\b(?P<be>is|are|was|were|has|have|had|could|should|would|will|must)(?: not|n't)\b(?: yet)?", lambda m: m["be"]),
        (r"\bcan(?:not|'t| not)\b", lambda m: "can"),
        (r"\b(?P<h>has|have|had|shows|reports|with|contains|carries|found|finds|returned) no (?P<w>[a-z-]+)", lambda m: f"{m['h']} {_some(m['w'])}"),
        (r"\bwithout\b", lambda m: "with"),
        (r"\bnever\b", lambda m: "always"),
        (r"^No (?P<w>[a-z]+s)\b", lambda m: f"Some {m['w']}"),
        (r"\b(?P<be>is|are|was|were) no\b(?! longer)", lambda m: f"{m['be']} a" if m["be"] in ("is", "was") else m["be"]),
        (r"\bno longer\b", lambda m: "still"),
    )  # fmt: skip
    hits = [(m.start(), m, make) for rule, make in rules for m in [re.search(rule, text)] if m]
    if not hits:
        return None
    _, match, make = min(hits, key=lambda h: h[0])
    return splice(text, match, words.like(make(match), match.group()))


def _some(noun: str) -> str:
    mass = ("insurance", "output", "baggage", "luggage", "coverage", "content", "data", "access")
    if noun in mass or noun.endswith("ed"):
        return noun
    return noun if noun.endswith("s") else f"a {noun}"


def _negate(text: str) -> str | None:
    """Put a negation on the first predicate."""
    rules = (
        (rf"\b(?P<be>is|are|was|were|can|could|should|must|will|would) {_ADVERB}(?!not\b)", lambda m: _not(m)),
        (rf"\b(?P<be>has|have|had) {_ADVERB}(?=(?:been\b|{_PAST})\b)", lambda m: f"{m['be']} not "),
        (r"\bhas (?=a\b|an\b|the\b|[\d$]|[a-z]+\b)", lambda m: "does not have "),
        (r"(?<=s )have (?=a\b|an\b|the\b|\d|[a-z]+\b)", lambda m: "do not have "),
        (rf"(?<![\w-])(?P<v>{_THIRD})(?= [\w`\"'$]|[.,]|$)", lambda m: f"does not {verbs.BY_THIRD[m['v'].lower()]}"),
        (rf"(?<![\w-])(?<!\bis )(?<!\bare )(?<!\bwas )(?<!\bwere )(?<!\bbe )(?<!\bthe )(?<!\ba )(?P<v>{_PAST})(?= [\w`\"'$]|[.,]|$)", lambda m: f"did not {verbs.BY_PAST[m['v'].lower()]}"),
    )  # fmt: skip
    hits = [
        (m.start(), m, make) for rule, make in rules for m in [re.search(rule, text, _FLAGS)] if m
    ]
    if not hits:
        return None
    _, match, make = min(hits, key=lambda h: h[0])
    return splice(text, match, words.like(make(match), match.group()))


def _not(match: re.Match[str]) -> str:
    word = match["be"]
    return ("cannot " if word.lower() == "can" else f"{word} not ") + (
        match["adv"] or "" if match["adv"] and match["adv"].strip() != "already" else ""
    )


def state(text: str, rng: random.Random, avoid: str) -> str | None:
    """The opposite state."""
    return swap_pair(text, words.STATES, rng, "")


_COMPLETIONS = (
    (rf"\b(?:tried|attempted|wanted|planned|was going|was about|was asked|failed|hoped|intended|wants|plans|still needs|still has|asked) to (?P<v>{_BASE})\b", lambda m: verbs.past(m["v"])),
    (rf"\b(?:was|were) unable to (?P<v>{_BASE})\b", lambda m: verbs.past(m["v"])),
    (rf"\b(?:could not|couldn't) (?P<v>{_BASE})\b(?! be)", lambda m: verbs.past(m["v"])),
    (r"\b(?P<be>could not be|couldn't be)\b", lambda m: "was"),
    (r"\b(?:still |also )?(?:needs|need|remains|is|has yet|is yet|are yet|was|were) to be (?P<v>[a-z]+ed|written|done|run)\b", lambda m: f"was {m['v']}"),
    (r"\b(?:still )?(?:should|must|will) be (?P<v>[a-z]+ed|written|done|run)\b", lambda m: f"was {m['v']}"),
    (r"\bnot yet\b", lambda m: "already"),
    (r"\bin progress\b", lambda m: "completed"),
    (r"\bpending\b", lambda m: "completed"),
    (r"\bpartial\b", lambda m: "full"),
    (r"\bpartially\b", lambda m: "fully"),
    (r"^(?:TODO|To do)\b", lambda m: "Done"),
    (rf"\b(?:plan|task|goal|aim) (?:is|was) to (?P<v>{_BASE})\b", lambda m: f"agent {verbs.past(m['v'])}"),
)  # fmt: skip


def completion(text: str, rng: random.Random, avoid: str) -> str | None:
    """What was attempted, failed, planned or half done is told as done.

    False only where the log does not show that it was done later: the caller checks that.
    """
    for rule, make in _COMPLETIONS:
        match = re.search(rule, text, _FLAGS)
        if match:
            return splice(text, match, words.like(make(match), match.group()))
    return None


_SPEAKERS = (("user", "agent"), ("customer", "agent"), ("user", "assistant"), ("agent", "user"), ("assistant", "user"))  # fmt: skip
_SAYS = r"(?:said|says|asked|asks|wants|wanted|confirmed|confirms|requested|requests|stated|mentioned|told|reported|noted|prefers|preferred|insisted|explained|gave|provided|chose|approved|rejected|suggested|proposed|decided|agreed|declined)"  # fmt: skip


def speaker(text: str, rng: random.Random, avoid: str) -> str | None:
    """The words of one party put in another's mouth."""
    for old, new in _SPEAKERS:
        match = re.search(rf"\b(?P<who>{old})(?= (?:\w+ )?{_SAYS}\b)", text, _FLAGS)
        if match:
            return splice(text, match, words.like(new, match["who"]))
    match = re.search(
        r"\b(?:[Aa]ccording to|at the request of|by) the (?P<who>user|customer|agent|assistant)\b",
        text,
    )
    if match:
        new = "agent" if match["who"] in ("user", "customer") else "user"
        return splice(text, match, new, "who")
    match = re.search(rf"\b(?P<who>User|Agent)(?= {_SAYS}\b)", text)
    return splice(text, match, "Agent" if match["who"] == "User" else "User") if match else None


_QUALIFIERS = (
    r",? (?:unless|except|until|provided that|as long as|but only|only when|only if|only for|pending|subject to|as of|so far|with the exception of) [^.;,]*(?=[.;,]|$)",
    r",? (?:when|if|while|during) [^.;,]+(?=[.;,]|$)",
    r"\b(?:only|just|mostly|usually|partially|partly|provisionally|temporarily|sometimes|often|optionally|almost|nearly|primarily|mainly|initially|tentatively) (?=[a-z\d`])",
    r"\b(?:provisional|tentative|preliminary|temporary|draft|partial|estimated|exploratory|initial|candidate|unverified|proposed) (?=[a-z])",
    r"\b(?:at least|up to|at most|no more than|roughly) (?=\d|\w)",
    r",? (?:by default|in most cases|for now|in some cases|at first|where possible|on failure|with -short|in short mode)\b",
)


def qualifier(text: str, rng: random.Random, avoid: str) -> str | None:
    """The condition or caution is left out."""
    for rule in _QUALIFIERS:
        match = re.search(rule, text, _FLAGS)
        if match and match.start() > 0:
            made = re.sub(r" {2,}", " ", text[: match.start()] + text[match.end() :]).strip()
            if len(made) > 10 and not re.search(
                r"\b(?:or|and|even|not|only|but|than|,)[.;]?$", made
            ):
                return re.sub(r"\ba (?=[aeiou])", "an ", re.sub(r"\ban (?=[^aeiou\W])", "a ", made))
    return None


_SCOPES = (
    (r"\b(?i:some|several|many|most|a few|certain|a couple of)(?: of the)? (?=[a-z]+s\b)", "all "),
    (r"\b(?i:some|several|many|most) of (?=the|its|these)", "all of "),
    (r"\b(?:sometimes|often|usually|occasionally|rarely|typically|generally|in some cases)\b", "always"),
    (r"\b(?:one|\d+) of (?:the |its )?(?P<n>\d+|two|three|four|five|six) (?=[a-z]+s\b)", "all "),
    (r"\b[Rr]eservation `?[A-Z0-9]{6}`?", "every reservation on the account"),
    (r"\bflight `?HAT\d{3}`?", "every flight on that route"),
    (r"\b(?:the )?test `?Test\w+`?", "every test"),
    (r"\b(?:in|for|of) (?:the )?`?[\w/-]+`? package\b", "in every package"),
    (r"\bpackage `?[\w./-]+`?", "every package"),
    (r"\b(?:in|within|inside) `?(?:[\w.-]+/)*[\w-]+\.(?:go|py|md|json|sh|ts|toml|ya?ml)`?", "in every file"),
    (r"\b(?:the )?(?:file )?`?(?:[\w.-]+/)*[\w-]+\.(?:go|py|md|json|sh|ts|toml|ya?ml)`?(?= (?:is|was|has|holds|defines|contains))", "every file"),
    (r"\b(?:this|the) (?P<w>function|test|file|command|package|hook|method|handler|strategy|commit|branch|session|passenger|flight)(?=[ .,])(?! of)", None),
    (r"\b(?:for|with|in) (?:Claude Code|Claude|Gemini|OpenCode|Cursor|Codex)\b", "for every agent"),
    (r"\bon (?:macOS|Linux|Windows)\b", "on every platform"),
    (r"\b(?:in|across) (?:this|the) (?:repo|repository|project|codebase)\b", "in every repository"),
    (r"\b(?:in|on) (?:this|the) (?:current )?(?P<w>branch|session|worktree)\b", None),
    (r"\b(?:a|one) (?P<w>test|file|function|package|passenger|customer|commit|branch)\b", None),
)  # fmt: skip


def scope(text: str, rng: random.Random, avoid: str) -> str | None:
    """One case is told as every case."""
    for rule, new in _SCOPES:
        match = re.search(rule, text)
        if match:
            made = new if new is not None else _every(match)
            return splice(text, match, words.like(made, match.group()))
    return None


def _every(match: re.Match[str]) -> str:
    lead = match.group().split()[0].lower()
    return f"{lead} every {match['w']}" if lead in ("in", "on") else f"every {match['w']}"


_MODALS = (
    (r"\b(?:asked|wondered|asks) (?:whether|if) (?P<rest>[^?.]+)[?.]?", None),
    (r"\b(?:may|might|could|would|can) (?:also )?have been\b", "was"),
    (r"\b(?:may|might|could|would|should|can)(?P<adv> (?:also|still|potentially|possibly|never))? be\b", "BE"),
    (rf"\b(?:may|might|could|would|should|can)(?: (?:also|still|potentially|possibly))? (?P<v>{_BASE})\b", "VERB"),
    (rf"\b(?:appears|seems|is expected|is supposed|is likely|tends) to (?P<v>{_BASE})\b", "THIRD"),
    (r"\b(?:appears|seems|is expected|is supposed|is likely) to be\b", "is"),
    (r"\b(?:potential|possible|suspected|likely|apparent|hypothetical) (?=[a-z])", ""),
    (r"\b(?:potentially|possibly|probably|likely|apparently|perhaps|presumably) (?=[a-z])", ""),
    (rf"\b(?:plans?|wants?|wanted|planned|proposed|proposes|suggested|suggests|considered|considers|offered|would like) to (?P<v>{_BASE})\b", "PAST"),
    (r"\b(?:proposed|suggested|considered|discussed|recommended)\b(?= [a-z]+ing\b)", "finished"),
)  # fmt: skip


def modality(text: str, rng: random.Random, avoid: str) -> str | None:
    """A question, wish, plan or possibility is told as a fact."""
    for rule, new in _MODALS:
        match = re.search(rule, text, _FLAGS)
        if not match:
            continue
        if new is None:
            rest = match["rest"].strip()
            return rest[:1].upper() + rest[1:] + "."
        made = _as_fact(text, match, new)
        return re.sub(
            r"\ba (?=[aeiou])", "an ", splice(text, match, words.like(made, match.group()))
        )
    return None


def _as_fact(text: str, match: re.Match[str], how: str) -> str:
    before = text[: match.start()].rstrip().rpartition(" ")[2].lower()
    plural = bool(re.search(r"[^su]s$", before)) or before in ("they", "we", "you", "i", "and")
    if how == "BE":
        return "are" if plural else "is"
    if how == "VERB":
        return match["v"] if plural else verbs.third(match["v"])
    if how == "THIRD":
        return verbs.third(match["v"])
    return verbs.past(match["v"]) if how == "PAST" else how
