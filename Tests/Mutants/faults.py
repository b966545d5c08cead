# SPDX-License-Identifier: Apache-2.0
"""The table of faults: the files 'faults/*.txt', and how each fault is inserted into a source.

A file is a list of entries, divided by empty lines. A line that begins with '#' is a comment.

    [flush-of-replaced-file]
    suffers: a power cut leaves an empty file where a setting was
    file: Sources/HometaskSystem/WholeFile.swift
    tests: WholeFileTests
    - if durably, «fsync(file) != 0» { throw FileError(path, "write", errno) }
    + false

The lines that begin with '-' are the snippet, verbatim from the source, including indentation except for that of the
first line; it must occur exactly once. '«' and '»' enclose the expression that the fault replaces, and '+' gives the
replacement. Instead of '+':

    !   the marked text is a statement, or several; it is replaced by this one, or removed if nothing follows
    ~   the marked text is replaced by this text, in which MUTANT is true if the fault is switched on

'tests:' lists the filters of the tests that should notice, separated by ';': a later one is run if those before it
noticed nothing. 'equivalent:' argues why no test can notice a fault, and it is not run.
"""

import hashlib
import re
from dataclasses import dataclass, field
from pathlib import Path

KEYS = {"suffers", "file", "tests", "equivalent"}
NAME = re.compile(r"(?<!\w)[A-Za-z_]\w*")


class Refusal(Exception):
    """A fault that cannot be inserted as the table says."""


@dataclass
class Fault:
    name: str
    area: str
    suffers: str = ""
    file: str = ""
    tests: str = ""
    equivalent: str = ""
    snippet: list = field(default_factory=list)
    kind: str = ""
    replacement: list = field(default_factory=list)
    number: int = 0

    @property
    def filters(self):
        return [filter.strip() for filter in self.tests.split(";")]

    @property
    def mark(self):
        """The key of a cached result: valid while the fault and its filters are unchanged."""
        return digest([self.tests, self.code_mark])

    @property
    def code_mark(self):
        return digest([self.file, self.kind, *self.snippet, "->", *self.replacement])

    def place(self, text):
        """The first and the last offset of the marked text in a source."""
        snippet = "\n".join(self.snippet)
        if snippet.count("«") != 1 or snippet.count("»") != 1:
            raise Refusal(f"{self.name}: mark the text with one « and one »")
        before, rest = snippet.split("«")
        inside, after = rest.split("»")
        whole = before + inside + after
        count = text.count(whole)
        if count != 1:
            raise Refusal(f"{self.name}: the snippet occurs {count} times in {self.file}, must occur once: {whole!r}")
        start = text.index(whole) + len(before)
        return start, start + len(inside)

    def guarded(self, original):
        """The marked text with the fault beside it, and the switch between them."""
        switch, other = f"mutant({self.number})", "\n".join(self.replacement)
        if self.kind == "~":
            return other.replace("MUTANT", switch)
        if self.kind == "+":
            return f"({switch} ? ({other}) : ({original}))"
        if not other.strip():
            return f"if !{switch} {{ {original} }}"
        return f"if {switch} {{ {other} }} else {{ {original} }}"

    def unknown_names(self, known):
        """The names in the fault, outside strings, that are not among the known ones."""
        code = re.sub(r'"(?:[^"\\\n]|\\.)*"', '""', "\n".join(self.replacement))
        return sorted({name for name in NAME.findall(code) if name != "MUTANT" and name not in known})


def digest(parts):
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def read(folder):
    """All faults, numbered in the order of the files and their entries."""
    faults = []
    for path in sorted(Path(folder).glob("*.txt")):
        faults += parse(path)
    names = [fault.name for fault in faults]
    for name in sorted({name for name in names if names.count(name) > 1}):
        raise Refusal(f"{name}: two faults have this name")
    for number, fault in enumerate(faults, 1):
        fault.number = number
    return faults


def parse(path):
    faults = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        where = f"{path.name}:{number}"
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("[") and line.rstrip().endswith("]"):
            faults.append(Fault(line.strip()[1:-1], path.stem))
            continue
        if not faults:
            raise Refusal(f"{where}: a name in [brackets] is to come first")
        fault, mark, text = faults[-1], line[0], line[2:]
        if mark == "-":
            fault.snippet.append(text if fault.snippet else text.lstrip())
        elif mark in "+!~":
            if fault.kind not in ("", mark):
                raise Refusal(f"{where}: lines of two kinds in one fault")
            fault.kind = mark
            fault.replacement.append(text)
        else:
            key, colon, value = line.partition(":")
            if not colon or key not in KEYS:
                raise Refusal(f"{where}: expected one of {', '.join(sorted(KEYS))}, '-', '+', '!' or '~': {line}")
            setattr(fault, key, value.strip())
    for fault in faults:
        missing = [key for key in ("suffers", "file", "tests", "snippet", "kind") if not getattr(fault, key)]
        if missing:
            raise Refusal(f"{fault.name}: {', '.join(missing)} is missing")
        for filter in fault.filters:
            re.compile(filter)
    return faults


def written(faults, root):
    """The sources with their faults, by path.

    - Raises: Refusal, with one line for each fault that cannot be inserted.
    """
    texts, refusals, known = {}, [], names(root)
    for path in sorted({fault.file for fault in faults}):
        source = Path(root) / path
        if not source.is_file():
            refusals.append(f"{path}: no such file")
            continue
        text = source.read_text()
        places = []
        for fault in faults:
            if fault.file == path:
                try:
                    places.append((*fault.place(text), fault))
                except Refusal as refusal:
                    refusals.append(str(refusal))
        places.sort(key=lambda place: place[:2])
        for (_, end, first), (start, _, second) in zip(places, places[1:]):
            if start < end:
                refusals.append(f"{second.name}: overlaps {first.name}")
        for start, end, fault in reversed(places):
            text = text[:start] + fault.guarded(text[start:end]) + text[end:]
        texts[path] = text
    for fault in faults:
        for name in fault.unknown_names(known):
            refusals.append(f"{fault.name}: the sources do not have the name '{name}'")
    if refusals:
        raise Refusal("\n".join(refusals))
    return texts


def names(root):
    """All identifiers of the sources. A fault with an unknown name would break the build of a run."""
    found = set()
    for folder in ("Sources", "Plugins"):
        for path in Path(root, folder).rglob("*.swift"):
            found.update(NAME.findall(path.read_text()))
    return found
