"""Bad input, from the command line: a clear error or finding, exit 2 without a verdict, no crash.

Every call is a process of its own. Exit 1 means "a finding", so a crash must never end in 1.
"""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

PR_CAPBSET_DROP, DAC_OVERRIDE, DAC_READ_SEARCH = 24, 1, 2
"""Of <linux/prctl.h> and <linux/capability.h>."""
SESSION = "11111111-2222-3333-4444-555555555555"
NOTE = "# Notes\n\n- The map server listens on port 8080.\n"


@dataclass(frozen=True, slots=True)
class Done:
    """How a run ended."""

    status: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err


@dataclass(frozen=True, slots=True)
class Project:
    """A small project with a memory file, a log, and a home of its own."""

    root: Path
    home: Path

    @property
    def log(self) -> Path:
        return self.root / "logs" / "session.jsonl"

    @property
    def environment(self) -> dict[str, str]:
        keep = {k: v for k, v in os.environ.items() if k in ("PATH", "LANG", "TMPDIR")}
        return {**keep, "HOME": str(self.home), "SOURCE_DATE_EPOCH": "1764547200", "NO_COLOR": "1"}

    def start(self, *words: str, **more: object) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "aseptic", *words],
            cwd=self.root, env=self.environment, text=True, encoding="utf-8",
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more,  # type: ignore[call-overload]
        )  # fmt: skip

    def run(self, *words: str, **more: object) -> Done:
        done = finished(self.start(*words, **more))
        assert "Traceback" not in done.said, done.said[-3000:]
        assert "a fault of aseptic itself" not in done.said, done.said
        return done


def finished(process: subprocess.Popen[str]) -> Done:
    out, err = process.communicate(timeout=120)
    return Done(process.returncode, out, err)


