"""The terminal: colours, width, progress, and writing a report to a file."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, TextIO

from aseptic.errors import UnreadableError
from aseptic.model.finding import Result
from aseptic.report import FORMATS, render


class Bar(Protocol):
    """A progress bar: told how many more units are done."""

    def update(self, n: float | None = 1, /) -> object: ...


class _Silent:
    """The bar of a run that nobody watches."""

    def update(self, n: float | None = 1, /) -> None:
        return None


def use_color(stream: TextIO, env: Mapping[str, str]) -> bool:
    """Whether to colour: NO_COLOR says no, FORCE_COLOR yes, else only a terminal that is not dumb.

    An empty NO_COLOR counts as unset (no-color.org).
    """
    if env.get("NO_COLOR"):
        return False
    if env.get("FORCE_COLOR"):
        return env["FORCE_COLOR"] != "0"
    return stream.isatty() and env.get("TERM") != "dumb"


def width(stream: TextIO) -> int:
    """Columns of the terminal; 100 where the stream is none."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or 100
    except (OSError, ValueError):
        return 100


@contextmanager
def progress(
    total: int | None, description: str, *, enabled: bool, unit: str = "it"
) -> Iterator[Bar]:
    """A progress bar on standard error; silent where that is no terminal or `enabled` is false."""
    if not (enabled and sys.stderr.isatty()):
        yield _Silent()
        return
    from tqdm import tqdm

    with tqdm(total=total, desc=description, unit=unit, leave=False, file=sys.stderr) as bar:
        yield bar


def add_report_options(parser: argparse.ArgumentParser) -> None:
    """The options that every command with a report has."""
    group = parser.add_argument_group("report")
    group.add_argument("--format", choices=FORMATS, default="text", help="default: text")
    group.add_argument("--output", metavar="FILE", type=Path, help="write the report to a file")
    loud = group.add_mutually_exclusive_group()
    loud.add_argument("-q", "--quiet", action="store_true", help="print nothing; see the status")
    loud.add_argument("-v", "--verbose", action="store_true", help="list every claim")
    group.add_argument("--no-color", action="store_true", help="as NO_COLOR=1")


def write_result(
    result: Result,
    args: argparse.Namespace,
    *,
    env: Mapping[str, str] | None = None,
    stream: TextIO | None = None,
) -> int:
    """Show a result as the report options ask; returns the exit status.

    `--quiet` silences the terminal, never a file that was asked for.

    Raises:
        UnreadableError: the output file cannot be written.
    """
    out = sys.stdout if stream is None else stream
    if args.quiet and args.output is None:
        return result.exit_code
    to_terminal = args.output is None
    color = to_terminal and not args.no_color and use_color(out, os.environ if env is None else env)
    text = render(
        result, args.format, color=color, width=width(out) if to_terminal else 100,
        verbose=args.verbose,
    )  # fmt: skip
    write_output(text, args.output, stream=out)
    if args.output is not None and not args.quiet:
        from aseptic.report.summary import verdict

        print(f"{verdict(result)}; report: {args.output}", file=sys.stderr)  # noqa: T201
    return result.exit_code


def write_output(text: str, path: Path | None, *, stream: TextIO | None = None) -> None:
    """Print a text, or put it into a file that is never half written.

    A character that the stream's encoding lacks is escaped. A symbolic link is followed,
    so that it stays one; `/dev/stdout` and other devices are written in place.

    Raises:
        UnreadableError: the file cannot be written; what stood there is untouched.
    """
    if path is None:
        out = sys.stdout if stream is None else stream
        encoding = out.encoding or "utf-8"
        out.write(text.encode(encoding, "backslashreplace").decode(encoding))
        return
    try:
        _replace(Path(os.path.realpath(path)), text.encode("utf-8", "backslashreplace"))
    except OSError as error:
        raise UnreadableError(f"cannot be written: {error.strerror}", where=path) from error


def _replace(target: Path, data: bytes) -> None:
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
