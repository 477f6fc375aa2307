"""Just enough English verb forms to turn a sentence round."""

from __future__ import annotations

import re

_IRREGULAR = {
    "be": "was", "begin": "began", "break": "broke", "bring": "brought", "build": "built",
    "buy": "bought", "catch": "caught", "choose": "chose", "come": "came", "cut": "cut",
    "do": "did", "draw": "drew", "fall": "fell", "find": "found", "get": "got", "give": "gave",
    "go": "went", "have": "had", "hide": "hid", "hold": "held", "keep": "kept", "know": "knew",
    "leave": "left", "let": "let", "lose": "lost", "make": "made", "mean": "meant",
    "overwrite": "overwrote", "pay": "paid", "put": "put", "read": "read", "rebuild": "rebuilt",
    "rerun": "reran", "reset": "reset", "rewrite": "rewrote", "run": "ran", "say": "said",
    "see": "saw", "send": "sent", "set": "set", "show": "showed", "split": "split",
    "take": "took", "think": "thought", "understand": "understood", "write": "wrote",
    "undo": "undid", "rebase": "rebased", "fly": "flew", "tell": "told", "spend": "spent",
}  # fmt: skip
_DOUBLED = ("stop", "drop", "skip", "map", "plan", "swap", "commit", "ship", "refer", "submit", "wrap", "strip", "flag", "log", "debug", "tag", "trim", "squash!", "transfer", "step")  # fmt: skip
_PARTICIPLES = {"wrote": "written", "rewrote": "rewritten", "overwrote": "overwritten", "did": "done", "took": "taken", "ran": "run", "saw": "seen", "gave": "given", "broke": "broken", "chose": "chosen", "knew": "known", "undid": "undone", "began": "begun"}  # fmt: skip
STEMS = (
    "abort", "accept", "access", "achieve", "add", "address", "adjust", "allow", "analyze",
    "answer", "append", "apply", "approve", "arrive", "ask", "assign", "avoid", "block", "book",
    "bump", "cache", "call", "cancel", "capture", "cause", "change", "check", "clarify", "clean",
    "clear", "close", "collect", "combine", "compare", "compile", "complete", "compute",
    "configure", "confirm", "consolidate", "contain", "convert", "copy", "count", "cover",
    "create", "decide", "default", "define", "delete", "depart", "depend", "detect", "determine",
    "disable", "discover", "display", "document", "edit", "eliminate", "enable", "encounter",
    "end", "ensure", "enter", "execute", "exist", "exit", "expand", "expect", "explain",
    "export", "expose", "extend", "extract", "fail", "fetch", "filter", "finish", "fix",
    "force", "format", "generate", "guard", "handle", "identify", "ignore", "implement",
    "import", "improve", "include", "increase", "inherit", "initialize", "inline", "install",
    "introduce", "investigate", "keep", "lack", "list", "load", "locate", "mark", "match",
    "merge", "migrate", "miss", "modify", "move", "need", "normalize", "note", "occur", "offer",
    "omit", "open", "optimize", "order", "parse", "pass", "perform", "persist", "point",
    "prefer", "prepare", "preserve", "prevent", "print", "process", "produce", "propagate",
    "propose", "provide", "push", "query", "reach", "receive", "record", "redirect", "reduce",
    "refactor", "reflect", "refund", "refuse", "reject", "release", "rely", "remain",
    "remember", "remove", "rename", "replace", "report", "request", "require", "research",
    "resolve", "respond", "restore", "resume", "return", "reuse", "reveal", "revert", "review",
    "rewind", "run", "save", "scan", "search", "share", "sign", "simplify", "sort", "start",
    "state", "store", "succeed", "suggest", "support", "switch", "sync", "test", "throw",
    "trace", "track", "trigger", "truncate", "try", "update", "upgrade", "use", "validate",
    "verify", "wait", "want", "warn", "work",
)  # fmt: skip


def past(verb: str) -> str:
    """The past tense of a base form."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb in _DOUBLED:
        return verb + verb[-1] + "ed"
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + "ed"


def participle(verb: str) -> str:
    """The past participle of a base form."""
    return _PARTICIPLES.get(past(verb), past(verb))


def third(verb: str) -> str:
    """The third person singular of a base form."""
    if verb in ("be", "have", "do", "go"):
        return {"be": "is", "have": "has", "do": "does", "go": "goes"}[verb]
    if re.search(r"(?:s|x|z|ch|sh)$", verb):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


BASES = frozenset(STEMS) | frozenset(_IRREGULAR) | frozenset(v for v in _DOUBLED if v.isalpha())
BY_PAST = {past(v): v for v in BASES if v not in ("be", "have", "do", "read", "cut", "put", "set", "let", "reset", "split")}  # fmt: skip
BY_THIRD = {third(v): v for v in BASES if v not in ("be", "have", "do")}
