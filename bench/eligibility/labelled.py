"""The labelled sentences: read, repaired, and halved by template so that no pattern is tuned on both."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import NamedTuple

_ESCAPE = re.compile(r'\\(["\\/bfnrt]|u[0-9a-fA-F]{4})|\\')


class Label(NamedTuple):
    """One labelled span."""

    type: str
    start: int
    end: int


class Sentence(NamedTuple):
    """One synthetic text with its spans."""

    text: str
    template: int
    labels: tuple[Label, ...]

    @property
    def half(self) -> str:
        """`tune` or `report`; all texts of one template are in one half."""
        return "tune" if self.template % 2 == 0 else "report"


def sentences(folder: Path) -> list[Sentence]:
    """All of them. The file holds stray backslashes, which are doubled before it is parsed."""
    with gzip.open(folder / "presidio_synth_dataset_v2.json.gz", "rt", encoding="utf-8") as file:
        raw = file.read()
    raw = _ESCAPE.sub(lambda m: m.group() if m.group(1) else "\\\\", raw)
    return [_sentence(entry) for entry in json.loads(raw, strict=False)]


def _sentence(entry: dict[str, object]) -> Sentence:
    """Addresses were replaced after labelling, which moved the spans: each is looked up again.

    `example.com`, which stands for real mail domains here, becomes one that is not reserved.
    """
    text = str(entry["full_text"])
    labels: list[Label] = []
    shift = 0
    for span in sorted(entry["spans"], key=lambda s: s["start_position"]):  # type: ignore[attr-defined, call-overload]
        value, at = str(span["entity_value"]), int(span["start_position"]) + shift
        places = [m.start() for m in re.finditer(re.escape(value), text)]
        if not places:
            continue
        start = min(places, key=lambda place: abs(place - at))
        end = start + len(value)
        shift += (
            (start - at) + (end - start) - (int(span["end_position"]) - int(span["start_position"]))
        )
        if span["entity_type"] == "EMAIL_ADDRESS":
            longer = value.replace("@example.com", "@mailhouse.net")
            text = text[:start] + longer + text[end:]
            shift += len(longer) - len(value)
            end = start + len(longer)
        labels.append(Label(str(span["entity_type"]), start, end))
    return Sentence(text, int(str(entry["template_id"])), tuple(labels))
