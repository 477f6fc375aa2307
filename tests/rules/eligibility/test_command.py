"""`aseptic policy`: its answers, exit status and schema."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from aseptic.cli.main import main

SCHEMA = Path(__file__).resolve().parents[3] / "docs" / "schemas" / "policy-check-1.json"
KEY = "AKIA" + "Q3ZJ7TBN5WXR2MLD"
CASES = [
    (0, ["The server listens on port 8080."]),
    (0, ["write to jane@mailhouse.net"]),
    (2, ["write to jane@mailhouse.net", "--source", "user"]),
    (1, [f"the key is {KEY}"]),
    (1, ["plain", f"the key is {KEY}"]),
    (1, ["plain", "--category", "nonsense"]),
    (0, [f"the key is {KEY}", "--at", "log"]),
]


@pytest.mark.parametrize(("status", "words"), CASES)
@pytest.mark.parametrize("verb", ["check", "explain"])
def test_status_and_schema(
    status: int, words: list[str], verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 stored, 1 refused, 2 a person has to say; and JSON that its schema describes."""
    assert main(["policy", verb, *words]) == status
    text = capsys.readouterr().out
    assert main(["policy", verb, *words, "--format", "json"]) == status
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert all(d["action"] in text for d in document["decisions"])
    assert KEY not in text + json.dumps(document)


def test_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a text every row is shown, in its order."""
    assert main(["policy", "explain", "--format", "json"]) == 0
    document = json.loads(capsys.readouterr().out)
    jsonschema.validate(document, json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert main(["policy", "explain"]) == 0
    shown = capsys.readouterr().out
    places = [shown.index(f"\n{row['name']}: ") for row in document["rows"]]
    assert places == sorted(places)


def test_a_table_of_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`aseptic-policy.toml` here takes the place of the shipped one; a broken one is an error."""
    monkeypatch.chdir(tmp_path)
    own = tmp_path / "aseptic-policy.toml"
    own.write_text(
        'schema = "aseptic.policy/1"\nname = "strict"\nversion = 1\n'
        '[[row]]\nname = "no"\naction = "discard"\nreason = "nothing is kept here"\n',
        encoding="utf-8",
    )
    assert main(["policy", "check", "plain"]) == 1
    assert "nothing is kept here" in capsys.readouterr().out
    own.write_text("x = ", encoding="utf-8")
    assert main(["policy", "check", "plain"]) == 2
    assert "not valid TOML" in capsys.readouterr().err
