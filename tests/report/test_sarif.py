"""SARIF: what code scanning needs. The document was also checked against the OASIS schema."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import sample

from aseptic.report import render


def sarif(kind: str = "rich") -> dict[str, Any]:
    """The parsed document."""
    data: dict[str, Any] = json.loads(render(getattr(sample, kind)(), "sarif"))
    return data


@pytest.mark.parametrize("kind", ["rich", "clean", "empty"])
def test_official_schema(kind: str) -> None:
    """Valid against the schema of OASIS, where its file is named by ASEPTIC_SARIF_SCHEMA."""
    path = os.environ.get("ASEPTIC_SARIF_SCHEMA")
    if not path:
        pytest.skip("ASEPTIC_SARIF_SCHEMA names no schema file")
    schema = json.loads(Path(path).read_text(encoding="utf-8"))
    jsonschema.validators.validator_for(schema)(schema).validate(sarif(kind))


def test_required_structure() -> None:
    """What 2.1.0 requires (sections 3.13, 3.14, 3.27): version, one driver, a message a result."""
    data = sarif()
    assert data["version"] == "2.1.0"
    (run,) = data["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert len({rule["id"] for rule in rules}) == len(rules)
    for result in run["results"]:
        assert result["message"]["text"]
        assert result["level"] in ("error", "warning", "note")
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        for location in result["locations"] + result.get("relatedLocations", []):
            physical = location["physicalLocation"]
            assert physical["region"]["startLine"] >= 1
            assert physical["artifactLocation"]["uri"].isascii()
            assert "\\" not in physical["artifactLocation"]["uri"]
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["helpUri"].startswith("https://")


def test_fingerprints_tell_twins_apart_and_survive_moved_lines() -> None:
    """Two equal findings in one file have two fingerprints; line numbers are no part of them."""
    results = sarif()["runs"][0]["results"]
    prints = [r["partialFingerprints"]["aseptic/v1"] for r in results]
    assert len(set(prints)) == len(prints)
    twins = [p for p, r in zip(prints, results, strict=True) if r["ruleId"] == "R301"]
    assert [p.split(":")[1] for p in twins] == ["1", "2"]


def test_accepted_findings_are_suppressed() -> None:
    """An ignore is in the source, a baseline outside it; the others have no suppression."""
    kinds = [
        r["suppressions"][0]["kind"] for r in sarif()["runs"][0]["results"] if "suppressions" in r
    ]
    assert sorted(kinds) == ["external", "inSource"]


def test_log_evidence_is_a_related_location() -> None:
    """The contradicting line of the log can be opened from the finding."""
    first = next(r for r in sarif()["runs"][0]["results"] if r["ruleId"] == "C101")
    (related,) = first["relatedLocations"]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == sample.LOG
    assert related["physicalLocation"]["region"]["startLine"] == 14
    assert "WEST" in related["message"]["text"]


def test_no_verdict_is_no_success() -> None:
    """A run without checks is not `executionSuccessful`, and the reason is a notification."""
    (invocation,) = sarif("empty")["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["exitCode"] == 2
    assert invocation["toolExecutionNotifications"][0]["message"]["text"] == "no check ran"
    (good,) = sarif("clean")["runs"][0]["invocations"]
    assert good["executionSuccessful"] is True
