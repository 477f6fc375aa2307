"""The audit: a project's memory, judged against its session logs."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from aseptic.audit import judging
from aseptic.audit.discover import find_memory
from aseptic.audit.find_logs import survey_logs
from aseptic.audit.gate import Checked, check, only_changed, with_baseline
from aseptic.audit.index_place import open_index
from aseptic.audit.logs import cache_file, index_logs
from aseptic.audit.provenance import fill_provenance
from aseptic.config import Config
from aseptic.errors import UsageError
from aseptic.model.clock import Clock, SystemClock
from aseptic.model.event import AsideReason, LogSummary
from aseptic.model.finding import Finding, Level, Result
from aseptic.model.note import MemoryFile
from aseptic.model.place import Place
from aseptic.model.verdict import Judgement, Label
from aseptic.readers.logs.registry import VERSION
from aseptic.readers.memory.registry import shown_path
from aseptic.readers.memory.review_file import read_reviews

Progress = Callable[[str, int, int], None]
"""Told a step (`reading logs`, `judging notes`), how much of it is done, and of how much."""

CLAIM_CODES = tuple(label.code for label in Label if label is not Label.SUPPORTED)


def _unwatched(step: str, done: int, total: int) -> None:
    """Nobody looks at this run."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What an audit takes from outside the project."""

    clock: Clock = field(default_factory=SystemClock)
    home: Path = field(default_factory=Path.home)
    environment: Mapping[str, str] = field(default_factory=lambda: os.environ)
    progress: Progress = _unwatched


@dataclass(frozen=True, slots=True)
class _Judged:
    """What the logs said of the claims."""

    judgements: tuple[Judgement, ...] = ()
    logs: tuple[LogSummary, ...] = ()
    unknown_reasons: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    cost: str | None = None


def run_audit(
    root: Path,
    config: Config,
    *,
    logs: Sequence[str] = (),
    since: str | None = None,
    around: Surroundings | None = None,
) -> Result:
    """Judge every claim of a project's memory, and check what every session loads.

    Args:
        logs: files, folders or globs of session logs beyond those configured and found.
        since: a git revision; only items changed since are judged and reported.

    Raises:
        UsageError: the project holds no memory.
        UnreadableError: a log that was named is not there or cannot be read.
        ConfigError, EngineError: what is configured cannot be used.
    """
    around = around or Surroundings()
    files = read_memory_of(root, config, around.home)
    judged_files = _changed(files, root, since) if since is not None else files
    judged = _judge(judged_files, root, config, logs, around)
    notes = {note.id: note for file in files for note in file.notes}
    checked = check(
        files,
        config,
        root=root,
        today=around.clock.now().date(),
        more=(*judging.findings_of(judged.judgements, notes), *_log_findings(judged.logs)),
        also_ran=CLAIM_CODES if judged.judgements else (),
    )
    if since is not None:
        checked = only_changed(checked, files, root, since)
    checked = with_baseline(checked, root, config, None, whole=since is None)
    return Result(
        verb="audit",
        root=str(root),
        at=around.clock.now(),
        findings=tuple(sorted(checked.findings, key=lambda finding: finding.sort_key)),
        suppressed=checked.suppressed,
        judgements=judged.judgements,
        files=files,
        logs=judged.logs,
        min_decided=config.min_decided,
        checks_run=len(checked.ran),
        unknown_reasons=(*checked.unknown_reasons, *judged.unknown_reasons, *_empty(files)),
        extra=_extra(checked, judged),
        limits=config.limits,
        instruction_limits=config.instruction_limits,
    )


def _empty(files: Sequence[MemoryFile]) -> tuple[str, ...]:
    """Why memory without a single item is no pass: nothing was checked."""
    if any(file.notes for file in files):
        return ()
    return ("nothing to check: the files hold no items",)


def read_memory_of(root: Path, config: Config, home: Path) -> tuple[MemoryFile, ...]:
    """All memory files of a project, read, with what is known of where each note came from.

    Raises:
        UsageError: there are none.
    """
    found = find_memory(root, config, home)
    if not found:
        raise UsageError(
            "no memory file is here",
            where=root,
            hint="name yours in aseptic.toml: [memory] agent = [...] or instructions = [...]",
        )
    reviews = read_reviews(root)
    return tuple(fill_provenance(item.read(root), root, reviews) for item in found)


def _judge(
    files: Sequence[MemoryFile],
    root: Path,
    config: Config,
    given: Sequence[str],
    around: Surroundings,
) -> _Judged:
    survey = survey_logs(root, config, around.home, given)
    if not survey.paths:
        reason = "no session log was found: no claim could be judged (give --logs)"
        return _Judged(unknown_reasons=(reason,), remarks=survey.remarks)
    bench = judging.build(config.judge, around.environment)
    paths = survey.paths
    done = iter(range(1, len(paths) + 1))
    around.progress("reading logs", 0, len(paths))
    stamp = f"readers {VERSION} {config.logs.mapping!r}"
    with open_index(cache_file(root, around.environment, around.home), stamp) as index:
        summaries, unknown = index_logs(
            index,
            paths,
            root=root,
            mappings=config.logs.mapping,
            progress=lambda path: around.progress("reading logs", next(done), len(paths)),
        )
        reasons = tuple(f"{path}: no known session-log format" for path in unknown)
        if index.count() == 0:
            return _Judged((), summaries, (*reasons, "the logs hold no event"), survey.remarks)
        judgements = judging.judge_notes(files, index, bench, around.progress)
    shown = tuple(_with_shown_paths(judgement, root) for judgement in judgements)
    return _Judged(shown, summaries, reasons, survey.remarks, bench.cost())


def _with_shown_paths(judgement: Judgement, root: Path) -> Judgement:
    """Readers name logs by the path they opened; reports name them as the user would."""
    if not judgement.evidence:
        return judgement
    evidence = tuple(
        replace(item, path=shown_path(Path(item.path), root)) if item.path else item
        for item in judgement.evidence
    )
    return replace(judgement, evidence=evidence)


def _log_findings(summaries: Sequence[LogSummary]) -> list[Finding]:
    """A log that could not be read whole is said, once a file and reason."""
    words = {
        AsideReason.TORN: ("L101", "cannot be read and were set aside"),
        AsideReason.UNKNOWN: ("L102", "are of a shape that is not known and were set aside"),
    }
    found = []
    for summary in summaries:
        for reason, (code, what) in words.items():
            count = summary.asides.get(reason, 0) + summary.parts.get(reason, 0)
            if count:
                first = next((a.place for a in summary.problems if a.reason is reason), None)
                first = replace(first, path=summary.path) if first else None
                message = f"{count} of {summary.units} {summary.unit}s {what}"
                place = first or Place(summary.path)
                found.append(
                    Finding(code, Level.NOTE, message, place, subject=f"{summary.path} {reason}")
                )
    return found


def _changed(files: Sequence[MemoryFile], root: Path, since: str) -> tuple[MemoryFile, ...]:
    from aseptic.audit.changes import changed_notes

    changed = changed_notes(files, root, since).notes
    return tuple(
        replace(file, notes=tuple(note for note in file.notes if note.id in changed))
        for file in files
    )


def _extra(checked: Checked, judged: _Judged) -> dict[str, str]:
    extra = dict(checked.extra)
    if judged.remarks:
        extra["logs"] = "; ".join(judged.remarks)
    if judged.cost:
        extra["cost"] = judged.cost
    return extra
