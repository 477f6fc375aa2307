"""JSON as programs really write it: half characters are read, and what is wrong is said in words."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

_ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<half>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)",
    re.DOTALL,
)
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What `decode` raises for content that is not JSON."""


def decode(data: bytes) -> Any:
    """The JSON value of these bytes; half a surrogate pair is read as U+FFFD.

    Programs that cut a text between the halves of a pair write `\\ud83d` alone: valid
    JSON, no valid text.

    Raises:
        msgspec.DecodeError, UnicodeDecodeError, RecursionError: it is no JSON.
    """
    try:
        return msgspec.json.decode(data)
    except msgspec.DecodeError:
        whole = _ESCAPE.sub(lambda m: b"\\ufffd" if m["half"] else m[0], data)
        if whole == data:
            raise
        return msgspec.json.decode(whole)


def complaint(data: bytes, error: Exception) -> str:
    """Why these bytes are not one JSON value, in words, without the content."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return "not UTF-8"
    decoder = json.JSONDecoder()
    try:
        _, end = decoder.raw_decode(text.lstrip())
        decoder.raw_decode(text.lstrip()[end:].lstrip())
    except (ValueError, RecursionError):
        return f"not one JSON object: {type(error).__name__}"
    return "more than one JSON value on the line"
