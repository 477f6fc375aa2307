"""The pages of the rules: what a code means and what to do about it."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "pages"


def codes() -> tuple[str, ...]:
    """Every code that has a page, in order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.md")))


def page(code: str) -> str | None:
    """The page of a code, as Markdown; None where there is no such code."""
    path = FOLDER / f"{code}.md"
    if not code.isalnum() or not path.is_file():
        return None
    return path.read_text(encoding="utf-8")


def title(code: str) -> str:
    """The first line of a page, without its mark."""
    text = page(code) or ""
    return text.split("\n", 1)[0].lstrip("# ").strip()
