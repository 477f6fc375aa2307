"""Hostile text made harmless: hidden characters become visible, credentials become a name."""

from __future__ import annotations

import re

from aseptic.rules.injected import secret_shapes

# Everything that a terminal obeys or a reader cannot see: controls, bidirectional
# marks, zero-width and filler characters, tags, variation selectors, lone surrogates.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e0fff]"
)
_EMOJI = re.compile("[\u203c-\u3299\U0001f000-\U0001faff#*0-9]")
NEWLINE = "⏎"


def visible(text: str) -> str:
    """One line without anything hidden: `<U+202E>` for what a terminal would obey, ⏎ for a new line.

    The joiner and the variation selector inside an emoji stay; they hide nothing there.
    """
    if text.isascii() and text.isprintable():
        return text
    return _HIDDEN.sub(_show, text.replace("\r\n", "\n"))


def _show(match: re.Match[str]) -> str:
    char = match.group()
    if char == "\n":
        return NEWLINE
    if char == "\t":
        return " "
    if char in "\ufe0f\u200d" and _EMOJI.match(match.string, match.start() - 1):
        return char
    return f"<U+{ord(char):04X}>"


def redact(text: str) -> str:
    """The text with each credential replaced by its kind and length."""
    return "\n".join(_redact_line(line) for line in text.split("\n"))


def _redact_line(line: str) -> str:
    found = sorted(secret_shapes.find(line), key=lambda hit: hit[1], reverse=True)
    for kind, start, end, _ in found:
        line = f"{line[:start]}[{kind}, {end - start} characters]{line[end:]}"
    return line


def shown(text: str, limit: int | None = None) -> str:
    """What every view puts on the screen: redacted, visible, at most `limit` characters."""
    # `##[` opens a command of older CI runners wherever it stands in a line.
    line = visible(redact(text)).replace("##[", "## [")
    if limit is not None and len(line) > limit:
        return line[: limit - 1].rstrip() + "…"
    return line


def without_surrogates(text: str) -> str:
    """Text that every UTF-8 writer takes; a lone surrogate becomes `<U+DC80>`."""
    return re.sub("[\ud800-\udfff]", _show, text)
