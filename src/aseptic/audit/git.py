"""Questions to git, bounded in time; a project without git has no answers, never an error."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

TIMEOUT = 10.0
"""Seconds that one question may take."""
# A repository's own settings may name programs; none of them runs for a question of ours.
_SAFE = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}")
_PLAIN = ("-c", "core.quotePath=false", "--no-pager")
_FILTER = (".clean", ".smudge", ".process")


def ask_git(
    root: Path,
    words: Sequence[str],
    *,
    timeout: float = TIMEOUT,
    settings: Mapping[str, str] | None = None,
) -> bytes | None:
    """What git prints; None when it is not installed, refuses, or takes too long.

    Args:
        settings: win over those of the repository; passed so that no name can break out.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("GIT_")}
    # A missing object is never fetched: the way to a remote may be a program of the repository.
    environment |= {"GIT_OPTIONAL_LOCKS": "0", "GIT_ALLOW_PROTOCOL": "", "LC_ALL": "C"}
    environment |= {"GIT_NO_LAZY_FETCH": "1", "GIT_CONFIG_COUNT": str(len(settings or {}))}
    for i, (key, value) in enumerate((settings or {}).items()):
        environment |= {f"GIT_CONFIG_KEY_{i}": key, f"GIT_CONFIG_VALUE_{i}": value}
    try:
        done = subprocess.run(
            ["git", *_SAFE, *_PLAIN, "-C", str(root), *words],
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


def no_filters(root: Path) -> dict[str, str] | None:
    """Settings that switch off every filter program, for questions that read working files.

    None where git does not say which there are: then such a question must not be asked.
    """
    listed = ask_git(root, ["config", "--list", "-z", "--name-only"])
    if listed is None:
        return None
    off: dict[str, str] = {}
    for key in map(os.fsdecode, listed.split(b"\0")):
        if key.startswith("filter.") and key.endswith(_FILTER):
            driver = key.rpartition(".")[0]
            off |= {driver + end: "" for end in _FILTER} | {driver + ".required": "false"}
    return off


def project_files(root: Path) -> list[str] | None:
    """Paths of tracked and of new, not ignored files below `root`; None where git has no answer."""
    listed = ask_git(root, ["ls-files", "-z", "-co", "--exclude-standard"])
    if listed is None:
        return None
    return sorted({os.fsdecode(name) for name in listed.split(b"\0") if name})
