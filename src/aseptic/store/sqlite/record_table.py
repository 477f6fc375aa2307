"""Writing and reading records with their evidence and decisions."""

from __future__ import annotations

from typing import Any

from aseptic.errors import ConflictError, StoreError
from aseptic.model.event import Origin
from aseptic.model.evidence import Says
from aseptic.model.scope import Scope
from aseptic.model.verdict import Outcome
from aseptic.store import canonical
from aseptic.store.base import (
    Decision,
    Entropy,
    Link,
    NewLink,
    NewRecord,
    Record,
    Revision,
    Status,
)
from aseptic.store.sqlite.event_row import from_micros, to_micros

_SEARCHED = (Status.UNVERIFIED, Status.VERIFIED, Status.FROZEN)


class RecordWriter:
    """Puts records, inside one change."""

    def __init__(
        self,
        db: Any,
        sql: dict[str, str],
        entropy: Entropy,
        changeset: int,
        recorded_at: int,
        writer: str,
        operation: str | None,
    ) -> None:
        self._db = db
        self._sql = sql
        self._entropy = entropy
        self._changeset = changeset
        self._recorded_at = recorded_at
        self._writer = writer
        self._operation = operation

    def put(self, new: NewRecord, purposes: int) -> tuple[str, int, bytes]:
        """Store a note as version 1, unverified; returns id, version and commitment."""
        scope = new.scope
        record, version = "n-" + self._entropy(8).hex(), 1
        generation = self._db.execute(self._sql["generation"], (scope.tenant,)).get
        expires = to_micros(new.expires_at)
        self._db.execute(
            self._sql["add_record"],
            (
                record, scope.tenant, scope.subject, scope.project, scope.role, scope.namespace,
                purposes, new.key, new.fact_key, expires, generation,
            ),
        )  # fmt: skip
        committed = self._revision(record, version, new, Status.UNVERIFIED, expires)
        return record, version, committed

    def revise(self, record: str, expected: int, new: NewRecord) -> tuple[int, bytes]:
        """A new version with new text; its status is unverified again."""
        expires = to_micros(new.expires_at)
        self._advance(record, expected, Status.UNVERIFIED, expires)
        made = self._revision(record, expected + 1, new, Status.UNVERIFIED, expires)
        return expected + 1, made

    def mark(self, record: str, expected: int, status: Status) -> tuple[int, bytes]:
        """A new version with the text of the last and another status; out of the index."""
        old = list(self._db.execute(self._sql["revision_to_mark"], (record, expected)))
        if not old:
            raise ConflictError(f"{record} has no version {expected} that could be changed")
        observed, stated, policy, expires, text, value, source, *place = old[0]
        self._advance(record, expected, status, expires)
        new = NewRecord(
            text, Scope(*place), value=value, source=source, observed_at=from_micros(observed),
            stated=stated == "stated", policy=policy, trigger="status",
        )  # fmt: skip
        made = self._revision(record, expected + 1, new, status, expires)
        return expected + 1, made

    def purge(self, record: str) -> tuple[int, bytes]:
        """Content out of payloads, words, vectors, links and decisions; a last, empty version."""
        version = self._db.execute(self._sql["record_version"], (record,)).get
        self._advance(record, version, Status.DELETED, None)
        for name in (
            "purge_decision_evidence", "purge_links", "purge_decisions", "purge_vectors",
            "purge_revisions", "purge_keys",
        ):  # fmt: skip
            self._db.execute(self._sql[name], (record,))
        committed = canonical.commitment(self._entropy(canonical.SALT_BYTES), record.encode())
        self._db.execute(
            self._sql["add_revision"],
            (
                record, version + 1, self._changeset, None, self._recorded_at, self._writer,
                "delete", self._operation, "stated", "none/0", None, Status.DELETED.value, None,
                committed,
            ),
        )  # fmt: skip
        return version + 1, committed

    def _advance(self, record: str, expected: int, status: Status, expires: int | None) -> None:
        """Compare-and-set on the version; the words of the old version leave the index."""
        values = (expected + 1, status.value, expires, record, expected)
        if not list(self._db.execute(self._sql["advance_record"], values)):
            raise ConflictError(f"{record} is not at version {expected} any more")
        if list(self._db.execute(self._sql["words_indexed"], (record, expected))):
            self._db.execute(self._sql["drop_words"], (record, expected))

    def _revision(
        self, record: str, version: int, new: NewRecord, status: Status, expires: int | None
    ) -> bytes:
        scope = new.scope
        # Links and decisions first: the revision's commitment covers them.
        links = [self._link(record, version, link, scope.tenant) for link in new.links]
        for decision in new.decisions:
            self._decide(record, version, new.policy, decision, links)
        facts = (
            record, version, self._changeset, to_micros(new.observed_at), self._recorded_at,
            self._writer, new.trigger, self._operation, "stated" if new.stated else "inferred",
            new.policy, new.confidence, status.value, expires,
        )  # fmt: skip
        salt = self._entropy(canonical.SALT_BYTES)
        content = (new.text, new.value, new.source)
        committed = canonical.commitment(salt, revision_bytes(self._db, self._sql, facts, content))
        self._db.execute(self._sql["add_revision"], (*facts, committed))
        payload = (record, version, salt, *content)
        row = self._db.execute(self._sql["add_revision_payload"], payload).get
        if status in _SEARCHED:
            self._db.execute(self._sql["add_record_words"], (row, new.text, new.value))
        return committed

    def _link(self, record: str, version: int, link: NewLink, tenant: str) -> int:
        sessions = list(self._db.execute(self._sql["session"], (tenant, link.session)))
        rows = sessions and list(
            self._db.execute(self._sql["event_for_link"], (sessions[0][0], link.seq))
        )
        if not rows:
            raise StoreError(f"there is no event {link.session}#{link.seq} to cite")
        event, salt, text = rows[0]
        quote = text[link.start : link.end]
        digest = canonical.commitment(
            salt, canonical.encode(["aseptic.quote/1", link.start, link.end, quote])
        )
        values = (
            record, version, event, link.start, link.end, digest, link.speaker.value,
            link.stance.value, event,
        )  # fmt: skip
        return int(self._db.execute(self._sql["add_link"], values).get)

    def _decide(
        self, record: str, version: int, policy: str, decision: Any, links: list[int]
    ) -> None:
        values = (
            record, version, self._changeset, decision.code, decision.outcome.value, policy,
            self._recorded_at,
        )  # fmt: skip
        row = self._db.execute(self._sql["add_decision"], values).get
        self._db.execute(self._sql["add_decision_payload"], (row, decision.reason))
        for position in decision.links:
            self._db.execute(self._sql["add_decision_evidence"], (row, links[position]))


