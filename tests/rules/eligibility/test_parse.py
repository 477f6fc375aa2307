"""The table as written: what is wrong with it is said, and a broken one refuses everything."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from pathlib import Path

import pytest

from aseptic.errors import ConfigError
from aseptic.model.origin import Origin
from aseptic.rules.eligibility.action import Action, At, Sensitivity
from aseptic.rules.eligibility.candidate import Candidate
from aseptic.rules.eligibility.detectors.standard import standard
from aseptic.rules.eligibility.evaluate import evaluate
from aseptic.rules.eligibility.finding import Span
from aseptic.rules.eligibility.parse import load_or_refuse, load_policy, parse_policy

HEAD = 'schema = "aseptic.policy/1"\nname = "mine"\nversion = 3\n[sensitivity]\nother = "public"\n'
ROW = '[[row]]\nname = "{name}"\naction = "{action}"\nreason = "why"\n'


def row(name: str = "all", action: str = "store exact", more: str = "") -> str:
    return ROW.format(name=name, action=action) + more + "\n"


WRONG = [
    ("x = ", "not valid TOML"),
    ("name = 'mine'", "'schema'"),
    (HEAD.replace("version = 3", "version = 0") + row(), "'version'"),
    (HEAD.replace('"mine"', '"a b"') + row(), "'name'"),
    (HEAD, "no [[row]]"),
    ("colour = 1\n" + HEAD + row(), "unknown key 'colour'"),
    (HEAD + row(more='colour = "red"'), "unknown key 'colour'"),
    (HEAD + row(action="keep"), "'action' is 'keep'"),
    (HEAD + row(more='source = "friend"'), "'source' is 'friend'"),
    (HEAD + row(more='sensitivity = "high"'), "'sensitivity' is 'high'"),
    (HEAD + row(more='expiry = "soon"'), "'expiry' is 'soon'"),
    (HEAD + row(more='expiry = "0 days"'), "'expiry' is '0 days'"),
    (HEAD + row(more='category = "*"'), "not a plain word"),
    (HEAD + row(more="category = []"), "'category'"),
    (HEAD + row("a") + row("b"), "no row behind it"),
    (HEAD + row("a", more='at = "log"') + row("a"), "already"),
    (HEAD.replace('"public"', '"none"') + row(), "[sensitivity] 'other'"),
    (HEAD + '[[row]]\nname = "a"\naction = "discard"\n', "no 'reason'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_what_is_wrong_is_said(text: str, said: str) -> None:
    """The message names the row and the key; nothing is guessed."""
    with pytest.raises(ConfigError) as error:
        parse_policy(text)
    assert said in str(error.value)


def test_a_right_table_is_read() -> None:
    """The twin: every key, and a digest that changes with any byte."""
    text = HEAD + row(
        more='category = ["other", "health"]\nkind = "x"\nsensitivity = "public"\nsource = "user"\n'
        'at = "log"\nexpiry = "2 weeks"\npurposes = ["support"]'
    )
    policy = parse_policy(text)
    only = policy.rows[0]
    assert (policy.name, policy.version) == ("mine", 3)
    assert only.category == {"other", "health"}
    assert only.sensitivity == {Sensitivity.PUBLIC}
    assert (only.source, only.at) == ({Origin.USER}, {At.LOG})
    assert (only.expiry, only.purposes) == (timedelta(weeks=2), {"support"})
    assert parse_policy(text + "\n").id != policy.id


def test_the_shipped_table_is_right() -> None:
    """It parses, and ends with a row for everything else."""
    policy = load_policy()
    assert policy.rows[-1].name == "rest"


def test_a_broken_table_refuses_everything(tmp_path: Path) -> None:
    """Broken, missing or not text: the write fails closed, and the decision says so."""
    for content in (b"x = ", b"\xff\xfe", None):
        path = tmp_path / "policy.toml"
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        decision = evaluate(Candidate("plain"), load_or_refuse(path), standard())
        assert not decision.stores
        assert not decision.evaluated
    path.write_text(HEAD + row(), encoding="utf-8")
    assert evaluate(Candidate("plain"), load_or_refuse(path), standard()).stores


class Failing:
    """A detector that raises, with the text in its message."""

    name = "failing"
    categories = frozenset({"health"})

    def find(self, text: str) -> Iterable[Span]:
        raise RuntimeError(f"cannot read {text}")


def test_a_failing_detector_refuses_everything() -> None:
    """It fails closed, and the words of the error, which may quote the text, are not kept."""
    decision = evaluate(Candidate("canary words"), load_policy(), [*standard(), Failing()])
    assert not decision.stores
    assert not decision.evaluated
    assert "canary" not in repr(decision)
    assert evaluate(Candidate("canary words"), load_policy(), standard()).stores


def test_what_no_row_speaks_of_is_refused() -> None:
    """A table without a last row for everything is a table that refuses the rest."""
    known = parse_policy(HEAD + 'preference = "public"\n' + row(more='category = "preference"'))
    assert evaluate(Candidate("I prefer tea"), known, standard()).stores
    assert evaluate(Candidate("plain"), known, standard()).action is Action.DISCARD


def test_first_row_wins_for_a_finding_and_strictest_for_a_text() -> None:
    """The order of the table decides about one finding, the actions' order about several."""
    text = HEAD + row("one", "session-only", 'category = "contact"') + row(
        "two", "discard", 'category = ["contact", "payment"]'
    ) + row("rest")  # fmt: skip
    policy = parse_policy(text)
    mail, card = "jane@mailhouse.net", "card 4539148803436467"
    assert evaluate(Candidate(mail), policy, standard()).row == "one"
    both = evaluate(Candidate(f"{mail} {card}"), policy, standard())
    assert (both.action, both.row) == (Action.DISCARD, "two")


def test_shortest_expiry_and_common_purposes() -> None:
    """Of all rows that apply; and no purpose in common means that nothing is kept."""
    text = HEAD + row(
        "mail", more='category = "contact"\nexpiry = "90 days"\npurposes = ["support", "sales"]'
    ) + row("net", more='category = "network"\nexpiry = "2 days"\npurposes = ["support"]') + row("rest")  # fmt: skip
    policy = parse_policy(text)
    both = "jane@mailhouse.net from host 51.159.136.32"
    decision = evaluate(Candidate(both), policy, standard())
    assert (decision.expiry, decision.purposes) == (timedelta(days=2), {"support"})
    asked = Candidate(both, purposes=frozenset({"sales"}))
    refused = evaluate(asked, policy, standard())
    assert refused.action is Action.DISCARD
    assert refused.text is None
