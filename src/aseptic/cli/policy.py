"""`aseptic policy`: what the eligibility policy does with a text, and by which row."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aseptic.errors import UsageError

if TYPE_CHECKING:
    from aseptic.rules.eligibility.decision import Decision
    from aseptic.rules.eligibility.finding import Detector
    from aseptic.rules.eligibility.policy import Policy, Row

SCHEMA = "aseptic.policy-check/1"
EXAMPLES = """examples:
  aseptic policy check "The server listens on port 8080."
  aseptic policy check --source user - < note.txt    a text that shall not stand in a shell's history
  aseptic policy explain "My key is ..."             each finding, its row, and what won
  aseptic policy explain                             the whole table and the detectors

exit status: 0 all of it may be stored, 1 something is refused, 2 a person has to confirm,
or the policy cannot be used. Texts are never shown.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `aseptic policy`."""
    parser.epilog = EXAMPLES
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    check = verbs.add_parser("check", help="one line a text: what would be done with it")
    check.add_argument("text", nargs="+", metavar="TEXT", help="`-` reads standard input")
    explain = verbs.add_parser("explain", help="every finding with its row; or the whole table")
    explain.add_argument("text", nargs="*", metavar="TEXT", help="none: print the table")
    for verb in (check, explain):
        verb.add_argument(
            "--policy",
            type=Path,
            metavar="FILE",
            help="default: aseptic-policy.toml here, else the shipped table",
        )
        verb.add_argument(
            "--source",
            choices=("user", "agent", "tool", "memory", "compaction", "system"),
            default="agent",
            help="who said it (default: agent)",
        )
        verb.add_argument("--category", metavar="NAME", help="what you say that it is")
        verb.add_argument("--purpose", action="append", default=[], metavar="NAME")
        verb.add_argument(
            "--at", choices=("note", "log"), default="note", help="which door (default: note)"
        )
        verb.add_argument("--format", choices=("text", "json"), default="text")
        verb.add_argument("--output", type=Path, metavar="FILE", help="write to a file")


def run(args: argparse.Namespace) -> int:
    """Run one verb; returns the exit status."""
    from aseptic.cli.stored import write
    from aseptic.rules.eligibility.detectors.standard import standard
    from aseptic.rules.eligibility.parse import find_policy, load_policy

    policy = load_policy(args.policy or find_policy(Path.cwd()))
    detectors = standard()
    if not args.text:
        write(args, SCHEMA, _table(policy, detectors), _table_text(policy, detectors))
        return 0
    decisions = [_decide(text, args, policy, detectors) for text in _texts(args.text)]
    show = _lines if args.verb == "explain" else _line
    text = "".join(show(number, decision) for number, decision in enumerate(decisions, 1))
    document = {
        "verb": args.verb,
        "policy": policy.id,
        "decisions": [_document(decision) for decision in decisions],
    }
    write(args, SCHEMA, document, text)
    return _status(decisions)


def _texts(words: Sequence[str]) -> list[str]:
    if words.count("-") > 1:
        raise UsageError("standard input can be read once only")
    return [sys.stdin.read() if word == "-" else word for word in words]


def _decide(
    text: str, args: argparse.Namespace, policy: Policy, detectors: Sequence[Detector]
) -> Decision:
    from aseptic.model.origin import Origin
    from aseptic.rules.eligibility.action import At
    from aseptic.rules.eligibility.candidate import Candidate
    from aseptic.rules.eligibility.evaluate import evaluate

    candidate = Candidate(
        text,
        source=Origin(args.source),
        category=args.category,
        purposes=frozenset(args.purpose),
        at=At(args.at),
    )
    return evaluate(candidate, policy, detectors)


def _status(decisions: Sequence[Decision]) -> int:
    """Refused wins over "not known": a person may still say yes."""
    from aseptic.rules.eligibility.action import Action

    if any(d.evaluated and d.action in (Action.DISCARD, Action.SESSION_ONLY) for d in decisions):
        return 1
    return 0 if all(d.stores for d in decisions) else 2


def _line(number: int, decision: Decision) -> str:
    row = f"row {decision.row}" if decision.row else "no row"
    return f"{number}: {decision.action.value} ({row}: {decision.reason})\n"


def _lines(number: int, decision: Decision) -> str:
    from aseptic.report.safe import shown

    out = [_line(number, decision).rstrip("\n")]
    out.append(f"   policy {decision.policy}, sensitivity {decision.sensitivity.value}")
    if decision.stores:
        purposes = ", ".join(sorted(decision.purposes)) if decision.purposes else "any"
        out.append(f"   kept {_time(decision.expiry)}, for {purposes}")
    for found in decision.findings:
        where = f"characters {found.start}-{found.end}" if found.length else "the whole text"
        row = found.row or "no row"
        out.append(
            f"   {found.category}: {found.kind}, {where} of {found.field} -> {found.action} ({row})"
        )
    if len(decision.findings) > 1:
        out.append("   the strictest action wins, and the shortest expiry")
    return "".join(f"{shown(line)}\n" for line in out)


def _time(expiry: timedelta | None) -> str:
    return "without limit" if expiry is None else f"for {expiry}".removesuffix(", 0:00:00")


def _document(decision: Decision) -> dict[str, Any]:
    return {
        "action": decision.action.value,
        "stores": decision.stores,
        "evaluated": decision.evaluated,
        "category": decision.category,
        "sensitivity": decision.sensitivity.value,
        "row": decision.row or None,
        "reason": decision.reason,
        "expiry_seconds": None if decision.expiry is None else int(decision.expiry.total_seconds()),
        "purposes": None if decision.purposes is None else sorted(decision.purposes),
        "detectors": list(decision.detectors),
        "findings": [
            {
                "category": found.category,
                "kind": found.kind,
                "field": found.field,
                "start": found.start,
                "end": found.end,
                "detector": found.detector,
                "row": found.row or None,
                "action": found.action,
            }
            for found in decision.findings
        ],
    }


def _table(policy: Policy, detectors: Sequence[Detector]) -> dict[str, Any]:
    return {
        "verb": "explain",
        "policy": policy.id,
        "detectors": [detector.name for detector in detectors],
        "rows": [
            {
                "name": row.name,
                "conditions": _conditions(row),
                "action": row.action.value,
                "expiry_seconds": None if row.expiry is None else int(row.expiry.total_seconds()),
                "purposes": None if row.purposes is None else sorted(row.purposes),
                "reason": row.reason,
            }
            for row in policy.rows
        ],
    }


def _conditions(row: Row) -> dict[str, list[str]]:
    named = {
        "category": row.category,
        "kind": row.kind,
        "sensitivity": row.sensitivity,
        "source": row.source,
        "at": row.at,
    }
    return {key: sorted(str(value) for value in values) for key, values in named.items() if values}


def _table_text(policy: Policy, detectors: Sequence[Detector]) -> str:
    from aseptic.report.safe import shown

    lines = [
        f"policy {policy.id}: the first row that matches applies to each finding",
        f"detectors: {', '.join(detector.name for detector in detectors)}",
    ]
    for row in policy.rows:
        wanted = "; ".join(f"{k} {' or '.join(v)}" for k, v in _conditions(row).items())
        until = "" if row.expiry is None else f", kept {_time(row.expiry)}"
        lines.append(f"{row.name}: {wanted or 'everything'} -> {row.action.value}{until}")
        lines.append(f"    {row.reason}")
    return "".join(f"{shown(line)}\n" for line in lines)
