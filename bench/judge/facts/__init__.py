"""Structured facts taken from real session logs, each with the event and the quote that hold it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from aseptic.model.event import SessionEvent
from bench.judge.facts import files, shell, talk, tau, turns
from bench.judge.facts.fact import Fact
from bench.judge.facts.lasting import standing

Extract = Callable[[SessionEvent], Iterator[Fact]]
EXTRACTORS: tuple[Extract, ...] = (
    tau.facts,
    talk.facts,
    shell.facts,
    files.facts,
    turns.facts,
)


def collect(events: Sequence[SessionEvent]) -> list[Fact]:
    """The facts of one session that still hold at its end, in order.

    Of facts with the same key (a reservation's cabin, a package's test result) only the
    newest is kept: what was true in mid-session and was overtaken is no true note.
    """
    newest: dict[tuple[str, ...], Fact] = {}
    for event in events:
        if not event.is_evidence:
            continue
        for fact in _found(event):
            newest.pop(fact.key, None)
            newest[fact.key] = fact
    by_seq = {event.seq: at for at, event in enumerate(events)}
    stood = (standing(fact, events, by_seq) for fact in newest.values())
    return [fact for fact in stood if fact]


def _found(event: SessionEvent) -> Iterable[Fact]:
    for extract in EXTRACTORS:
        for fact in extract(event):
            if fact.quote not in event.text:
                raise ValueError(f"{event.ref}: {fact.kind} quotes what the event does not say")
            yield fact
