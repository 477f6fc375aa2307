"""`aseptic note`: store notes with their citations, show them, say where they came from."""

from __future__ import annotations

import argparse
import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

from aseptic.cli import stored
from aseptic.errors import UsageError
from aseptic.model.event import Origin
from aseptic.model.note import Citation

SCHEMA = "aseptic.note/1"
_CITE = re.compile(
    r"(?P<session>.+?)#(?P<seq>\d+)(?:@(?P<speaker>user|agent|tool))?:(?P<quote>.+)", re.DOTALL
)


EXAMPLES = """examples:
  aseptic note add "The server listens on port 8080." --cite 'SESSION#2@tool:"port 8080"'
  aseptic note show
  aseptic note blame ID                 who wrote it, from which event, in which changeset
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `aseptic note`."""
    parser.epilog = EXAMPLES
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    add = verbs.add_parser("add", help="store a note; it is unverified until review")
    add.add_argument("text", help="one conclusion, in words")
    add.add_argument(
        "--cite",
        action="append",
        default=[],
        metavar='SESSION#SEQ[@SPEAKER]:"QUOTE"',
        help="the event it rests on and a verbatim quote; SPEAKER is user, agent or tool",
    )
    add.add_argument("--source", help="where it came from, in words")
    add.add_argument("--key", help="your own name for the note")
    add.add_argument("--expires", type=_date, metavar="DATE", help="the last day it holds (UTC)")
    add.add_argument("--inferred", action="store_true", help="concluded, not said by anybody")
    add.add_argument("--operation", metavar="ID", help="doing it again changes nothing")
    stored.add_scope_options(add)
    show = verbs.add_parser("show", help="show notes")
    show.add_argument("id", nargs="?", help="id or key; default: all")
    blame = verbs.add_parser("blame", help="who wrote a note, on what evidence, in which change")
    blame.add_argument("id", help="id or key")
    for verb in (add, show, blame):
        stored.add_store_options(verb)


def run(args: argparse.Namespace) -> int:
    """Run one verb; returns the exit status."""
    return {"add": _add, "show": _show, "blame": _blame}[args.verb](args)


