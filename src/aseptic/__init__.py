"""Keeps wrong notes out of an agent's memory, and proves it."""

from __future__ import annotations

__version__ = "0.1.0"
_HOMES = {
    "Access": "aseptic.model.access",
    "Memory": "aseptic.memory",
    "Statement": "aseptic.flows.remember",
}


def __getattr__(name: str) -> object:
    # On demand, and by name: `aseptic gate` starts without the store, and the floors below
    # may ask for the version. `__init__.pyi` tells type checkers what is here.
    if name not in _HOMES:
        raise AttributeError(f"module 'aseptic' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
