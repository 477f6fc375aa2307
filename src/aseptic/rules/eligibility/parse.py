"""The table as written: TOML to `Policy`, with errors that say which row and what is allowed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from aseptic.errors import ConfigError
from aseptic.model.origin import Origin
from aseptic.rules.eligibility.action import Action, At, Sensitivity
from aseptic.rules.eligibility.policy import Policy, Row, unusable

DEFAULT = Path(__file__).parent / "default.toml"
FILE_NAME = "aseptic-policy.toml"
"""A table of one's own, beside `aseptic.toml`; it takes the place of the shipped one."""
SCHEMA = "aseptic.policy/1"
_KEYS = {"schema", "name", "version", "sensitivity", "row"}
_ROW_KEYS = {
    "name", "category", "kind", "sensitivity", "source", "at", "action", "expiry", "purposes", "reason",
}  # fmt: skip
_EXPIRY = re.compile(r"(\d{1,5}) ?(minutes?|hours?|days?|weeks?)")
E_ = TypeVar("E_", bound=StrEnum)


def load_policy(path: Path | None = None) -> Policy:
    """The table in a file; the one that is shipped where no file is named.

    Raises:
        ConfigError: it cannot be read, or a row of it is not as it must be.
    """
    path = path or DEFAULT
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", where=path) from error
    except UnicodeDecodeError as error:
        raise ConfigError("is not UTF-8", where=path) from error
    return parse_policy(text, where=str(path))


def find_policy(root: Path) -> Path:
    """The table of a project, or else the one that is shipped."""
    own = root / FILE_NAME
    return own if own.exists() else DEFAULT


def load_or_refuse(path: Path | None = None) -> Policy:
    """Like `load_policy`, but a broken table becomes a policy that refuses everything."""
    try:
        return load_policy(path)
    except ConfigError as error:
        return unusable(str(error.what))


def parse_policy(text: str, *, where: str = "policy.toml") -> Policy:
    """A table from its text.

    Raises:
        ConfigError: naming the row, the key, what was found and what is allowed.
    """
    import tomllib
    from hashlib import sha256

    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"not valid TOML: {error}", where=where) from error
    _only(data, _KEYS, "the table", where)
    if data.get("schema") != SCHEMA:
        raise ConfigError("'schema' is missing or not known", where=where, hint=f"write schema = \"{SCHEMA}\"")  # fmt: skip
    name, version, rows = data.get("name"), data.get("version"), data.get("row")
    if not isinstance(name, str) or not re.fullmatch(r"[A-Za-z0-9._-]{1,64}", name):
        raise ConfigError("'name' must be a word of letters, digits, '.', '_' or '-'", where=where)
    if type(version) is not int or version < 1:
        raise ConfigError("'version' must be a whole number from 1", where=where)
    if not isinstance(rows, list) or not rows:
        raise ConfigError(
            "there is no [[row]]", where=where, hint="without a row everything is refused"
        )
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    parsed = tuple(_row(row, number, where) for number, row in enumerate(rows, 1))
    _distinct(parsed, where)
    return Policy(name, version, parsed, _levels(data.get("sensitivity", {}), where), digest)


def _row(data: Any, number: int, where: str) -> Row:
    if not isinstance(data, dict):
        raise ConfigError(f"row {number} must be a table", where=where)
    name = data.get("name")
    if not isinstance(name, str) or not name.strip():
        raise ConfigError(f"row {number} has no 'name'", where=where)
    at = f"row {number} ({name})"
    _only(data, _ROW_KEYS, at, where)
    reason = data.get("reason")
    if not isinstance(reason, str) or not reason.strip():
        raise ConfigError(f"{at} has no 'reason'", where=where, hint="it is shown to whom it stops")
    if "action" not in data:
        raise ConfigError(f"{at} has no 'action'", where=where, hint=_allowed(Action))
    return Row(
        name=name,
        action=_member(Action, data["action"], f"{at}: 'action'", where),
        reason=reason,
        category=_words(data, "category", at, where),
        kind=_words(data, "kind", at, where),
        sensitivity=_members(Sensitivity, data, "sensitivity", at, where),
        source=_members(Origin, data, "source", at, where),
        at=_members(At, data, "at", at, where),
        expiry=_expiry(data.get("expiry", "never"), f"{at}: 'expiry'", where),
        purposes=_words(data, "purposes", at, where) if "purposes" in data else None,
    )


def _words(data: dict[str, Any], key: str, at: str, where: str) -> frozenset[str]:
    if key not in data:
        return frozenset()
    value = data[key]
    words = [value] if isinstance(value, str) else value
    if not isinstance(words, list) or not words:
        raise ConfigError(f"{at}: {key!r} must be a word or a list of words", where=where)
    for word in words:
        # `*` would read as "everything": leaving the condition out says that.
        if not isinstance(word, str) or not word.strip() or "*" in word:
            raise ConfigError(
                f"{at}: {key!r} holds something that is not a plain word",
                where=where,
                hint="leave the key out where it shall hold for everything",
            )
    return frozenset(words)


def _members(kind: type[E_], data: dict[str, Any], key: str, at: str, where: str) -> frozenset[E_]:
    words = _words(data, key, at, where)
    return frozenset(_member(kind, word, f"{at}: {key!r}", where) for word in words)


def _member(kind: type[E_], word: object, at: str, where: str) -> E_:
    try:
        return kind(str(word))
    except ValueError as error:
        raise ConfigError(f"{at} is {word!r}", where=where, hint=_allowed(kind)) from error


def _allowed(kind: Iterable[StrEnum]) -> str:
    return "allowed: " + ", ".join(member.value for member in kind)


def _expiry(value: object, at: str, where: str) -> timedelta | None:
    if value == "never":
        return None
    match = _EXPIRY.fullmatch(value) if isinstance(value, str) else None
    if match is None or int(match.group(1)) == 0:
        raise ConfigError(
            f"{at} is {value!r}", where=where, hint='write it as "30 days", "12 hours" or "never"'
        )
    unit = match.group(2).rstrip("s") + "s"
    return timedelta(**{unit: int(match.group(1))})


def _levels(data: object, where: str) -> dict[str, Sensitivity]:
    if not isinstance(data, dict):
        raise ConfigError("[sensitivity] must be a table", where=where)
    return {
        name: _member(Sensitivity, level, f"[sensitivity] {name!r}", where)
        for name, level in data.items()
    }


def _distinct(rows: tuple[Row, ...], where: str) -> None:
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        if row.name in seen:
            raise ConfigError(f"row {number}: there is a row {row.name!r} already", where=where)
        seen.add(row.name)
    for number, row in enumerate(rows[:-1], 1):
        if not (row.category or row.kind or row.sensitivity or row.source or row.at):
            raise ConfigError(
                f"row {number} ({row.name}) holds for everything, so no row behind it is reached",
                where=where,
                hint="put it last",
            )


def _only(data: dict[str, Any], known: set[str], at: str, where: str) -> None:
    for key in data:
        if key not in known:
            raise ConfigError(
                f"{at}: unknown key {key!r}", where=where, hint=f"known: {', '.join(sorted(known))}"
            )
