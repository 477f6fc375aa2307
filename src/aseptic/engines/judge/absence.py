"""Values of a claim that stand nowhere in the log.

People copy identifiers, they do not paraphrase them: of 460 identifiers in true
summaries one was not in the log. So one that is nowhere makes the claim fail; where
the log, speaking of the rest of the claim, names another that is much alike, that one
contradicts it. Names that are not alike are no contradiction, whatever the log says of the
rest: a project holds more than its logs show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from aseptic.engines.judge.alignment import Match
from aseptic.engines.judge.asked import Asked
from aseptic.engines.judge.opinion import Opinion
from aseptic.language.values import Value
from aseptic.model.evidence import Passage
from aseptic.model.verdict import Label

ALIKE = 0.6
"""Share of letters that two names must have in common, from their ends, to be rivals."""
REST = 0.45
"""Share of the rest of the claim that a window must hold for its names to be rivals."""


def nowhere(asked: Asked, passages: Sequence[Passage], found: Sequence[Match]) -> Opinion | None:
    """What to think of the first exact value that no passage holds; None when all are held."""
    for value in asked.values:
        pattern = f"{value.text}*" in asked.text  # `fmt.Fprint*` names a family, not a function
        if pattern or not _must_stand(value) or _stands(value, passages):
            continue
        rival = _rival(asked, value, found)
        if rival is not None:
            match, text = rival
            return Opinion(
                Label.CONTRADICTED,
                f"the log knows no {value.text!r}; where it speaks of this it names {text!r}",
                match.passage.event,
                match.best.text,
                value=text,
            )
        best = found[0] if found else None
        return Opinion(
            Label.UNSUPPORTED,
            f"{value.text!r} stands nowhere in the log",
            best.passage.event if best else None,
            best.best.text if best else "",
        )
    return None


def _must_stand(value: Value) -> bool:
    """Whether a value is of a kind that is copied letter by letter."""
    text = value.text.rstrip("()")
    if value.kind == "name":
        return len(text) >= 6 and "->" not in text and not re.fullmatch(r"[A-Za-z]+\d{1,2}", text)
    if value.kind in ("path", "place"):
        # A/B is an alternative as often as a path; a file has an ending.
        return bool(re.search(r"[\w-]\.\w{1,5}(?::\d|$)", text))
    if value.kind == "issue":
        return len(re.sub(r"\D", "", text)) >= 2
    if value.kind == "hash":
        return True
    return value.kind == "url"


def _stands(value: Value, passages: Sequence[Passage]) -> bool:
    text = value.text.rstrip("()").lower()
    if value.kind in ("path", "place"):
        return _path_stands(text.split(":")[0].lstrip("./~").rstrip("/"), passages)
    if value.kind == "issue":
        pattern = re.compile(rf"(?<!\d){re.escape(text.lstrip('#'))}(?!\d)")
    else:
        pattern = re.compile(rf"(?<![\w]){re.escape(text)}(?![\w])")
    tail = re.compile(rf"(?<![\w]){re.escape(text.rsplit('.', 1)[-1])}(?![\w])")
    loose = value.kind == "name" and "." in text
    return any(
        pattern.search(low) or (loose and tail.search(low)) for low in _lower_parts(passages)
    )


def _path_stands(text: str, passages: Sequence[Passage]) -> bool:
    """Whether the file is named: in full, by its end, or bare and in no other folder."""
    name = text.rsplit("/", 1)[-1]
    folder = text.rsplit("/", 2)[-2] if "/" in text else ""
    pattern = re.compile(rf"(?:([\w.@+-]+)/)?(?<![\w.-]){re.escape(name)}(?![\w-])")
    bare = elsewhere = False
    for low in _lower_parts(passages):
        for match in pattern.finditer(low):
            above = match.group(1)
            if not folder or above == folder:
                return True
            bare = bare or above is None
            elsewhere = elsewhere or above is not None
    return bare and not elsewhere


def _lower_parts(passages: Sequence[Passage]) -> Iterator[str]:
    for passage in passages:
        if passage.event.is_evidence:
            for part in _parts(passage):
                yield part.lower()


def _parts(passage: Passage) -> list[str]:
    event = passage.event
    parts = [event.text, event.path or "", event.command or ""]
    if passage.call is not None:
        parts.append(passage.call.text)
    return parts


def _rival(asked: Asked, value: Value, found: Sequence[Match]) -> tuple[Match, str] | None:
    """The name most alike that stands where the log speaks of the rest of the claim."""
    ours = {v.norm for v in asked.values}
    best: tuple[float, Match, str] | None = None
    for match in found:
        if _rest(asked, value, match) < REST:
            continue
        for statement in match.statements:
            for other in statement.values:
                if other.kind != value.kind or other.norm in ours:
                    continue
                score = alike(value.text, other.text)
                if score >= ALIKE and (best is None or score > best[0]):
                    best = (score, match, other.text)
    return None if best is None else (best[1], best[2])


def _rest(asked: Asked, value: Value, match: Match) -> float:
    missing = {term.at for term in match.missing}
    total = sum(t.weight for t in asked.terms if t.at != value.at)
    got = sum(t.weight for t in asked.terms if t.at != value.at and t.at not in missing)
    return got / total if total else 0.0


def alike(one: str, two: str) -> float:
    """Share of letters that two names have in common at their beginning and end."""
    a, b = one.rstrip("()").lower(), two.rstrip("()").lower()
    if a == b:
        return 1.0
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    return (head + tail) / max(len(a), len(b))
