"""`aseptic init`: find what is there and write aseptic.toml."""

from __future__ import annotations

import argparse
from pathlib import Path

from aseptic.errors import UnreadableError

EXAMPLES = """examples:
  aseptic init --dry-run                show what is found and what would be written
  aseptic init                          write aseptic.toml
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """The words of the command."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "path",
        nargs="?",
        default=".",
        metavar="PATH",
        help="the project folder (default: this one)",
    )
    parser.add_argument("--dry-run", action="store_true", help="show the file, write nothing")
    parser.add_argument("--force", action="store_true", help="replace an aseptic.toml")


def run(args: argparse.Namespace) -> int:
    """Show what is there; write the settings."""
    from aseptic.audit.initialize import config_text, describe, survey, write_config

    root = Path(args.path)
    if not root.is_dir():
        raise UnreadableError("no such folder", where=args.path)
    found = survey(root.absolute(), Path.home())
    print(describe(found))  # noqa: T201
    text = config_text(found)
    if args.dry_run:
        print(f"\n{text}", end="")  # noqa: T201
        return 0
    path = write_config(root, text, force=args.force)
    print(f"\nwritten: {path}\nnext: aseptic audit {args.path}")  # noqa: T201
    return 0
