"""Reading records under an access: scope, purpose, status and expiry are checked in SQL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from aseptic.model.access import Access
from aseptic.model.recall import Hit
from aseptic.store import queries
from aseptic.store.sqlite.event_row import from_micros, to_micros

SQL = Path(__file__).parent / "sql" / "authorized.sql"
MOST_WORDS = 32
"""Words of a question that are searched."""
_WORD = re.compile(r"\w+")


class AuthorizedReader:
    """Names records that an access may see at a moment; nothing else."""

    def __init__(self, db: Any) -> None:
        self._db = db
        self._sql = queries.load(SQL)

    def name(self, statement: str, access: Access, now: datetime, wanted: str) -> str | None:
        """The id that `visible`, `visible_past`, `visible_fact` or `active_fact` gives."""
        found: str | None = self._run(statement, access, now, id=wanted).get
        return found

    def page(self, access: Access, now: datetime, limit: int, offset: int) -> tuple[list[str], int]:
        """Ids in the order of writing, and how many there are in all."""
        rows = self._run("page", access, now, limit=limit, offset=offset).fetchall()
        return [row[0] for row in rows], self._run("total", access, now).get

    def of_subject(self, access: Access) -> list[str]:
        """Every record of the subject that is not deleted, whatever its scope inside the tenant."""
        given = {"tenant": access.tenant, "subject": access.subject}
        return [row[0] for row in self._db.execute(self._sql["of_subject"], given)]

    def search(self, access: Access, now: datetime, question: str, limit: int) -> Sequence[Hit]:
        """Best first by BM25. The words are quoted: nothing of them is query language."""
        words = list(dict.fromkeys(w.lower() for w in _WORD.findall(question)))[:MOST_WORDS]
        if not words:
            return []
        query = " OR ".join(f'"{word}"' for word in words)
        rows = self._run("search", access, now, query=query, limit=limit)
        return [
            Hit(name, version, text, score, from_micros(observed), _why(words, text))
            for name, version, text, score, observed in rows
        ]

    def _run(self, statement: str, access: Access, now: datetime, **more: Any) -> Any:
        given = {
            "tenant": access.tenant, "subject": access.subject, "project": access.project,
            "role": access.role, "namespace": access.namespace, "purpose": access.purpose,
            "now": to_micros(now), "id": None, "limit": None, "offset": None, "query": None,
        }  # fmt: skip
        return self._db.execute(self._sql[statement], given | more)


def _why(words: Sequence[str], text: str) -> str:
    held = set(_WORD.findall(text.lower()))
    return "words: " + ", ".join(w for w in words if w in held)
