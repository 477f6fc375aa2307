"""Single-use tokens by which a person confirms exactly what was asked, while nothing is kept.

A token says only an id and a time. Its code stands on the whole candidate, the scope and the
table's id with the store's secret, so it fits no other text, no other scope, no other table,
and tells nothing about the text. Single use is recorded by the id alone.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol

from aseptic.errors import UsageError
from aseptic.rules.eligibility.candidate import Candidate

LIFETIME = timedelta(minutes=15)
"""Long enough for a person to read and answer; a token is no standing permission."""
_ID, _TIME, _CODE = 16, 8, 32
SECRET_BYTES = 32


class TokenError(UsageError):
    """The token does not confirm this: nothing was stored."""


class Spent(Protocol):
    """Remembers which tokens were used; ids only."""

    def spend(self, token_id: str, until: datetime) -> bool:
        """Record the use; False where it was used before. `until`: when it may be forgotten."""
        ...


def issue(
    candidate: Candidate,
    *,
    scope: str,
    policy: str,
    secret: bytes,
    now: datetime,
    lifetime: timedelta = LIFETIME,
    random: Callable[[int], bytes] = secrets.token_bytes,
) -> str:
    """A token for exactly this candidate, in this scope, under this table.

    Args:
        scope: the record's scope and the asking access, in any one fixed spelling.
        policy: `Policy.id`.
        secret: 32 random bytes that the store keeps (`SECRET_BYTES`).
    """
    head = random(_ID) + int((now + lifetime).timestamp()).to_bytes(_TIME, "big")
    code = _code(head, candidate, scope, policy, secret)
    return base64.urlsafe_b64encode(head + code).decode("ascii").rstrip("=")


def redeem(
    token: str,
    candidate: Candidate,
    *,
    scope: str,
    policy: str,
    secret: bytes,
    now: datetime,
    spent: Spent,
) -> str:
    """Use the token up. Call it inside the transaction that stores, so a crash undoes both.

    Returns:
        The token's id.

    Raises:
        TokenError: it is no token, for something else, too old, or used before.
    """
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise TokenError("this is no confirmation token") from error
    if len(raw) != _ID + _TIME + _CODE:
        raise TokenError("this is no confirmation token")
    head, code = raw[: _ID + _TIME], raw[_ID + _TIME :]
    if not hmac.compare_digest(code, _code(head, candidate, scope, policy, secret)):
        raise TokenError(
            "the token does not confirm this text, scope and policy",
            hint="hand in the candidate unchanged; where the policy changed, ask again",
        )
    until = datetime.fromtimestamp(int.from_bytes(head[_ID:], "big"), UTC)
    if now >= until:
        raise TokenError("the token is too old", hint="ask again for a new one")
    token_id = head[:_ID].hex()
    if not spent.spend(token_id, until):
        raise TokenError("the token was used before", hint="ask again for a new one")
    return token_id


def _code(head: bytes, candidate: Candidate, scope: str, policy: str, secret: bytes) -> bytes:
    if len(secret) < SECRET_BYTES:
        raise ValueError(f"a secret of {SECRET_BYTES} bytes is needed, not {len(secret)}")
    code = hmac.new(secret, head, "sha256")
    level = candidate.sensitivity.value if candidate.sensitivity else ""
    parts = [policy, scope, candidate.text, candidate.source.value, candidate.at.value]
    parts += [candidate.category or "", level, *sorted(candidate.purposes), ""]
    for name, value in sorted(candidate.fields.items()):
        parts += [name, value]
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        # The length goes first, so that no two lists of parts spell alike.
        code.update(len(data).to_bytes(8, "big") + data)
    return code.digest()
