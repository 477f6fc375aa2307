"""The console: when to colour, and files that are never half written."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from aseptic.cli.console import progress, use_color, write_output
from aseptic.errors import UnreadableError


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "env", "expected"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": ""}, True),
        (io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (io.StringIO(), {}, False),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"TERM": "dumb"}, False),
        (Terminal(), {"NO_COLOR": "1", "FORCE_COLOR": "1"}, False),
        (io.StringIO(), {"FORCE_COLOR": "0"}, False),
    ],
)
def test_use_color(stream: io.StringIO, env: dict[str, str], expected: bool) -> None:
    """NO_COLOR wins, FORCE_COLOR is next, then what the stream is."""
    assert use_color(stream, env) is expected


def test_output_replaces_a_file_whole(tmp_path: Path) -> None:
    """The old content or the new, and no temporary file left; the mode stays."""
    path = tmp_path / "report.html"
    path.write_text("old")
    path.chmod(0o640)
    write_output("new\n", path)
    assert path.read_text() == "new\n"
    assert path.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [path]


def test_output_follows_a_link(tmp_path: Path) -> None:
    """A symbolic link stays one."""
    target, link = tmp_path / "real", tmp_path / "link"
    target.write_text("")
    link.symlink_to(target)
    write_output("x", link)
    assert link.is_symlink()
    assert target.read_text() == "x"


def test_output_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    """The error names the file."""
    with pytest.raises(UnreadableError, match="cannot be written"):
        write_output("x", tmp_path / "no" / "such" / "folder")


def test_a_poor_encoding_gets_escapes() -> None:
    """A stream that lacks a character shows its number instead of failing."""
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    write_output("a ⏎ b\n", None, stream=stream)
    stream.seek(0)
    assert stream.read() == "a \\u23ce b\n"


def test_progress_is_quiet_where_nobody_watches(capsys: pytest.CaptureFixture[str]) -> None:
    """No bar when standard error is not a terminal."""
    with progress(10, "logs", enabled=True) as bar:
        bar.update(10)
    assert capsys.readouterr().err == ""
