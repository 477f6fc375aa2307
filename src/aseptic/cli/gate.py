"""`aseptic gate`: check what every session loads; fast, no logs needed."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import SimpleNamespace

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from aseptic.config import Config
    from aseptic.model.finding import Result

    Words = argparse.Namespace | SimpleNamespace

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
    add("--root", default=_HERE, metavar="PATH", help="the project folder (default: this one)")
    add("--format", choices=FORMATS, default="text", help="how to show the result")
    add(
        "--output",
        metavar="FILE",
        type=Path,
        help="write the result there instead of to the screen",
    )
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
    add("--no-color", action="store_true", help="as NO_COLOR=1")


def without_options(files: Sequence[str]) -> SimpleNamespace:
    """What parsing a call with file names only gives."""
    return SimpleNamespace(
        command="gate", files=list(files), root=_HERE, format="text", output=None, since=None,
        baseline=None, calibrate=False, strict=False, quiet=False, verbose=False, no_color=False,
    )  # fmt: skip


def run(args: Words) -> int:
    """Run the gate; returns the exit status."""
    from aseptic.audit.gate import run_gate
    from aseptic.config import load
    from aseptic.model.clock import clock_of

    root = _root(args.root)
    config = load(root)
    files = [Path(file) for file in args.files] or None
    if args.calibrate:
        return _calibrate(args, root, config, files)
    if args.baseline is not None:
        return _write_baseline(args, root, config, files)
    result = run_gate(root, config, files=files, clock=clock_of(os.environ), since=args.since)
    if args.strict:
        result = _stricter(result)
    status = result.exit_code
    if args.quiet and status == 0 and args.output is None:
        return status
    if _is_plain_pass(args, result, status):
        # Importing the views would be a fifth of a hook's time, and there is nothing to view.
        items, count = sum(len(file.notes) for file in result.files), len(result.files)
        sys.stdout.write(
            f"gate: pass: {_count(items, 'item')} in {_count(count, 'file')}, "
            f"{result.checks_run} checks ran\n"
        )
        return status
    return _show(args, result)


def _is_plain_pass(args: Words, result: Result, status: int) -> bool:
    return (
        status == 0
        and args.format == "text"
        and not (args.output or args.verbose)
        and not (result.findings or result.suppressed or result.extra)
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _show(args: Words, result: Result) -> int:
    import argparse

    from aseptic.cli.console import write_result

    # What is wrong is printed in spite of --quiet, which is for when all is well.
    quiet = args.quiet and args.output is not None
    return write_result(result, argparse.Namespace(**{**vars(args), "quiet": quiet}))


def _write_baseline(args: Words, root: Path, config: Config, files: list[Path] | None) -> int:
    from aseptic.audit.baseline import DEFAULT_NAME, write
    from aseptic.audit.gate import run_gate
    from aseptic.cli.console import write_output
    from aseptic.model.clock import clock_of
    from aseptic.records import replace

    path = Path(args.baseline) if args.baseline else root / (config.baseline or DEFAULT_NAME)
    # Judged without the old baseline: what it accepts and still holds stays accepted.
    result = run_gate(
        root,
        replace(config, baseline=None),
        files=files,
        clock=clock_of(os.environ),
        use_baseline=False,
    )
    count = write(path, result.findings)
    if not args.quiet:
        found = _count(count, "finding") + (" is" if count == 1 else " are")
        write_output(f"{found} accepted from now on: {path}\n", None)
    return 2 if result.unknown_reasons else 0


def _calibrate(args: Words, root: Path, config: Config, files: list[Path] | None) -> int:
    from aseptic.audit.calibrate import calibrate, show
    from aseptic.audit.gate import read_files
    from aseptic.cli.console import write_output

    report = calibrate(read_files(root, config, files))
    if args.format == "json":
        import json

        write_output(json.dumps(report, indent=2) + "\n", args.output)
    else:
        write_output(show(report).rstrip("\n") + "\n", args.output)
    return 0


def _stricter(result: Result) -> Result:
    from aseptic.model.finding import Level
    from aseptic.records import replace

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
