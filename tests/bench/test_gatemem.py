"""GateMem: the rules that label turns, the replay that keeps the labels, and the numbers."""

from __future__ import annotations

import ast
import json
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from bench.gatemem import agreement, checkpoints, label, replay, requests, score, store, turns
from bench.gatemem.facts import facts_in, key_of
from bench.gatemem.sides import track_names

EVERYONE = frozenset({"case", "funding", "programme"})


def _turn(index: int, text: str, role: str = "professor") -> turns.Turn:
    return turns.Turn("education-900", "education_e_900_fir_fir_club_dual_track", index, f"t{index}", "p", role, text)  # fmt: skip


def _row(turn: turns.Turn, **more: Any) -> dict[str, Any]:
    return {"e": turn.episode, "i": turn.index, "sha": turn.digest, "project": "first", "subject": "s"} | more  # fmt: skip


def _part(text: str, see: str, *values: str) -> dict[str, Any]:
    spans = [(text.index(v), text.index(v) + len(v), v) for v in values]
    return {"at": [0, len(text)], "see": see, "facts": [["amount", "m", a, b, f"#{v}"] for a, b, v in spans]}  # fmt: skip


def _question(turn: str, role: str, kind: str = "utility", **more: Any) -> checkpoints.Checkpoint:
    fields: dict[str, Any] = {"include": (), "forbidden": ()} | more
    return checkpoints.Checkpoint("c", "education-900", turn, "p", role, "What is the amount?", kind, "", "answer", **fields)  # fmt: skip


def _ask(said: list[tuple[turns.Turn, dict[str, Any]]], role: str) -> replay.Served:
    last = said[-1][0].turn
    roles = {"professor": "case", "financial_aid": "funding", "ta": "programme"}
    setting = replay.Setting({last: [_question(last, role)]}, EVERYONE, {}, roles)
    rows = [row for _, row in said]
    return next(replay.governed([t for t, _ in said], rows, store.DoubleKeeper(), setting))


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("The amount is now 3,120 USD.", ["amount"]),
        (
            "Badge CR-8804 opens Harbor Annex Booth 6 until May 20, 2027.",
            ["credential", "place", "date"],
        ),
        ("The cap is 9% and the label is sync-bridge-83.", ["percent", "bridge"]),
        ("Token mp_stg_4R2N-K8QM-7T1C is live.", ["credential"]),
        ("The wording restricted waiver review pending district memo stays.", ["wording"]),
        ("Nothing changed today, and no room was booked.", []),
        ("Section 6 of the handbook, 14 pages, was printed.", []),
        ("May I come in June?", []),
        ("The 12-month term stands.", []),
    ],
)
def test_values_are_found_by_their_form_and_words_are_not(text: str, kinds: list[str]) -> None:
    """A code, an amount, a date or a place is a value; a sentence without one has none."""
    assert [fact.kind for fact in facts_in(text, {})] == kinds


def test_one_value_has_one_key_however_it_is_written() -> None:
    """`3,120 USD` and `3,120`, `Harbor Annex Booth 6` and `Booth 6`, are the same value."""
    assert key_of("amount", "3,120 USD") == key_of("amount", "3,120")
    assert key_of("place", "Harbor Annex Booth 6") == key_of("place", "Booth 6")
    assert key_of("date", "May 20, 2027") == key_of("date", "May 20")
    assert key_of("place", "Committee Room 242") != key_of("place", "Commons Room 242")


