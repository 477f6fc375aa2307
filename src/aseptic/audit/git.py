"""Questions to git, bounded in time; a project without git has no answers, never an error."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

TIMEOUT = 10.0
"""Seconds that one question may take."""
# A repository's own settings may name programs; none of them runs for a question of ours.
_SAFE = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "--no-pager")


def ask_git(root: Path, words: Sequence[str], *, timeout: float = TIMEOUT) -> bytes | None:
    """What git prints; None when it is not installed, refuses, or takes too long."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"}
    try:
        done = subprocess.run(
            ["git", *_SAFE, "-C", str(root), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
            env=environment,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


def project_files(root: Path) -> list[str] | None:
    """Paths of tracked and of new, not ignored files below `root`; None where git has no answer."""
    listed = ask_git(root, ["ls-files", "-z", "-co", "--exclude-standard"])
    if listed is None:
        return None
    return sorted({os.fsdecode(name) for name in listed.split(b"\0") if name})
