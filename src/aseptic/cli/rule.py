"""`aseptic rule CODE`: print the page of a rule; without a code, list them."""

from __future__ import annotations

import argparse
import sys

EXAMPLES = """examples:
  aseptic rule C101                     what a finding means and what to do instead
  aseptic rule                          all rules
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the words of this command."""
    parser.epilog = EXAMPLES
    parser.add_argument("code", nargs="?", metavar="CODE", help="for example C101; none: list all")


def run(args: argparse.Namespace) -> int:
    """Print the page, or the list; returns the exit status."""
    from aseptic.errors import UsageError
    from aseptic.rules.handbook import codes, page, title

    if args.code is None:
        sys.stdout.write("".join(f"{title(code)}\n" for code in codes()))
        return 0
    text = page(args.code.upper())
    if text is None:
        near = [code for code in codes() if code[0] == args.code[:1].upper()]
        raise UsageError(
            f"there is no rule {args.code!r}",
            hint=f"known: {', '.join(near or codes())}",
        )
    sys.stdout.write(text)
    return 0
