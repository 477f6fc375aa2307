"""`aseptic log` and `aseptic note` as a user types them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from aseptic.cli.main import main
from aseptic.cli.note import citation
from aseptic.errors import UsageError
from aseptic.model.event import Origin
from aseptic.model.note import Citation

Run = Any


def lines_of(session: str = "a1b2", texts: tuple[str, ...] = ("Where is the cave?",)) -> str:
    made = []
    for n, text in enumerate(texts):
        role = "user" if n % 2 == 0 else "assistant"
        content: Any = text if role == "user" else [{"type": "text", "text": text}]
        made.append(
            {
                "type": role, "uuid": f"{session}-{n}", "parentUuid": None, "sessionId": session,
                "timestamp": f"2026-03-01T12:00:{n:02}.000Z", "cwd": "/w", "version": "2.1.0",
                "message": {"role": role, "id": f"m{n}", "content": content},
            }
        )  # fmt: skip
    return "".join(json.dumps(line) + "\n" for line in made)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one log, which is also where the command runs."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    log = tmp_path / "logs" / "a1b2.jsonl"
    log.write_text(lines_of(texts=("Where is the cave?", "To the \x1b[31mWEST\u202e.")))
    return tmp_path


@pytest.fixture
def run(here: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*words: str) -> tuple[int, str, str]:
        status = main(words)
        shown = capsys.readouterr()
        return status, shown.out, shown.err

    return call


def test_import_list_show_verify(run: Run) -> None:
    """From a folder of logs to a verified store, and again without a change."""
    status, out, err = run("log", "import", "logs")
    assert (status, err) == (0, "")
    assert "2 events (2 new, 0 held already)" in out
    assert "(0 new, 2 held already)" in run("log", "import", "logs")[1]
    assert "a1b2  2 events" in run("log", "list")[1]
    assert run("log", "verify")[1].startswith("pass: 2 events of 1 sessions, 1 changesets")
    assert "Where is the cave?" in run("log", "show", "a1#0")[1]


def test_a_terminal_is_never_driven_by_a_log(run: Run) -> None:
    """Escape sequences and bidirectional marks are shown, not obeyed."""
    run("log", "import", "logs")
    out = run("log", "show", "--grep", "WEST")[1]
    assert "WEST" in out and "\x1b" not in out and "\u202e" not in out
    assert "Where is" not in out


def test_what_is_not_shown_is_said(run: Run) -> None:
    """A cut list says that it is cut; a whole one does not."""
    run("log", "import", "logs")
    assert "there is more" in run("log", "show", "--limit", "1")[1]
    assert "there is more" not in run("log", "show", "--limit", "2")[1]


def test_a_dry_run_stores_nothing(run: Run, here: Path) -> None:
    """It counts, and makes no store."""
    status, out, _ = run("log", "import", "logs", "--dry-run")
    assert status == 0 and "2 events" in out and "nothing stored" in out
    assert not (here / ".aseptic").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("log", "verify"), "there is no store here"),
        (("log", "list"), "there is no store here"),
        (("note", "show"), "there is no store here"),
        (("log", "import", "nowhere"), "no such file"),
    ],
)
def test_what_cannot_be_done_is_said(run: Run, words: tuple[str, ...], says: str) -> None:
    """Exit 2, one clear message, and no store made by looking for one."""
    status, out, err = run(*words)
    assert (status, out) == (2, "")
    assert says in err
    assert not Path(".aseptic/store.db").exists()


def test_a_file_that_is_no_log_is_named(run: Run, here: Path) -> None:
    """Asked for by name: exit 2. Found in a folder: listed, and the logs beside it imported."""
    other = here / "logs" / "picture.png"
    other.write_bytes(b"\x89PNG\r\n\x1a\n\x00")
    status, out, _ = run("log", "import", "logs")
    assert status == 0 and "picture.png: not a session log" in out and "2 new" in out
    assert run("log", "import", "logs/picture.png")[0] == 2


def test_a_broken_store_is_exit_1(run: Run, here: Path) -> None:
    """The first broken event is named, in text and in JSON."""
    run("log", "import", "logs")
    db = apsw.Connection(str(here / ".aseptic" / "store.db"))
    db.execute("DROP TRIGGER event_payload_fixed")
    db.execute("UPDATE event_payload SET text = 'EAST' WHERE event = 2")
    db.close()
    status, out, _ = run("log", "verify")
    assert status == 1 and "broken: a1b2#1: it is not what was recorded" in out
    document = json.loads(run("log", "verify", "--format", "json")[1])
    assert (document["schema"], document["verdict"]) == ("aseptic.log/1", "fail")
    assert document["breaks"][0]["seq"] == 1


def test_a_head_kept_elsewhere_shows_a_rewritten_store(run: Run, here: Path) -> None:
    """A head of this chain passes, also an older one; any other is a failure."""
    run("log", "import", "logs")
    head = json.loads(run("log", "verify", "--format", "json")[1])["head"]
    run("note", "add", "x")
    assert run("log", "verify", "--head", head)[0] == 0
    assert run("log", "verify", "--head", "00" * 32)[0] == 1
    assert run("log", "verify", "--head", "nonsense")[0] == 1


def test_add_show_blame(run: Run) -> None:
    """A note, its JSON, and where it came from."""
    run("log", "import", "logs")
    words = ("note", "add", "Somebody asked for the cave.", "--cite", 'a1b2#0@user:"the cave"')
    status, out, _ = run(*words, "--key", "cave", "--operation", "1", "--expires", "2027-01-01")
    assert status == 0 and "unverified" in out
    assert "stored before" in run(*words, "--key", "cave", "--operation", "1")[1]
    document = json.loads(run("note", "show", "cave", "--format", "json")[1])
    (note,) = document["notes"]
    assert document["schema"] == "aseptic.note/1"
    assert (note["status"], note["expires_at"]) == ("unverified", "2027-01-02T00:00:00+00:00")
    assert note["revisions"][0]["evidence"][0]["quote"] == "the cave"
    blame = run("note", "blame", note["id"])[1]
    assert all(word in blame for word in ("a1b2#0", '"the cave"', "by user", "changeset 2"))
    assert run("log", "verify")[0] == 0


def test_a_false_citation_is_refused(run: Run) -> None:
    """Exit 2, nothing stored."""
    run("log", "import", "logs")
    status, _, err = run("note", "add", "x", "--cite", 'a1b2#0:"the mine"')
    assert status == 2 and "does not hold this quote" in err
    assert run("note", "show")[1] == "0 notes\n"


def test_a_secret_is_not_shown(run: Run, here: Path) -> None:
    """What looks like a credential is replaced in every view."""
    key = "AKIA" + "IOSFODNN7EXAMPLF"
    (here / "logs" / "k.jsonl").write_text(lines_of("k", (f"my key is {key}",)))
    run("log", "import", "logs")
    for words in (("log", "show", "k"), ("log", "show", "k", "--format", "json")):
        assert key not in run(*words)[1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('s#1:"q"', Citation("s", 1, "q")),
        ("s#1:q", Citation("s", 1, "q")),
        ("a/b#c#12@tool:x: y#3:z", Citation("a/b#c", 12, "x: y#3:z", Origin.TOOL)),
        ('s#1:say "hi"', Citation("s", 1, 'say "hi"')),
    ],
)
def test_citations_as_typed(text: str, expected: Citation) -> None:
    """Quotes may stand in quotation marks or not."""
    assert citation(text) == expected


@pytest.mark.parametrize("text", ["s#1", "s:q", "#1:q", "s#x:q", "s#1:", "s#1@memory:q"])
def test_what_is_no_citation(text: str) -> None:
    """Said, with the form that is wanted."""
    with pytest.raises(UsageError, match="not a citation"):
        citation(text)


@pytest.mark.shared
def test_every_real_transcript_imports_and_verifies(run: Run, shared_data: Path) -> None:
    """Every line of each is an event line or set aside, and the chain holds."""
    sessions = str(shared_data / "claude_code" / "sessions")
    status, out, _ = run("log", "import", sessions, "--format", "json")
    files = json.loads(out)["files"]
    assert status == 0 and len(files) >= 30
    assert all(f["units"] == f["event_units"] + sum(f["asides"].values()) for f in files)
    assert run("log", "verify")[0] == 0
    head = json.loads(run("log", "verify", "--format", "json")[1])["head"]
    run("log", "import", sessions)
    assert json.loads(run("log", "verify", "--format", "json")[1])["head"] == head
