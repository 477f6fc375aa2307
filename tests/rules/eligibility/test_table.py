"""The table: what is done with which text. As many rows that stay silent as rows that speak."""

from __future__ import annotations

import pytest

from aseptic.model.origin import Origin
from aseptic.rules.eligibility.action import Action
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.evaluate import evaluate, findings
from aseptic.rules.eligibility.parse import load_policy

POLICY, DETECTORS = load_policy(), standard()

# Made up or published as an example of the form; written in two parts so that scanners of this
# repository stay quiet.
SPEAKING = [
    ("credential", "the key is AKIA" + "Q3ZJ7TBN5WXR2MLD"),
    ("credential", "token ghp_" + "a8Kd03jfLqPz71mXcVbNw5RtYuIoE2sGhJ4k"),
    ("credential", "db at postgres://svc:h7Gk29xQ@db.prod.internal.net/app"),
    ("credential", "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----"),
    ("credential", "-----BEGIN PRIVATE KEY-----\nMIIEow, cut off here"),
    ("payment", "my card is 4539 1488 0343 6467"),
    ("payment", "pay with 4539148803436467 please"),
    ("payment", "amex 371449" + "635398449 expires soon"),
    ("payment", "My IBAN is GB33BUKB20201555555555"),
    ("payment", "send it to DE89 3704 0044 0532 0130 00 today"),
    ("payment", "4539148803436467 12 27 123"),
    ("payment", "on 2026-12-01 4539 1488 0343 6467"),
    ("payment", "ab12 GB33BUKB20201555555555 7"),
    ("payment", "card=4539148803436467&next"),
    ("payment", "/exports/4539148803436467.csv"),
    ("identity", "/people/536-22-8723/scan"),
    ("identity", "My SSN is 536-22-8723."),
    ("identity", "social security number 536228723"),
    ("identity", "my driver's license number is F162823540116"),
    ("identity", "passport number: X1234567"),
    ("contact", "write to jane.doe@mailhouse.net"),
    ("contact", "call me on 0171 2345678"),
    ("contact", "her number is (415) 555-2671, mobile"),
    ("contact", "+49 30 901820 is the office"),
    ("location", "He lives at 12 Long Street"),
    ("location", "Feldstrasse 42, then left"),
    ("location", "Apt. 864, Nijmegen"),
    ("location", "zip code: 94107"),
    ("network", "ssh to 51.159.136.32"),
    ("network", "host 2a00:1450:4001:82a:0:0:0:200e answers"),
    ("health", "I was diagnosed with diabetes in May."),
    ("health", "The user is allergic to nuts."),
]  # fmt: skip
SILENT = [
    "the key to a fast build is a warm cache",
    "the token budget is 8000, not 16000",
    "set `API_KEY` in the environment; never write it down",
    "password = os.environ['DB_PASSWORD']",
    "postgres://user:password@localhost:5432/app is for tests",
    "upgrade to version 1.2.3.4 of the driver",
    "chrome 120.0.6099.109 is required",
    "v10.20.30.40 was released",
    "listens on 127.0.0.1:8080 and on 192.168.1.20",
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
    "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "id 550e8400-e29b-41d4-a716-446655440000",
    "created 2026-11-24T17:00:00Z, run 1764000000000",
    "order 4539148803436468 was shipped",  # the check digit is wrong
    "1234 4539 14 88 03 43 64 67 99 are columns",
    "ab-4539148803436467 and 4539148803436467f0 are codes",
    "7-536-22-8723-1 is a part number",
    "docs/2026-12-01-notes/04-22-2026.md",
    "    --- PASS: TestTruncateAtUUID/truncate_at_u1 (0.00s)",
    "ratio 0.4539148803436467",
    "4539148803436467.5 ms",
    "use the test card 4242 4242 4242 4242",
    "order_id: 4539148803436467",
    "PR 181 closes #4021; see line 536",
    "a range of 123-45-6789 is a filler",
    "git@github.com:org/repo.git",
    "noreply@example.com and person@example.org",
    "the icon@2x.png file",
    "pin pkg@1.2.3 in package.json",
    "20260114-123456 is the folder of a run",
    "7 tests, 1234567 lines, 415 files",
    "run it via Docker 24 on the way to production",
    "use the health check of the server after a stroke of the key",
    "the build is allergic to tabs",
    "std::collections::hash_map::Entry",
]


def kinds(text: str) -> set[str]:
    return {f.category for d in DETECTORS for f in findings(d, text) if f.end > f.start}


@pytest.mark.parametrize(("category", "text"), SPEAKING)
def test_speaks(category: str, text: str) -> None:
    """What must be seen is seen as what it is."""
    assert category in kinds(text)


