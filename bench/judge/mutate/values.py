"""Operators that replace one value by another of its type."""

from __future__ import annotations

import random
import re
from datetime import date as Date
from datetime import timedelta

from bench.judge.mutate import words
from bench.judge.mutate.words import occurs, splice, swap_pair

NUMBER = re.compile(
    r"(?<![\w./:#@=-])(?<!\bline )(?<!\blines )\$?(?P<n>\d[\d,]*(?:\.\d+)?)(?![\w/:-]|[.,]\d)(?P<unit>(?:ms|s|%|KB|MB|GB)\b)?"
)
GLUED = re.compile(r"(?<![\w./:#@=-])\$?(?P<n>\d[\d,]*(?:\.\d+)?)(?=(?:ms|s|%|[KMG]B)(?!\w))")
LINE = re.compile(r"\b(?:line|lines|port|PR #|issue #|exit code|version) ?(?P<n>\d+)\b", re.I)
NUMBER_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
ISO_DATE = re.compile(r"(?<![\w-])(?P<y>20\d\d)-(?P<m>\d\d)-(?P<d>\d\d)(?!\d|-\d)")
LONG_DATE = re.compile(
    rf"\b(?P<month>{'|'.join(words.MONTHS)}) (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b"
)
CLOCK = re.compile(r"(?<![\w:])(?P<h>[012]?\d):(?P<m>[0-5]\d)(?![\d:])(?: ?(?P<half>am|pm))?", re.I)
WEEKDAY = re.compile(rf"\b(?:{'|'.join(words.WEEKDAYS)})\b")
PATH = re.compile(
    r"(?<![\w@:])(?:~?/|\.{1,2}/)?(?:[\w.+-]+/)+[\w.+-]*\w(?<!\.)|(?<![\w/])[\w-]+\.(?:go|py|md|json|jsonl|toml|ya?ml|sh|ts|js|txt|rs|sql|mod)\b"
)
IDENTIFIER = re.compile(
    r"(?<![\w/.-])(?:"
    r"[A-Za-z]*[a-z][A-Z]\w*"  # camelCase, PascalCase with two humps
    r"|[A-Za-z0-9]+(?:_[A-Za-z0-9]+)+"  # snake_case
    r"|[A-Z]{2,5}-\d+"  # ticket
    r"|(?=[A-Z0-9]*\d)(?=[A-Z0-9]*[A-Z])[A-Z0-9]{5,8}"  # booking code, flight
    r"|(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}"  # commit
    r")(?![\w/-]|\.\w)"
)
PERSON = re.compile(
    rf"\b(?:(?P<first>{'|'.join(words.FIRST_NAMES)})(?: (?P<last>[A-Z][a-z]+))?|[A-Z][a-z]+ (?P<only>{'|'.join(words.LAST_NAMES)}))\b"
)
FROM_TO = re.compile(r"\bfrom (?P<a>`?[\w./-]+`?) to (?P<b>`?[\w./-]+`?)(?=[\s,.;]|$)")
SUFFIXES = {".go": ".py", ".py": ".go", ".md": ".txt", ".json": ".yaml", ".yaml": ".json", ".yml": ".json",
            ".sh": ".py", ".toml": ".yaml", ".ts": ".js", ".js": ".ts", ".jsonl": ".csv", ".txt": ".md"}  # fmt: skip
FOLDERS = ("strategy", "checkpoint", "session", "agent", "settings", "logging", "paths", "internal",
           "hooks", "docs", "scripts", "testutil", "integration_test", "versioninfo")  # fmt: skip


def number(text: str, rng: random.Random, avoid: str) -> str | None:
    """Another number: near it, with digits swapped, or ten times as much."""
    dates = [m.span() for p in (ISO_DATE, LONG_DATE, CLOCK) for m in p.finditer(text)]
    found = [
        m
        for pattern in (NUMBER, GLUED, LINE)
        for m in pattern.finditer(text)
        if not any(a <= m.start("n") < b for a, b in dates) and _is_count(text, m)
    ]
    spelled = [m for w in NUMBER_WORDS for m in re.finditer(rf"\b{w}\b", text, re.I)]
    if not found and not spelled:
        return None
    pick = rng.choice(found + spelled)
    if pick in spelled:
        return _other_word(text, pick, rng, avoid)
    new = other_number(pick.group("n"), rng, avoid)
    return splice(text, pick, new, "n") if new else None


def _is_count(text: str, match: re.Match[str]) -> bool:
    """Years are dates, and `1 file` would need another noun form."""
    raw = match.group("n").replace(",", "")
    if re.fullmatch(r"20\d\d", raw) and re.search(
        r"\b(?:in|of|since|,)\s$", text[: match.start("n")]
    ):
        return False
    return raw != "1" or not re.match(r" [a-z]", text[match.end("n") :])


