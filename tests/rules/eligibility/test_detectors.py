"""Detectors are replaceable, and what an extra brings is not needed."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import dataclass

import pytest

from aseptic.rules.eligibility.action import Action
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.categories import CATEGORIES
from aseptic.rules.eligibility.detectors import contact, identity
from aseptic.rules.eligibility.detectors.contact import Contact
from aseptic.rules.eligibility.detectors.identity import Identity
from aseptic.rules.eligibility.detectors.payment import luhn, mod97
from aseptic.rules.eligibility.detectors.presidio import Presidio
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.evaluate import evaluate
from aseptic.rules.eligibility.finding import Span
from aseptic.rules.eligibility.parse import load_policy


class Codename:
    """One word of somebody's own."""

    name = "codename"
    categories = frozenset({"health"})

    def find(self, text: str) -> list[Span]:
        at = text.find("bluebird")
        return [] if at < 0 else [Span("health", "codename", at, at + 8)]


def test_any_object_with_a_name_and_find_serves() -> None:
    """A detector of one's own decides like ours, alone or among them."""
    policy = load_policy()
    for detectors in ([Codename()], [*standard(), Codename()]):
        assert evaluate(Candidate("the bluebird"), policy, detectors).action is Action.SESSION_ONLY
        assert evaluate(Candidate("the redbird"), policy, detectors).stores


def test_names_are_distinct_and_categories_known() -> None:
    """Each detector tells all that it can report."""
    found = standard()
    assert len({d.name for d in found}) == len(found)
    assert set().union(*(d.categories for d in found)) == set(CATEGORIES) - {"other"}


@dataclass
class Result:
    entity_type: str
    start: int
    end: int
    score: float


class Engine:
    """Stands in for Presidio's analyzer: finds fixed things."""

    def analyze(self, *, text: str, language: str, entities: list[str]) -> list[Result]:
        assert language == "en"
        assert "PERSON" not in entities
        return [
            Result("EMAIL_ADDRESS", 0, 4, 0.9),
            Result("PHONE_NUMBER", 5, 8, 0.3),
            Result("PERSON", 0, 3, 1.0),
        ]


def test_presidio() -> None:
    """Its results become ours; what is unlikely or not asked for is left out."""
    assert list(Presidio(Engine()).find("some text")) == [Span("contact", "email address", 0, 4)]


def test_detect_secrets() -> None:
    """Its named plugins find a token and stay silent about words."""
    pytest.importorskip("detect_secrets")
    from aseptic.rules.eligibility.detectors.detect_secrets import DetectSecrets

    detector = DetectSecrets()
    key = "AKIA" + "Q3ZJ7TBN5WXR2MLD"
    found = list(detector.find(f"one\nkey {key} and {key}"))
    assert {(s.start, s.end) for s in found} == {(8, 28), (33, 53)}
    assert list(detector.find("the password policy and the secret of a fast build")) == []


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own patterns do it alone: less exact, and the name of the detector says so."""
    monkeypatch.setattr(contact, "_library", lambda: None)
    monkeypatch.setattr(identity, "_checked", lambda module: None)
    assert (Contact().name, Identity().name) == ("contact", "identity")
    for text in ("+49 30 901820", "(415) 555-2671", "call me on 0171 2345678"):
        assert list(Contact().find(text)), text
    assert list(Identity().find("CPF 390.533.447-05"))
    assert list(Contact().find("1234567 lines, 415 files")) == []


def test_with_the_extra_check_digits_count() -> None:
    """A tax number whose check digits are wrong is no tax number."""
    pytest.importorskip("stdnum")
    assert list(Identity().find("CPF 390.533.447-05"))
    assert list(Identity().find("CPF 390.533.447-06")) == []


def test_check_digits() -> None:
    """Known right numbers are right, and each single wrong digit is seen."""
    card, account = "4539148803436467", "GB33BUKB20201555555555"
    assert luhn(card)
    assert mod97(account) == 1
    for at in range(len(card)):
        assert not luhn(card[:at] + str((int(card[at]) + 1) % 10) + card[at + 1 :])
    for at in range(8, len(account)):
        other = account[:at] + str((int(account[at]) + 1) % 10) + account[at + 1 :]
        assert mod97(other) != 1


def test_the_gate_does_not_load_it() -> None:
    """The path of gate and audit imports nothing of this policy and none of its libraries."""
    code = (
        "import sys; from aseptic.cli.main import main; main(['gate', '--quiet']);"
        "print([m for m in sys.modules if 'eligibility' in m or m.startswith(('phonenumbers', 'stdnum'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "unit", ["\n", "1", "12 ", "1 Aa ", "a@b.", "+1 (1) ", "AA12", "apt 1\n", "`a"]
)
def test_hostile_text_takes_no_long_time(unit: str) -> None:
    """20,000 repetitions of what patterns begin with: each detector is done in 2 s (0.02 to 0.3 here)."""
    text = unit * 20_000
    for detector in standard():
        began = time.process_time()
        list(detector.find(text))
        assert time.process_time() - began < 2, detector.name
