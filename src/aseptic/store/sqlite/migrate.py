"""Brings a store to the current schema. A step records itself in its own transaction."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path
from typing import Any

from aseptic.errors import StoreError
from aseptic.store.sqlite.event_row import to_micros

FOLDER = Path(__file__).parent.parent / "migrations" / "sqlite"
_LEDGER = """
CREATE TABLE IF NOT EXISTS migration (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL, applied_at INTEGER NOT NULL
) STRICT"""


def migrate(db: Any, path: str, now: datetime) -> None:
    """Apply the steps that `db` lacks, in order, each atomically with its own record.

    Raises:
        StoreError: the store was made by a newer version, or by a step that differs from ours.
    """
    steps = sorted(FOLDER.glob("[0-9]*.sql"))
    known = {int(step.name.split("_")[0]): step for step in steps}
    applied = _applied(db)
    for number, digest in applied.items():
        if number not in known or _digest(known[number]) != digest:
            raise StoreError(
                "made by another version of aseptic",
                where=path,
                hint="use the version that made it, or a newer one",
            )
    for number, step in known.items():
        if number in applied:
            continue
        db.execute("BEGIN IMMEDIATE")
        try:
            if number not in _applied(db):  # another process may have been first
                db.execute(_LEDGER)
                db.execute(step.read_text(encoding="utf-8"))
                row = (number, step.stem, _digest(step), to_micros(now))
                db.execute("INSERT INTO migration VALUES (?, ?, ?, ?)", row)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


def _applied(db: Any) -> dict[int, str]:
    # Asked of the file: what the connection remembers of the schema may be older.
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").get is None:
        return {}
    return dict(db.execute("SELECT number, digest FROM migration ORDER BY number"))


def _digest(step: Path) -> str:
    return hashlib.sha256(step.read_bytes()).hexdigest()
