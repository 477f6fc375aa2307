"""`aseptic gate`: check what every session loads; fast, no logs needed."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aseptic.model.finding import Result

FORMATS = ("text", "json", "sarif", "junit", "github", "html", "markdown")
_HERE = "."


EXAMPLES = """examples:
  aseptic gate                          what every session loads here
  aseptic gate CLAUDE.md AGENTS.md      these files only, as a commit hook does
  aseptic gate --since main             only items changed since a revision
  aseptic gate --calibrate              how alike your items are, and proposed limits
  aseptic gate --baseline               accept today's findings; only new ones fail from now on
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the words of this command."""
    parser.epilog = EXAMPLES
    add = parser.add_argument
    add(
        "files",
        nargs="*",
        metavar="FILES",
        help="memory files; none: those that every session loads",
    )
    add("--root", default=_HERE, help="the project folder (default: this one)")
    add("--format", choices=FORMATS, default="text", help="how to show the result")
    add("--output", metavar="FILE", help="write the result there instead of to the screen")
    add("--since", metavar="REV", help="only findings about items changed since a git revision")
    add(
        "--baseline",
        nargs="?",
        const="",
        metavar="FILE",
        help="accept today's findings: write them to FILE",
    )
    add(
        "--calibrate",
        action="store_true",
        help="show how alike your own items are, and propose limits",
    )
    add("--strict", action="store_true", help="warnings count as errors")
    volume = parser.add_mutually_exclusive_group()
    volume.add_argument("-q", "--quiet", action="store_true", help="say nothing when all is well")
    volume.add_argument("-v", "--verbose", action="store_true", help="say more")


def run(args: argparse.Namespace) -> int:
    """Run the gate; returns the exit status."""
    from aseptic.audit.gate import run_gate
    from aseptic.config import load
    from aseptic.model.clock import SystemClock

    root = _root(args.root)
    config = load(root)
    files = [Path(file) for file in args.files] or None
    if args.calibrate:
        return _calibrate(args, root, files)
    if args.baseline is not None:
        return _write_baseline(args, root, files)
    result = run_gate(root, config, files=files, clock=SystemClock(), since=args.since)
    if args.strict:
        result = _stricter(result)
    status = result.exit_code
    if _is_plain_pass(args, result, status):
        # Importing the views would be a fifth of a hook's time, and there is nothing to view.
        if not args.quiet:
            items = sum(len(file.notes) for file in result.files)
            _print(
                f"gate: pass: {items} items in {len(result.files)} files, {result.checks_run} checks ran"
            )
    elif not (args.quiet and status == 0 and not args.output):
        from aseptic.report import render

        color = args.output is None and _colored()
        _show(args, render(result, args.format, color=color, verbose=args.verbose))
    return status


def _is_plain_pass(args: argparse.Namespace, result: Result, status: int) -> bool:
    return (
        status == 0
        and args.format == "text"
        and not (args.output or args.verbose)
        and not (result.findings or result.suppressed or result.extra)
    )


def _write_baseline(args: argparse.Namespace, root: Path, files: list[Path] | None) -> int:
    from dataclasses import replace

    from aseptic.audit.baseline import DEFAULT_NAME, write
    from aseptic.audit.gate import run_gate
    from aseptic.config import load
    from aseptic.model.clock import SystemClock

    config = load(root)
    path = Path(args.baseline) if args.baseline else root / (config.baseline or DEFAULT_NAME)
    # Judged without the old baseline: what it accepts and still holds stays accepted.
    result = run_gate(
        root, replace(config, baseline=None), files=files, clock=SystemClock(), use_baseline=False
    )
    count = write(path, result.findings)
    if not args.quiet:
        _print(f"{count} findings are accepted from now on: {path}")
    return 2 if result.unknown_reasons else 0


def _calibrate(args: argparse.Namespace, root: Path, files: list[Path] | None) -> int:
    from aseptic.audit.calibrate import calibrate, show
    from aseptic.audit.gate import read_files
    from aseptic.config import load

    report = calibrate(read_files(root, load(root), files))
    if args.format == "json":
        import json

        _show(args, json.dumps(report, indent=2) + "\n")
    else:
        _show(args, show(report))
    return 0


def _stricter(result: Result) -> Result:
    from dataclasses import replace

    from aseptic.model.finding import Level

    return replace(
        result,
        findings=tuple(
            replace(found, level=Level.ERROR) if found.level is Level.WARNING else found
            for found in result.findings
        ),
    )


def _root(word: str) -> Path:
    from aseptic.errors import UnreadableError

    root = Path(word)
    if not root.is_dir():
        raise UnreadableError("is not a folder", where=word)
    return root.absolute()


def _colored() -> bool:
    import os

    return sys.stdout.isatty() and not os.environ.get("NO_COLOR")


def _show(args: argparse.Namespace, text: str) -> None:
    if args.output is None:
        _print(text.rstrip("\n"))
        return
    from aseptic.errors import UnreadableError

    try:
        Path(args.output).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UnreadableError(f"cannot be written: {error.strerror}", where=args.output) from error


def _print(text: str) -> None:
    stream = sys.stdout
    encoding = stream.encoding or "utf-8"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
