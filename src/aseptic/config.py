"""`aseptic.toml`: every limit and choice in one typed value. Unknown keys are errors."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from aseptic.errors import ConfigError
from aseptic.records import dataclass, field

TYPE_CHECKING = False  # `typing` and `dataclasses` are for reading a file; most projects have none
if TYPE_CHECKING:
    from dataclasses import Field
    from typing import Any, TypeVar

    T = TypeVar("T")

FILE_NAME = "aseptic.toml"


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of the injected context. Exceeded only when greater.

    The defaults are the literature's for injected memory: 30 items, 12,000
    bytes, 400 bytes an item, 30 days. `None` switches a limit off.
    """

    items: int | None = 30
    bytes: int | None = 12_000
    lines: int | None = None
    tokens: int | None = None
    """An estimate (bytes / 4), and said to be one."""
    item_bytes: int | None = 400
    stale_days: int | None = 30


def _instruction_limits() -> Limits:
    # What tools warn about or cut: Claude Code warns above 40,000 characters of CLAUDE.md.
    return Limits(items=None, bytes=40_000, item_bytes=None, stale_days=None)


@dataclass(frozen=True, slots=True)
class Duplicates:
    """How near-duplicates are found and when two items count as one."""

    method: str = "minhash"
    """`minhash`, or `simhash` (the literature's rule, which misses most edits)."""
    threshold: float = 0.85
    """Of verified similarity, 0 to 1."""
    simhash_distance: int = 3


@dataclass(frozen=True, slots=True)
class LogMapping:
    """How to read a JSON-lines log of your own. Values are dotted paths into the line."""

    files: str
    text: str
    session: str | None = None
    origin: str | None = None
    origins: dict[str, str] = field(default_factory=dict)
    """What the values at `origin` mean: `{assistant = "agent", human = "user"}`."""
    time: str | None = None
    tool: str | None = None
    call: str | None = None
    ok: str | None = None
    command: str | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Logs:
    """Where the session logs of this project are."""

    paths: tuple[str, ...] = ()
    """Files, folders or globs, relative to the project root."""
    claude_code: bool = True
    """Also look in the user's Claude Code folder for this path."""
    mapping: tuple[LogMapping, ...] = ()


@dataclass(frozen=True, slots=True)
class Nli:
    """An entailment model in ONNX form, by path. Off while `model` is unset."""

    model: str | None = None
    tokenizer: str | None = None
    labels: tuple[str, ...] = ()
    """Order of the model's outputs; read from its config.json when empty."""
    threshold: float = 0.9


@dataclass(frozen=True, slots=True)
class Llm:
    """Any OpenAI-compatible endpoint. Off while `model` is unset."""

    model: str | None = None
    base_url: str | None = None
    api_key_env: str = "OPENAI_API_KEY"
    """Name of the environment variable that holds the key; the key never stands in a file."""
    timeout: float = 60.0
    """Seconds for one whole answer, however slowly it comes."""
    prompt_characters: int = 8_000
    """Of the passages in one request, about 2,000 tokens. The best spans come first."""
    answer_tokens: int = 800
    max_claims: int = 200
    """Upper bound of claims a run may send: a cost limit."""
    price_in: float | None = None
    price_out: float | None = None
    """Dollars for a million tokens, for the cost line."""


@dataclass(frozen=True, slots=True)
class Judging:
    """Which judges decide claims, in what order."""

    vectors: bool = False
    """Search evidence by vectors too (extra `vectors`)."""
    passages: int = 12
    """How many passages a claim is judged against."""
    nli: Nli = field(default_factory=Nli)
    llm: Llm = field(default_factory=Llm)


@dataclass(frozen=True, slots=True)
class Ignore:
    """A finding that is accepted on purpose. Without a reason it is itself a finding."""

    code: str
    reason: str = ""
    path: str = "**"
    until: date | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """Memory files beyond those found by name, and what to leave out."""

    agent: tuple[str, ...] = ()
    """Globs of further files that agents write."""
    instructions: tuple[str, ...] = ()
    """Globs of further files that people write."""
    exclude: tuple[str, ...] = ()
    inject: str = "memory/inject.json"