def _other_word(text: str, match: re.Match[str], rng: random.Random, avoid: str) -> str | None:
    at = NUMBER_WORDS.index(match.group().lower())
    near = [w for i, w in enumerate(NUMBER_WORDS) if w and 0 < abs(i - at) <= 3]
    free = [
        w
        for w in near
        if not occurs(w, avoid) and not occurs(str(NUMBER_WORDS.index(w) + 2), avoid)
    ]
    return splice(text, match, words.like(rng.choice(free), match.group())) if free else None


def other_number(raw: str, rng: random.Random, avoid: str = "") -> str | None:
    """A different number written in the same way, that `avoid` does not hold."""
    plain = raw.replace(",", "")
    places = len(plain.partition(".")[2])
    value = float(plain)
    step = 10**-places
    near = [value + k * step for k in (1, 2, 3, -1, -2, -3)]
    far = [value * 10, value * 2, value + 10, value - 10, value + 100]
    digits = plain.replace(".", "")
    swapped = [
        float(plain[:i] + plain[i + 1] + plain[i] + plain[i + 2 :])
        for i in range(len(digits) - 1)
        if places == 0 and plain[i] != plain[i + 1] and not (i == 0 and plain[1] == "0")
    ]
    pools = [pool for pool in (near, far, swapped) if pool]
    for _ in range(24):
        candidate = rng.choice(rng.choice(pools))
        if candidate <= 0 or candidate == value or (places == 0 and candidate == 1):
            continue
        new = f"{candidate:.{places}f}"
        shown = f"{candidate:,.{places}f}" if "," in raw else new
        if not occurs(new, avoid) and not occurs(shown, avoid):
            return shown
    return None


def date(text: str, rng: random.Random, avoid: str) -> str | None:
    """Another day, time or weekday."""
    found = [(p, m) for p in (ISO_DATE, LONG_DATE, CLOCK, WEEKDAY) for m in p.finditer(text)]
    if not found:
        return None
    pattern, match = rng.choice(found)
    for _ in range(12):
        new = _other_date(pattern, match, rng)
        if new != match.group() and not occurs(new, avoid) and not _same_day(new, avoid):
            return splice(text, match, new)
    return None


def _other_date(pattern: re.Pattern[str], match: re.Match[str], rng: random.Random) -> str:
    if pattern is ISO_DATE:
        return other_day(match.group(), rng)
    if pattern is LONG_DATE:
        tail = match.group()[match.end("day") - match.start() :]
        if rng.random() < 0.5:
            day = rng.choice([d for d in range(1, 29) if d != int(match["day"])])
            return f"{match['month']} {day}" + ("th" if tail and 4 <= day <= 20 else "")
        month = rng.choice([m for m in words.MONTHS if m != match["month"]])
        return f"{month} {match['day']}{tail}"
    if pattern is CLOCK:
        width = len(match["h"])
        limit = 12 if match["half"] else 24
        hour = (int(match["h"]) + rng.choice((1, 2, 3, -1, -2))) % limit or (
            12 if match["half"] else 0
        )
        return f"{hour:0{width}d}:{match['m']}" + match.group()[match.end("m") - match.start() :]
    return rng.choice([d for d in words.WEEKDAYS if d != match.group()])


def other_day(iso: str, rng: random.Random) -> str:
    """Another day in ISO form: some days, a month or a year off."""
    try:
        day = Date.fromisoformat(iso)
    except ValueError:
        return iso
    return (day + timedelta(days=rng.choice((1, 2, 5, -1, -3, 30, -30, 365, -365)))).isoformat()


def _same_day(new: str, avoid: str) -> bool:
    """Whether `avoid` holds the day in the other way of writing it."""
    iso = ISO_DATE.fullmatch(new)
    if iso:
        return f"{words.MONTHS[int(iso['m']) - 1]} {int(iso['d'])}" in avoid
    long = LONG_DATE.fullmatch(new)
    if long:
        return f"-{words.MONTHS.index(long['month']) + 1:02d}-{int(long['day']):02d}" in avoid
    return False


def path(text: str, rng: random.Random, avoid: str) -> str | None:
    """Another folder, base name or suffix."""
    found = [m for m in PATH.finditer(text) if _is_path(m.group())]
    rng.shuffle(found)
    for match in found:
        new = other_path(match.group(), rng, avoid)
        if new:
            return splice(text, match, new)
    return None


def _is_path(text: str) -> bool:
    """`load/save` and `2/3` are no paths; a suffix, a second slash or a known root makes one."""
    if re.fullmatch(r"[\d./]+", text):
        return False
    return bool(re.search(r"\.\w{1,5}$|/.*/|^(?:[~.]|cmd|docs|src|origin|internal|entire)/", text))


