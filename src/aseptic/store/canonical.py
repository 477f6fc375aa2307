"""What is hashed, byte for byte, so that every store computes the same chain.

A *commitment* is sha256 over a random salt and the canonical bytes. Once the salt
is gone nobody can test a guess against it, so it may outlive the content.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from aseptic.model.event import SessionEvent
from aseptic.model.scope import Scope

SALT_BYTES = 16
ZERO = bytes(32)
_SESSION = b"aseptic.session/1\0"
_CHANGESET = b"aseptic.changeset/1\0"


def commitment(salt: bytes, content: bytes) -> bytes:
    """32 bytes that fix `content` and tell nothing about it without `salt`."""
    return hashlib.sha256(salt + content).digest()


def session_start(nonce: bytes) -> bytes:
    """What the chain of a new session begins with."""
    return hashlib.sha256(_SESSION + nonce).digest()


def link(previous: bytes, committed: bytes) -> bytes:
    """The next hash of a chain."""
    return hashlib.sha256(previous + committed).digest()


def event_bytes(event: SessionEvent, time: int | None, scope: Scope, recorded_at: int) -> bytes:
    """The canonical form of an event. Purposes are left out: they may be narrowed later.

    Args:
        time: the event's own time in microseconds since 1970.
        recorded_at: likewise, of the import.
    """
    place = event.place
    return encode(
        [
            "aseptic.event/1",
            [event.session, event.seq, event.origin.value, event.kind.value, event.text],
            [place.path, place.line, place.end_line, place.column, place.byte],
            [time, event.ok, event.tool, event.call, event.command, event.path],
            [event.start_line, event.exit_code, event.uid],
            [scope.tenant, scope.subject, scope.project, scope.role, scope.namespace],
            recorded_at,
        ]
    )


def changeset_hash(
    previous: bytes,
    committed: bytes,
    facts: Sequence[Any],
    heads: Sequence[Sequence[Any]],
    revisions: Sequence[Sequence[Any]],
) -> bytes:
    """The hash of a changeset: what it is chained to, and commitments; no content.

    Args:
        facts: number, tenant, kind, writer, operation, time.
        heads: session, seq and chain hash of each session that grew.
        revisions: record, version and commitment of each revision made.
    """
    plain = encode(
        [
            list(facts),
            [[session, seq, chain.hex()] for session, seq, chain in heads],
            [[record, version, commit.hex()] for record, version, commit in revisions],
        ]
    )
    return hashlib.sha256(_CHANGESET + previous + committed + plain).digest()


def encode(value: Any) -> bytes:
    """Compact JSON, keys in the order given."""
    import msgspec

    return msgspec.json.encode(value)
