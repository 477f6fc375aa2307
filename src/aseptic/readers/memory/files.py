"""Bytes of a memory file to text: bounded, decoded, and every fault located, never raised."""

from __future__ import annotations

import zlib
from pathlib import Path

from aseptic.model.note import FileProblem
from aseptic.model.place import Place
from aseptic.records import dataclass

MAX_BYTES = 10_000_000
"""The largest file (unpacked) that is read. Real memory files are under 100 kB, real agent
files under 2 MB; no tool loads anything near this."""
_PROBE = 8192
"""How far a NUL byte is looked for; as far as `git` looks to call a file binary."""

UNREADABLE, NOT_UTF8, BINARY = "F101", "F102", "F103"
BAD_FRONTMATTER, BAD_JSON, EMPTY, TOO_LARGE = "F104", "F105", "F106", "F107"
BAD_ENTRY = "F108"


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file as text; empty text and a problem where it is none."""

    text: str
    bytes: int
    problems: tuple[FileProblem, ...] = ()


def decode_file(path: Path, shown: str) -> Decoded:
    """Read a file as text, at most `MAX_BYTES` of it. Never raises.

    UTF-8 with or without mark, UTF-16 with mark. A byte that is no UTF-8 is a problem
    with its line and offset, and the rest is read nevertheless.
    """
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            message = f"{size:,} bytes; files above {MAX_BYTES:,} are not read"
            return Decoded("", size, (_problem(shown, TOO_LARGE, message),))
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Decoded("", 0, (_problem(shown, UNREADABLE, f"cannot be read: {reason}"),))
    if path.suffix == ".gz":
        return _unpacked(data, shown)
    return decode(data, shown)


def decode(data: bytes, shown: str) -> Decoded:
    """Bytes to text; see `decode_file`."""
    if not data.strip():
        return Decoded("", len(data), (_problem(shown, EMPTY, "the file is empty"),))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        try:
            return Decoded(data.decode("utf-16"), len(data))
        except UnicodeDecodeError as error:
            message = f"begins like UTF-16 and is not: byte {error.start}"
            return Decoded("", len(data), (_problem(shown, NOT_UTF8, message, byte=error.start),))
    at = data.find(b"\0", 0, _PROBE)
    if at >= 0:
        message = f"binary: a NUL byte at byte {at}"
        return Decoded("", len(data), (_problem(shown, BINARY, message, byte=at),))
    try:
        return Decoded(data.decode("utf-8-sig"), len(data))
    except UnicodeDecodeError:
        return _not_utf8(data, shown)


def _not_utf8(data: bytes, shown: str) -> Decoded:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = f"not UTF-8: byte 0x{data[error.start]:02x} at byte {error.start}"
        problem = _problem(shown, NOT_UTF8, message, line=line, byte=error.start)
        return Decoded(data.decode("utf-8-sig", "replace"), len(data), (problem,))
    return Decoded(data.decode("utf-8"), len(data))


def _unpacked(data: bytes, shown: str) -> Decoded:
    try:
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        plain = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        message = f"not a gzip file: {error}"
        return Decoded("", len(data), (_problem(shown, BINARY, message),))
    if len(plain) > MAX_BYTES:
        message = f"unpacks to more than {MAX_BYTES:,} bytes; such files are not read"
        return Decoded("", len(data), (_problem(shown, TOO_LARGE, message),))
    return decode(plain, shown)


def _problem(
    shown: str, code: str, message: str, *, line: int = 1, byte: int | None = None
) -> FileProblem:
    return FileProblem(Place(shown, line, byte=byte), code, message)