def events(count: int) -> str:
    """A log of Claude Code: an assistant's words, one line each."""
    rows = [
        {
            "type": "assistant", "sessionId": SESSION, "uuid": f"u{n}", "cwd": "/x",
            "timestamp": "2026-11-20T10:00:00Z",
            "message": {"role": "assistant", "content": [{"type": "text", "text": f"Step {n}: the map server listens on port 8080."}]},
        }
        for n in range(count)
    ]  # fmt: skip
    return "".join(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = Project(tmp_path / "project", tmp_path / "home")
    made.root.mkdir()
    made.home.mkdir()
    (made.root / "CLAUDE.md").write_text(NOTE, encoding="utf-8")
    made.log.parent.mkdir()
    made.log.write_text(events(5), encoding="utf-8")
    return made


def audit(project: Project, *words: str, **more: object) -> Done:
    return project.run("audit", "--logs", "logs", "--format", "json", *words, **more)


def same(done: Done) -> dict[str, object]:
    """The result of an audit without what differs from run to run."""
    data: dict[str, object] = json.loads(done.out)
    return {key: value for key, value in data.items() if key not in ("at", "seconds")}


def test_a_sound_project_passes(project: Project) -> None:
    """The twin of all that follows: exit 0, and the log supports the note."""
    done = audit(project)
    assert done.status == 0, done.said
    assert '"supported"' in done.out


# Memory files


def write_lines(path: Path) -> None:
    path.write_bytes(b"- " + b"x" * 100_000_000)


def write_link(path: Path) -> None:
    path.unlink()
    path.symlink_to("CLAUDE.md")


def write_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


BAD_MEMORY: dict[str, tuple[Callable[[Path], object], str]] = {
    "empty": (lambda p: p.write_bytes(b""), "F106"),
    "blank": (lambda p: p.write_bytes(b" \n\n"), "F106"),
    "binary": (lambda p: p.write_bytes(bytes(range(256)) * 40), "F103"),
    "latin-1": (lambda p: p.write_bytes("- café is open\n".encode("latin-1")), "F102"),
    "cut utf-16": (lambda p: p.write_bytes(b"\xff\xfea"), "F102"),
    "100 MB in one line": (write_lines, "F107"),
}


@pytest.mark.parametrize("name", BAD_MEMORY)
@pytest.mark.parametrize("verb", ["gate", "audit"])
def test_a_bad_memory_file_is_a_finding_with_its_place(
    project: Project, verb: str, name: str
) -> None:
    """Named by code, file and line; never a crash, and never a silent pass."""
    write, code = BAD_MEMORY[name]
    write(project.root / "CLAUDE.md")
    words = ("--logs", "logs") if verb == "audit" else ()
    done = project.run(verb, *words, "--format", "json")
    assert done.status in (1, 2), done.said
    found = [f for f in json.loads(done.out)["findings"] if f["code"] == code]
    assert found, done.out[-2000:]
    assert "CLAUDE.md" in json.dumps(found[0]) and '"line": 1' in json.dumps(found[0])


@pytest.mark.parametrize("write", [write_link, write_folder])
@pytest.mark.parametrize("verb", ["gate", "audit"])
def test_a_link_to_itself_or_a_folder_is_no_memory(
    project: Project, verb: str, write: Callable[[Path], None]
) -> None:
    """Without another file there is nothing to judge: no verdict, exit 2."""
    write(project.root / "CLAUDE.md")
    words = ("--logs", "logs") if verb == "audit" else ()
    done = project.run(verb, *words)
    assert done.status == 2, done.said
    assert done.said.strip()


def test_imports_in_a_circle_end(project: Project) -> None:
    """A imports B imports A, and itself: each is read once."""
    (project.root / "CLAUDE.md").write_text(NOTE + "\n@b.md\n@CLAUDE.md\n", encoding="utf-8")
    (project.root / "b.md").write_text("- The cave is deep.\n\n@CLAUDE.md\n@b.md\n", "utf-8")
    for words in (["gate"], ["audit", "--logs", "logs"], ["audit", "--loaded"]):
        assert project.run(*words).status in (0, 1)


def test_folders_linked_in_a_circle_end(project: Project) -> None:
    """A link to its own parent is not walked again and again, in memory or in logs."""
    (project.root / "sub").mkdir()
    (project.root / "sub" / "up").symlink_to("..")
    (project.root / "logs" / "self").symlink_to(".")
    assert project.run("gate").status == 0
    assert audit(project).status == 0
    assert project.run("log", "import", "logs").status == 0


@pytest.mark.parametrize(
    "name", ["new\nline.md", "\x1b[31mred.md", "bidi\u202etxt.md", "percent%0a::error::x.md", "<b>.md"]
)  # fmt: skip
@pytest.mark.parametrize("view", ["text", "markdown", "github", "html", "json", "sarif", "junit"])
def test_hostile_file_names_are_shown_harmless(project: Project, name: str, view: str) -> None:
    """No raw control, direction mark or tag reaches a report, a terminal or a CI log."""
    folder = project.root / ".claude" / "rules"
    folder.mkdir(parents=True)
    (folder / name).write_text("See `src/gone_for_good.py` before you start.\n", encoding="utf-8")
    done = project.run("gate", "--format", view)
    assert done.status in (0, 1), done.said
    assert "\x1b" not in done.said and "\u202e" not in done.said
    if view in ("html", "junit"):
        assert "<b>.md" not in done.out
    assert not any(line.startswith("line.md") for line in done.out.split("\n"))


def test_a_memory_file_that_changes_while_it_is_read(project: Project) -> None:
    """Rewritten, emptied and removed again and again: a verdict or a clear error, no crash."""
    script = (
        "import pathlib, sys, time\n"
        "p = pathlib.Path(sys.argv[1])\n"
        "end = time.time() + 60\n"
        "while time.time() < end:\n"
        "    p.write_text('- The map server listens on port 8080.\\n' * 2000)\n"
        "    p.write_text('')\n"
        "    p.unlink()\n"
    )
    target = project.root / "AGENTS.md"
    with subprocess.Popen([sys.executable, "-c", script, str(target)]) as writer:
        try:
            for _ in range(6):
                assert project.run("gate").status in (0, 1, 2)
        finally:
            writer.kill()


# The call and the configuration


@pytest.mark.parametrize(
    "text",
    ["[judge", "nonsense = 1", "[limits]\nitems = 'many'", "judge = 3", "\x00", "[[ignore]]", "[judge.llm]\ntimeout = 'x'"],
)  # fmt: skip
@pytest.mark.parametrize(
    "words", [["gate"], ["audit", "--logs", "logs"], ["log", "import", "logs"]]
)
def test_a_broken_configuration_is_named(project: Project, text: str, words: list[str]) -> None:
    """The file, and what is wrong with it; no verdict."""
    (project.root / "aseptic.toml").write_text(text, encoding="utf-8")
    done = project.run(*words)
    assert done.status == 2, done.said
    assert "aseptic.toml" in done.err


def test_a_configuration_in_another_encoding_is_named(project: Project) -> None:
    """Not UTF-8 is not TOML."""
    (project.root / "aseptic.toml").write_bytes("# café\n".encode("latin-1"))
    done = project.run("audit", "--logs", "logs")
    assert done.status == 2 and "aseptic.toml" in done.err


@pytest.mark.parametrize(
    "words",
    [
        ["audit", "CLAUDE.md"],
        ["audit", "absent"],
        ["audit", "--logs", "absent"],
        ["gate", "absent.md"],
        ["log", "import", "absent"],
        ["log", "import", "."],
        ["audit", "--since", "no-such-revision"],
        ["gate", "--since", "no-such-revision"],
        ["audit", "nul\udc80byte"],
    ],
)
def test_a_path_that_cannot_be_meant_is_named(project: Project, words: list[str]) -> None:
    """A file where a folder is due, and what is not there: an error, exit 2."""
    if words == ["log", "import", "."]:
        project.log.unlink()
    done = project.run(*words)
    assert done.status == 2, done.said
    assert done.said.strip()


# Logs


BAD_LOGS: dict[str, bytes] = {
    "empty": b"",
    "binary": bytes(range(256)) * 100,
    "latin-1": "{'type': 'caf\xe9'}\n".encode("latin-1"),
    "torn": events(3)[:-40].encode(),
    "deep": b'{"type": ' + b"[" * 100_000 + b"\n",
    "null bytes": b"\0" * 5000,
    "not a database": b"SQLite format 3\0" + b"x" * 4000,
}


@pytest.mark.parametrize("name", BAD_LOGS)
def test_a_bad_log_is_named_and_judges_nothing_by_itself(project: Project, name: str) -> None:
    """Alone it gives no verdict, or what could be read of it; the reports name it."""
    project.log.write_bytes(BAD_LOGS[name])
    done = audit(project)
    assert done.status == (0 if name == "torn" else 2), done.said
    assert "session.jsonl" in done.said
    done = project.run("log", "import", "logs/session.jsonl")
    assert done.status == (0 if name == "torn" else 2), done.said
    assert "session.jsonl" in done.said


@pytest.mark.parametrize("where", ["alone", "between"])
def test_a_line_of_100_megabytes_in_a_log(project: Project, where: str) -> None:
    """Set aside or read, and the rest judged; memory stays bounded."""
    long = b'{"type": "assistant", "x": "' + b"y" * 100_000_000 + b'"}\n'
    around = (events(3).encode(), events(5).encode()[len(events(3).encode()) :])
    project.log.write_bytes(around[0] + long + around[1] if where == "between" else long)
    done = audit(project)
    assert done.status == (0 if where == "between" else 2), done.said[-2000:]
    assert "session.jsonl" in done.said


def test_a_bad_log_beside_a_good_one_does_not_stop_it(project: Project) -> None:
    """The note is still supported by the good one."""
    (project.root / "logs" / "bad.jsonl").write_bytes(BAD_LOGS["binary"])
    done = audit(project)
    assert '"supported"' in done.out, done.said
    assert "bad.jsonl" in done.out


# Rights and room


def without_rights() -> None:
    """In the child of a root user: `chmod` binds it as it binds everybody (Linux capabilities)."""
    prctl = ctypes.CDLL(None).prctl
    for capability in (DAC_OVERRIDE, DAC_READ_SEARCH):
        prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def as_a_user() -> dict[str, object]:
    """Arguments that run a process whom file modes bind."""
    if os.geteuid() != 0:
        return {}
    if not sys.platform.startswith("linux"):
        pytest.skip("root cannot give up its rights over files on this system")
    return {"preexec_fn": without_rights}


def test_a_memory_file_that_may_not_be_read_is_a_finding(project: Project) -> None:
    """F101 with the file's name."""
    who = as_a_user()
    (project.root / "AGENTS.md").write_text("secret\n", encoding="utf-8")
    (project.root / "AGENTS.md").chmod(0)
    done = project.run("gate", "--format", "json", **who)
    assert done.status in (1, 2), done.said
    assert any(f["code"] == "F101" for f in json.loads(done.out)["findings"]), done.out


def test_a_log_that_may_not_be_read_is_named(project: Project) -> None:
    """The user named its folder: leaving it out in silence would hide evidence."""
    who = as_a_user()
    project.log.chmod(0)
    done = audit(project, **who)
    assert done.status == 2 and "session.jsonl" in done.said, done.said
    done = project.run("log", "import", "logs", **who)
    assert done.status == 2 and "session.jsonl" in done.said, done.said


def test_a_folder_of_logs_that_may_not_be_read_is_named(project: Project) -> None:
    """As is a folder below the one that was named."""
    who = as_a_user()
    below = project.log.parent / "below"
    below.mkdir(mode=0)
    below.chmod(0)
    done = audit(project, **who)
    assert "below" in done.said, done.said
    project.log.parent.chmod(0)
    for words in (["audit", "--logs", "logs"], ["log", "import", "logs"]):
        done = project.run(*words, **who)
        assert done.status == 2 and "logs" in done.said, done.said


@pytest.mark.parametrize("way", ["a file in its place", "no right to write"])
def test_a_cache_that_cannot_be_written_changes_nothing(project: Project, way: str) -> None:
    """The index is kept to save time only."""
    good = same(audit(project))
    shutil.rmtree(project.home / ".cache")
    more: dict[str, object] = {}
    if way == "a file in its place":
        (project.home / ".cache").write_text("", encoding="utf-8")
    else:
        more = as_a_user()
        project.home.chmod(0o555)
    done = audit(project, **more)
    assert done.status == 0, done.said
    assert same(done) == good


def limited(size: int) -> Callable[[], None]:
    """No file of the process may grow beyond `size` bytes: as a full disk does, it fails a write."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@pytest.mark.parametrize(
    "words", [["audit", "--logs", "logs"], ["log", "import", "logs", "--store", "store.db"]]
)
def test_no_room_while_writing_is_said_and_heals(project: Project, words: list[str]) -> None:
    """Exit 2, and with room the same command gives what a clean run gives."""
    project.log.write_text(events(4000), encoding="utf-8")
    done = project.run(*words, preexec_fn=limited(200_000))
    assert done.status == 2, done.said
    assert "no room left" in done.err
    assert project.run(*words).status == 0
    if words[0] == "log":
        verified = project.run("log", "verify", "--store", "store.db")
        assert verified.status == 0 and "4000 events" in verified.out


# At the same time, and cut short


@pytest.mark.parametrize("cold", [True, False])
def test_ten_audits_at_once_agree(project: Project, cold: bool) -> None:
    """With the index not there yet, and there: all the same result, none an error."""
    project.log.write_text(events(300), encoding="utf-8")
    good = same(audit(project))
    if cold:
        shutil.rmtree(project.home / ".cache")
    words = ("audit", "--logs", "logs", "--format", "json")
    done = [finished(p) for p in [project.start(*words) for _ in range(10)]]
    assert [d.status for d in done] == [0] * 10, "".join(d.err for d in done)
    assert all(same(d) == good for d in done)


def test_audits_with_other_logs_do_not_disturb_each_other(project: Project) -> None:
    """They share a cache file, and one must not empty what another judges from."""
    (project.root / "other").mkdir()
    (project.root / "other" / "b.jsonl").write_text(
        events(300).replace("8080", "7070").replace(SESSION, "other-session"), encoding="utf-8"
    )
    good = {w: project.run("audit", "--logs", w, "--format", "json") for w in ("logs", "other")}
    assert good["logs"].status == 0 and good["other"].status == 1
    started = [
        (w, project.start("audit", "--logs", w, "--format", "json")) for w in ("logs", "other") * 4
    ]
    for word, process in started:
        assert same(finished(process)) == same(good[word])


def test_an_audit_that_was_killed_leaves_nothing_wrong(project: Project) -> None:
    """kill -9 at several moments; the next audit gives what a clean one gives."""
    project.log.write_text(events(3000), encoding="utf-8")
    good = same(audit(project))
    shutil.rmtree(project.home / ".cache")
    for after in (0.15, 0.3, 0.5, 0.8, 1.2):
        process = project.start("audit", "--logs", "logs", "--format", "json")
        time.sleep(after)
        process.kill()
        process.communicate()
    done = audit(project)
    assert done.status == 0, done.said
    assert same(done) == good


# A fault of our own


FAULT = "import sys, aseptic.cli.main as m\ndef bad(argv): raise {error}\nm._dispatch = bad\nsys.exit(m.main(['gate']))\n"


@pytest.mark.parametrize(
    "error", ["KeyError('sk-secret-in-a-note')", "RecursionError()", "MemoryError()", "AssertionError()"]
)  # fmt: skip
def test_a_fault_of_ours_is_no_finding(tmp_path: Path, error: str) -> None:
    """Exit 2 and a short word, not 1; what the error quotes stays private; ASEPTIC_DEBUG=1 shows it."""
    call = [sys.executable, "-c", FAULT.format(error=error)]
    done = subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no verdict" in done.stderr and "ASEPTIC_DEBUG=1" in done.stderr
    assert "Traceback" not in done.stderr and "sk-secret" not in done.stderr
    debug = {**os.environ, "ASEPTIC_DEBUG": "1"}
    done = subprocess.run(
        call, cwd=tmp_path, capture_output=True, text=True, check=False, env=debug
    )
    assert done.returncode == 2 and "Traceback" in done.stderr
