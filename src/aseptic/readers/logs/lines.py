"""Lines of a log file as bytes: split on LF only, bounded, with their places."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from aseptic.errors import UnreadableError

MAX_LINE = 32 * 1024 * 1024
"""Bytes of one line. The longest real one seen is 9 MB; more is set aside, never held."""
BUFFER = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its LF; `data` is None where the line is longer than the bound."""

    number: int
    byte: int
    data: bytes | None


def open_log(path: Path) -> IO[bytes]:
    """Open a log for reading, through gzip where its first bytes say so.

    Raises:
        UnreadableError: it cannot be opened.
    """
    try:
        plain = path.open("rb")
        magic = plain.read(2)
        plain.seek(0)
    except OSError as error:
        raise UnreadableError(f"cannot be read: {error.strerror}", where=path) from error
    if magic == b"\x1f\x8b":
        plain.close()
        return cast("IO[bytes]", gzip.open(path, "rb"))
    return plain


def lines(path: Path) -> Iterator[Line]:
    """Every line of the file, in constant memory."""
    with open_log(path) as file:
        number, byte = 0, 0
        while True:
            data = file.readline(MAX_LINE)
            if not data:
                return
            number += 1
            length = len(data)
            if data.endswith(b"\n") or length < MAX_LINE:
                yield Line(number, byte, data.removesuffix(b"\n"))
            else:
                while data and not data.endswith(b"\n"):
                    data = file.readline(BUFFER)
                    length += len(data)
                yield Line(number, byte, None)
            byte += length