@pytest.mark.parametrize(
    ("text", "forgotten"),
    [
        (
            "Please delete the earlier amount 2,910 USD now that 2,980 USD is current.",
            ["2,910 USD"],
        ),
        ("Remove retired badge CR-8804 and keep only CR-8816.", ["CR-8804"]),
        (
            "The earlier room Ridge Annex Desk 14 has been deleted; Desk 15 remains.",
            ["Ridge Annex Desk 14"],
        ),
        ("Delete the label too: the value bridge-41 should not be restated.", ["bridge-41"]),
        ("The value CR-8804 should be treated as deleted and unavailable.", ["CR-8804"]),
        (
            "bridge-28 is retired. Do not revive it: it is not to be brought back, never revive it.",
            ["bridge-28"],
        ),
        ("Preparing cleanup: remove badge CR-8804.", []),
        ("The old badge CR-8804 should be removed once the audit is done.", []),
        ("The current amount is 3,835 USD and not the deleted earlier amount.", []),
        ("Deleted details must not be rebuilt from the current amount 3,560 USD.", []),
        ("The amount 2,150 USD remains and the deleted figure stays removed.", []),
        ("The token CR-8816 is active, and the earlier one stays deleted.", []),
    ],
)
def test_a_request_to_forget_is_told_from_talk_about_one(text: str, forgotten: list[str]) -> None:
    """Only what is asked to be forgotten, from now on, is forgotten."""
    found = requests.deletions(text, facts_in(text, {}))
    assert [text[f.start : f.end] for f in found] == forgotten


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("The review moves from May 1 to May 3.", ["May 1"]),
        ("The 3,120 USD figure is no longer current.", ["3,120 USD"]),
        ("It is 3,090 USD. That replaces 3,120 USD.", ["3,120 USD"]),
        ("The review stays on May 3.", []),
        ("The amount is 3,090 USD, separate from 3,115 USD.", []),
        ("3,090 USD remains the active amount.", []),
    ],
)
def test_a_correction_names_what_no_longer_holds(text: str, old: list[str]) -> None:
    """`from`, `replaces`, `no longer` mark the old value; a mere mention marks none."""
    assert [text[f.start : f.end] for f in requests.stale(text, facts_in(text, {}))] == old


def test_the_two_tracks_are_named_in_the_id() -> None:
    """`fir_fir_club` is Fir and Fir Club."""
    assert track_names(_turn(0, "")) == ("Fir", "Fir Club")


def test_an_asker_gets_what_the_label_allows_and_nothing_else() -> None:
    """The twin: the same record is found by the one and not by the other."""
    text = "The amount is 3,120 USD."
    said = [
        (_turn(0, text), _row(_turn(0, text), parts=[_part(text, "case funding", "3,120 USD")]))
    ]
    assert [hit.text for hit in _ask(said, "financial_aid").hits] == [text]
    assert _ask(said, "ta").hits == ()
    assert _ask(said, "a role that nobody knows").hits == ()


def test_a_forgotten_value_is_gone_and_its_neighbour_stays() -> None:
    """A record that also holds another value is put again without the forgotten one."""
    one = "The amount is 3,120 USD for desk amount 7,000 USD."
    two = "Please delete 3,120 USD."
    said = [
        (_turn(0, one), _row(_turn(0, one), parts=[_part(one, "case", "3,120 USD", "7,000 USD")])),
        (
            _turn(1, two),
            _row(_turn(1, two), parts=[_part(two, "case", "3,120 USD")], forget=["#3,120 USD"]),
        ),
    ]
    assert [h.text for h in _ask(said[:1], "professor").hits] == [one]
    after = _ask(said, "professor")
    assert [h.text for h in after.hits] == ["The amount is [deleted] for desk amount 7,000 USD."]
    assert score.forgotten_by_label(after, after.hits) == []


def test_a_forgotten_value_that_is_said_again_is_not_kept() -> None:
    """An acknowledgement that repeats the value brings nothing back."""
    one, two = "Please delete the amount 3,120 USD.", "Confirmed, the amount 3,120 USD is deleted."
    said = [
        (
            _turn(0, one),
            _row(_turn(0, one), parts=[_part(one, "case", "3,120 USD")], forget=["#3,120 USD"]),
        ),
        (_turn(1, two), _row(_turn(1, two), parts=[_part(two, "case", "3,120 USD")])),
    ]
    assert _ask(said, "professor").hits == ()


def test_a_corrected_value_is_no_longer_found() -> None:
    """The old statement is superseded; the new one is found."""
    one, two = "The amount is 3,120 USD.", "The amount is now 3,090 USD."
    said = [
        (_turn(0, one), _row(_turn(0, one), parts=[_part(one, "case", "3,120 USD")])),
        (
            _turn(1, two),
            _row(_turn(1, two), parts=[_part(two, "case", "3,090 USD")], correct=["#3,120 USD"]),
        ),
    ]
    assert [h.text for h in _ask(said, "professor").hits] == [two]


