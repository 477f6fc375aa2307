"""A token confirms exactly one candidate, once, and tells nothing."""

from __future__ import annotations

import base64
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

import pytest

from aseptic.model.origin import Origin
from aseptic.rules.eligibility.action import Action
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.evaluate import evaluate
from aseptic.rules.eligibility.parse import load_policy
from aseptic.rules.eligibility.tokens import LIFETIME, TokenError, issue, redeem

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
SECRET = bytes(range(32))
ASKED = Candidate("I have diabetes.", source=Origin.USER, fields={"key": "a"})


@dataclass
class Seen:
    """Token ids that were spent."""

    ids: set[str] = field(default_factory=set)

    def spend(self, token_id: str, until: datetime) -> bool:
        new = token_id not in self.ids
        self.ids.add(token_id)
        return new


def use(token: str, seen: Seen, candidate: Candidate = ASKED, **other: object) -> str:
    said: dict[str, object] = {
        "scope": "t/s",
        "policy": "default/1#0",
        "secret": SECRET,
        "now": NOW,
    }
    return redeem(token, candidate, spent=seen, **{**said, **other})  # type: ignore[arg-type]


@pytest.fixture
def token() -> str:
    return issue(ASKED, scope="t/s", policy="default/1#0", secret=SECRET, now=NOW)


def test_once(token: str) -> None:
    """The first use gives the id, the second is an error."""
    seen = Seen()
    assert use(token, seen) in seen.ids
    with pytest.raises(TokenError, match="used before"):
        use(token, seen)


@pytest.mark.parametrize(
    "other",
    [
        {"candidate": replace(ASKED, text="I have diabetes!")},
        {"candidate": replace(ASKED, source=Origin.AGENT)},
        {"candidate": replace(ASKED, category="health")},
        {"candidate": replace(ASKED, purposes=frozenset({"x"}))},
        {"candidate": replace(ASKED, fields={"key": "b"})},
        {"candidate": replace(ASKED, text="I have diabetes.a", fields={"key": ""})},
        {"scope": "t/other"},
        {"policy": "default/2#0"},
        {"secret": bytes(32)},
        {"now": NOW + LIFETIME},
        {"now": NOW + timedelta(days=400)},
    ],
)
def test_nothing_else(token: str, other: dict[str, object]) -> None:
    """Another text, field, source, scope, table, store or time is not confirmed, and it stays unspent."""
    seen = Seen()
    with pytest.raises(TokenError):
        use(token, seen, **other)  # type: ignore[arg-type]
    assert not seen.ids
    assert use(token, seen, now=NOW + LIFETIME - timedelta(seconds=1))


@pytest.mark.parametrize("spoilt", ["", "x", "é", "A" * 75, "!" * 75])
def test_no_token(spoilt: str) -> None:
    """What is no token is an error of ours, whatever it is."""
    with pytest.raises(TokenError):
        use(spoilt, Seen())


def test_every_flipped_byte_is_seen(token: str) -> None:
    """No byte of it, the time's least of all, can be changed."""
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    for at in range(len(raw)):
        changed = raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :]
        with pytest.raises(TokenError):
            use(base64.urlsafe_b64encode(changed).decode().rstrip("="), Seen())


def test_a_token_says_nothing_about_the_text() -> None:
    """With the same randomness and another secret it is another code: no digest can be guessed at."""
    same = {"scope": "s", "policy": "p", "now": NOW, "random": bytes}
    one = issue(ASKED, secret=SECRET, **same)  # type: ignore[arg-type]
    two = issue(ASKED, secret=bytes(32), **same)  # type: ignore[arg-type]
    assert one[:32] == two[:32]
    assert one[32:] != two[32:]


def test_confirmed_is_stored_and_a_refusal_is_not() -> None:
    """Confirming turns `confirm` into a stored text; nobody can confirm what is refused."""
    policy, detectors = load_policy(), standard()
    first = evaluate(ASKED, policy, detectors)
    assert (first.action, first.text) == (Action.CONFIRM, None)
    second = evaluate(ASKED, policy, detectors, confirmed=True)
    assert second.text == ASKED.text
    refused = replace(ASKED, text="key AKIA" + "Q3ZJ7TBN5WXR2MLD")
    assert evaluate(refused, policy, detectors, confirmed=True).text is None
