"""What `aseptic audit` does instead of a report: fix, undo, accept."""

from __future__ import annotations

import sys
from pathlib import Path

from aseptic.audit import patch
from aseptic.audit.fixes import plan
from aseptic.config import Config
from aseptic.model.clock import Clock
from aseptic.model.finding import Level, Result
from aseptic.model.verdict import Label
from aseptic.report.safe import shown
from aseptic.report.summary import plural


def fix(root: Path, config: Config, result: Result, *, apply: bool, clock: Clock) -> int:
    """Print the patch on standard output and what it does on standard error; write it when told.

    Returns 0 when nothing is left to mend by hand, else 1.
    """
    texts = _texts(root, result)
    made = plan(result, config, texts)
    for line in patch.explain(made.edits):
        _say(shown(line))
    for finding in made.by_hand:
        _say(f"by hand: {finding.place} {finding.code} {shown(finding.message)}")
    if not made.edits and not made.created:
        _say("nothing that can be mended without you")
    elif apply:
        written = patch.write(root, made, texts, clock.now())
        _say(f"written: {', '.join(written)}; `aseptic audit --undo` takes it back")
    else:
        sys.stdout.write(patch.diff(made, texts))
        _say("nothing is written yet: --fix --apply writes it")
    return 1 if made.by_hand else 0


def undo(root: Path) -> int:
    """Take back the last fix."""
    _say(f"as before the fix: {', '.join(patch.undo(root))}")
    return 0


def accept(root: Path, result: Result, clock: Clock) -> int:
    """Record every item without an error as reviewed today, in `.aseptic/review.toml`.

    Returns 1 when items with errors were left out, else 0.
    """
    from aseptic.readers.memory import review_file

    # What review itself would mend is no reason to refuse it.
    cured = ("I301", "I302", "I303")
    refused = {
        found.record
        for found in result.findings
        if found.level is Level.ERROR and found.code not in cured
    }
    today = clock.now().date()
    notes = [note for file in result.files for note in file.notes]
    reviews = review_file.read_reviews(root)
    for note in notes:
        if note.id not in refused:
            reviews[note.id] = review_file.accept(note, today)
    path = review_file.write_reviews(root, reviews.values())
    left = sum(1 for note in notes if note.id in refused)
    _say(f"{plural(len(notes) - left, 'item')} recorded as reviewed in {path}")
    unshown = _unshown(result) - refused
    if unshown:
        _say(
            f"the log does not show what {len(unshown)} of them say: read those yourself"
            " (`aseptic audit --verbose` lists their claims)"
        )
    if left:
        _say(f"left out for their errors: {plural(left, 'item')}; `aseptic audit` shows them")
    return 1 if left else 0


def _unshown(result: Result) -> set[str]:
    """The notes with a claim that a judge could not decide or found no word of."""
    open_labels = (Label.UNDECIDED, Label.UNSUPPORTED)
    return {j.claim.note for j in result.judgements if j.label in open_labels}


def _texts(root: Path, result: Result) -> dict[str, str]:
    """The texts of the Markdown and JSON files inside the project; others are not edited."""
    texts = {}
    for file in result.files:
        path = root / file.path
        if Path(file.path).is_absolute() or path.suffix not in (".md", ".mdc", ".json"):
            continue
        try:
            texts[file.path] = path.read_bytes().decode("utf-8")
        except (OSError, UnicodeDecodeError):
            continue
    return texts


def _say(line: str) -> None:
    print(line, file=sys.stderr)  # noqa: T201
