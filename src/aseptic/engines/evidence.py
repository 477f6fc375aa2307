"""The search for evidence: which events a claim is judged against.

Cited events first. Else full-text search for what is rare in the claim, the events
about the files that it names, calls with their results, and the turns around a hit.
Each exact value of the claim (path, identifier, number, hash) is looked up by itself,
so that a judge may take a value which is in no passage to be in no event.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from aseptic.engines.base import Embedder
from aseptic.engines.judge.asked import probes
from aseptic.engines.judge.outcomes import claimed_run
from aseptic.engines.judge.runs import run_of
from aseptic.language.tokens import content, tokens
from aseptic.language.values import Value, values
from aseptic.model.event import EventKind, Origin, SessionEvent
from aseptic.model.evidence import Passage
from aseptic.model.log import LogView
from aseptic.model.note import Claim

HITS = 40
"""Events asked of one search. More changes nothing that is kept on real logs."""
VALUE_HITS = 6
FILE_HITS = 12
SURROUND = 2
"""Neighbours handed along on each side."""
RUN_SESSIONS = 3
RUN_REACH = 600
"""Events from the end of a session in which its last test run is looked for."""
RUNS = 3
LAST_SEQ = 2**31
_STANDING = {
    EventKind.RESULT: 1.15,
    EventKind.MESSAGE: 1.0,
    EventKind.CALL: 0.9,
    EventKind.THINKING: 0.7,
}
_MAX_TEXT = 120_000
_EXACT = frozenset({"path", "place", "name", "url", "issue", "hash", "version", "flag", "number"})
_CODE_SPAN = re.compile(r"`([^`\n]{2,80})`")


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What to look for, by how it is looked for."""

    stems: tuple[tuple[str, ...], ...]
    words: tuple[str, ...]
    exact: tuple[str, ...]
    paths: tuple[str, ...]


def gather(
    claim: Claim, log: LogView, *, limit: int, embedder: Embedder | None = None
) -> list[Passage]:
    """Passages for a claim, best first; at most `limit` beside the cited ones.

    Only events that may be evidence are returned, except a cited one, so that the
    judge can say why it does not count.
    """
    cited = _cited(claim, log)
    if cited:
        return cited + _later(claim, log, cited, limit)
    wanted = _wanted(claim)
    pool = _pool(wanted, log)
    ranked = _rank(pool.values(), wanted)
    if embedder is not None and ranked:
        ranked = _rerank(claim, ranked, embedder)
    kept = _spread(ranked, wanted, limit)
    have = {(event.session, event.seq) for event, _ in kept}
    kept += [(e, 0.0) for e in _last_runs(claim, log) if (e.session, e.seq) not in have]
    return [_passage(event, log, score) for event, score in kept]


def _last_runs(claim: Claim, log: LogView) -> list[SessionEvent]:
    """For a claim on tests, lint or a build: the newest runs of that kind."""
    said = claimed_run(claim.text)
    if said is None:
        return []
    for session in reversed(log.sessions()[-RUN_SESSIONS:]):
        tail = log.around(session, LAST_SEQ, before=RUN_REACH, after=0)
        runs = [run for run in map(run_of, tail) if run is not None and run.what == said[0]]
        if runs:
            return [run.event for run in runs[-RUNS:]]
    return []


def _cited(claim: Claim, log: LogView) -> list[Passage]:
    out = []
    for citation in claim.citations:
        event = log.event(citation.session, citation.seq)
        if event is None:
            continue
        out.append(
            replace(
                _passage(event, log, 1.0),
                cited=True,
                quote=citation.quote,
                speaker=citation.speaker,
            )
        )
    return out