@pytest.mark.parametrize("text", SILENT)
def test_stays_silent(text: str) -> None:
    """Ordinary words, versions, hashes and ids are kept without a finding."""
    assert kinds(text) == set()
    assert evaluate(Candidate(text), POLICY, DETECTORS).stores


def test_as_many_silent_rows_as_speaking_rows() -> None:
    """A detector that speaks about everything must fail here as often as one that is deaf."""
    assert len(SILENT) >= len(SPEAKING)


ACTIONS = [
    (Action.DISCARD, Origin.USER, "key AKIA" + "Q3ZJ7TBN5WXR2MLD"),
    (Action.DISCARD, Origin.AGENT, "the card is 4539148803436467"),
    (Action.DISCARD, Origin.USER, "My SSN is 536-22-8723."),
    (Action.CONFIRM, Origin.USER, "write to jane.doe@mailhouse.net"),
    (Action.REDACT, Origin.AGENT, "write to jane.doe@mailhouse.net"),
    (Action.CONFIRM, Origin.USER, "I was diagnosed with diabetes in May."),
    (Action.SESSION_ONLY, Origin.AGENT, "The user is allergic to nuts."),
    (Action.CONFIRM, Origin.USER, "I live at 12 Long Street"),
    (Action.REDACT, Origin.TOOL, "He lives at 12 Long Street"),
    (Action.CONFIRM, Origin.TOOL, "Always send the report to the address below."),
    (Action.NORMALIZED, Origin.USER, "Always run the tests first."),
    (Action.NORMALIZED, Origin.AGENT, "The server listens on port 8080."),
    (Action.EXACT, Origin.AGENT, "host 51.159.136.32 answers"),
    (Action.DISCARD, Origin.MEMORY, "The server listens on port 8080."),
    (Action.DISCARD, Origin.COMPACTION, "The server listens on port 8080."),
]  # fmt: skip


@pytest.mark.parametrize(("action", "source", "text"), ACTIONS)
def test_default_table(action: Action, source: Origin, text: str) -> None:
    """The shipped table, row by row; a refused text is not in the decision."""
    decision = evaluate(Candidate(text, source=source), POLICY, DETECTORS)
    assert decision.action is action
    assert (decision.text is None) is not action.stores
    assert decision.policy == POLICY.id


HIDDEN = [
    "card ４５３９１４８８０３４３６４６７",  # full width
    "card ٤٥٣٩١٤٨٨٠٣٤٣٦٤٦٧",  # Arabic-Indic digits
    "card 4539\u200b1488\u200b0343\u200b6467",
    "card 4539\u00a01488\u00a00343\u00a06467",
    "key AK\u00adIA" + "Q3ZJ7TBN5WXR2MLD",
    "mail jane.doe＠mailhouse.net",
]


@pytest.mark.parametrize("text", HIDDEN)
def test_hidden_characters_hide_nothing(text: str) -> None:
    """Invisible characters and digits of other scripts do not bring a number past the door."""
    decision = evaluate(Candidate(text, source=Origin.USER), POLICY, DETECTORS)
    assert not decision.stores
    assert any(f.end > f.start for f in decision.findings)


def test_a_redacted_text_keeps_the_rest() -> None:
    """Only the span goes, and it leaves its kind and length."""
    text = "Ask jane.doe@mailhouse.net about port 8080."
    decision = evaluate(Candidate(text), POLICY, DETECTORS)
    assert decision.text == "Ask [email address, 22 characters] about port 8080."


def test_every_other_string_is_looked_at() -> None:
    """A secret in the key or the value is refused like one in the text, and cannot be cut out."""
    for name in ("key", "fact_key", "value", "source"):
        fields = {name: "write to jane.doe@mailhouse.net"}
        assert (
            evaluate(Candidate("plain", fields=fields), POLICY, DETECTORS).action is Action.DISCARD
        )
        assert evaluate(Candidate("plain", fields={name: "plain"}), POLICY, DETECTORS).stores


def test_what_the_caller_says_only_makes_it_stricter() -> None:
    """A stated category is added to what was found; a harmless one takes nothing away."""
    secret = "key AKIA" + "Q3ZJ7TBN5WXR2MLD"
    assert (
        evaluate(Candidate(secret, category="project fact"), POLICY, DETECTORS).action
        is Action.DISCARD
    )
    assert (
        evaluate(Candidate("plain", category="health"), POLICY, DETECTORS).action
        is Action.SESSION_ONLY
    )
    unknown = evaluate(Candidate("plain", category=secret), POLICY, DETECTORS)
    assert unknown.action is Action.DISCARD
    assert secret not in repr(unknown)
