"""Every view of one rich result: golden files, and the promises about hostile content."""

from __future__ import annotations

import json
import os
import re
import unicodedata
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import pytest
import sample
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from aseptic.errors import UsageError
from aseptic.model.finding import Finding, Level
from aseptic.model.place import Place
from aseptic.report import FORMATS, render

GOLDEN = Path(__file__).parent / "golden"
CASES = [(name, kind) for name in FORMATS for kind in ("rich", "clean", "empty")]


@pytest.mark.parametrize(("form", "kind"), CASES)
def test_golden(form: str, kind: str) -> None:
    """A view changes only on purpose (ASEPTIC_GOLDEN=write accepts the new ones)."""
    actual = render(getattr(sample, kind)(), form)
    # The version stands in some views and must not make the files go stale.
    actual = re.sub(r'(aseptic |ersion": ")0\.\d+\.\d+', r"\g<1>VERSION", actual)
    path = GOLDEN / f"{kind}.{form}"
    if os.environ.get("ASEPTIC_GOLDEN") == "write":
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(actual.encode())
    assert path.read_bytes().decode() == actual


def test_verbose_text_lists_every_claim() -> None:
    """Undecided claims are counted always and listed when asked."""
    result = sample.rich()
    plain, verbose = render(result, "text"), render(result, "text", verbose=True)
    assert "1 undecided" in plain
    assert "--verbose lists them" in plain
    for judged in result.judgements[1:3]:
        assert judged.claim.text in verbose
    assert "Prefer the northern path." in verbose
    assert "Prefer the northern path." not in plain


@pytest.mark.parametrize("form", FORMATS)
def test_order_does_not_depend_on_the_order_of_work(form: str) -> None:
    """The same findings in another order give the same bytes."""
    one = sample.rich()
    other = replace(
        one,
        findings=one.findings[::-1],
        judgements=one.judgements[::-1],
        logs=one.logs[::-1],
        suppressed=one.suppressed[::-1],
    )
    assert render(one, form) == render(other, form)


@pytest.mark.parametrize("form", FORMATS)
def test_a_secret_is_never_shown(form: str) -> None:
    """A credential in a claim or in a quote is named, not echoed."""
    for verbose in (False, True):
        assert sample.SECRET not in render(sample.rich(), form, verbose=verbose)
    assert "[GitHub token, 40 characters]" in render(sample.rich(), "text", verbose=True)


@pytest.mark.parametrize("form", FORMATS)
def test_unknown_is_never_shown_as_a_pass(form: str) -> None:
    """A run in which nothing ran reads as no verdict in each view."""
    text = render(sample.empty(), form)
    assert "no check ran" in text
    assert "nothing of level error was found" not in text


def test_an_unknown_format_is_a_usage_error() -> None:
    """The error names what there is."""
    with pytest.raises(UsageError, match="one of"):
        render(sample.clean(), "pdf")


# Text that tries to do something, in any place that a reader of memory can fill.
HOSTILE = st.lists(
    st.one_of(
        st.sampled_from(
            ["\x1b[2J", "\r\n", "\n::error::x", "##[group]", "\u202e", "\u200b", "</script>",
             "<img src=x onerror=alert(1)>", "]]>", "&lt;", "`", "``", "|", "@me", "%0A", "\ud800",
             "\ufffe", "\x00", "'", '"', "\\", "*", "[a](b)", "\U000e0041", "::", "https://x.y"]
        ),
        st.text(max_size=8),
    ),
    min_size=1,
    max_size=6,
).map("".join)  # fmt: skip


def attacked(text: str) -> sample.Result:
    """The rich result with the text wherever hostile content can come from."""
    result = sample.rich()
    place = Place(text, 3)
    judged = sample.judgement(text, sample.Label.CONTRADICTED, 9, sample.evidence(text), reason=text, value=text, path=text)  # fmt: skip
    finding = Finding("C101", Level.ERROR, text, place, hint=text, evidence=judged.evidence)
    return replace(
        result,
        root=text,
        findings=(finding,),
        judgements=(judged,),
        unknown_reasons=(text,),
        files=tuple(replace(f, path=text) for f in result.files),
        logs=tuple(replace(log, path=text) for log in result.logs),
    )


