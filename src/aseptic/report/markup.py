"""HTML by construction: a plain string is always escaped, only what was built here is not."""

from __future__ import annotations

from html import escape

from aseptic.report.safe import redact, shown

_VOID = frozenset({"meta", "input", "br"})


class Html(str):
    """Finished markup. Only `el`, `join` and `raw` make it."""

    __slots__ = ()


def text(value: str, limit: int | None = None) -> Html:
    """Hostile or not: redacted, hidden characters made visible, escaped."""
    return Html(escape(shown(value, limit)))


def quote(value: str, limit: int) -> Html:
    """As `text`, but a quote of several lines keeps them."""
    lines = [shown(line) for line in redact(value).replace("\r\n", "\n").split("\n")]
    whole = "\n".join(lines).strip("\n")
    return Html(escape(whole if len(whole) <= limit else whole[: limit - 1] + "…"))


def el(name: str, /, *children: str, **attributes: str | int | bool | None) -> Html:
    """An element. `class_` is `class`, `data_x` is `data-x`; None and False leave an attribute out.

    Attribute names come from our own code; their values are treated as hostile.
    """
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}" + ("" if value is True else f'="{_value(value)}"')
        for key, value in attributes.items()
        if value is not None and value is not False
    )
    if name in _VOID:
        return Html(f"<{name}{given}>")
    return Html(f"<{name}{given}>{join(*children)}</{name}>")


def join(*children: str) -> Html:
    """Children one after the other; plain strings among them are escaped."""
    return Html("".join(c if isinstance(c, Html) else text(c) for c in children))


def raw(trusted: str) -> Html:
    """Our own script or style as it is. Never for anything that was read."""
    return Html(trusted)


def _value(value: str | int) -> Html:
    return text(value) if isinstance(value, str) else Html(value)
