"""Deletion in the store: a tombstone, and the content out of every table and index, at once."""

from __future__ import annotations

from aseptic.errors import ConflictError
from aseptic.model.access import Access
from aseptic.store.base import GovernedStore, Record


def delete_record(store: GovernedStore, access: Access, name: str, *, operation: str) -> int:
    """Delete a record that the access may see; returns the generation.

    Raises:
        ConflictError: there is no such record for this access.
    """
    if store.applied(operation, tenant=access.tenant):
        return store.generation(access.tenant)
    with store.change(
        "delete", writer=access.who, tenant=access.tenant, operation=operation
    ) as change:
        held = store.history(access, name)
        if held is None:
            raise ConflictError("there is no such record (any more)")
        place = (held.scope.subject, held.scope.project, held.scope.role, held.scope.namespace)
        generation = 0
        for text in _texts(held):
            generation = change.tombstone("record", (text, *place))
        if held.fact_key is not None:
            generation = change.tombstone("fact", (*place, held.fact_key))
        change.purge(held.id)
    return generation


def delete_scope(store: GovernedStore, access: Access, *, operation: str) -> int:
    """Delete every record of the access's subject in its tenant; returns how many.

    Trusted code asks this on the subject's behalf, so it reaches every purpose, project,
    role and namespace. It marks the subject also where nothing is kept yet: what was
    said before never lands later.
    """
    if store.applied(operation, tenant=access.tenant):
        return 0
    with store.change(
        "delete", writer=access.who, tenant=access.tenant, operation=operation
    ) as change:
        change.tombstone("subject", (access.subject,))
        names = store.of_subject(access)
        for name in names:
            change.purge(name)
    return len(names)


def _texts(record: Record) -> list[str]:
    return list(dict.fromkeys(r.text for r in record.revisions if r.text is not None))
