"""What a session that starts in a folder really loads: which files, in order, and how much.

Order and limits are those that the tools document. Files in folders below are loaded
only when a session goes there, so they are not listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from aseptic.audit.defaults import MAX_HOPS
from aseptic.audit.discover import claude_folders
from aseptic.audit.walk import is_file, walk_folder
from aseptic.model.note import FileProblem, Load, MemoryFile
from aseptic.model.place import Place
from aseptic.readers.memory.imports import resolve_import
from aseptic.readers.memory.registry import read_memory, shown_path

CODEX_BYTES = 32 * 1024
"""What Codex reads of all AGENTS.md together (`project_doc_max_bytes`)."""
MANAGED = Path("/etc/claude-code")
TOOLS = ("claude-code", "codex", "gemini", "cursor", "copilot")


@dataclass(frozen=True, slots=True)
class LoadedFile:
    """One file that a session loads."""

    path: str
    why: str
    """In words: `project`, `user`, `import of CLAUDE.md line 3`."""
    bytes: int
    lines: int
    loaded_bytes: int
    loaded_lines: int
    truncated_at: int | None = None
    """The first line that is not loaded; None: all of it is."""
    chain: tuple[str, ...] = ()
    """The files that import it, outermost first."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """What one tool loads in one folder."""

    tool: str
    folder: str
    files: tuple[LoadedFile, ...] = ()
    problems: tuple[FileProblem, ...] = ()

    @property
    def bytes(self) -> int:
        return sum(file.loaded_bytes for file in self.files)


def what_loads(
    folder: Path, home: Path, *, tools: Sequence[str] = TOOLS, managed: Path = MANAGED
) -> tuple[Loaded, ...]:
    """What each tool loads when a session starts in `folder`; tools that load nothing too."""
    top = _project_top(folder)
    sources = {
        "claude-code": lambda: _claude(folder, top, home, managed),
        "codex": lambda: _codex(folder, top, home),
        "gemini": lambda: _gemini(folder, top, home),
        "cursor": lambda: _cursor(top),
        "copilot": lambda: _copilot(top),
    }
    out = []
    for tool in tools:
        loader = _Loader(tool, folder, home, limit=CODEX_BYTES if tool == "codex" else None)
        for path, why in sources[tool]():
            loader.add(path, why)
        out.append(Loaded(tool, str(folder), tuple(loader.files), tuple(loader.problems)))
    return tuple(out)


def _project_top(folder: Path) -> Path:
    return next((p for p in (folder, *folder.parents) if (p / ".git").exists()), folder)


def _down_to(folder: Path, top: Path | None = None) -> list[Path]:
    """The folders from the outermost to `folder`; from `top` on where it is given."""
    chain = [*reversed(folder.parents), folder]
    return [p for p in chain if top is None or p.is_relative_to(top)]


def _claude(folder: Path, top: Path, home: Path, managed: Path) -> Iterator[tuple[Path, str]]:
    yield managed / "CLAUDE.md", "managed policy"
    yield home / ".claude" / "CLAUDE.md", "user"
    yield from ((rule, "user rule") for rule in _rules(home / ".claude" / "rules"))
    for here in _down_to(folder):
        why = "project" if here == folder else "parent folder"
        yield here / "CLAUDE.md", why
        if here != home:  # below home it is the user's, and came first
            yield here / ".claude" / "CLAUDE.md", why
            yield from ((r, f"{why} rule") for r in _rules(here / ".claude" / "rules"))
        yield here / "CLAUDE.local.md", f"{why}, local"
    for here in _down_to(folder, top):
        yield here / ".claude" / "memory" / "MEMORY.md", "auto-memory index, in the project"
    # One memory for a whole repository; older versions kept one for each folder.
    for project in dict.fromkeys((*claude_folders(top, home), *claude_folders(folder, home))):
        yield project / "memory" / "MEMORY.md", "auto-memory index"


def _codex(folder: Path, top: Path, home: Path) -> Iterator[tuple[Path, str]]:
    for here, why in [(home / ".codex", "user"), *((p, "project") for p in _down_to(folder, top))]:
        override = here / "AGENTS.override.md"
        yield (override if override.is_file() else here / "AGENTS.md"), why


def _gemini(folder: Path, top: Path, home: Path) -> Iterator[tuple[Path, str]]:
    yield home / ".gemini" / "GEMINI.md", "user"
    yield from ((here / "GEMINI.md", "project") for here in _down_to(folder, top))


def _cursor(top: Path) -> Iterator[tuple[Path, str]]:
    yield from ((rule, "rule that always applies") for rule in _rules(top / ".cursor" / "rules"))
    yield top / ".cursorrules", "project"
    yield top / "AGENTS.md", "project"


def _copilot(top: Path) -> Iterator[tuple[Path, str]]:
    yield top / ".github" / "copilot-instructions.md", "project"
    rules = _rules(top / ".github" / "instructions")
    yield from ((rule, "instructions for every file") for rule in rules)
    yield top / "AGENTS.md", "project"


def _rules(folder: Path) -> list[Path]:
    """Rule files below a folder that no frontmatter limits to some files."""
    if not folder.is_dir():
        return []
    paths = [p for p in walk_folder(folder) if p.suffix in (".md", ".mdc")]
    return [p for p in paths if _always(p, folder)]


def _always(path: Path, folder: Path) -> bool:
    anchor = next(p for p in folder.parents if p.name not in (".claude", ".cursor", ".github"))
    if folder.name == "instructions":
        return read_memory(path, root=anchor, format="copilot-scoped").load is Load.GLOBAL
    return read_memory(path, root=anchor).load is Load.GLOBAL


@dataclass(slots=True)
class _Loader:
    """Adds files once each, follows imports, and keeps to a tool's limit."""

    tool: str
    root: Path
    home: Path
    limit: int | None = None
    files: list[LoadedFile] = field(default_factory=list)
    problems: list[FileProblem] = field(default_factory=list)
    _seen: set[Path] = field(default_factory=set)

    @property
    def _follows(self) -> bool:
        return self.tool in ("claude-code", "gemini")

    def add(self, path: Path, why: str, chain: tuple[Path, ...] = ()) -> None:
        if not path.is_file():
            return
        target = path.resolve()
        if target in self._seen:
            return
        self._seen.add(target)
        file = read_memory(path, root=self.root)
        self.files.append(self._measured(file, path, why, chain))
        self.problems += file.problems
        if self._follows:
            for word, line in file.imports:
                self._import(word, line, path, (*chain, path))

    def _measured(
        self, file: MemoryFile, path: Path, why: str, chain: tuple[Path, ...]
    ) -> LoadedFile:
        lines = file.lines if file.loaded_lines is None else file.loaded_lines
        size = file.bytes if file.loaded_bytes is None else file.loaded_bytes
        if self.limit is not None:
            room = max(self.limit - sum(f.loaded_bytes for f in self.files), 0)
            if size > room:
                size, lines = room, _lines_within(path, room)
        return LoadedFile(
            path=file.path,
            why=why,
            bytes=file.bytes,
            lines=file.lines,
            loaded_bytes=size,
            loaded_lines=lines,
            truncated_at=lines + 1 if lines < file.lines else None,
            chain=tuple(shown_path(p, self.root) for p in chain),
        )

    def _import(self, word: str, line: int, path: Path, chain: tuple[Path, ...]) -> None:
        place = Place(shown_path(path, self.root), line)
        target = resolve_import(word, path.parent, self.home)
        if not is_file(target):
            message = f"@{word} names no file, so nothing of it is loaded"
            self.problems.append(FileProblem(place, "R104", message))
        elif target.resolve() in {p.resolve() for p in chain}:
            message = f"@{word} leads back to a file that imports this one"
            self.problems.append(FileProblem(place, "R105", message))
        elif len(chain) > MAX_HOPS:
            message = f"@{word} is more than {MAX_HOPS} imports deep, so it is not loaded"
            self.problems.append(FileProblem(place, "R105", message))
        else:
            self.add(target, f"import of {place}", chain)