def _date(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not a date (2026-12-31): {text}") from error


def citation(text: str) -> Citation:
    """A `--cite` value taken apart.

    Raises:
        UsageError: it is not of the form SESSION#SEQ[@SPEAKER]:"QUOTE".
    """
    match = _CITE.fullmatch(text)
    if match is None:
        raise UsageError(
            "not a citation", hint='write it as SESSION#SEQ:"QUOTE" or SESSION#SEQ@tool:"QUOTE"'
        )
    quote = match["quote"]
    if len(quote) > 2 and quote[0] == quote[-1] == '"':
        quote = quote[1:-1]
    speaker = Origin(match["speaker"]) if match["speaker"] else None
    return Citation(match["session"], int(match["seq"]), quote, speaker)


def _add(args: argparse.Namespace) -> int:
    from dataclasses import replace

    from aseptic.flows.write import Candidate, write_note

    cited = [citation(text) for text in args.cite]
    scope = stored.scope_of(args)
    expires = None
    if args.expires is not None:
        expires = datetime.combine(args.expires + timedelta(days=1), datetime.min.time(), UTC)
    with stored.open_store(args, create=not cited) as store:
        citations = tuple(replace(c, session=stored.session_name(store, c.session)) for c in cited)
        candidate = Candidate(
            args.text,
            citations,
            source=args.source,
            key=args.key,
            expires_at=expires,
            stated=not args.inferred,
        )
        done = write_note(
            store, candidate, scope=scope, writer=args.writer, operation=args.operation
        )
    document = {
        "verb": "add",
        "record": done.record,
        "version": done.version,
        "changeset": done.changeset,
        "repeated": done.repeated,
    }
    state = "was stored before" if done.repeated else "stored, unverified until review"
    stored.write(args, SCHEMA, document, f"{done.record}: {state}\n")
    return 0


def _show(args: argparse.Namespace) -> int:
    with stored.open_store(args) as store:
        found = [_record(store, args.id)] if args.id else list(store.records())
    text = "".join(_line(record) for record in found)
    if not args.id:
        text += "1 note\n" if len(found) == 1 else f"{len(found)} notes\n"
    stored.write(args, SCHEMA, {"verb": "show", "notes": [_document(r) for r in found]}, text)
    return 0


def _blame(args: argparse.Namespace) -> int:
    with stored.open_store(args) as store:
        record = _record(store, args.id)
    text = _line(record) + "".join(_revision(revision) for revision in record.revisions)
    stored.write(args, SCHEMA, {"verb": "blame", "notes": [_document(record)]}, text)
    return 0


def _record(store: Any, name: str) -> Any:
    record = store.record(name)
    if record is None:
        raise UsageError(f"no note with the id or key {name!r}", hint="see `aseptic note show`")
    return record


def _line(record: Any) -> str:
    from aseptic.report.safe import shown

    key = f"  key {record.key}" if record.key else ""
    until = f"  expires {stored.time_text(record.expires_at)}" if record.expires_at else ""
    text = "(its content was deleted)" if record.text is None else record.text
    head = f"{record.id}  {record.status.value}  version {record.version}{key}{until}"
    return f"{shown(head)}\n    {shown(text)}\n"


def _revision(revision: Any) -> str:
    from aseptic.report.safe import shown

    how = "stated" if revision.stated else "inferred"
    lines = [
        f"  version {revision.version}  {revision.status.value}  {how}  by {revision.writer}  "
        f"{stored.time_text(revision.recorded_at)}",
        f"    changeset {revision.changeset} {revision.changeset_hash[:16]}  "
        f"policy {revision.policy}",
    ]
    if revision.source:
        lines.append(f"    source: {revision.source}")
    for link in revision.links:
        quote = "(its content was deleted)" if link.quote is None else f'"{link.quote}"'
        place = f"  {link.file}:{link.line}" if link.file else ""
        lines.append(
            f"    {link.stance.value}: {link.session}#{link.seq} {link.speaker.value}{place}"
        )
        lines.append(f"      {quote}")
    if not revision.links:
        lines.append("    cites nothing")
    lines += [f"    {d.code} {d.outcome.value}: {d.reason}" for d in revision.decisions]
    return "".join(f"{shown(line)}\n" for line in lines)


def _document(record: Any) -> dict[str, Any]:
    scope = record.scope
    return {
        "id": record.id,
        "kind": record.kind,
        "status": record.status.value,
        "version": record.version,
        "key": record.key,
        "text": _safe(record.text),
        "expires_at": stored.iso(record.expires_at),
        "reviewed_at": stored.iso(record.reviewed_at),
        "load_count": record.load_count,
        "scope": {
            "tenant": scope.tenant,
            "subject": scope.subject,
            "project": scope.project,
            "role": scope.role,
            "namespace": scope.namespace,
            "purposes": sorted(scope.purposes),
        },
        "revisions": [_revision_document(revision) for revision in record.revisions],
    }


def _revision_document(revision: Any) -> dict[str, Any]:
    return {
        "version": revision.version,
        "status": revision.status.value,
        "text": _safe(revision.text),
        "source": _safe(revision.source),
        "writer": revision.writer,
        "trigger": revision.trigger,
        "operation": revision.operation,
        "stated": revision.stated,
        "policy": revision.policy,
        "confidence": revision.confidence,
        "changeset": revision.changeset,
        "changeset_hash": revision.changeset_hash,
        "recorded_at": stored.iso(revision.recorded_at),
        "observed_at": stored.iso(revision.observed_at),
        "evidence": [
            {
                "session": link.session,
                "seq": link.seq,
                "quote": _safe(link.quote),
                "says": link.stance.value,
                "speaker": link.speaker.value,
                "root": link.root,
                "path": link.file,
                "line": link.line,
            }
            for link in revision.links
        ],
        "decisions": [
            {
                "code": decision.code,
                "outcome": decision.outcome.value,
                "reason": decision.reason,
                "decided_at": stored.iso(decision.decided_at),
            }
            for decision in revision.decisions
        ],
    }


def _safe(text: str | None) -> str | None:
    from aseptic.report.safe import redact, without_surrogates

    return None if text is None else without_surrogates(redact(text))
