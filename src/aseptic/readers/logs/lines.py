"""Lines of a log file as bytes: split on LF only, bounded, with their places."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from aseptic.errors import UnreadableError

MAX_LINE = 32 * 1024 * 1024
"""Bytes of one line. The longest real one seen is 9 MB; more is set aside, never held."""
BUFFER = 1024 * 1024
DAMAGED = (EOFError, gzip.BadGzipFile, zlib.error)
"""What reading a compressed file that is cut off or spoiled raises."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line without its LF; `data` is None where it is longer than the bound
    or the compressed file is damaged from here on."""

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
    number, byte = 0, 0
    with open_log(path) as file:
        while True:
            try:
                data, length = _line(file)
            except DAMAGED:
                yield Line(number + 1, byte, None)
                return
            if not length:
                return
            number += 1
            yield Line(number, byte, data)
            byte += length


def _line(file: IO[bytes]) -> tuple[bytes | None, int]:
    """The next line (None where it is too long) and its length with its LF; 0 at the end."""
    data = file.readline(MAX_LINE)
    length = len(data)
    if data.endswith(b"\n") or length < MAX_LINE:
        return data.removesuffix(b"\n"), length
    while data and not data.endswith(b"\n"):
        data = file.readline(BUFFER)
        length += len(data)
    return None, length


def head_of(path: Path, size: int) -> bytes:
    """The first bytes of a log, as many as can be read.

    Raises:
        UnreadableError: it cannot be opened.
    """
    parts: list[bytes] = []
    with open_log(path) as file:
        while (left := size - sum(map(len, parts))) > 0:
            try:
                part = file.read(min(left, 4096))
            except DAMAGED:
                break
            except OSError as error:
                raise UnreadableError(f"cannot be read: {error.strerror}", where=path) from error
            if not part:
                break
            parts.append(part)
    return b"".join(parts)
