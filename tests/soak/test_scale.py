"""What only shows at size: memory that stays flat, many audits beside each other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "cavern"


def project(tmp_path: Path, name: str, copies: int) -> Path:
    """The example with its longest log copied under fresh session ids."""
    folder = tmp_path / name
    shutil.copytree(EXAMPLE, folder, ignore=shutil.ignore_patterns("__pycache__", ".aseptic"))
    source = next((folder / "logs").glob("9b7d4c20*"))
    text = source.read_text(encoding="utf-8")
    for number in range(copies):
        session = f"{number:08d}"
        copy = text.replace("9b7d4c20", session).replace('"uuid": "', f'"uuid": "{session}')
        (folder / "logs" / f"{session}.jsonl").write_text(copy, encoding="utf-8")
    return folder


def start(folder: Path) -> subprocess.Popen[str]:
    home = folder.parent / "home"
    home.mkdir(exist_ok=True)
    env = {"PATH": os.environ["PATH"], "HOME": str(home), "SOURCE_DATE_EPOCH": "1796083200"}
    command = [sys.executable, "-m", "aseptic", "audit", "--format", "json"]
    return subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)


def peak_kib(folder: Path) -> int:
    """Most memory of one audit, from indexing to report."""
    process = start(folder)
    assert process.stdout is not None
    process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 1
    process.stdout.close()
    return usage.ru_maxrss


@pytest.mark.soak
def test_memory_of_an_audit_does_not_follow_the_log(tmp_path: Path) -> None:
    """Eight times the events, the same memory."""
    small, large = project(tmp_path, "small", 300), project(tmp_path, "large", 2_400)
    assert peak_kib(large) < 1.3 * peak_kib(small)


@pytest.mark.soak
def test_thirty_audits_beside_each_other_agree(tmp_path: Path) -> None:
    """One index file, thirty processes that want it: one result."""
    folder = project(tmp_path, "p", 100)
    results = set()
    for _ in range(3):
        started = [start(folder) for _ in range(10)]
        for process in started:
            out, _ = process.communicate()
            assert process.returncode == 1
            results.add(json.dumps(json.loads(out)["claims"], sort_keys=True))
    assert len(results) == 1
