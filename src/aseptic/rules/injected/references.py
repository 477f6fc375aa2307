"""What an item refers to in its repository: paths, commands and anchors. Precise before complete.

A string counts as a path only when its writer marked it as one (backticks, a link) or
when it cannot be anything else (a slash and a known extension), and never when it is a
pattern, a placeholder, an address, a home path or something that is made by running.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from aseptic.model.note import Form, Note
from aseptic.records import dataclass

_CODE = r"(?<!`)(`+)([^`\n]+?)\1(?!`)"
_LINK = r"(?<!!)\[[^\]\n]*\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:\s+[\"'(][^)]*)?\)"
_BARE = r"(?<![\w/.@:~$<{*\-\\])((?:\.{1,2}/)?[A-Za-z0-9_.\-]+(?:/[A-Za-z0-9_.\-]+)+\.[A-Za-z][A-Za-z0-9]{0,5})(?![\w/*{<(\-])"

EXTENSIONS = frozenset(
    """py pyi md mdx mdc rst txt toml yaml yml json jsonc jsonl js jsx ts tsx mjs cjs go rs c h cc cpp
    hpp java kt kts swift rb php sh bash zsh fish ps1 sql html css scss vue svelte proto ini cfg conf
    lock mod sum xml gradle tf ipynb csv lua ex exs erl scala cs dart nix tmpl j2""".split()
)
_SPECIAL = frozenset(
    {
        "Makefile",
        "Dockerfile",
        "Justfile",
        "justfile",
        "Taskfile.yml",
        "LICENSE",
        "Gemfile",
        "Procfile",
        "Rakefile",
        "CODEOWNERS",
    }
)

_MADE = (
    r"(?:^|/)(?:node_modules|dist|build|out|target|coverage|htmlcov|\.venv|venv|env|__pycache__|tmp|temp|logs?|output|outputs|results"
    r"|cache|\.cache|\.next|\.git|vendor|site-packages|bin|obj|generated|gen|\.idea|\.vscode|data|uploads|artifacts|releases?"
    r"|\.mypy_cache|\.pytest_cache|\.ruff_cache|\.claude|\.cursor|\.serena|\.specstory|\.entire|\.aseptic|\.codex|\.gemini|\.config|\.local|\.ssh|\.aws)(?:/|$)"
)
_MADE_NAME = r"(?:^|/)(?:\.env(?:\.[\w.]+)?|[\w.\-]*\.local(?:\.\w+)*|[\w\-]*\.log|[\w.\-]*\.(?:db|sqlite3?|pid|sock|tmp|bak|pyc|so|o|dll|exe|zip|gz|tgz|whl|pdf|png|jpe?g|svg|gif|map))$"
_PLACEHOLDER = r"(?i)[<>{}*?$|\\^%!,;\"'=&\s]|\[|\]|\.\.\.|…|(?:^|/)(?:path|to|your|my|foo|bar|baz|some|example|examples?_?\w*|xxx+|name|folder|dir|new[\w\-]*|old[\w\-]*|sample\w*|dummy\w*|feature[\w\-]*|your[\w\-]*|my[\w\-]+|your_\w+)(?:/|\.|$)|YYYY|NNN|XXX|00\d{1,2}[_\-]|\d{4}-\d{2}-\d{2}"
_SPOKEN_OF = r"(?i)\b(?:creat\w+|add(?:s|ed|ing)?|writ(?:e|es|ing|ten)|generat\w+|produc\w+|delet\w+|remov\w+|renam\w+|moved?|e\.g\.|for example|such as|like|example|examples|would be|instead of|no longer|deprecated|legacy|formerly|was|were|used to|does not exist|doesn't exist|don't|do not|never|if (?:present|it exists|you)|optional\w*|output\w*|sav(?:e|es|ed|ing)|stor(?:e|es|ed|ing)|install\w*|download\w*|upstream|will be|e\.g|split|extract\w*|introduc\w+|propos\w+|plan\w*|todo|migrat\w+|replac\w+|gitignored|ignored|local only|user'?s?|home|runtime|copy|copied|named?|naming|pattern|convention\w*|format|placeholder|mock\w*|fake|fictional|imagin\w+|hypothetical\w*)\b"


@dataclass(frozen=True, slots=True)
class Reference:
    """Something that an item names, and the line it stands on."""

    target: str
    """Normalized: no `./`, no anchor, no line suffix."""
    line: int
    column: int
    link: bool = False
    anchor: str | None = None
    """Of a link: the part after `#`."""


def paths(note: Note) -> Iterator[Reference]:
    """The repository paths that a note states as existing."""
    if note.form is Form.CODE:
        return
    for offset, line in enumerate(note.text.split("\n")):
        if "/" not in line and "`" not in line and "](" not in line:
            continue
        number = note.place.line + offset
        spoken: bool | None = None
        for raw, column, link in _marked(line):
            target = path_of(raw, link=link)
            if not target:
                continue
            if spoken is None and not link:
                spoken = _is_spoken_of(line)
            if link or not spoken:
                yield Reference(target, number, column, link)


def _is_spoken_of(line: str) -> bool:
    """Whether a line tells of a path without stating that it is there."""
    return re.search(_SPOKEN_OF, re.sub(_CODE, "", re.sub(_LINK, "", line))) is not None


def anchors(note: Note) -> Iterator[Reference]:
    """The Markdown links with an anchor: `(#setup)`, `(docs/a.md#setup)`."""
    if note.form is Form.CODE or "](" not in note.text or "#" not in note.text:
        return
    for offset, line in enumerate(note.text.split("\n")):
        for match in re.finditer(_LINK, _blank_code(line)):
            target, mark, anchor = match.group(1).partition("#")
            if not mark or not anchor or "://" in target or re.search(_PLACEHOLDER, anchor):
                continue
            if target and not target.lower().endswith((".md", ".mdx", ".markdown")):
                continue
            if re.fullmatch(r"L\d+(?:-L\d+)?", anchor):
                continue
            where = note.place.line + offset
            yield Reference(_plain(target), where, match.start() + 1, True, anchor)


def code_spans(line: str) -> Iterator[tuple[str, int]]:
    """The inline code of a line, each with its column."""
    for match in re.finditer(_CODE, line):
        yield match.group(2).strip(), match.start(2) + 1


def path_of(raw: str, *, link: bool) -> str | None:
    """The path that a marked string is, or None where it is (or may be) something else."""
    text = raw.strip().rstrip(".,;:")
    if link:
        text = text.partition("#")[0].partition("?")[0]
        if (
            not text
            or re.match(r"[a-z][a-z0-9+.\-]*:", text, re.IGNORECASE)
            or text.startswith("//")
        ):
            return None
    text = re.sub(r":\d+(?:[:\-]\d+)?$|#L\d+(?:-L?\d+)?$", "", text)
    if not _looks_like_path(text, link=link):
        return None
    text = _plain(text)
    if re.search(_MADE, text) or re.search(_MADE_NAME, text) or re.search(_PLACEHOLDER, text):
        return None
    return text


def _looks_like_path(text: str, *, link: bool) -> bool:
    if not text or text[0] in "/~$@-#" or "://" in text or "//" in text or len(text) > 200:
        return False
    if not re.fullmatch(r"[\w.\-/]+", text):
        return False
    name = text.rstrip("/").rsplit("/", 1)[-1]
    extension = name.rsplit(".", 1)[-1] if "." in name.lstrip(".") else ""
    if "/" not in text.rstrip("/"):
        # One word: only a well-known file name or a folder spelt as one is a path for sure.
        return link and extension.lower() in EXTENSIONS
    if re.match(r"[\w\-]+\.(?:com|org|io|dev|net|ai|co|sh|gov|edu)(?:/|$)", text):
        return False
    return extension.lower() in EXTENSIONS or name in _SPECIAL


def _marked(line: str) -> Iterator[tuple[str, int, bool]]:
    for match in re.finditer(_CODE, line):
        yield match.group(2), match.start(2) + 1, False
    rest = _blank_code(line)
    for match in re.finditer(_LINK, rest):
        yield match.group(1), match.start(1) + 1, True
    rest = re.sub(_LINK, lambda m: " " * len(m.group()), rest)
    for match in re.finditer(_BARE, rest):
        yield match.group(1), match.start(1) + 1, False


def _blank_code(line: str) -> str:
    return re.sub(_CODE, lambda m: " " * len(m.group()), line) if "`" in line else line


def _plain(path: str) -> str:
    while path.startswith("./"):
        path = path[2:]
    return path
