"""JSON: `aseptic.findings/1`, described by docs/schemas/findings-1.json."""

from __future__ import annotations

import json
from typing import Any

from aseptic.model.event import LogSummary
from aseptic.model.evidence import Evidence
from aseptic.model.finding import Finding, Result
from aseptic.model.note import MemoryFile
from aseptic.model.verdict import Judgement
from aseptic.report import summary
from aseptic.report.safe import redact, without_surrogates
from aseptic.report.view import View

SCHEMA = "aseptic.findings/1"


def show(result: Result, view: View) -> str:
    """The document as ASCII, so that no hidden character reaches a terminal; ends with a newline."""
    return json.dumps(document(result), indent=2, ensure_ascii=True) + "\n"


def document(result: Result) -> dict[str, Any]:
    """The whole result as plain values, in a fixed order. `verbose` changes nothing here."""
    return {
        "schema": SCHEMA,
        "verb": result.verb,
        "root": _text(result.root),
        "at": result.at.isoformat(),
        "verdict": result.outcome.value,
        "exit_code": result.exit_code,
        "counts": counts(result),
        "findings": [finding(f) for f in summary.findings(result)],
        "claims": [claim(j) for j in summary.claims(result)],
        "suppressed": [
            {"by": s.by, "reason": _text(s.reason), "finding": finding(s.finding)}
            for s in sorted(result.suppressed, key=lambda s: s.finding.sort_key)
        ],
        "injected": [_size(size) for size in summary.sizes(result)],
        "files": [memory_file(f) for f in sorted(result.files, key=lambda f: f.path)],
        "logs": [log(entry) for entry in sorted(result.logs, key=lambda entry: entry.path)],
        "unknown_reasons": [_text(reason) for reason in summary.reasons(result)],
        "extra": {_text(k): _text(v) for k, v in sorted(result.extra.items())},
    }


def counts(result: Result) -> dict[str, Any]:
    """Every number that the views show; `decided_share` is null without checkable claims."""
    share = result.decided_share
    return {
        "findings": summary.levels(result),
        "claims": summary.labels(result),
        "checkable": len(result.checkable),
        "decided": result.decided,
        "decided_share": None if share is None else round(share, 4),
        "min_decided": result.min_decided,
        "suppressed": len(result.suppressed),
        "checks_run": result.checks_run,
        "asides": summary.asides(result),
    }


def finding(found: Finding) -> dict[str, Any]:
    """One finding; `record`, `hint` and `kind` are null where there is none."""
    return {
        "code": found.code,
        "level": found.level.value,
        "message": _text(found.message),
        "path": _text(found.place.path),
        "line": found.place.line,
        "column": found.place.column,
        "kind": found.kind.value if found.kind else None,
        "record": _maybe(found.record),
        "fingerprint": found.fingerprint,
        "hint": _maybe(found.hint),
        "evidence": [evidence(e) for e in found.evidence],
    }


def evidence(quoted: Evidence) -> dict[str, Any]:
    """One quoted span, and where to go and look at it."""
    return {
        "session": _text(quoted.session),
        "seq": quoted.seq,
        "quote": _text(quoted.quote),
        "says": quoted.says.value,
        "origin": quoted.origin.value,
        "path": _maybe(quoted.path),
        "line": quoted.line,
    }


def claim(judged: Judgement) -> dict[str, Any]:
    """One claim with what was decided and on what."""
    return {
        "text": _text(judged.claim.text),
        "path": _text(judged.claim.place.path),
        "line": judged.claim.place.line,
        "column": judged.claim.place.column,
        "record": _text(judged.claim.note),
        "label": judged.label.value,
        "outcome": judged.label.outcome.value,
        "reason": _text(judged.reason),
        "judge": judged.judge,
        "value": _maybe(judged.value),
        "evidence": [evidence(e) for e in judged.evidence],
    }


def memory_file(file: MemoryFile) -> dict[str, Any]:
    """One memory file: its size, and how much of it the tool really loads."""
    return {
        "path": _text(file.path),
        "format": file.format,
        "kind": file.kind.value,
        "load": file.load.value,
        "notes": len(file.notes),
        "bytes": file.bytes,
        "lines": file.lines,
        "loaded_bytes": file.bytes if file.loaded_bytes is None else file.loaded_bytes,
        "loaded_lines": file.lines if file.loaded_lines is None else file.loaded_lines,
        "imports": [{"path": _text(path), "line": line} for path, line in file.imports],
    }


def log(read: LogSummary) -> dict[str, Any]:
    """What reading one log came to: units = event units + what was set aside."""
    return {
        "path": _text(read.path),
        "format": read.format,
        "unit": read.unit,
        "units": read.units,
        "event_units": read.event_units,
        "events": read.events,
        "sessions": [_text(session) for session in read.sessions],
        "asides": {reason.value: n for reason, n in sorted(read.asides.items())},
        "problems": [
            {
                "path": _text(aside.place.path),
                "line": aside.place.line,
                "byte": aside.place.byte,
                "reason": aside.reason.value,
                "detail": _text(aside.detail),
            }
            for aside in read.problems
        ],
    }


def _size(size: summary.Size) -> dict[str, Any]:
    row: dict[str, Any] = {"format": size.format, "kind": size.kind.value, "files": size.files}
    for name, amount, limit in size.measures:
        row[name] = {"amount": amount, "limit": limit, "estimate": name == "tokens"}
    return row


def _text(text: str) -> str:
    return without_surrogates(redact(text))


def _maybe(text: str | None) -> str | None:
    return None if text is None else _text(text)