def _later(claim: Claim, log: LogView, cited: Sequence[Passage], limit: int) -> list[Passage]:
    """What happened after the cited events: a state may have changed since."""
    last = cited[-1].event
    wanted = _wanted(claim)
    hits = log.search([*wanted.exact, *wanted.words], limit=HITS, session=last.session)
    events = {e.seq: e for e, _ in hits if e.seq > last.seq and e.kind is EventKind.RESULT}
    ranked = _rank(events.values(), wanted)[: max(limit // 3, 1)]
    return [_passage(event, log, score) for event, score in ranked]


def _wanted(claim: Claim) -> _Wanted:
    found = tokens(claim.text)
    held = values(found)
    exact = [_query(value) for value in held if value.kind in _EXACT and _is_rare(value)]
    exact += [span for span in _CODE_SPAN.findall(claim.text) if not any(span == e for e in exact)]
    paths = [v.norm.split(":")[0] for v in held if v.kind in ("path", "place")]
    words = [t for t in content(found) if t.kind == "word"]
    return _Wanted(
        stems=tuple(dict.fromkeys(p for t in content(found) if (p := probes(t.stem, t.text)))),
        words=tuple(dict.fromkeys(t.text.lower() for t in words)),
        exact=tuple(dict.fromkeys(exact)),
        paths=tuple(dict.fromkeys(paths)),
    )


def _query(value: Value) -> str:
    if value.kind == "place":
        return value.text.split(":")[0]
    if value.kind == "name":
        return value.text.rstrip("()")
    return value.text


def _is_rare(value: Value) -> bool:
    return value.kind != "number" or len(re.sub(r"\D", "", value.text)) >= 3


def _pool(wanted: _Wanted, log: LogView) -> dict[tuple[str, int], SessionEvent]:
    pool: dict[tuple[str, int], SessionEvent] = {}

    def put(events: Iterable[SessionEvent]) -> None:
        for event in events:
            if event.is_evidence:
                pool.setdefault((event.session, event.seq), event)

    put(event for event, _ in log.search([*wanted.exact, *wanted.words], limit=HITS))
    for value in wanted.exact[:8]:
        put(event for event, _ in log.search([value], limit=VALUE_HITS))
    for path in wanted.paths[:4]:
        put(log.touching(path, limit=FILE_HITS))
    return pool


def _rank(events: Iterable[SessionEvent], wanted: _Wanted) -> list[tuple[SessionEvent, float]]:
    scored = [(event, _score(event, wanted)) for event in events]
    scored.sort(key=lambda pair: (-pair[1], pair[0].session, -pair[0].seq))
    return scored


def _score(event: SessionEvent, wanted: _Wanted) -> float:
    """Share of the claim's stems that the event holds; exact values count thrice."""
    low = event.text[:_MAX_TEXT].lower()
    if event.path:
        low += "\n" + event.path.lower()
    hit = sum(1.0 for forms in wanted.stems if any(form in low for form in forms))
    hit += sum(2.0 for value in wanted.exact if value.lower() in low)
    total = len(wanted.stems) + 2.0 * len(wanted.exact) or 1.0
    # A long event holds many words by chance.
    length = 1.0 + min(len(low) / 40_000, 1.0) * 0.25
    standing = _STANDING[event.kind]
    if event.origin is Origin.USER:
        standing = 1.1
    return hit / total * standing / length


def _spread(
    ranked: Sequence[tuple[SessionEvent, float]], wanted: _Wanted, limit: int
) -> list[tuple[SessionEvent, float]]:
    """The best, and for each exact value the best event that holds it."""
    kept = list(ranked[:limit])
    have = {(e.session, e.seq) for e, _ in kept}
    for value in wanted.exact:
        low = value.lower()
        if any(low in e.text.lower() for e, _ in kept):
            continue
        for event, score in ranked[limit:]:
            if low in event.text[:_MAX_TEXT].lower() and (event.session, event.seq) not in have:
                kept.append((event, score))
                have.add((event.session, event.seq))
                break
    return kept


def _rerank(
    claim: Claim, ranked: list[tuple[SessionEvent, float]], embedder: Embedder
) -> list[tuple[SessionEvent, float]]:
    """Mix the lexical score with the likeness of meaning; an embedding decides nothing."""
    head = ranked[:HITS]
    rows = embedder.embed([claim.text, *(event.text[:2_000] for event, _ in head)])
    mixed = [
        (event, 0.7 * score + 0.3 * float(rows[0] @ rows[n + 1]))
        for n, (event, score) in enumerate(head)
    ]
    mixed.sort(key=lambda pair: (-pair[1], pair[0].session, -pair[0].seq))
    return mixed + ranked[HITS:]


def _passage(event: SessionEvent, log: LogView, score: float) -> Passage:
    around = log.around(event.session, event.seq, before=SURROUND, after=SURROUND)
    call = None
    if event.kind is EventKind.RESULT and event.call is not None:
        call = next(
            (e for e in log.joined(event.session, event.call) if e.kind is EventKind.CALL), None
        )
    return Passage(
        event=event,
        call=call,
        before=tuple(e for e in around if e.seq < event.seq),
        after=tuple(e for e in around if e.seq > event.seq),
        score=score,
    )
