"""The baseline: today's findings accepted as they are, so that only new ones fail."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from aseptic.errors import ConfigError, UnreadableError
from aseptic.model.finding import Finding, Level, Suppressed

SCHEMA = "aseptic.baseline/1"
DEFAULT_NAME = ".aseptic-baseline.json"


def write(path: Path, findings: Iterable[Finding]) -> int:
    """Accept these findings (all but notes); returns how many.

    Raises:
        UnreadableError: the file cannot be written.
    """
    counts: Counter[tuple[str, str, str]] = Counter(
        (finding.place.path, finding.code, finding.fingerprint)
        for finding in findings
        if finding.level is not Level.NOTE
    )
    data = {
        "schema": SCHEMA,
        "findings": [
            {"path": where, "code": code, "fingerprint": mark, "count": count}
            for (where, code, mark), count in sorted(counts.items())
        ],
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise UnreadableError(f"cannot be written: {error.strerror}", where=path) from error
    return sum(counts.values())


def read(path: Path) -> list[dict[str, str | int]]:
    """The accepted findings of a baseline file.

    Raises:
        ConfigError: not there, or not a baseline.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(
            f"cannot be read: {error.strerror}",
            where=path,
            hint="write it with `aseptic gate --baseline`",
        ) from error
    except ValueError as error:
        raise ConfigError("is not valid JSON", where=path) from error
    rows = data.get("findings") if isinstance(data, dict) else None
    if not isinstance(rows, list) or data.get("schema") != SCHEMA:
        raise ConfigError(f"is not a baseline of schema {SCHEMA}", where=path)
    for row in rows:
        if not isinstance(row, dict) or not isinstance(row.get("fingerprint"), str):
            raise ConfigError("holds an entry without a fingerprint", where=path)
    return rows


def accept(
    findings: Iterable[Finding], rows: Iterable[dict[str, str | int]]
) -> tuple[list[Finding], list[Suppressed], list[str]]:
    """(standing, accepted, fixed): the last names the entries that nothing matched any more.

    An entry accepts as many findings as it counts: a second copy of an accepted
    secret is a new finding.
    """
    left: Counter[str] = Counter()
    names: dict[str, str] = {}
    for row in rows:
        mark = str(row["fingerprint"])
        left[mark] += int(row.get("count", 1))
        names[mark] = f"{row.get('code', '?')} in {row.get('path', '?')}"
    standing: list[Finding] = []
    accepted: list[Suppressed] = []
    for finding in findings:
        mark = finding.fingerprint
        if left[mark] > 0:
            left[mark] -= 1
            accepted.append(Suppressed(finding, "baseline", "accepted by the baseline"))
        else:
            standing.append(finding)
    fixed = [names[mark] for mark, count in sorted(left.items()) if count > 0]
    return standing, accepted, fixed