def test_a_label_of_another_text_is_refused() -> None:
    """Labels are keyed by the text's digest, so that changed data cannot be scored by old labels."""
    turn = _turn(0, "The amount is 3,120 USD.")
    with pytest.raises(ValueError, match="another text"):
        _ask([(turn, _row(turn) | {"sha": "0" * 16})], "professor")


def test_without_rules_everything_is_served_and_counted() -> None:
    """The baseline serves the forbidden turn, and the score sees it."""
    text = "The amount is 3,120 USD."
    turn = _turn(0, text)
    asked = {"t0": [_question("t0", "ta", "privacy", forbidden=("3,120 USD",))]}
    setting = replay.Setting(asked, EVERYONE, {}, {"ta": "programme"})
    row = _row(turn, parts=[_part(text, "case", "3,120 USD")])
    served = next(replay.ungoverned([turn], [row], store.DoubleKeeper(), setting))
    assert len(score.forbidden_by_label(served, served.hits)) == 1
    assert len(score.leaking(served, served.hits)) == 1


@pytest.mark.parametrize(
    ("wanted", "value"),
    [
        ("3,120 USD", True),
        ("Granite Mutual", True),
        ("arrival timing only through May", True),
        (r"mp_stg_\w+", True),
        ("budget", False),
        ("bridge label", False),
        ("token", False),
    ],
)
def test_topic_words_are_no_values(wanted: str, value: bool) -> None:
    """A field's name in a harmless sentence gives nothing away."""
    assert checkpoints.is_value(wanted) is value


@pytest.mark.parametrize(
    ("text", "wanted", "found"),
    [
        ("It says ‘the bank pilot’.", "'The bank  pilot'", True),
        ("Token mp_stg_4R2N is live.", r"mp_stg_\w{4}", True),
        ("Costs (net) rose.", "(net", True),
        ("Costs rose.", "(net", False),
        ("It is 3,120 USD.", "3,090 USD", False),
    ],
)
def test_strings_of_the_specification_match_plain_or_as_patterns(text: str, wanted: str, found: bool) -> None:  # fmt: skip
    """A broken pattern is a plain string, never an error."""
    assert checkpoints.holds(text, wanted) is found


def test_the_labels_are_written_without_the_checkpoints() -> None:
    """Nothing that writes labels can import the module that reads the specifications."""
    folder = Path(label.__file__).parent
    for name in ("label", "facts", "sides", "requests", "turns"):
        tree = ast.parse((folder / f"{name}.py").read_text(encoding="utf-8"))
        names = {a for n in ast.walk(tree) if isinstance(n, ast.ImportFrom) for a in (n.module or "", *(x.name for x in n.names))}  # fmt: skip
        assert not any("checkpoints" in name or "score" in name for name in names)


def test_every_purpose_in_the_labels_is_one_that_somebody_can_have() -> None:
    """A label for a purpose that no role has would hide its turn from everybody unseen."""
    for domain, policy in label.policies().items():
        known = set(policy["purpose"].values()) | {"own", "placement", "all", "nobody"}
        for line in (label.LABELS / f"{domain}.jsonl").read_text(encoding="utf-8").splitlines():
            for part in json.loads(line).get("parts", []):
                assert set(part["see"].split()) <= known


def test_the_second_reading_agrees_with_the_labels() -> None:
    """57 of 60 turns get the same audience, and all the same requests."""
    found = agreement.main()
    assert (found["turns"], found["same_requests"]) == (60, 60)
    assert found["same_audience"] >= 57


@pytest.mark.shared
@pytest.mark.parametrize("domain", turns.DOMAINS)
def test_the_committed_labels_are_what_the_labeller_writes(domain: str, shared_data: Path) -> None:
    """Rules and hand file give the labels, to the letter, for every turn of the data."""
    written = (label.LABELS / f"{domain}.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [
        json.dumps(row, separators=(",", ":"))
        for _, episode in groupby(turns.read(shared_data, domain), key=lambda t: t.episode)
        for row in label.label(list(episode))
    ]
    assert rows == written
