"""`aseptic audit --loaded`: what a session in a folder really loads."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from aseptic.audit.loaded import render_text, to_document, what_loads
from aseptic.cli.console import write_output
from aseptic.errors import UsageError


def show(args: argparse.Namespace, root: Path, home: Path) -> int:
    """Print the tables, or JSON; 2 when no tool loads anything here."""
    loaded = what_loads(root, home)
    if args.format not in ("text", "json"):
        raise UsageError(f"--loaded has no {args.format} view", hint="text or json")
    if args.format == "json":
        text = json.dumps(to_document(loaded), indent=2, ensure_ascii=False) + "\n"
    else:
        text = render_text(loaded)
    write_output(text, args.output)
    return 0 if any(tool.files for tool in loaded) else 2
