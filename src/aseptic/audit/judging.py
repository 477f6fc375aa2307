"""Claims of notes, judged against the log: the judges that the configuration names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from aseptic.config import Judging
from aseptic.engines.base import Embedder, Judge
from aseptic.engines.evidence import gather
from aseptic.engines.judge.cascade import Cascade
from aseptic.engines.judge.lexical import LexicalJudge
from aseptic.language.claims import split
from aseptic.language.pointers import is_pointer
from aseptic.model.finding import Finding, Level
from aseptic.model.log import LogView
from aseptic.model.note import Claim, MemoryFile, MemoryKind, Note
from aseptic.model.verdict import Judgement, Label

_IMPORTS = re.compile(r"@\S+(?:\s+@\S+)*")
"""An item that is nothing but imports: `@AGENTS.md`."""

Progress = Callable[[str, int, int], None]

_LEVELS: Mapping[MemoryKind, Mapping[Label, Level]] = {
    # People may know what no log holds; an agent that wrote it down must have seen it.
    MemoryKind.INSTRUCTIONS: {
        Label.CONTRADICTED: Level.ERROR,
        Label.OVERSTATED: Level.WARNING,
        Label.UNSUPPORTED: Level.NOTE,
    },
    MemoryKind.AGENT: {
        Label.CONTRADICTED: Level.ERROR,
        Label.OVERSTATED: Level.ERROR,
        Label.UNSUPPORTED: Level.WARNING,
    },
}


@dataclass(frozen=True, slots=True)
class Bench:
    """The judges of a run, and what they will have spent."""

    judge: Judge
    embedder: Embedder | None
    passages: int
    cost: Callable[[], str | None]


def build(config: Judging, environment: Mapping[str, str]) -> Bench:
    """Wire the lexical judge and the models that are configured, cheapest first.

    Raises:
        MissingExtraError: a configured model needs a part that is not installed.
        EngineError: a configured model cannot be loaded.
    """
    judges: list[Judge] = [LexicalJudge()]
    embedder: Embedder | None = None
    cost: Callable[[], str | None] = lambda: None  # noqa: E731  nothing is spent
    if config.vectors:
        from aseptic.engines.embedder import WordLlamaEmbedder

        embedder = WordLlamaEmbedder()
    if config.nli.model:
        from aseptic.engines.judge.nli import EntailmentModel, NliJudge

        judges.append(NliJudge(EntailmentModel(config.nli), config.nli.threshold))
    if config.llm.model:
        from aseptic.engines.judge.llm import LlmJudge

        llm = LlmJudge(config.llm, environment)
        judges.append(llm)
        cost = lambda: llm.usage.line(config.llm)  # noqa: E731
    judge = judges[0] if len(judges) == 1 else Cascade(judges)
    return Bench(judge, embedder, config.passages, cost)


def judge_notes(
    files: Sequence[MemoryFile], log: LogView, bench: Bench, progress: Progress
) -> tuple[Judgement, ...]:
    """A judgement for each claim of each note, in the order of the files."""
    notes = [note for file in files for note in file.notes]
    judgements = []
    for number, note in enumerate(notes):
        progress("judging notes", number, len(notes))
        judgements += [_judge(claim, log, bench) for claim in split(note)]
    progress("judging notes", len(notes), len(notes))
    return tuple(judgements)


def _judge(claim: Claim, log: LogView, bench: Bench) -> Judgement:
    if is_pointer(claim.text) or _IMPORTS.fullmatch(claim.text):
        reason = "points to another file, whose items are judged themselves"
        return Judgement(claim, Label.NOT_CHECKABLE, reason)
    passages = gather(claim, log, limit=bench.passages, embedder=bench.embedder)
    return bench.judge.decide(claim, passages)


def findings_of(judgements: Sequence[Judgement], notes: Mapping[str, Note]) -> list[Finding]:
    """What of the judgements a reader is told; open ones stay in the list of claims."""
    found = []
    for judgement in judgements:
        claim = judgement.claim
        kind = notes[claim.note].kind
        level = _LEVELS[kind].get(judgement.label)
        if level is None:
            continue
        message = f'{judgement.label}: "{_short(claim.text)}" ({judgement.reason})'
        found.append(
            Finding(
                code=judgement.label.code,
                level=level,
                message=message,
                place=claim.place,
                kind=kind,
                record=claim.note,
                evidence=judgement.evidence,
                hint=_hint(judgement),
                subject=" ".join(claim.text.split()),
            )
        )
    return found


def _hint(judgement: Judgement) -> str | None:
    if judgement.label is Label.CONTRADICTED:
        return "correct it to what the log says, or remove it (`aseptic audit --fix` shows a patch)"
    if judgement.label is Label.OVERSTATED:
        return "say what the log says, with its conditions"
    return None


def _short(text: str, limit: int = 160) -> str:
    line = " ".join(text.split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
