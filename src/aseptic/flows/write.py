"""Candidate -> note: a note with citations, each checked to be there and to be whom it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from aseptic.errors import StoreError, UsageError
from aseptic.model.evidence import Says
from aseptic.model.note import Citation
from aseptic.model.scope import Scope
from aseptic.model.verdict import Outcome
from aseptic.store.base import Applied, NewDecision, NewLink, NewRecord, Store

VERBATIM = "W101"
"""The quote stands in the event, character for character."""
SPEAKER = "W102"
"""The quote is from whom the note says."""
POLICY = "citations/1"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What asks to be remembered."""

    text: str
    citations: tuple[Citation, ...] = ()
    source: str | None = None
    key: str | None = None
    fact_key: str | None = None
    value: str | None = None
    expires_at: datetime | None = None
    stated: bool = True


class CitationError(UsageError):
    """A citation does not hold: nothing was stored."""


def write_note(
    store: Store,
    candidate: Candidate,
    *,
    scope: Scope,
    writer: str,
    operation: str | None = None,
    trigger: str = "command",
) -> Applied:
    """Store a candidate as an unverified note, in one changeset.

    The same operation id a second time changes nothing and gives the first answer.

    Raises:
        CitationError: an event is not there, is no evidence, does not hold the quote, or
            is from somebody else.
        StoreError: the operation id, or the key, is in use for something else.
    """
    if not candidate.text.strip():
        raise UsageError("an empty note")
    if operation is not None and (before := store.applied(operation, tenant=scope.tenant)):
        return _same(store, before, candidate, operation, scope)
    if candidate.key is not None and store.record(candidate.key, tenant=scope.tenant):
        raise StoreError(f"there is a note with the key {candidate.key!r} already")
    links, decisions = _check(store, candidate.citations, scope)
    new = NewRecord(
        text=candidate.text,
        scope=scope,
        links=links,
        decisions=decisions,
        key=candidate.key,
        fact_key=candidate.fact_key,
        value=candidate.value,
        source=candidate.source,
        observed_at=_observed(store, links, scope),
        expires_at=candidate.expires_at,
        trigger=trigger,
        stated=candidate.stated,
        policy=POLICY,
        confidence=1.0 if links else None,
    )
    with store.change("note", writer=writer, tenant=scope.tenant, operation=operation) as change:
        record, version = change.put(new)
        changeset = change.id
    return Applied(record, version, changeset)


def _same(
    store: Store, before: Applied, candidate: Candidate, operation: str, scope: Scope
) -> Applied:
    record = store.record(before.record, tenant=scope.tenant)
    first = record.revisions[0] if record else None
    cited = [(link.session, link.seq, link.quote) for link in first.links] if first else []
    asked = [(c.session, c.seq, c.quote) for c in candidate.citations]
    if first and first.text is not None and (first.text, cited) != (candidate.text, asked):
        raise StoreError(
            f"operation {operation} was applied before, with another note",
            hint="use a new operation id for a new note",
        )
    return before


def _check(
    store: Store, citations: Sequence[Citation], scope: Scope
) -> tuple[tuple[NewLink, ...], tuple[NewDecision, ...]]:
    links: list[NewLink] = []
    decisions: list[NewDecision] = []
    for position, citation in enumerate(citations):
        link = _locate(store, citation, scope)
        links.append(link)
        seen = (position,)
        decisions.append(NewDecision(VERBATIM, Outcome.PASS, "the event holds the quote", seen))
        said = f"the quote is from the {link.speaker.value}"
        decisions.append(NewDecision(SPEAKER, Outcome.PASS, said, seen))
    return tuple(links), tuple(decisions)


def _locate(store: Store, citation: Citation, scope: Scope) -> NewLink:
    ref = f"{citation.session}#{citation.seq}"
    event = store.event(citation.session, citation.seq, tenant=scope.tenant)
    if event is None:
        raise CitationError(
            f"the store holds no event {ref}",
            hint="`aseptic log list` names the sessions; `aseptic log import` brings in more",
        )
    if not event.is_evidence:
        raise CitationError(
            f"{ref} has the origin {event.origin.value}, which is never evidence",
            hint="cite what the user or a tool said, not what memory or a summary says",
        )
    if not citation.quote.strip():
        raise CitationError(f"{ref}: an empty quote proves nothing")
    start = event.text.find(citation.quote)
    if start < 0:
        raise CitationError(
            f"{ref} does not hold this quote, character for character",
            hint=f"`aseptic log show {ref}` prints what it holds",
        )
    if citation.speaker is not None and citation.speaker is not event.origin:
        raise CitationError(
            f"{ref} is from the {event.origin.value}, not from the {citation.speaker.value}"
        )
    # A fork shares its beginning with its parent: the link goes to where the event stands.
    end = start + len(citation.quote)
    return NewLink(event.session, event.seq, start, end, event.origin, Says.SUPPORTS)


def _observed(store: Store, links: Sequence[NewLink], scope: Scope) -> datetime | None:
    """When the newest cited event happened."""
    events = (store.event(link.session, link.seq, tenant=scope.tenant) for link in links)
    return max((e.time for e in events if e is not None and e.time is not None), default=None)
