"""`python -m bench.gate [speed|plant|attacks|scale|real ...]`: measure the gate; prints JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any


def _real() -> dict[str, Any]:
    from bench.gate.table import summary

    return summary()


def _speed() -> dict[str, Any]:
    from bench.gate.speed import measure

    return dict(measure())


def _plant() -> dict[str, Any]:
    from bench.gate.plant import run

    return dict(run())


def _attacks() -> dict[str, Any]:
    from bench.gate.attacks import run

    return run()


def _scale() -> dict[str, Any]:
    from bench.gate.scale import run

    return run()


PARTS: dict[str, Callable[[], dict[str, Any]]] = {
    "speed": _speed,
    "real": _real,
    "plant": _plant,
    "attacks": _attacks,
    "scale": _scale,
}


def main(names: list[str]) -> None:
    """Run the named parts (all where none is named)."""
    print(json.dumps({name: PARTS[name]() for name in names or PARTS}, indent=1))


if __name__ == "__main__":
    main(sys.argv[1:])
