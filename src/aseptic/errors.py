"""What can go wrong, said so that the reader knows what to do next.

Every error that a user can meet is an `AsepticError`. Its message says what
happened and where; `hint` says what to do. Foreign errors (operating system,
SQLite, HTTP) are mapped to these at one border each, never shown raw.
"""

from __future__ import annotations

from pathlib import Path


class AsepticError(Exception):
    """No verdict is possible. The command line prints it and exits with 2."""

    def __init__(
        self, what: str, *, where: str | Path | None = None, hint: str | None = None
    ) -> None:
        self.what = what
        self.where = str(where) if where is not None else None
        self.hint = hint
        super().__init__(what)

    def __str__(self) -> str:
        text = f"{self.where}: {self.what}" if self.where else self.what
        return f"{text}\n  hint: {self.hint}" if self.hint else text


class UsageError(AsepticError):
    """The words of the call do not make sense together."""


class ConfigError(AsepticError):
    """`aseptic.toml` (or a file it names) cannot be used as written."""


class UnreadableError(AsepticError):
    """A file or folder that was asked for cannot be read."""


class UnknownFormatError(AsepticError):
    """No reader recognises this file."""


class StoreError(AsepticError):
    """The store or the log index refused or failed."""


class AccessError(AsepticError):
    """Who asks, or for what, is not said; nothing is read or written."""


class ConflictError(StoreError):
    """The record is not what the writer believed: nothing was written. Read it and decide again."""


class TombstoneError(StoreError):
    """It was deleted after this was said: an older statement never comes back."""


class StoreCorruptError(StoreError):
    """A stored hash, chain or page does not verify."""


class StoreFullError(StoreError):
    """There is no room left on the device; what was committed before is intact."""


class EngineError(AsepticError):
    """A judge, embedder or endpoint could not run. Its verdict is `unknown`."""


class MissingExtraError(EngineError):
    """An optional part was asked for and is not installed."""

    def __init__(self, feature: str, extra: str) -> None:
        super().__init__(
            f"{feature} needs an optional part that is not installed",
            hint=f"pip install 'aseptic[{extra}]'",
        )
