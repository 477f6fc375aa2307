"""`aseptic log`: bring session logs into the store, look at them, verify them."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from aseptic.cli import stored
from aseptic.errors import UnreadableError, UsageError

SCHEMA = "aseptic.log/1"
LINES_OF_MANY = 3
"""Lines shown of each event where several are shown."""


EXAMPLES = """examples:
  aseptic log import ~/.claude/projects/my-project
  aseptic log list
  aseptic log show SESSION#12           one event
  aseptic log show --grep "port 8080"
  aseptic log verify                    does every hash still hold?
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The options of `aseptic log`."""
    parser.epilog = EXAMPLES
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True)
    bring = verbs.add_parser("import", help="bring session logs into the store")
    bring.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="log file or folder")
    bring.add_argument("--dry-run", action="store_true", help="read and count; store nothing")
    stored.add_scope_options(bring)
    show = verbs.add_parser("show", help="show the events of a session")
    show.add_argument("ref", nargs="?", metavar="SESSION[#SEQ]", help="default: every session")
    show.add_argument("--grep", metavar="REGEX", help="only events whose text holds this")
    show.add_argument(
        "--limit", type=int, default=200, metavar="N", help="at most N events (default: 200)"
    )
    listing = verbs.add_parser("list", help="list the sessions of the store")
    verify = verbs.add_parser("verify", help="compute every hash of the store again")
    verify.add_argument(
        "--head", metavar="HASH", help="the head that an earlier run printed must still be there"
    )
    for verb in (bring, show, listing, verify):
        stored.add_store_options(verb)


def run(args: argparse.Namespace) -> int:
    """Run one verb; returns the exit status."""
    verb = {"import": _import, "show": _show, "list": _list, "verify": _verify}[args.verb]
    return verb(args)


def _import(args: argparse.Namespace) -> int:
    files = list(_files(args.paths))
    done: list[dict[str, Any]] = []
    unknown: list[str] = []
    if args.dry_run:
        for path in files:
            _read_only(path, done, unknown)
    else:
        scope = stored.scope_of(args)
        with stored.open_store(args, create=True) as store:
            for path in files:
                _read_into(store, scope, args.writer, path, done, unknown)
    document = {
        "verb": "import",
        "store": None if args.dry_run else str(args.store),
        "files": done,
        "not_recognised": unknown,
    }
    stored.write(args, SCHEMA, document, _import_text(args, done, unknown))
    asked = {str(path) for path in args.paths}
    return 0 if done and not asked.intersection(unknown) else 2


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.exists():
            raise UnreadableError("there is no such file or folder", where=path)
        if not (path.is_dir() or path.is_file()):  # a pipe would be waited on for ever
            raise UnreadableError("is neither a file nor a folder", where=path)
        if path.is_dir():
            yield from sorted(_below(path))
        else:
            yield path


def _below(folder: Path) -> Iterator[Path]:
    """The files of a folder and of those in it; links are not followed.

    Raises:
        UnreadableError: one of them may not be read: an import is whole or it is none.
    """

    def refused(error: OSError) -> None:
        raise UnreadableError(f"cannot be read: {error.strerror}", where=error.filename)

    for here, _, names in os.walk(folder, onerror=refused):
        for path in (Path(here, name) for name in names):
            if path.is_file() and not path.is_symlink():
                yield path


def _detect(path: Path, unknown: list[str]) -> Any:
    from aseptic.config import load
    from aseptic.readers.logs.registry import detect

    reader = detect(path, load(Path.cwd()).logs.mapping)
    if reader is None:
        unknown.append(str(path))
    return reader


def _read_only(path: Path, done: list[dict[str, Any]], unknown: list[str]) -> None:
    from aseptic.readers.logs.registry import Summarizer

    reader = _detect(path, unknown)
    if reader is None:
        return
    summarizer = Summarizer(str(path), reader)
    for _ in summarizer.through(reader.read(path)):
        pass
    summary = summarizer.summary()
    done.append(
        {
            "path": summary.path,
            "format": summary.format,
            "unit": summary.unit,
            "units": summary.units,
            "event_units": summary.event_units,
            "events": summary.events,
            "asides": {reason.value: n for reason, n in sorted(summary.asides.items())},
        }
    )


def _read_into(
    store: Any, scope: Any, writer: str, path: Path, done: list[dict[str, Any]], unknown: list[str]
) -> None:
    from aseptic.cli.console import progress
    from aseptic.flows.capture import capture
    from aseptic.store.base import LogFile

    reader = _detect(path, unknown)
    if reader is None:
        return
    log = LogFile(str(path.resolve()), reader.name, reader.unit)
    with progress(None, path.name, enabled=True, unit=reader.unit) as bar:
        captured = capture(
            store, log, reader.read(path), scope=scope, writer=writer,
            progress=bar.update,
        )  # fmt: skip
    done.append(
        {
            "path": str(path),
            "format": reader.name,
            "unit": reader.unit,
            "units": captured.units,
            "event_units": captured.event_units,
            "events": captured.events,
            "added": captured.added,
            "held": captured.held,
            "resumed_at": captured.resumed_at,
            "forks": captured.forks,
            "asides": {reason.value: n for reason, n in sorted(captured.asides.items())},
        }
    )


def _import_text(args: argparse.Namespace, done: list[dict[str, Any]], unknown: list[str]) -> str:
    from aseptic.report.safe import shown

    lines = []
    for file in done:
        asides = ", ".join(f"{n} {reason}" for reason, n in file["asides"].items())
        line = f"{file['path']}: {file['units']} {file['unit']}s, {file['events']} events"
        if not args.dry_run:
            line += f" ({file['added']} new, {file['held']} held already)"
        lines.append(shown(line + (f"; set aside: {asides}" if asides else "")))
        if file.get("resumed_at"):
            lines.append(f"  continued an import that had stopped after {file['resumed_at']}")
        for name, seq in file.get("forks", {}).items():
            lines.append(shown(f"  differs from what is held: kept as {name} from event {seq} on"))
    lines += [shown(f"{path}: not a session log that is known here") for path in unknown]
    total = sum(file["events"] for file in done)
    where = "nothing stored (dry run)" if args.dry_run else f"store: {args.store}"
    lines.append(f"{len(done)} logs, {total} events; {where}")
    return "\n".join(lines) + "\n"


def _show(args: argparse.Namespace) -> int:
    pattern = _pattern(args.grep)
    with stored.open_store(args) as store:
        if args.ref is None:
            events: Iterable[Any] = (
                event for info in store.sessions() for event in store.events(info.name)
            )
            single = False
        else:
            name, seq = stored.split_ref(args.ref)
            name, single = stored.session_name(store, name), seq is not None
            events = store.events(name) if seq is None else [store.event(name, seq)]
        matching = (e for e in events if e is not None and (not pattern or pattern.search(e.text)))
        chosen = list(islice(matching, max(args.limit, 1)))
        more = next(matching, None) is not None
    if not chosen:
        raise UsageError("no such event", hint="see `aseptic log list`")
    limit = None if single else LINES_OF_MANY
    text = "".join(stored.event_text(event, limit) for event in chosen)
    if more:
        text += f"there is more behind these {len(chosen)} events: --limit shows it\n"
    document = {
        "verb": "show",
        "more": more,
        "events": [stored.event_document(event) for event in chosen],
    }
    stored.write(args, SCHEMA, document, text)
    return 0


def _pattern(grep: str | None) -> re.Pattern[str] | None:
    try:
        return re.compile(grep) if grep is not None else None
    except re.error as error:
        raise UsageError(f"--grep is not a regular expression: {error}") from error


def _list(args: argparse.Namespace) -> int:
    from aseptic.report.safe import shown

    with stored.open_store(args) as store:
        sessions = store.sessions()
    rows, lines = [], []
    for info in sessions:
        rows.append(
            {
                "session": info.name,
                "events": info.events,
                "first_at": stored.iso(info.first_at),
                "last_at": stored.iso(info.last_at),
                "head": info.head,
                "forked_from": info.forked_from,
                "forked_at": info.forked_at,
            }
        )
        line = f"{info.name}  {info.events} events  {stored.time_text(info.first_at)}"
        if info.forked_from:
            line += f"  differs from {info.forked_from} from event {info.forked_at} on"
        lines.append(shown(line))
    lines.append(f"{len(rows)} sessions")
    stored.write(args, SCHEMA, {"verb": "list", "sessions": rows}, "\n".join(lines) + "\n")
    return 0


def _verify(args: argparse.Namespace) -> int:
    from aseptic.model.verdict import Outcome
    from aseptic.report.safe import shown

    with stored.open_store(args) as store:
        found = store.verify()
        known = args.head is None or store.has_head(args.head)
    outcome = found.outcome if known else Outcome.FAIL
    lines = [shown(f"broken: {_where(broken)}: {broken.what}") for broken in found.breaks]
    if not known:
        lines.append("broken: the head that was given is not in this store's chain")
    if outcome is Outcome.UNKNOWN:
        lines.append("unknown: the store is empty, so nothing was verified")
    lines.append(
        f"{outcome.value}: {found.events} events of {found.sessions} sessions, "
        f"{found.changesets} changesets"
    )
    lines.append(f"head: {found.head}")
    breaks = [
        {"what": b.what, "session": b.session, "seq": b.seq, "changeset": b.changeset}
        for b in found.breaks
    ]
    document = {
        "verb": "verify",
        "verdict": outcome.value,
        "sessions": found.sessions,
        "events": found.events,
        "purged": found.purged,
        "changesets": found.changesets,
        "head": found.head,
        "head_known": known,
        "breaks": breaks,
    }
    stored.write(args, SCHEMA, document, "\n".join(lines) + "\n")
    return {Outcome.PASS: 0, Outcome.FAIL: 1, Outcome.UNKNOWN: 2}[outcome]


def _where(broken: Any) -> str:
    if broken.session is not None:
        return broken.session if broken.seq is None else f"{broken.session}#{broken.seq}"
    return "the store" if broken.changeset is None else f"changeset {broken.changeset}"