def _lines_within(path: Path, size: int) -> int:
    """How many whole lines stand in the first bytes of a file."""
    try:
        with path.open("rb") as file:
            return file.read(size).count(b"\n")
    except OSError:
        return 0


def to_document(loaded: Sequence[Loaded]) -> dict[str, Any]:
    """What `audit --loaded --format json` prints."""
    return {"schema": "aseptic.loaded/1", "tools": [asdict(tool) for tool in loaded]}


def render_text(loaded: Sequence[Loaded]) -> str:
    """The tables of `audit --loaded`; tools that load nothing are named in one line."""
    parts = [_table(tool) for tool in loaded if tool.files]
    none = [tool.tool for tool in loaded if not tool.files]
    if none:
        parts.append(f"nothing is loaded by: {', '.join(none)}")
    return "\n\n".join(parts) + "\n"


def _table(loaded: Loaded) -> str:
    count = "1 file" if len(loaded.files) == 1 else f"{len(loaded.files)} files"
    lines = [f"{loaded.tool}: {count}, {loaded.bytes:,} bytes in every session"]
    for number, file in enumerate(loaded.files, start=1):
        indent = "  " * len(file.chain)
        size = f"{file.loaded_bytes:,} bytes, {file.loaded_lines} lines"
        lines.append(f"  {number:>2}. {indent}{_plain(file.path)}  ({_plain(file.why)})  {size}")
        if file.truncated_at is not None:
            lost = f"{file.lines - file.loaded_lines} of {file.lines} lines"
            lines.append(f"      {indent}cut at line {file.truncated_at}: {lost} are not loaded")
    lines += [f"  {p.code} {_plain(str(p.place))}: {_plain(p.message)}" for p in loaded.problems]
    return "\n".join(lines)


def _plain(text: str) -> str:
    """A file's name may hold what a terminal would obey."""
    return "".join(c if c.isprintable() else "\ufffd" for c in text)
