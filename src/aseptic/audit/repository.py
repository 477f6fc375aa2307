"""What the project folder holds, gathered for the rules on dead references, and no more than they need."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from aseptic.model.note import MemoryFile
from aseptic.rules.base import Repository
from aseptic.rules.injected.dead_command import named
from aseptic.rules.injected.references import anchors, paths
from aseptic.rules.injected.resolve import candidates

MAX_FILES = 400_000
MAX_BYTES = 2_000_000
"""A larger build file or document is not read."""
_SKIPPED = frozenset(
    {".git", "node_modules", "__pycache__", ".venv", "venv", ".tox", ".mypy_cache"}
)
_TARGET = r"(?m)^([A-Za-z0-9_.][\w.\-/ ]*?)\s*:(?![=:])"
_PHONY = r"(?m)^\.PHONY\s*:\s*((?:.*\\\n)*.*)$"
_RECIPE = r"(?m)^@?([A-Za-z_][\w\-]*)(?:[ \t]+[^:\n]*)?:(?!=)"
_ALIAS = r"(?m)^alias\s+([\w\-]+)\s*:="
_TASK = r"(?m)^  ([\w:\-.]+):"
_FENCE = r"^ {0,3}(```+|~~~+)"
_HEADING = r"^ {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$"
_HTML_ANCHOR = r"(?i)<a\s+(?:id|name)=[\"']([^\"']+)[\"']"


def gather(root: Path, files: Iterable[MemoryFile]) -> Repository:
    """The facts that the notes of these files ask for; nothing is listed when nothing is asked.

    Files are looked up one by one first; the whole tree is listed only when some
    named path is not where its note says.
    """
    files = tuple(files)
    wanted = list(_wanted(files))
    present, missing = _look_up(root, wanted)
    commands = [
        (runner, target)
        for file in files
        for note in file.notes
        for runner, target, _, _ in named(note)
    ]
    listing: frozenset[str] | None = None
    if missing:
        listing = list_files(root)
    known = commands_of(root, _ROOT_FILES) if commands else {}
    if any(target not in known.get(runner, ()) for runner, target in commands):
        listing = list_files(root) if listing is None else listing
        known = commands_of(root, [path for path in listing if _is_build_file(path)][:400])
    return Repository(
        files=frozenset(present) | (listing or frozenset()),
        commands={runner: frozenset(targets) for runner, targets in known.items()},
        anchors=dict(_anchors(root, files)),
    )


def list_files(root: Path) -> frozenset[str]:
    """Every file that git tracks or would track, and their folders; a plain walk outside of git."""
    names = _git_files(root)
    if names is None:
        names = list(_walk(root))
    found = set(names)
    for name in names:
        at = name.rfind("/")
        while at > 0:
            folder = name[: at + 1]
            if folder in found:
                break
            found.add(folder)
            at = name.rfind("/", 0, at)
    return frozenset(found)


def _wanted(files: Iterable[MemoryFile]) -> Iterator[list[str]]:
    for file in files:
        for note in file.notes:
            for reference in paths(note):
                yield candidates(reference.target.rstrip("/"), note.place.path)
        for target, _ in file.imports:
            if not target.startswith(("~", "/")):
                yield candidates(target, file.path)[:1]


def _look_up(root: Path, wanted: Iterable[list[str]]) -> tuple[set[str], bool]:
    """The paths that are there, and whether any request found none of its readings."""
    present: set[str] = set()
    missing = False
    for readings in wanted:
        found = next((path for path in readings if os.path.lexists(root / path)), None)
        if found is None:
            missing = True
        else:
            present.add(found)
    return present, missing


def _git_files(root: Path) -> list[str] | None:
    from aseptic.audit.git import ask_git

    # Through the one runner that lets no program of the repository run.
    words = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = ask_git(root, words, timeout=60)
    if listed is None:
        return None
    names = listed.decode("utf-8", "surrogateescape").split("\0")
    # A file that was deleted and not yet committed is still listed by git.
    return [name for name in names if name and os.path.lexists(root / name)][:MAX_FILES]


def _walk(root: Path) -> Iterator[str]:
    count = 0
    for folder, names, files in os.walk(root, followlinks=False):
        names[:] = sorted(name for name in names if name not in _SKIPPED)
        inside = Path(folder).relative_to(root).as_posix()
        prefix = "" if inside == "." else f"{inside}/"
        for name in files:
            count += 1
            if count > MAX_FILES:
                return
            yield prefix + name


_ROOT_FILES = (
    "Makefile", "makefile", "GNUmakefile", "package.json", "justfile", "Justfile", ".justfile",
    "Taskfile.yml", "Taskfile.yaml",
)  # fmt: skip
_BUILD_NAMES = frozenset(_ROOT_FILES)


def _is_build_file(path: str) -> bool:
    name = path.rsplit("/", 1)[-1]
    return name in _BUILD_NAMES or name.endswith((".mk", ".just"))


def commands_of(root: Path, build_files: Iterable[str]) -> dict[str, set[str]]:
    """Runner to its targets, over these build files. `%` among them: some are not known by name."""
    known: dict[str, set[str]] = {}
    for path in build_files:
        text = _text(root / path)
        if text is None:
            continue
        name = path.rsplit("/", 1)[-1].lower()
        if name.endswith(("makefile", ".mk")):
            known.setdefault("make", set()).update(make_targets(text))
        elif name == "package.json":
            known.setdefault("npm run", set()).update(_scripts(text))
        elif name.endswith(("justfile", ".just")):
            known.setdefault("just", set()).update(
                re.findall(_RECIPE, text), re.findall(_ALIAS, text)
            )
        else:
            known.setdefault("task", set()).update(re.findall(_TASK, text))
            if "includes:" in text:
                known["task"].add("%")
    return known


def make_targets(text: str) -> set[str]:
    """Targets of a makefile; `%` when it makes some by pattern, variable or foreign include."""
    targets: set[str] = set()
    for match in re.finditer(_TARGET, text):
        targets.update(match.group(1).split())
    for match in re.finditer(_PHONY, text):
        targets.update(match.group(1).replace("\\", " ").split())
    if re.search(r"^(?:[^\t#=\n]*[%$][^=\n]*:(?!=)|-?include\s+\S*\$)", text, re.MULTILINE):
        targets.add("%")
    return targets


def _scripts(text: str) -> set[str]:
    import json

    try:
        scripts = json.loads(text).get("scripts", {})
    except (ValueError, AttributeError):
        return {"%"}
    return set(scripts) if isinstance(scripts, dict) else {"%"}


def _anchors(root: Path, files: Iterable[MemoryFile]) -> Iterator[tuple[str, frozenset[str]]]:
    seen: set[str] = set()
    for file in files:
        for note in file.notes:
            for reference in anchors(note):
                here = (
                    [file.path] if not reference.target else candidates(reference.target, file.path)
                )
                for path in here:
                    if path in seen:
                        continue
                    seen.add(path)
                    text = _text(root / path)
                    if text is not None:
                        yield path, heading_anchors(text)


def heading_anchors(text: str) -> frozenset[str]:
    """The anchors that renderers make of a Markdown text's headings, and its own HTML ones."""
    found: set[str] = set(re.findall(_HTML_ANCHOR, text))
    counts: dict[str, int] = {}
    fence: str | None = None
    lines = text.split("\n")
    for i, line in enumerate(lines):
        mark = re.match(_FENCE, line)
        if mark:
            fence = (
                None if fence and mark.group(1).startswith(fence) else fence or mark.group(1)[:3]
            )
            continue
        heading = None if fence else re.match(_HEADING, line)
        title = heading.group(1) if heading else None
        if (
            not fence
            and title is None
            and i
            and re.fullmatch(r"(?:=+|-+)\s*", line)
            and line.strip()
        ):
            title = lines[i - 1].strip()
        if title:
            slug = _slug(title)
            count = counts.get(slug, 0)
            counts[slug] = count + 1
            found.add(f"{slug}-{count}" if count else slug)
    return frozenset(found)


def _slug(title: str) -> str:
    explicit = re.search(r"\{#([\w\-]+)\}\s*$", title)
    if explicit:
        return explicit.group(1)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
    return re.sub(r"[^\w\- ]", "", text).strip().replace(" ", "-")


def _text(path: Path) -> str | None:
    try:
        if not path.is_file() or path.stat().st_size > MAX_BYTES:
            return None
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