@dataclass(frozen=True, slots=True)
class Config:
    """The whole of `aseptic.toml`."""

    min_decided: float = 0.1
    """The least share of checkable claims that must be decided for a verdict."""
    baseline: str | None = None
    limits: Limits = field(default_factory=Limits)
    instruction_limits: Limits = field(default_factory=_instruction_limits)
    duplicates: Duplicates = field(default_factory=Duplicates)
    memory: Memory = field(default_factory=Memory)
    logs: Logs = field(default_factory=Logs)
    judge: Judging = field(default_factory=Judging)
    ignore: tuple[Ignore, ...] = ()
    levels: dict[str, str] = field(default_factory=dict)
    """Overrides of a rule's level: `{I303 = "warning"}`; `off` switches it off."""


def load(root: Path) -> Config:
    """Read `aseptic.toml` in `root`; the defaults where there is none.

    Raises:
        ConfigError: the file is not TOML, or a key or value is not known.
    """
    path = root / FILE_NAME
    if not path.is_file():
        if path.is_symlink() or path.exists():  # settings that are meant must not fall away unsaid
            raise ConfigError("is no file that can be read", where=path)
        return Config()
    import tomllib  # 21 ms that a project without the file does not pay

    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"not valid TOML: {error}", where=path) from error
    except (ValueError, RecursionError) as error:  # a number or a nesting beyond all measure
        raise ConfigError("not usable TOML: too deep, or a number too long", where=path) from error
    except OSError as error:
        raise ConfigError(f"cannot be read: {error.strerror}", where=path) from error
    return parse(data, where=str(path))


def parse(data: dict[str, Any], *, where: str = FILE_NAME) -> Config:
    """Build a `Config` from parsed TOML.

    Raises:
        ConfigError: naming the key, what was found and what is allowed.
    """
    return _build(Config, data, where, "")


def _hints(cls: type[Any]) -> dict[str, Any]:
    import typing

    return typing.get_type_hints(cls)


def _build(cls: type[T], data: Any, where: str, at: str, base: T | None = None) -> T:
    from dataclasses import MISSING, fields, replace

    if not isinstance(data, dict):
        raise ConfigError(f"[{at}] must be a table", where=where)
    hints = _hints(cls)
    known = {f.name: f for f in fields(cls)}  # type: ignore[arg-type]
    for key in data:
        if key not in known:
            allowed = ", ".join(sorted(known))
            raise ConfigError(
                f"unknown key {_dotted(at, key)!r}", where=where, hint=f"known here: {allowed}"
            )
    missing = [
        name
        for name, f in known.items()
        if name not in data and f.default is MISSING and f.default_factory is MISSING
    ]
    if missing:
        raise ConfigError(f"{_dotted(at, missing[0])!r} is missing", where=where)
    values = {
        key: _part(known[key], hints[key], value, where, _dotted(at, key))
        for key, value in data.items()
    }
    return cls(**values) if base is None else replace(base, **values)  # type: ignore[type-var]


def _part(known: Field[Any], kind: Any, value: Any, where: str, at: str) -> Any:
    """A value; a table changes only the keys it names of the default that stands there."""
    from dataclasses import MISSING, is_dataclass

    if is_dataclass(kind) and known.default_factory is not MISSING:
        return _build(kind, value, where, at, known.default_factory())  # type: ignore[arg-type]
    return _convert(kind, value, where, at)


def _convert(kind: Any, value: Any, where: str, at: str) -> Any:
    import types
    import typing
    from dataclasses import is_dataclass

    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        if value is False:  # TOML has no null: `items = false` switches a limit off
            return None
        inner = [a for a in typing.get_args(kind) if a is not type(None)]
        return _convert(inner[0], value, where, at)
    if origin is tuple:
        if not isinstance(value, list):
            raise ConfigError(f"{at!r} must be a list", where=where)
        item = typing.get_args(kind)[0]
        return tuple(_convert(item, v, where, f"{at}[{i}]") for i, v in enumerate(value))
    if origin is dict:
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            raise ConfigError(f"{at!r} must be a table of strings", where=where)
        return dict(value)
    if is_dataclass(kind):
        return _build(kind, value, where, at)  # type: ignore[arg-type]
    if kind is float and type(value) is int:
        return float(value)
    if type(value) is not kind:
        raise ConfigError(
            f"{at!r} must be {kind.__name__}, not {type(value).__name__}", where=where
        )
    return value


def _dotted(at: str, key: str) -> str:
    return f"{at}.{key}" if at else key
