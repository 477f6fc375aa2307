"""`dataclass`, `field` and `replace` for the values that a hook needs, at a twentieth of the start-up.

Importing `dataclasses` and letting it write the methods of 36 classes took half of the time of
`aseptic gate`, which runs before every commit. Here the methods are closures over the names of the
fields, so that nothing is compiled. To a type checker these *are* the standard ones; and
`dataclasses.fields`, `replace` and `asdict` work on the values.

Only for classes without a base class, with `frozen` and `slots` as the only choices, in modules
that have `from __future__ import annotations`. Elsewhere take the standard library's.
"""

from __future__ import annotations

from operator import attrgetter

TYPE_CHECKING = False  # as `typing`'s, whose import takes 2 ms
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
    from typing import Any, Never


class _Made:
    """A default that is made anew for each value."""

    __slots__ = ("make",)

    def __init__(self, make: Callable[[], Any]) -> None:
        self.make = make


class _Fields:
    """What `dataclasses` asks a class for; made when it asks."""

    def __init__(self, defaults: Mapping[str, Any]) -> None:
        self.defaults = defaults

    def __get__(self, instance: object, owner: type) -> dict[str, Any]:
        import dataclasses

        def standard(default: Any) -> Any:
            made = isinstance(default, _Made)
            return dataclasses.field(default_factory=default.make) if made else default

        specs: list[Any] = [
            (name, kind, standard(self.defaults[name])) if name in self.defaults else (name, kind)
            for name, kind in owner.__annotations__.items()
        ]
        found: dict[str, Any] = vars(dataclasses.make_dataclass(owner.__name__, specs))[
            "__dataclass_fields__"
        ]
        owner.__dataclass_fields__ = found  # type: ignore[attr-defined]
        return found


def _field(*, default_factory: Callable[[], Any]) -> Any:
    return _Made(default_factory)


def _dataclass(*, frozen: bool, slots: bool = False) -> Callable[[type], type]:
    if not frozen:
        raise TypeError("a record is frozen")
    return lambda cls: _record(cls, slots)


def _record(cls: type, slots: bool) -> type:
    if cls.__bases__ != (object,):
        raise TypeError(f"{cls.__qualname__}: a record has no base class")
    own = {k: v for k, v in vars(cls).items() if k not in ("__dict__", "__weakref__")}
    names = tuple(cls.__annotations__)
    defaults = {name: own.pop(name) for name in names if name in own}
    # Made again, as the standard one does: slots are laid out when a class is made.
    made = type(cls.__name__, (object,), {
        **_methods(names),
        **own,
        "__slots__": names if slots else (*names, "__dict__"),
        "__match_args__": names,
        "__dataclass_fields__": _Fields(defaults),
    })  # fmt: skip
    made.__qualname__ = cls.__qualname__
    made.__init__ = _initializer(made, names, defaults)  # type: ignore[misc]
    return made


def _initializer(cls: type, names: tuple[str, ...], defaults: Mapping[str, Any]) -> Any:
    # The slots themselves are written to: `setattr` is refused by a frozen class.
    puts = tuple(vars(cls)[name].__set__ for name in names)
    count = len(names)
    afterwards = getattr(cls, "__post_init__", None)

    def __init__(self: object, /, *args: Any, **given: Any) -> None:
        if given or len(args) != count:
            args = _bound(cls, names, defaults, args, given)
        for put, value in zip(puts, args):  # noqa: B905 (as many; the hot line)
            put(self, value)
        if afterwards is not None:
            afterwards(self)

    return __init__


def _bound(
    cls: type,
    names: tuple[str, ...],
    defaults: Mapping[str, Any],
    args: tuple[Any, ...],
    given: dict[str, Any],
) -> tuple[Any, ...]:
    """The values of all fields, in order.

    Raises:
        TypeError: one is missing, given twice or not known.
    """
    taken = len(args)
    values = list(args)
    used = 0
    for name in names[taken:]:
        if name in given:
            values.append(given[name])
            used += 1
        elif name in defaults:
            default = defaults[name]
            values.append(default.make() if type(default) is _Made else default)
        else:
            raise TypeError(f"{cls.__qualname__}() needs {name!r}")
    if used != len(given) or taken > len(names):
        wrong = [name for name in given if name not in names[taken:]]
        raise TypeError(f"{cls.__qualname__}() cannot take {wrong or 'so many values'}")
    return tuple(values)


def _methods(names: tuple[str, ...]) -> dict[str, Any]:
    several = attrgetter(*names)

    def values(self: object) -> tuple[Any, ...]:
        return several(self) if len(names) > 1 else (several(self),)

    def __eq__(self: object, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        return values(self) == values(other)

    def __hash__(self: object) -> int:
        return hash(values(self))

    def __repr__(self: object) -> str:
        shown = (f"{name}={value!r}" for name, value in zip(names, values(self), strict=True))
        return f"{self.__class__.__qualname__}({', '.join(shown)})"

    def __reduce__(self: object) -> tuple[type, tuple[Any, ...]]:
        return self.__class__, values(self)

    return {
        "__eq__": __eq__,
        "__hash__": __hash__,
        "__repr__": __repr__,
        "__reduce__": __reduce__,
        "__setattr__": _refuse,
        "__delattr__": _refuse,
    }


def _refuse(self: object, name: str, value: object = None) -> Never:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change field {name!r}")


def _replace(value: Any, /, **changes: Any) -> Any:
    kept = {name: getattr(value, name) for name in value.__match_args__ if name not in changes}
    return value.__class__(**kept, **changes)


if not TYPE_CHECKING:
    dataclass, field, replace = _dataclass, _field, _replace
