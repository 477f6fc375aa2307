"""The front door. Only the module of the command that was called is imported."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Sequence

from aseptic import __version__
from aseptic.errors import AsepticError

COMMANDS: dict[str, str] = {
    "audit": "judge a project's memory against its session logs",
    "gate": "check the injected context only: fast, no logs needed",
    "init": "find what is there and write aseptic.toml",
    "log": "import, show and verify session logs",
    "note": "add notes, show them, and say where they came from",
    "policy": "say what may be remembered of a text, and why",
    "rule": "print the page of a rule",
}
"""Command -> one line of help. `aseptic.cli.<command>` holds `configure(parser)` and `run(args)`."""

EPILOG = """examples:
  aseptic audit                    judge the memory of this folder against its logs
  aseptic audit --format html --output report.html
  aseptic gate CLAUDE.md           before a commit, or in CI
  aseptic rule C101                what a finding means and what to do

exit status: 0 pass, 1 a finding of level error, 2 no verdict
"""


def entry() -> None:
    """The console script."""
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run one command line; returns the exit status. Errors go to standard error."""
    try:
        return _dispatch(argv)
    except AsepticError as error:
        print(f"aseptic: {error}", file=sys.stderr)  # noqa: T201
        return 2
    except BrokenPipeError:
        # The reader went away (`aseptic audit | head`): not our failure, but no verdict was shown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 2
    except KeyboardInterrupt:
        print("aseptic: interrupted", file=sys.stderr)  # noqa: T201
        return 130
    except Exception as error:  # exit 1 means "finding": a fault of ours must not look like one
        if os.environ.get("ASEPTIC_DEBUG") == "1":
            return _traced()
        return _crashed(error)


def _traced() -> int:
    import traceback

    traceback.print_exc()
    return 2


def _crashed(error: Exception) -> int:
    """Say that no verdict was reached; memory's own words, which errors may quote, are kept back."""
    import errno

    if isinstance(error, OSError) and error.strerror:
        where = f"{error.filename!a}: " if error.filename else ""
        hint = ""
        if error.errno == errno.ENOSPC:
            hint = "\n  hint: make room, then run the same command again"
        print(f"aseptic: {where}{error.strerror}{hint}", file=sys.stderr)  # noqa: T201
        return 2
    print(  # noqa: T201
        f"aseptic: a fault of aseptic itself ({type(error).__name__}): no verdict\n"
        "  hint: run it again with ASEPTIC_DEBUG=1 and report what it prints, without what is"
        " private:\n  https://github.com/aseptic-memory/aseptic/issues",
        file=sys.stderr,
    )
    return 2


def _dispatch(argv: Sequence[str]) -> int:
    if argv[:1] == ["gate"] and not any(word.startswith("-") for word in argv):
        # A hook's call. Importing argparse and building parsers would add 6 ms to its 60.
        from aseptic.cli import gate

        return gate.run(gate.without_options(argv[1:]))
    return _parsed(argv)


def _parsed(argv: Sequence[str]) -> int:
    import argparse

    # argparse asks gettext for its words, which imports locale: 10 ms for English in English.
    vars(argparse)["_"] = str
    name = next((word for word in argv if not word.startswith("-")), None)
    parser = argparse.ArgumentParser(
        prog="aseptic",
        description="Keeps wrong notes out of an agent's memory, and proves it.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"aseptic {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    module = None
    for command, summary in COMMANDS.items():
        sub = commands.add_parser(
            command,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        if command == name:
            module = importlib.import_module(f"aseptic.cli.{command}")
            module.configure(sub)
    args = parser.parse_args(argv)
    assert module is not None  # argparse refused everything else  # noqa: S101
    status: int = module.run(args)
    return status
