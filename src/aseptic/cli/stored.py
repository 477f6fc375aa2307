"""What the commands of the store share: opening it, naming sessions, showing events."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aseptic.errors import UsageError
from aseptic.model.event import SessionEvent
from aseptic.model.scope import LOCAL, Scope

if TYPE_CHECKING:
    from aseptic.store.sqlite.store import SqliteStore

DEFAULT_STORE = Path(".aseptic") / "store.db"


def add_store_options(parser: argparse.ArgumentParser) -> None:
    """`--store`, `--format`, `--output`: every command of the store has them."""
    parser.add_argument(
        "--store",
        type=Path,
        default=DEFAULT_STORE,
        metavar="FILE",
        help=f"the store (default: {DEFAULT_STORE})",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument("--output", type=Path, metavar="FILE", help="write to a file")


def add_scope_options(parser: argparse.ArgumentParser) -> None:
    """Where what is written shall live; `local` where nothing is said."""
    for name in ("tenant", "subject", "project", "role", "namespace"):
        parser.add_argument(f"--{name}", default=LOCAL, help=argparse.SUPPRESS)
    parser.add_argument(
        "--purpose", action="append", default=[], metavar="NAME", help="may be given several times"
    )
    parser.add_argument("--writer", default="user", metavar="NAME", help="who writes")


def scope_of(args: argparse.Namespace) -> Scope:
    """The scope that the options name.

    Raises:
        UsageError: a part of it is empty.
    """
    try:
        return Scope(
            args.tenant,
            args.subject,
            args.project,
            args.role,
            args.namespace,
            frozenset(args.purpose or [LOCAL]),
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def open_store(args: argparse.Namespace, *, create: bool = False) -> SqliteStore:
    """The store that the options name.

    Raises:
        StoreError: it is not there, locked or of another version.
    """
    from aseptic.errors import StoreError
    from aseptic.model.clock import SystemClock
    from aseptic.store.sqlite.store import SqliteStore

    if not create and not args.store.is_file():
        raise StoreError(
            "there is no store here", where=args.store, hint="`aseptic log import PATHS` makes one"
        )
    return SqliteStore(args.store, clock=SystemClock(), create=create)


def session_name(store: SqliteStore, name: str) -> str:
    """The session with this name, or the only one whose name begins so.

    Raises:
        UsageError: none, or several.
    """
    names = [session.name for session in store.sessions()]
    if name in names:
        return name
    found = [known for known in names if known.startswith(name)]
    if len(found) == 1:
        return found[0]
    what = "no session" if not found else f"{len(found)} sessions"
    raise UsageError(f"{what} whose name begins with {name!r}", hint="see `aseptic log list`")


def split_ref(ref: str) -> tuple[str, int | None]:
    """`SESSION#SEQ` or `SESSION` taken apart."""
    session, mark, seq = ref.rpartition("#")
    return (session, int(seq)) if mark and seq.isdecimal() else (ref, None)


def write(args: argparse.Namespace, schema: str, document: Mapping[str, Any], text: str) -> None:
    """Show one answer as the options ask."""
    from aseptic.cli.console import write_output

    if args.format == "json":
        text = json.dumps({"schema": schema, **document}, ensure_ascii=False, indent=2) + "\n"
    write_output(text, args.output)


def time_text(time: datetime | None) -> str:
    """To the second, UTC; a dash where it is not known."""
    return "-" if time is None else time.strftime("%Y-%m-%d %H:%M:%SZ")


def iso(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


def event_document(event: SessionEvent) -> dict[str, Any]:
    """An event for JSON; credentials in it are replaced by their kind."""
    from aseptic.report.safe import redact, without_surrogates

    facts = {
        "ok": event.ok,
        "tool": event.tool,
        "call": event.call,
        "command": event.command and without_surrogates(redact(event.command)),
        "path": event.path,
        "start_line": event.start_line,
        "exit_code": event.exit_code,
        "uid": event.uid,
    }
    return {
        "session": event.session,
        "seq": event.seq,
        "origin": event.origin.value,
        "kind": event.kind.value,
        "time": iso(event.time),
        "file": event.place.path,
        "line": event.place.line,
        **{name: value for name, value in facts.items() if value is not None},
        "text": without_surrogates(redact(event.text)),
    }


def event_text(event: SessionEvent, limit: int | None) -> str:
    """An event for people: one line of facts, then its text, at most `limit` lines of it."""
    from aseptic.report.safe import shown

    facts = [event.ref, event.origin.value, event.kind.value, time_text(event.time)]
    facts += [event.tool] if event.tool else []
    facts += {True: ["succeeded"], False: ["failed"], None: []}[event.ok]
    facts += [f"{event.place.path}:{event.place.line}"]
    lines = event.text.split("\n")
    body = [f"    {shown(line, 400)}" for line in lines[:limit]]
    if limit is not None and len(lines) > limit:
        body.append(f"    … {len(lines) - limit} more lines")
    return "\n".join([shown("  ".join(facts)), *body]) + "\n"
