"""Word tables of the mutation operators, and small helpers to swap words."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable

DIRECTIONS = (
    ("north", "south"), ("east", "west"), ("northern", "southern"), ("eastern", "western"),
    ("left", "right"), ("above", "below"), ("before", "after"), ("ahead of", "behind"),
    ("ahead", "behind"), ("up", "down"), ("upstream", "downstream"), ("inbound", "outbound"),
    ("added to", "removed from"), ("increases", "decreases"), ("increased", "decreased"),
    ("increase", "decrease"), ("insertions", "deletions"), ("earlier", "later"),
    ("start", "end"), ("beginning", "end"), ("first", "last"), ("newest", "oldest"),
    ("departs", "arrives"), ("arrival", "departure"), ("leaves", "arrives"),
    ("parent", "child"), ("source", "destination"), ("top", "bottom"), ("into", "out of"),
    ("older", "newer"), ("upload", "download"), ("push", "pull"), ("incoming", "outgoing"),
)  # fmt: skip
STATES = (
    ("passed", "failed"), ("passing", "failing"), ("passes", "fails"), ("pass", "fail"),
    ("succeeded", "failed"), ("succeeds", "fails"), ("success", "failure"),
    ("successful", "unsuccessful"), ("successfully", "unsuccessfully"), ("open", "closed"),
    ("enabled", "disabled"), ("clean", "dirty"), ("available", "unavailable"),
    ("active", "inactive"), ("valid", "invalid"), ("safe", "unsafe"), ("public", "private"),
    ("local", "remote"), ("required", "optional"), ("cancelled", "still active"),
    ("approved", "rejected"), ("accepted", "declined"), ("present", "missing"),
    ("exists", "is missing"), ("correct", "incorrect"), ("correctly", "incorrectly"),
    ("complete", "incomplete"), ("consistent", "inconsistent"), ("sequential", "parallel"),
    ("synchronous", "asynchronous"), ("one-way", "round-trip"), ("locked", "unlocked"),
    ("tracked", "untracked"), ("staged", "unstaged"), ("merged", "unmerged"),
    ("resolved", "unresolved"), ("exported", "unexported"), ("used", "unused"),
    ("identical", "different"), ("same", "different"), ("high", "low"), ("slow", "fast"),
    ("faster", "slower"), ("larger", "smaller"), ("empty", "non-empty"),
    ("temporary", "permanent"), ("mutable", "immutable"), ("read-only", "writable"),
    ("explicit", "implicit"), ("manual", "automatic"), ("manually", "automatically"),
)  # fmt: skip
UNITS = (
    (("ms", "milliseconds", "millisecond"), ("s", "seconds", "second")),
    (("s", "sec", "secs", "seconds", "second"), ("min", "min", "min", "minutes", "minute")),
    (("minutes", "minute"), ("hours", "hour")),
    (("hours", "hour"), ("days", "day")),
    (("days", "day"), ("weeks", "week")),
    (("weeks", "week"), ("months", "month")),
    (("months", "month"), ("years", "year")),
    (("KB", "MB", "GB", "bytes", "lines"), ("MB", "GB", "TB", "KB", "bytes")),
    (("USD", "dollars", "EUR"), ("EUR", "euros", "USD")),
    (("percent", "%"), ("percentage points", " basis points")),
    (("tokens", "characters", "commits", "files"), ("bytes", "lines", "files", "lines")),
)
MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FIRST_NAMES = (
    "Aarav", "Ava", "Amelia", "Anya", "Chen", "Daiki", "Dana", "Elena", "Emma", "Ethan",
    "Fatima", "Harper", "Isabella", "Ivan", "James", "Juan", "Lei", "Liam", "Lina", "Lucas",
    "Maya", "Mei", "Mia", "Mohamed", "Noah", "Olivia", "Omar", "Raj", "Rachel", "Sofia",
    "Sophia", "Yara", "Yusuf", "Nikhil", "Tara", "June", "Adam", "Sonia", "Victor", "Priya",
    "Jordan", "Marco", "Erin", "Claire", "Nina", "Samir", "Leo", "Alex",
)  # fmt: skip
LAST_NAMES = (
    "Ahmed", "Anderson", "Brown", "Davis", "Garcia", "Gonzalez", "Hernandez", "Ito", "Jackson",
    "Johansson", "Johnson", "Khan", "Kim", "Kovacs", "Lee", "Li", "Lopez", "Martin", "Moore",
    "Muller", "Nguyen", "Patel", "Rossi", "Sanchez", "Santos", "Silva", "Smith", "Taylor",
    "Thomas", "Wilson", "Park", "Bansal", "Haddad", "Kent", "Reed", "Rao", "Romero",
)  # fmt: skip
THINGS = (
    ("Redis", "Memcached"), ("PostgreSQL", "MySQL"), ("SQLite", "PostgreSQL"),
    ("GitHub", "GitLab"), ("Claude", "Gemini"), ("Gemini", "Codex"), ("Cursor", "Windsurf"),
    ("Copilot", "Cursor"), ("OpenCode", "Codex"), ("Codex", "OpenCode"), ("macOS", "Windows"),
    ("Linux", "macOS"), ("Docker", "Podman"), ("golangci-lint", "staticcheck"),
    ("gofmt", "goimports"), ("Go", "Rust"), ("Python", "Ruby"), ("TypeScript", "Python"),
    ("JavaScript", "TypeScript"), ("Homebrew", "apt"), ("mise", "make"), ("cobra", "urfave/cli"),
    ("go-git", "libgit2"), ("JSONL", "CSV"), ("JSON", "YAML"), ("YAML", "TOML"),
    ("Bash", "zsh"), ("zsh", "fish"), ("npm", "yarn"), ("pytest", "unittest"), ("SSH", "HTTPS"),
    ("Linear", "Jira"), ("Slack", "Discord"),
)  # fmt: skip
HUMPS = (
    ("Read", "Write"), ("Get", "Set"), ("Start", "End"), ("Begin", "Finish"), ("Load", "Save"),
    ("Create", "Delete"), ("Add", "Remove"), ("Open", "Close"), ("Parse", "Format"),
    ("Session", "Checkpoint"), ("Checkpoint", "Session"), ("Commit", "Branch"),
    ("Branch", "Commit"), ("Manual", "Auto"), ("Claude", "Gemini"), ("Gemini", "Claude"),
    ("Pre", "Post"), ("Post", "Pre"), ("Path", "Name"), ("Name", "Path"), ("Count", "Size"),
    ("Token", "Turn"), ("Min", "Max"), ("Max", "Min"), ("Push", "Pull"), ("Temporary", "Committed"),
    ("Committed", "Temporary"), ("Strategy", "Handler"), ("Hook", "Event"), ("Test", "Bench"),
    ("State", "Status"), ("Metadata", "Summary"), ("File", "Dir"), ("Is", "Has"), ("List", "Map"),
    ("User", "Agent"), ("Transcript", "Prompt"), ("Shadow", "Orphan"), ("Error", "Warning"),
    ("ID", "Key"), ("Prompt", "Context"), ("Hash", "Index"), ("Tree", "Blob"), ("Repo", "Remote"),
    ("Worktree", "Submodule"), ("Config", "Settings"), ("Settings", "Config"), ("Code", "Text"),
)  # fmt: skip


def occurs(value: str, text: str) -> bool:
    """Whether the value stands in the text as a whole token, whatever its case or thousands comma."""
    plain = value.replace(",", "") if value.replace(",", "").replace(".", "").isdigit() else value
    body = re.sub(r"(?<=\d),(?=\d{3})", "", text) if plain != value or plain.isdigit() else text
    return bool(re.search(rf"(?<![\w.]){re.escape(plain)}(?!\w|\.\d)", body, re.IGNORECASE))


def like(new: str, old: str) -> str:
    """`new` in the letter case of `old`."""
    if old.isupper() and len(old) > 1:
        return new.upper()
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def swap_pair(
    text: str, pairs: Iterable[tuple[str, str]], rng: random.Random, avoid: str, both: bool = True
) -> str | None:
    """Replace one word that a pair names by its other half; None where no pair stands in the text."""
    found: list[tuple[int, int, str]] = []
    for one, other in pairs:
        for old, new in ((one, other), (other, one)) if both else ((one, other),):
            for match in re.finditer(rf"(?<![\w/.-]){re.escape(old)}(?![\w/-]|\.\w)", text, re.I):
                if not (avoid and occurs(new, avoid)):
                    found.append((match.start(), match.end(), like(new, match.group())))
    if not found:
        return None
    start, end, new = rng.choice(found)
    return text[:start] + new + text[end:]


def splice(text: str, match: re.Match[str], new: str, group: int | str = 0) -> str:
    """The text with one matched group replaced."""
    return text[: match.start(group)] + new + text[match.end(group) :]
