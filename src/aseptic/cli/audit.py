"""`aseptic audit`: judge a project's memory against its session logs."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from aseptic.cli.console import add_report_options, progress, write_result
from aseptic.config import load
from aseptic.model.clock import clock_of

EXAMPLES = """examples:
  aseptic audit                                this folder, with the logs that are found
  aseptic audit --logs ~/old-transcripts       with further logs
  aseptic audit --since main                   only what changed since a revision
  aseptic audit --format html --output audit.html
  aseptic audit --loaded                       what a session here really loads
  aseptic audit --fix                          show a patch; --fix --apply writes it, --undo takes it back
  aseptic audit --accept                       record today's clean items as reviewed

exit status: 0 pass, 1 a finding of level error, 2 no verdict
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the words of this command."""
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add(
        "path",
        nargs="?",
        default=".",
        metavar="PATH",
        help="the project folder (default: this one)",
    )
    add("--logs", action="append", default=[], metavar="PATH", help="logs: file, folder or glob")
    add("--since", metavar="REV", help="judge only items changed since a git revision")
    add("--strict", action="store_true", help="every checkable claim must be decided")
    acts = parser.add_argument_group("instead of a report").add_mutually_exclusive_group()
    acts.add_argument("--loaded", action="store_true", help="show what a session here loads")
    acts.add_argument("--fix", action="store_true", help="show a patch that mends what it can")
    acts.add_argument("--undo", action="store_true", help="take back the last --fix --apply")
    acts.add_argument("--accept", action="store_true", help="record clean items as reviewed")
    parser.add_argument("--apply", action="store_true", help="with --fix: write the patch")
    add_report_options(parser)


def run(args: argparse.Namespace) -> int:
    """Run the command; returns the exit status."""
    from aseptic.audit.audit import Surroundings, run_audit

    root = _root(args.path)
    if args.apply and not args.fix:
        from aseptic.errors import UsageError

        raise UsageError("--apply goes with --fix")
    act = "--fix" if args.fix else "--undo" if args.undo else "--accept" if args.accept else None
    if act and (args.format != "text" or args.output):
        from aseptic.errors import UsageError

        raise UsageError(f"{act} makes no report", hint="leave --format and --output out")
    if args.loaded:
        from aseptic.cli.loaded import show

        return show(args, root, Path.home())
    if args.undo:
        from aseptic.cli.fixing import undo

        return undo(root)
    config = load(root)
    if args.strict:
        config = replace(config, min_decided=1.0)
    with _watched(not args.quiet) as watch:
        around = Surroundings(clock=clock_of(os.environ), progress=watch)
        result = run_audit(root, config, logs=args.logs, since=args.since, around=around)
    if args.fix:
        from aseptic.cli.fixing import fix

        return fix(root, config, result, apply=args.apply, clock=around.clock)
    if args.accept:
        from aseptic.cli.fixing import accept

        return accept(root, result, around.clock)
    return write_result(result, args, env=os.environ)


def _root(word: str) -> Path:
    from aseptic.errors import UnreadableError

    root = Path(word)
    if not root.is_dir():
        raise UnreadableError("is not a folder", where=word)
    return root.absolute()


@contextmanager
def _watched(enabled: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Progress of an audit: a bar a step, on a terminal only."""
    if not (enabled and sys.stderr.isatty()):
        yield lambda step, done, total: None
        return
    from contextlib import ExitStack

    with ExitStack() as stack:
        state: dict[str, object] = {}

        def watch(step: str, done: int, total: int) -> None:
            if step not in state:
                stack.close()
                state.clear()
                state[step] = stack.enter_context(progress(total, step, enabled=True))
                state["done"] = 0
            bar, before = state[step], state["done"]
            bar.update(done - int(str(before)))  # type: ignore[attr-defined]
            state["done"] = done

        yield watch