def revision_bytes(
    db: Any, sql: dict[str, str], facts: tuple[Any, ...], content: tuple[str | None, ...]
) -> bytes:
    """The canonical form of a revision: its columns, its content, its evidence, its decisions.

    Args:
        facts: the columns of `revision` before `commitment`, in order.
        content: text, value and source.
    """
    key = facts[:2]
    links = [
        [event, start, end, digest.hex(), *rest]
        for event, start, end, digest, *rest in db.execute(sql["link_facts"], key)
    ]
    decisions = [list(row) for row in db.execute(sql["decision_facts"], key)]
    return canonical.encode(["aseptic.revision/1", facts, content, links, decisions])


def read_record(db: Any, sql: dict[str, str], name: str, tenant: str) -> Record | None:
    """The record with this id or key, and all its revisions."""
    import msgspec

    rows = list(db.execute(sql["record"], (tenant, name)))
    if not rows:
        return None
    (
        record,
        kind,
        own,
        subject,
        project,
        role,
        namespace,
        names,
        status,
        version,
        key,
        fact_key,
        expires,
        reviewed,
        loads,
    ) = rows[0]
    purposes = frozenset(msgspec.json.decode(names, type=list[str]))
    revisions = tuple(
        _revision(db, sql, record, row)
        for row in db.execute(sql["revisions"], (record,)).fetchall()
    )
    return Record(
        id=record,
        kind=kind,
        scope=Scope(own, subject, project, role, namespace, purposes),
        status=Status(status),
        version=version,
        key=key,
        fact_key=fact_key,
        expires_at=from_micros(expires),
        reviewed_at=from_micros(reviewed),
        load_count=loads,
        revisions=revisions,
    )


def _revision(db: Any, sql: dict[str, str], record: str, row: tuple[Any, ...]) -> Revision:
    (version, changeset, hashed, writer, trigger, operation, recorded, observed) = row[:8]
    (stated, policy, confidence, status, text, source) = row[8:]
    links = tuple(
        Link(session, seq, quote, Origin(speaker), Says(stance), root, file, line)
        for session, seq, quote, speaker, stance, root, file, line in db.execute(
            sql["links"], (record, version)
        )
    )
    decisions = tuple(
        Decision(code, Outcome(outcome), reason, _time(at))
        for code, outcome, reason, at in db.execute(sql["decisions"], (record, version))
    )
    return Revision(
        version=version,
        changeset=changeset,
        changeset_hash=hashed.hex(),
        writer=writer,
        trigger=trigger,
        operation=operation,
        recorded_at=_time(recorded),
        observed_at=from_micros(observed),
        stated=stated == "stated",
        policy=policy,
        confidence=confidence,
        status=Status(status),
        text=text,
        source=source,
        links=links,
        decisions=decisions,
    )


def _time(value: int) -> Any:
    return from_micros(value)
