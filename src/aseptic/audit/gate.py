"""The gate: the rules on the injected context, fast, without logs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path

from aseptic.audit.globs import matches_glob
from aseptic.audit.ignores import apply_ignores
from aseptic.config import Config
from aseptic.errors import ConfigError, UnreadableError, UsageError
from aseptic.model.clock import Clock
from aseptic.model.finding import Finding, Level, Result, Suppressed
from aseptic.model.note import Load, MemoryFile, MemoryKind
from aseptic.records import dataclass, field, replace
from aseptic.rules.base import Hit, Injected, Repository, Rule
from aseptic.rules.registry import RULES

NO_VERDICT = frozenset({"F101", "F102", "F103", "F107"})
"""Problems of a file that leave (part of) it unjudged."""
_MILD = frozenset({"F106"})


@dataclass(frozen=True, slots=True)
class Checked:
    """What the rules said, before and after ignores."""

    findings: tuple[Finding, ...]
    suppressed: tuple[Suppressed, ...] = ()
    ran: frozenset[str] = frozenset()
    """Codes of the rules that really looked at something."""
    skipped: tuple[str, ...] = ()
    """Codes of the rules whose facts could not be gathered."""
    unknown_reasons: tuple[str, ...] = ()
    extra: dict[str, str] = field(default_factory=dict)


def run_gate(
    root: Path,
    config: Config,
    *,
    clock: Clock,
    files: Sequence[Path] | None = None,
    since: str | None = None,
    baseline: Path | None = None,
    use_baseline: bool = True,
) -> Result:
    """Check the injected context of a project.

    Args:
        root: the project root.
        files: the files to check; None: `memory.inject` and every always-loaded file found.
        since: a git revision; only findings about items changed since are kept.
        baseline: a baseline file; None: the one that the configuration names.
        use_baseline: False judges as if there were none.

    Raises:
        UsageError: there is nothing to check.
        UnreadableError: a named file is not there.
        ConfigError: the baseline or a level is not usable.
    """
    now = clock.now()
    memory = read_files(root, config, files)
    if not memory:
        raise UsageError(
            "nothing to check: no memory file is loaded by every session here",
            where=root,
            hint=f"name files (`aseptic gate CLAUDE.md`), or keep injected items in {config.memory.inject}",
        )
    checked = check(memory, config, root=root, today=now.date(), whole=files is None)
    if since is not None:
        checked = only_changed(checked, memory, root, since)
    if use_baseline:
        whole = files is None and since is None
        checked = with_baseline(checked, root, config, baseline, whole=whole)
    unknown = list(checked.unknown_reasons)
    if not any(file.notes for file in memory):
        unknown.append("nothing to check: the files hold no items")
    return Result(
        verb="gate",
        root=str(root),
        at=now,
        findings=tuple(sorted(checked.findings, key=lambda finding: finding.sort_key)),
        suppressed=checked.suppressed,
        files=memory,
        checks_run=len(checked.ran),
        unknown_reasons=tuple(unknown),
        extra=checked.extra,
        limits=config.limits,
        instruction_limits=config.instruction_limits,
    )


def check(
    files: Sequence[MemoryFile],
    config: Config,
    *,
    root: Path,
    today: date,
    repository: Repository | None = None,
    texts: dict[str, str] | None = None,
    more: Iterable[Finding] = (),
    also_ran: Iterable[str] = (),
    whole: bool = True,
) -> Checked:
    """Run every rule on these files and apply the ignores.

    Args:
        repository: the project's facts; gathered when None.
        texts: path to text; read when None.
        more: findings of others (the judge's) that the same ignores may accept.
        also_ran: the codes that those others checked.
        whole: whether these are all of the project's files.
    """
    files = tuple(files)
    texts = _texts(files, root) if texts is None else texts
    if repository is None:
        repository = _repository(root, files)
    injected = Injected(files, config, today, repository, texts)
    levels = _levels(config)
    findings = [found for file in files for found in _problems(file, levels)]
    ran: set[str] = set()
    skipped: list[str] = []
    for rule in RULES:
        if levels.get(rule.code, "") is None or not files:
            continue
        if rule.needs_repository and repository.files is None:
            skipped.append(rule.code)
            continue
        ran.add(rule.code)
        findings += [_finding(rule, hit, levels) for hit in rule.check(injected)]
    standing, accepted = apply_ignores(
        [*findings, *more],
        texts=texts,
        config=config.ignore,
        today=today,
        ran=ran | set(also_ran),
        whole=whole,
    )
    standing = [
        found if found.code[0] != "X" else _leveled(found, levels)
        for found in standing
        if levels.get(found.code, "") is not None
    ]
    return Checked(
        findings=tuple(standing),
        suppressed=tuple(accepted),
        ran=frozenset(ran),
        skipped=tuple(skipped),
        unknown_reasons=_reasons(files, skipped),
        extra={"not checked": ", ".join(skipped)} if skipped else {},
    )


def _repository(root: Path, files: Sequence[MemoryFile]) -> Repository:
    """The facts about the project; no look at the disk where no item can refer to anything."""
    refers = any(file.imports for file in files) or any(
        "/" in note.text or "`" in note.text or "](" in note.text
        for file in files
        for note in file.notes
    )
    if not refers:
        return Repository(files=frozenset(), commands={})
    from aseptic.audit.repository import gather

    return gather(root, files)


def _reasons(files: Sequence[MemoryFile], skipped: Sequence[str]) -> tuple[str, ...]:
    reasons = [
        f"{problem.place.path}: {problem.message}"
        for file in files
        for problem in file.problems
        if problem.code in NO_VERDICT
    ]
    if skipped:
        reasons.append(f"{', '.join(skipped)} did not run: what the repository holds is not known")
    return tuple(reasons)


def _levels(config: Config) -> dict[str, Level | None]:
    """Overrides by code; None switches a rule off."""
    found: dict[str, Level | None] = {}
    for code, word in config.levels.items():
        if word == "off":
            found[code] = None
        elif word in ("error", "warning", "note"):
            found[code] = Level(word)
        else:
            raise ConfigError(f"levels.{code} is {word!r}", hint="one of error, warning, note, off")
    return found


def _finding(rule: Rule, hit: Hit, levels: dict[str, Level | None]) -> Finding:
    level = levels.get(rule.code) or hit.level or rule.levels[hit.kind]
    return Finding(
        code=rule.code,
        level=level,
        message=hit.message,
        place=hit.place,
        kind=hit.kind,
        record=hit.record,
        hint=hit.hint,
        subject=hit.subject,
    )


def _problems(file: MemoryFile, levels: dict[str, Level | None]) -> Iterable[Finding]:
    for problem in file.problems:
        if levels.get(problem.code, "") is None:
            continue
        usual = Level.WARNING if problem.code in _MILD else Level.ERROR
        yield Finding(
            code=problem.code,
            level=levels.get(problem.code) or usual,
            message=problem.message,
            place=problem.place,
            kind=file.kind,
            subject=problem.code,
        )


def _leveled(finding: Finding, levels: dict[str, Level | None]) -> Finding:
    level = levels.get(finding.code)
    return replace(finding, level=level) if level else finding


def _named(root: Path, files: Sequence[Path]) -> list[Path]:
    found = []
    for file in files:
        path = file if file.is_absolute() else Path.cwd() / file
        if not path.is_file():
            what = "is a folder, not a file" if path.is_dir() else "is not there"
            raise UnreadableError(what, where=file, hint="name memory files, or none to find them")
        found.append(path)
    return found


def read_files(root: Path, config: Config, files: Sequence[Path] | None) -> tuple[MemoryFile, ...]:
    """The named files, or all that every session loads.

    Raises:
        UnreadableError: a named file is not there.
    """
    if files is not None:
        return tuple(_known(_read(path, root, config), root) for path in _named(root, files))
    from aseptic.audit.defaults import always_loaded, imported

    read = [_known(_read(path, root, config), root) for path in always_loaded(root, config)]
    read += imported(
        read, root, config, lambda path: _known(_read(path, root, config, Load.GLOBAL), root)
    )
    return tuple(file for file in read if file.load is Load.GLOBAL)


def _read(path: Path, root: Path, config: Config, load: Load | None = None) -> MemoryFile:
    if path == root / config.memory.inject:
        return _read_inject(path, config.memory.inject, root)
    from aseptic.readers.memory.registry import read_memory, shown_path

    shown = shown_path(path, root)
    kind = None
    if any(matches_glob(shown, glob) for glob in config.memory.agent):
        kind = MemoryKind.AGENT
    elif any(matches_glob(shown, glob) for glob in config.memory.instructions):
        kind = MemoryKind.INSTRUCTIONS
    return read_memory(path, root=root, kind=kind, load=load)


def _known(file: MemoryFile, root: Path) -> MemoryFile:
    """The file with what the review file and git say of its notes; records are not in git by line."""
    records = file.format == "inject"
    reviewed = (root / ".aseptic").is_dir()
    if records and not reviewed:
        return file
    from aseptic.audit.provenance import fill_provenance
    from aseptic.readers.memory.review_file import read_reviews

    return fill_provenance(file, root, read_reviews(root) if reviewed else {}, git=not records)


def _read_inject(path: Path, shown: str, root: Path) -> MemoryFile:
    """As `read_memory(format="inject")`, without importing the readers of all other formats."""
    from aseptic.readers.memory.base import Content, Source
    from aseptic.readers.memory.files import decode_file
    from aseptic.readers.memory.inject import read_inject

    decoded = decode_file(path, shown)
    source = Source(path, shown, root, decoded.text, decoded.bytes, MemoryKind.AGENT, Load.GLOBAL)
    content = read_inject(source) if decoded.text.strip() else Content()
    return MemoryFile(
        path=shown,
        format="inject",
        kind=MemoryKind.AGENT,
        load=Load.GLOBAL,
        notes=content.notes,
        bytes=decoded.bytes,
        lines=len(source.lines),
        problems=decoded.problems + content.problems,
    )


def _texts(files: Sequence[MemoryFile], root: Path) -> dict[str, str]:
    found = {}
    for file in files:
        if any(problem.code in NO_VERDICT for problem in file.problems):
            continue
        try:
            found[file.path] = (root / file.path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
    return found


def only_changed(checked: Checked, files: Sequence[MemoryFile], root: Path, since: str) -> Checked:
    from aseptic.audit.changes import changed_notes

    changed = changed_notes(files, root, since)
    kept = tuple(finding for finding in checked.findings if changed.is_about(finding))
    items = _count(len(changed.notes), "changed item")
    where = _count(len(changed.files), "file")
    extra = {**checked.extra, "since": f"{since}: {items} in {where}"}
    return replace(checked, findings=kept, extra=extra)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def with_baseline(
    checked: Checked, root: Path, config: Config, named: Path | None, *, whole: bool
) -> Checked:
    """Set accepted findings aside; `whole` says that everything was checked.

    What a look at a part did not find is not fixed, so only a whole run names what is.
    """
    path = named or (root / config.baseline if config.baseline else None)
    if path is None:
        from aseptic.audit.baseline import DEFAULT_NAME

        path = root / DEFAULT_NAME
        if not path.is_file():
            return checked
    from aseptic.audit.baseline import accept, read

    standing, accepted, fixed = accept(checked.findings, read(path))
    extra = dict(checked.extra)
    if fixed and whole:
        count = _count(len(fixed), "accepted finding") + (" is" if len(fixed) == 1 else " are")
        extra["baseline"] = f"{count} fixed and can be removed from {path.name}: " + "; ".join(
            fixed[:10]
        )
    return replace(
        checked,
        findings=tuple(standing),
        suppressed=checked.suppressed + tuple(accepted),
        extra=extra,
    )