@given(HOSTILE)
def test_no_view_prints_a_hidden_character(text: str) -> None:
    """No control, bidirectional, zero-width or lone surrogate character leaves any view raw."""
    result = attacked(text)
    for form in FORMATS:
        shown = render(result, form)
        shown.encode("utf-8")
        for char in set(shown) - {"\n"}:
            assert unicodedata.category(char) not in ("Cc", "Cs", "Zl", "Zp"), (form, char)
            assert (
                char
                not in "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
            )


@given(HOSTILE)
def test_github_annotations_hold_one_command_a_line(text: str) -> None:
    """Hostile text starts no workflow command and adds no property."""
    allowed = {"file", "line", "col", "endLine", "title"}
    lines = render(attacked(text), "github").rstrip("\n").split("\n")
    assert len(lines) == 3
    for line in lines:
        match = re.match(r"::(error|warning|notice) ([^:]*)::", line)
        assert match is not None, line
        assert "##[" not in line
        assert {part.split("=")[0] for part in match[2].split(",")} <= allowed


@given(HOSTILE)
@example("::error::owned")
@example("##[error]owned")
def test_text_lines_never_start_with_a_command(text: str) -> None:
    """In a CI log, no line of the text view begins with what a runner obeys."""
    for line in render(attacked(text), "text", verbose=True).split("\n"):
        assert not line.lstrip().startswith(("::", "##["))


@given(HOSTILE)
def test_junit_is_well_formed(text: str) -> None:
    """The XML parses, and its counts are those of its cases."""
    root = ET.fromstring(render(attacked(text), "junit").encode())
    suite = root[0]
    cases = suite.findall("testcase")
    assert int(suite.attrib["tests"]) == len(cases)
    for attribute, element in (
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ):
        assert int(suite.attrib[attribute]) == len(suite.findall(f"testcase/{element}"))


@given(HOSTILE)
def test_markdown_has_only_our_own_markup(text: str) -> None:
    """Rendered with HTML allowed, hostile text makes no link, image, script or mention."""
    html = MarkdownIt("gfm-like", {"linkify": False}).render(render(attacked(text), "markdown"))
    outside = re.sub(r"<code>.*?</code>", "", html, flags=re.DOTALL)
    tags = set(re.findall(r"</?([a-zA-Z][a-zA-Z0-9]*)", outside))
    ours = {"h2", "p", "table", "thead", "tbody", "tr", "th", "td", "strong", "em", "br", "ul",
            "li", "details", "summary"}  # fmt: skip
    assert tags <= ours, tags - ours
    assert not re.search(r"@\w", outside)


@given(HOSTILE)
def test_html_has_only_our_own_elements(text: str) -> None:
    """Hostile text opens no element and sets no attribute that runs something."""
    from html.parser import HTMLParser

    class Seen(HTMLParser):
        scripts = 0

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            assert tag not in ("img", "iframe", "a", "link", "object", "base", "form"), tag
            assert not [name for name, _ in attrs if name.startswith("on") or name == "style"]
            self.scripts += tag == "script"

    parser = Seen()
    parser.feed(render(attacked(text), "html"))
    assert parser.scripts == 1


def test_junit_says_what_was_not_decided() -> None:
    """Warnings, open claims and accepted findings are skipped; a missing verdict is an error."""
    root = ET.fromstring(render(sample.rich(), "junit").encode())
    skipped = [e.attrib["message"] for e in root.iter("skipped")]
    assert any(m.startswith("undecided: ") for m in skipped)
    assert any(m.startswith("accepted: ") for m in skipped)
    assert len(root.findall(".//error")) == 2
    assert len(root.findall(".//failure")) == 5


def test_json_accounts_for_every_claim() -> None:
    """The counts are those of the lists, and a log's units add up."""
    data = json.loads(render(sample.rich(), "json"))
    assert sum(data["counts"]["claims"].values()) == len(data["claims"])
    assert sum(data["counts"]["findings"].values()) == len(data["findings"])
    for log in data["logs"]:
        assert log["units"] == log["event_units"] + sum(log["asides"].values())


def test_colour_only_when_asked() -> None:
    """No escape sequence without `color`, and nothing but colour with it."""
    plain, colored = (render(sample.rich(), "text", color=c) for c in (False, True))
    assert "\x1b" not in plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == plain
    assert colored != plain