def other_path(old: str, rng: random.Random, avoid: str = "") -> str | None:
    """A different path like `old`, that `avoid` does not hold."""
    head, _, base = old.rpartition("/")
    stem, dot, suffix = base.rpartition(".")
    options: list[str] = []
    prefix = f"{head}/" if head else ""
    if dot and stem:
        if f".{suffix}" in SUFFIXES:
            options.append(f"{prefix}{stem}{SUFFIXES['.' + suffix]}")
        options.append(
            f"{prefix}{stem.removesuffix('_test')}.{suffix}"
            if stem.endswith("_test")
            else f"{prefix}{stem}_test.{suffix}"
        )
        options += [f"{prefix}{n}.{suffix}" for n in _other_words(stem)]
    else:
        options += [f"{prefix}{n}" for n in _other_words(base)]
    if head:
        *rest, last = head.split("/")
        for folder in rng.sample(FOLDERS, 4):
            if folder != last:
                options.append("/".join([*rest, folder, base]))
    rng.shuffle(options)
    return next((o for o in options if o != old and not occurs(o, avoid)), None)


def _other_words(stem: str) -> list[str]:
    """The name with one of its words replaced by a plausible other."""
    made = []
    for one, other in words.HUMPS:
        for old, new in ((one.lower(), other.lower()), (one, other)):
            changed = re.sub(rf"(?:(?<=_)|(?<=-)|^){old}(?=_|-|$)", new, stem, count=1)
            if changed != stem:
                made.append(changed)
    return made


def identifier(text: str, rng: random.Random, avoid: str) -> str | None:
    """Another function, field, id, ticket or commit."""
    found = list(IDENTIFIER.finditer(text))
    rng.shuffle(found)
    for match in found:
        new = other_identifier(match.group(), rng, avoid)
        if new:
            return splice(text, match, new)
    return None


def other_identifier(old: str, rng: random.Random, avoid: str = "") -> str | None:
    """A different identifier of the same look, that `avoid` does not hold."""
    options: list[str] = []
    for one, other in words.HUMPS:
        options.append(re.sub(rf"{one}(?=[A-Z_0-9]|s?$|s[A-Z])", other, old, count=1))
        options.append(re.sub(rf"^{one.lower()}(?=[A-Z])", other.lower(), old, count=1))
        options.append(re.sub(rf"(?:(?<=_)|^){one.lower()}(?=_|$)", other.lower(), old, count=1))
    options = [o for o in options if o != old]
    if re.search(r"\d", old):
        options += [_other_digit(old, rng) for _ in range(6)]
    rng.shuffle(options)
    return next((o for o in options if o != old and not occurs(o, avoid)), None)


def _other_digit(old: str, rng: random.Random) -> str:
    """One character changed (a commit's first seven are what people quote)."""
    places = [i for i, c in enumerate(old) if c.isdigit() and i < 24]
    at = rng.choice(places)
    digit = rng.choice([d for d in "123456789" if d != old[at]])
    return old[:at] + digit + old[at + 1 :]


def name(text: str, rng: random.Random, avoid: str) -> str | None:
    """Another person, or another product of the same sort."""
    people = list(PERSON.finditer(text))
    if people:
        match = rng.choice(people)
        new = other_person(match.group(), rng, avoid)
        if new:
            return splice(text, match, new)
    return swap_pair(text, words.THINGS, rng, avoid, both=False)


def other_person(old: str, rng: random.Random, avoid: str = "") -> str | None:
    """Another person's name with as many parts; half the time the family name is kept."""
    first, _, last = old.partition(" ")
    for _ in range(20):
        new_first = rng.choice(words.FIRST_NAMES)
        new_last = last if rng.random() < 0.5 else rng.choice(words.LAST_NAMES)
        new = f"{new_first} {new_last}" if last else new_first
        if new_first != first and not occurs(new, avoid) and not occurs(new_first, avoid):
            return new
    return None


def direction(text: str, rng: random.Random, avoid: str) -> str | None:
    """The opposite direction or order; `from A to B` the other way round."""
    trips = [m for m in FROM_TO.finditer(text) if m["a"] != m["b"]]
    if trips and rng.random() < 0.7:
        match = rng.choice(trips)
        return splice(text, match, f"from {match['b']} to {match['a']}")
    swapped = swap_pair(text, words.DIRECTIONS, rng, "")
    if swapped is None and trips:
        match = rng.choice(trips)
        return splice(text, match, f"from {match['b']} to {match['a']}")
    return swapped


def unit(text: str, rng: random.Random, avoid: str) -> str | None:
    """The same number of something else."""
    found: list[tuple[int, int, str]] = []
    for olds, news in words.UNITS:
        for old, new in zip(olds, news, strict=True):
            gap = r" ?" if len(old) <= 3 else r"[ -]"
            for m in re.finditer(rf"(?<=\d){gap}(?P<u>{re.escape(old)})(?!\w)", text):
                found.append((m.start("u"), m.end("u"), new))
    for m in re.finditer(r"\bper (?P<u>month|year|week|day|hour|minute|second)\b", text):
        others = [u for u in ("month", "year", "week", "day", "hour") if u != m["u"]]
        found.append((m.start("u"), m.end("u"), rng.choice(others)))
    for m in re.finditer(r"(?P<u>\$)(?=\d)", text):
        found.append((m.start("u"), m.end("u"), "€"))
    found = [f for f in found if not (avoid and occurs(f[2].strip(), avoid))]
    if not found:
        return None
    start, end, new = rng.choice(found)
    return text[:start] + new + text[end:]
