"""Hidden characters become visible; what hides nothing stays as it is."""

from __future__ import annotations

import pytest
import sample

from aseptic.report.markdown import code
from aseptic.report.safe import redact, shown, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\x1b[31mb", "a<U+001B>[31mb"),
        ("a\u202eb", "a<U+202E>b"),
        ("a\u200bb", "a<U+200B>b"),
        ("a\nb\r\nc", "a⏎b⏎c"),
        ("a\rb", "a<U+000D>b"),
        ("a\tb", "a b"),
        ("a\U000e0041b", "a<U+E0041>b"),
        ("a\u3164b", "a<U+3164>b"),
        ("a\ud800b", "a<U+D800>b"),
        ("a\ufe0fb", "a<U+FE0F>b"),
        ("plain", "plain"),
        ("größer, 東京, שלום", "größer, 東京, שלום"),
        ("⚠️ care", "⚠️ care"),
        ("👩‍💻 dev", "👩‍💻 dev"),
        ("1️⃣ first", "1️⃣ first"),
        ("c'est <b> & `x` | y", "c'est <b> & `x` | y"),
        ("é as e\u0301", "é as e\u0301"),
        ("", ""),
    ],
)
def test_visible(text: str, expected: str) -> None:
    """Everything that a terminal obeys or a reader cannot see, and nothing else."""
    assert visible(text) == expected


def test_redact_names_the_secret_and_keeps_the_rest() -> None:
    """On each line, also twice on one."""
    text = f"a {sample.SECRET} b\n{sample.SECRET} and {sample.SECRET}"
    mark = "[GitHub token, 40 characters]"
    assert redact(text) == f"a {mark} b\n{mark} and {mark}"
    assert redact("the token flow uses /token") == "the token flow uses /token"


def test_shown_is_cut_after_redaction() -> None:
    """A cut cannot leave the first half of a secret behind."""
    assert sample.SECRET[:12] not in shown(f"key {sample.SECRET}", limit=20)


@pytest.mark.parametrize("text", ["", "`", "``", "a`b", "`` ` ```", " ", "|"])
def test_a_code_span_is_never_left(text: str) -> None:
    """The fence is longer than any run of backticks inside."""
    from markdown_it import MarkdownIt

    html = MarkdownIt().render(f"x {code(text)} y")
    assert html.count("<code>") == 1
    assert html.rstrip().endswith("</code> y</p>")
