"""Marks of what was deleted: older statements about it never land again, by any path."""

from __future__ import annotations

from typing import Any

from aseptic.errors import TombstoneError
from aseptic.store import canonical
from aseptic.store.base import Entropy, NewRecord
from aseptic.store.sqlite.event_row import to_micros


def add_tombstone(
    db: Any,
    sql: dict[str, str],
    entropy: Entropy,
    tenant: str,
    kind: str,
    target: tuple[str, ...],
    changeset: int,
    requested_at: int,
) -> int:
    """Raise the tenant's generation and mark `target`; returns the new generation.

    Only a digest of the target is kept. One salt a tenant, so that it can be looked up.
    """
    raised: int = db.execute(sql["raise_generation"], (tenant,)).get
    salt = _salt(db, sql, tenant) or entropy(canonical.SALT_BYTES)
    values = (tenant, raised, kind, _digest(salt, target), salt, changeset, requested_at)
    db.execute(sql["add_tombstone"], values)
    return raised


def refuse_deleted(db: Any, sql: dict[str, str], new: NewRecord) -> None:
    """Raise where `new` was observed, or decided, before what it is about was deleted.

    A statement without a time cannot show that it is new, so it counts as old.

    Raises:
        TombstoneError: nothing is written.
    """
    scope = new.scope
    salt = _salt(db, sql, scope.tenant)
    if salt is None:
        return
    observed = to_micros(new.observed_at)
    place = (scope.subject, scope.project, scope.role, scope.namespace)
    targets: list[tuple[str, tuple[str, ...]]] = [("subject", (scope.subject,))]
    targets += [("record", (new.text, *place))]
    targets += [("purpose", (purpose,)) for purpose in scope.purposes]
    targets += [("key", (scope.namespace, new.key))] if new.key is not None else []
    targets += [("fact", (*place, new.fact_key))] if new.fact_key is not None else []
    for kind, target in targets:
        values = (scope.tenant, kind, _digest(salt, target))
        generation, requested = db.execute(sql["tombstone"], values).get
        if generation is None:
            continue
        late = new.generation is not None and new.generation < generation
        if late or observed is None or observed <= requested:
            raise TombstoneError(f"its {kind} was deleted after this was said")


def _salt(db: Any, sql: dict[str, str], tenant: str) -> bytes | None:
    found: bytes | None = db.execute(sql["tombstone_salt"], (tenant,)).get
    return found


def _digest(salt: bytes, target: tuple[str, ...]) -> bytes:
    return canonical.commitment(salt, canonical.encode(["aseptic.tombstone/1", *target]))
