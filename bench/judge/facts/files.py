"""Facts in reads, searches and edits of files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from aseptic.model.event import EventKind, SessionEvent
from bench.judge.facts.fact import Fact, Slot, fact_of
from bench.judge.facts.talk import remark

_NUMBERED = re.compile(r"^ *(?P<n>\d+)→(?P<body>.*)$", re.M)
_FUNC = re.compile(r"^func (?:\(\w+ \*?(?P<recv>\w+)\) )?(?P<name>\w{4,})\(")
_CONST = re.compile(
    r"^\t?(?:const )?(?P<name>[A-Za-z]\w{3,})\s+(?:string )?= (?P<value>\"[^\"\s]{2,40}\"|\d+)$"
)
_TYPE = re.compile(r"^type (?P<name>\w{4,}) (?P<what>struct|interface) \{$")
_GREP = re.compile(
    r"^(?P<path>[\w/.-]+\.go):(?P<n>\d+):(?P<body>func (?:\(\w+ \*?\w+\) )?(?P<name>\w{4,})\(.*)$",
    re.M,
)
_PER_EVENT = 2


def facts(event: SessionEvent) -> Iterator[Fact]:
    """Facts of one result of Read, Grep, Glob, Edit or Write; nothing for any other event."""
    if event.kind is not EventKind.RESULT:
        return
    if event.tool == "Read" and event.path:
        yield from _read(event, event.path)
    elif event.tool == "Grep":
        yield from _grep(event)
    elif event.tool in ("Edit", "Write") and event.path:
        yield from _edit(event, event.path)


def _read(event: SessionEvent, file: str) -> Iterator[Fact]:
    path = Slot(file, "path")
    if "File does not exist" in event.text[:200]:
        yield fact_of(
            event,
            "read.missing",
            "read",
            "File does not exist",
            key=("exists", file),
            forbid=("path",),
            path=path,
        )
        return
    if not file.endswith(".go"):
        return  # code that a document shows is not the document's
    yield from _comments(event, path)
    counts = {"read.func": 0, "read.const": 0, "read.type": 0, "read.package": 0}
    for line in _NUMBERED.finditer(event.text):
        body, quote, number = line["body"], line.group().strip(), Slot(line["n"], "number")
        for kind, pattern in (("read.func", _FUNC), ("read.type", _TYPE), ("read.const", _CONST)):
            match = pattern.match(body)
            if not match or counts[kind] >= _PER_EVENT:
                continue
            counts[kind] += 1
            name = Slot(match["name"], "identifier")
            at = (file, match["name"])
            if kind == "read.const":
                raw = match["value"]
                value = Slot(raw.strip('"'), _type_of(raw))
                yield fact_of(
                    event,
                    kind,
                    "read",
                    quote,
                    key=at,
                    name=replace_role(name),
                    value=value,
                    path=path,
                )
            elif kind == "read.type":
                what = match["what"]
                other = "interface" if what == "struct" else "struct"
                yield fact_of(
                    event,
                    kind,
                    "read",
                    quote,
                    key=at,
                    name=name,
                    what=Slot(what, "state", others=(other,)),
                    line=number,
                    path=path,
                )
            else:
                yield fact_of(event, kind, "read", quote, key=at, name=name, line=number, path=path)
        if body.startswith("package ") and not counts["read.package"]:
            counts["read.package"] = 1
            package = body.removeprefix("package ").strip()
            yield fact_of(
                event,
                "read.package",
                "read",
                quote,
                key=(file, "package"),
                forbid=("path",),  # another file of the package would be as true
                package=Slot(package, "identifier" if "_" in package else "text"),
                path=Slot(file, "path", "subject"),
            )


def _comments(event: SessionEvent, path: Slot) -> Iterator[Fact]:
    """One-line comments that hedge or limit what they say."""
    before, found = "", 0
    for line in _NUMBERED.finditer(event.text):
        body = line["body"].strip()
        opens = not before.startswith("//") or before.endswith((".", ":"))
        before = body
        said = body.removeprefix("// ")
        kind = remark(said) if body.startswith("// ") and opens else None
        if kind and found < _PER_EVENT:
            found += 1
            yield fact_of(event, f"read.{kind}", "read", body, s=said.removesuffix("."), path=Slot(path.value, "path", "subject"),
                          line=Slot(line["n"], "number"))  # fmt: skip


def replace_role(slot: Slot) -> Slot:
    """The slot as the subject of its fact."""
    return Slot(slot.value, slot.type, "subject", slot.others)


def _type_of(raw: str) -> str:
    if raw.isdigit():
        return "number"
    value = raw.strip('"')
    return "path" if "/" in value or re.search(r"\.\w{2,5}$", value) else "text"


def _grep(event: SessionEvent) -> Iterator[Fact]:
    text = event.text
    for match in islice(_GREP.finditer(text), _PER_EVENT):
        path, name = Slot(match["path"], "path"), Slot(match["name"], "identifier")
        quote = match.group()[:160].strip()
        yield fact_of(
            event,
            "grep.func",
            "grep",
            quote,
            key=(match["path"], match["name"]),
            path=path,
            name=name,
            line=Slot(match["n"], "number"),
        )
    match = re.match(r"Found (\d+) files", text)
    if match and match[1] != "1":
        first = text.split("\n")[1].strip() if "\n" in text else ""
        if re.fullmatch(r"[\w./-]+\.\w+", first):
            quote = text[: text.index(first) + len(first)]
            yield fact_of(
                event,
                "grep.files",
                "grep",
                quote,
                n=Slot(match[1], "number"),
                path=Slot(first, "path"),
            )


def _edit(event: SessionEvent, file: str) -> Iterator[Fact]:
    text, path = event.text, Slot(file, "path")
    if "String to replace not found" in text:
        yield fact_of(
            event,
            "edit.failed",
            "edit",
            "String to replace not found",
            key=("edit", file),
            path=path,
        )
    elif "doesn't want to proceed" in text and "The tool use was rejected" in text:
        yield fact_of(
            event,
            "edit.rejected",
            "edit",
            "The tool use was rejected",
            key=("edit", file),
            path=path,
        )
    elif "File has not been read yet" in text:
        yield fact_of(
            event,
            "edit.unread",
            "edit",
            "File has not been read yet",
            key=("edit", file),
            path=path,
        )
    elif match := re.search(
        r"All occurrences of '(?P<old>\w{3,40})' were successfully replaced with '(?P<new>\w{3,40})'",
        text,
    ):
        yield fact_of(event, "edit.renamed", "edit", match.group(), key=("rename", file, match["old"]), swap=("old", "new"),
                      old=Slot(match["old"], "identifier"), new=Slot(match["new"], "identifier"), path=path)  # fmt: skip
    elif match := re.match(r"The file \S+ has been updated(?: successfully)?", text):
        yield fact_of(event, "edit.done", "edit", match.group(), key=("edit", file), path=path)
    elif match := re.match(r"File created successfully at: \S+", text):
        yield fact_of(event, "write.created", "edit", match.group(), key=("write", file), path=path)
