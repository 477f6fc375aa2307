"""A plan of edits as a unified diff; writing it in one go, with a way back."""

from __future__ import annotations

import difflib
import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path

from aseptic.audit.fixes import Edit, Plan, apply_edits
from aseptic.errors import UnreadableError, UsageError
from aseptic.store.folder import hide_from_git

UNDO = ".aseptic/undo.json"


def after(plan: Plan, texts: Mapping[str, str]) -> dict[str, str]:
    """Path to text of every file that the plan changes or creates."""
    changed = {
        path: apply_edits(texts[path], [edit for edit in plan.edits if edit.path == path])
        for path in sorted({edit.path for edit in plan.edits})
    }
    return {**changed, **plan.created}


def diff(plan: Plan, texts: Mapping[str, str]) -> str:
    """A patch that `git apply` and `patch -p1` take."""
    parts: list[str] = []
    for path, new in after(plan, texts).items():
        old = texts.get(path)
        parts += difflib.unified_diff(
            _lines(old or ""),
            _lines(new),
            "/dev/null" if old is None else f"a/{path}",
            f"b/{path}",
        )
    return "".join(parts)


def _lines(text: str) -> list[str]:
    lines = [line + "\n" for line in text.split("\n")]
    last = lines.pop()
    if last != "\n":
        lines.append(last + "\\ No newline at end of file\n")
    return lines


def write(root: Path, plan: Plan, texts: Mapping[str, str], now: datetime) -> list[str]:
    """Write the plan; what stood there before goes into `.aseptic/undo.json` first.

    Raises:
        UsageError: a file changed since it was audited, or lies outside the project.
        UnreadableError: a file cannot be written.
    """
    new = after(plan, texts)
    for path in new:
        target = _inside(root, path)
        now_there = target.read_bytes().decode("utf-8") if target.is_file() else None
        if now_there != texts.get(path):
            raise UsageError("changed since it was audited; nothing is written", where=path)
    record = {
        "schema": "aseptic.undo/1",
        "at": now.isoformat(),
        "files": [
            {"path": path, "before": texts.get(path), "after": _digest(text)}
            for path, text in new.items()
        ],
    }
    _inside(root, UNDO).parent.mkdir(exist_ok=True)
    hide_from_git((root / UNDO).parent)
    _put(root / UNDO, json.dumps(record, indent=1, ensure_ascii=True) + "\n", mode=0o600)
    for path, text in new.items():
        _put(_inside(root, path), text)
    return list(new)


def undo(root: Path) -> list[str]:
    """Take back the last written plan.

    Raises:
        UsageError: there is nothing to take back, or a file was changed since.
    """
    file = _inside(root, UNDO)
    if file.exists() and not file.is_file():  # a pipe would be waited on for ever
        raise UnreadableError("is no file", where=file)
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        entries = [(e["path"], e["before"], e["after"]) for e in record["files"]]
    except FileNotFoundError:
        raise UsageError("nothing to undo: no fix was applied here", where=root) from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnreadableError("is not as it was written by --fix --apply", where=file) from error
    for path, _, digest in entries:
        target = _inside(root, path)
        if (
            not target.is_file()
            or _digest(target.read_bytes().decode("utf-8", "replace")) != digest
        ):
            raise UsageError(
                "was changed after the fix; nothing is undone",
                where=path,
                hint=f"the text before the fix is in {UNDO}",
            )
    for path, before, _ in entries:
        if before is None:
            _inside(root, path).unlink()
        else:
            _put(_inside(root, path), before)
    file.unlink()
    return [path for path, _, _ in entries]


def explain(edits: Sequence[Edit]) -> list[str]:
    """One line for each edit: where and why."""
    return [f"{edit.path}:{edit.first} {edit.why}" for edit in edits]


def _inside(root: Path, path: str) -> Path:
    target = (root / path).resolve()
    if not target.is_relative_to(root.resolve()):
        raise UsageError("lies outside the project, and is not edited", where=path)
    parts = target.relative_to(root.resolve()).parts
    if any(part.casefold() == ".git" for part in parts):  # its settings name programs
        raise UsageError("belongs to git, and is not edited", where=path)
    return target


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _put(path: Path, text: str, mode: int | None = None) -> None:
    """Replace a file in one step; a crash leaves the old one."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".aseptic-")
        with os.fdopen(handle, "wb") as file:
            file.write(text.encode("utf-8"))
            file.flush()
            os.fsync(file.fileno())
        if mode is None:
            mode = path.stat().st_mode & 0o777 if path.exists() else 0o644
        Path(name).chmod(mode)
        Path(name).replace(path)
    except OSError as error:
        raise UnreadableError(f"cannot be written: {error.strerror}", where=path) from error
