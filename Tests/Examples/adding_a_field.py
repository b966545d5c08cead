#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Carries out the examples of AddingAField.md on a copy of the package, and tries the fields in every place.

    python3 Tests/Examples/adding_a_field.py

The JSON and the Swift are taken from the page itself. Fields of the other kinds that, according to the page, need no
more than a date are declared, too, and the text of a pin for other kinds of documents. Exits with 0 if the fields
appear everywhere the page says.
"""

import argparse
import json
import pathlib
import struct
import sys
import tempfile
import zlib

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from device import Device, expect  # noqa: E402
from example_package import OTHER_KINDS, build  # noqa: E402


def try_flag(device: Device):
    expect(device.run("add", "--help"), "--indoors <yes>", "Whether it can be done indoors: yes.")
    expect(device.run("edit", "--help"), "--no-indoors", "Say no more that it is indoors.")
    device.run("add", "Paint", "--indoors", "yes", "--every", "day", "--due", "today")
    device.run("add", "Read", "indoors:yes")
    device.run("add", "Dig")
    refusal = device.run("add", "Sweep", "indoors:no", code=64)
    expect(refusal, "‘no’ is not a value of ‘indoors’", "It can be: yes.")

    assert device.titles("indoors:yes") == device.titles("indoors:any") == ["Paint", "Read"]
    assert device.titles("indoors:none") == device.titles("not", "indoors:yes") == ["Dig"]
    for order, titles in [("indoors,title", ["Paint", "Read", "Dig"]), ("-indoors,-title", ["Read", "Paint", "Dig"])]:
        assert [task["title"] for task in device.tasks("--sort", order)] == titles
    assert [task.get("indoors") for task in device.tasks("Read")] == ["yes"]
    expect(device.run("show", "Read"), "Indoors  yes")
    expect(device.run("export", "csv", "--columns", "title,indoors"), "Read,yes", "Dig,\n")
    expect(device.run("export", "ics"), "X-HOMETASK-INDOORS:yes")
    expect(device.run("export", "taskwarrior"), '"hometask_indoors":"yes"')
    expect(device.run("export", "todotxt"), "Read indoors:yes uuid:")
    expect(device.run("export", "markdown"), "Read — indoors: yes")
    expect(device.run("task", "share", "Read"), "left out: the indoors")

    expect(device.run("edit", "Dig", "indoors:yes"), "Changed the indoors: Dig")
    expect(device.run("edit", "Dig", "--no-indoors"), "Changed the indoors: Dig")
    expect(device.run("edit", "Dig", "--indoors", "yes", "--no-indoors", code=64), "cannot be used together")
    expect(device.run("history", "Dig"), "indoors")
    expect(device.run("log"), "changed the indoors of")
    assert device.titles("indoors:none") == ["Dig"]

    device.editor.write_text("#!/bin/sh\nsed -i 's/^indoors:$/indoors: yes/' \"$1\"\n")
    device.editor.chmod(0o755)
    expect(device.run("edit", "Dig"), "Changed the indoors: Dig")
    assert device.titles("indoors:none") == []

    device.run("done", "Paint")
    [following] = device.tasks("Paint")
    assert following["indoors"] == "yes" and following["due"] == {"date": "2026-11-22"}, following
    device.run("template", "save", "reading", "Read")
    device.run("template", "use", "reading", "--title", "Read on")
    assert "Read on" in device.titles("indoors:yes")

    for name in ["csv", "ics", "taskwarrior", "todotxt"]:
        file = device.home / f"tasks.{name}"
        file.write_text(device.run("export", name))
        other = Device(device.program, device.home / name)
        other.begin_family()
        other.run("import", name, str(file))
        assert other.titles("indoors:yes") == device.titles("indoors:yes"), f"an import of {name} loses it"


def try_date(device: Device):
    expect(device.run("add", "--help"), "--start <when>", "From when it can be done: a date")
    expect(device.run("edit", "--help"), "--no-start", "Remove the start date.")
    device.run("add", "Plant", "start:wed", "--every", "week", "--due", "2026-11-27")
    device.run("add", "Sow", "--start", "2026-11-28 08:00")
    device.run("add", "Rake")
    expect(device.run("add", "Prune", "start:xyzzy", code=64), "Dates can be written like this")

    expected = {
        "start:any": ["Plant", "Sow"], "start:wed": ["Plant"], "start:2026-11-28": ["Sow"], "start:4d": ["Plant"],
        "start<2026-11-25": [], "start<=2026-11-25": ["Plant"], "start<2026-11-28": ["Plant"],
        "start<=2026-11-28": ["Plant", "Sow"], "start>2026-11-25": ["Sow"], "start>=wed": ["Plant", "Sow"],
        "start>2026-11-28": [], "start:any start!=wed": ["Sow"], "start:none title:Rake": ["Rake"],
        "start<12h": [], "start<=\"2026-11-28 07:59\"": ["Plant"], "start>=\"2026-11-28 08:00\"": ["Sow"],
    }
    for query, titles in expected.items():
        assert device.titles(query) == titles, f"{query}: {device.titles(query)}"
    expect(device.run("list", "start<any", code=64), "Write start:any.")
    expect(device.run("list", "start:xyzzy", code=64), "It can be a date such as fri")
    for order, titles in [("start,title", ["Plant", "Sow", "Rake"]), ("-start,title", ["Sow", "Plant", "Rake"])]:
        assert [task["title"] for task in device.tasks("start:any or title:Rake", "--sort", order)] == titles
    starts = {task["title"]: task.get("start") for task in device.tasks("start:any or title:Rake")}
    assert starts == {"Plant": {"date": "2026-11-25"}, "Sow": {"at": "2026-11-28T08:00:00Z"}, "Rake": None}, starts
    expect(device.run("show", "Plant"), "Start ")
    assert "Start " not in device.run("show", "Rake")
    expect(device.run("task", "share", "Plant"), "left out: the start date")

    expect(device.run("edit", "Rake", "start:2026-12-01"), "Changed the start date: Rake")
    expect(device.run("edit", "Rake", "--no-start"), "Changed the start date: Rake")
    expect(device.run("edit", "Rake", "--start", "fri", "--no-start", code=64), "cannot be used together")
    expect(device.run("history", "Rake"), "start date")
    expect(device.run("log"), "changed the start date of")
    device.editor.write_text("#!/bin/sh\nsed -i 's/^start:$/start: 2026-12-01/' \"$1\"\n")
    device.editor.chmod(0o755)
    expect(device.run("edit", "Rake"), "Changed the start date: Rake")
    assert device.titles("start:2026-12-01") == ["Rake"]

    device.run("done", "Plant")
    [following] = device.tasks("Plant")
    assert "start" not in following, following


def try_values(device: Device):
    device.run("add", "Cook", "effort:3", "cooking:1h", "opening:08:00-12:00", "size:large")
    device.run("add", "Bake", "--effort", "1", "--cooking", "2h", "--opening", "10:00-11:00", "--size", "small")
    device.run("add", "Fry")
    expect(device.run("edit", "Fry", "size:huge", code=64), "‘huge’ is not a size")
    expect(device.run("list", "size:huge", code=64), "‘huge’ is not a size", "large, medium, small, any or none")
    for query, titles in {
        "effort>1": ["Cook"], "effort<=3": ["Bake", "Cook"], "effort:any": ["Bake", "Cook"], "cooking<2h": ["Cook"],
        "cooking>1h": ["Bake"], "opening:10:00": ["Bake"], "opening<09:00": ["Cook"], "size>small": ["Cook"],
        "size<=medium": ["Bake"], "size:small,medium": ["Bake"], "size!=small size:any": ["Cook"],
        "size:none effort:none cooking:none opening:none title:fry": ["Fry"],
    }.items():
        assert device.titles(query) == titles, f"{query}: {device.titles(query)}"
    for field, titles in [
        ("effort", ["Bake", "Cook", "Fry"]), ("cooking", ["Cook", "Bake", "Fry"]),
        ("-opening", ["Bake", "Cook", "Fry"]), ("size", ["Cook", "Bake", "Fry"]),
    ]:
        assert [task["title"] for task in device.tasks("effort:any or title:fry", "--sort", field)] == titles, field
    [cook] = device.tasks("title:cook")
    assert (cook["effort"], cook["cooking"], cook["size"]) == (3, "PT1H", "large"), cook
    assert cook["opening"] == {"from": "08:00", "to": "12:00", "zone": "UTC"}, cook
    expect(device.run("show", "Cook"), "Effort ", "Cooking ", "Opening ", "Size ")
    expect(device.run("edit", "Cook", "--no-size"), "Changed the size: Cook")
    assert device.titles("size:any") == ["Bake"]


def try_exports(device: Device):
    """The date and the other values, in every format that exports them, and a round-trip if there is an import."""
    texts = {"start": "2026-12-01", "effort": "3", "cooking": "PT1H", "opening": "08:00-12:00", "size": "small"}
    forms = {
        "ics": "\nX-HOMETASK-{upper}:{text}", "taskwarrior": '"hometask_{name}":"{text}', "todotxt": " {name}:{text}",
        "markdown": "{name}: {text}",
    }
    for form, pattern in forms.items():
        for name, text in [*texts.items(), ("start", "2026-11-28T08:00:00Z")]:
            expect(device.run("export", form), pattern.format(name=name, upper=name.upper(), text=text))
    table = device.run("export", "csv", "--columns", "title,start,effort,cooking,size,opening")
    expect(table, "Rake,2026-12-01,,,,\n", "Sow,2026-11-28 08:00,,,,\n")
    expect(table, "Cook,,3,PT1H,,08:00-12:00", "Bake,,1,PT2H,small,10:00-11:00")

    def values(of: Device):
        return sorted((task["title"], json.dumps([task.get(name) for name in texts])) for task in of.tasks())

    for name in ["csv", "ics", "taskwarrior", "todotxt"]:
        file = device.home / f"values.{name}"
        file.write_text(device.run("export", name))
        other = Device(device.program, device.home / f"values-{name}")
        other.begin_family()
        other.run("import", name, str(file))
        assert values(other) == values(device), f"an import of {name} gives {values(other)}, not {values(device)}"
        again = device.run("import", name, str(file))
        assert not any(field in again for field in texts), f"an import of {name} finds differences:\n{again}"

    file = device.home / "mistakes.csv"
    file.write_text("title,start,effort,cooking,opening,size\nPour,soon,some,1 hour,late,huge\nStir,1 Dec 2026,2,,,\n")
    refusal = other.run("import", "csv", str(file), code=65)
    expect(refusal, "is not a value of ‘size’ such as large", "is not a value of ‘start’ such as 2026-12-24")
    assert [task["start"] for task in other.tasks("title:stir")] == [{"date": "2026-12-01"}]


def try_text(device: Device):
    expect(device.run("pin", "add", "--help"), "--phone <number>", "The telephone number.", "[--phone NUMBER]")
    expect(device.run("pin", "edit", "--help"), "--no-phone", "Remove the telephone number.")
    device.run("pin", "add", "School", "52.37,4.89", "--phone", "020 1234567", "--address", "Main Street 1")
    expect(device.run("pin", "show", "School"), "Address   Main Street 1", "Phone     020 1234567")
    [pin] = json.loads(device.run("pin", "list", "1234567", "--json"))
    assert pin["phone"] == "020 1234567" and pin["address"] == "Main Street 1", pin
    expect(device.run("pin", "edit", "School", "--phone", "", code=64), "cannot be")
    expect(device.run("pin", "edit", "School", "--phone", "1", "--no-phone", code=64), "cannot be used together")
    device.run("pin", "edit", "School", "--phone", "020 7654321")
    expect(device.run("pin", "history", "School"), "phone")
    expect(device.run("search", "7654321"), "School")
    device.run("pin", "edit", "School", "--no-phone")
    assert "phone" not in json.loads(device.run("pin", "list", "--json"))[0]


def try_text_of(kind: str, device: Device):
    name = f"{kind}-bell"  # a view and a member cannot share one
    task = f"Ring for the {kind}"

    def document():
        if kind in ["comment", "view"]:
            listed = json.loads(device.run(kind, "list", "--json"))
            return next(document for document in listed if name in [document.get("name"), *document.get("text", [])])
        return json.loads(device.run(kind, "show", name, "--json"))

    making = {"hunt": "new", "template": "save", "view": "save"}.get(kind, "add")
    words = {
        "comment": [task, name], "note": ["It rings twice", "--title", name],
        "photo": [picture(device), "--caption", name], "template": [name, task], "view": [name, "mine"],
    }
    shown = {"comment": ["show", task], "view": ["view", "list"]}.get(kind, [kind, "show", name])
    if kind in ["comment", "template"]:
        device.run("add", task)
    expect(device.run(kind, making, "--help"), "--phone <number>", "The telephone number.")
    device.run(kind, making, *words.get(kind, [name]), "--phone", "020 1234567")
    expect(device.run(*shown), "Phone", "020 1234567")
    assert document()["phone"] == "020 1234567", document()
    if kind in ["comment", "hunt", "note", "photo"]:
        expect(device.run("search", "1234567"), name)
    if kind == "note":
        expect(device.run("note", "share", name), "the phone")
    if kind == "comment":
        expect(device.run("comment", "add", "--help"), "[--phone NUMBER]")
        expect(device.run("comment", "list", task), "Phone: 020 1234567")
    if kind == "photo":
        expect(device.run("photo", "edit", "--help"), "--phone <number>", "--no-phone")
    if kind == "template":
        device.run("template", "use", name, "--title", "Ring again")
        assert "phone" not in device.tasks("title:again")[0]
    change = {
        "photo": ["photo", "caption", name], "template": ["template", "save", name, task],
        "view": ["view", "save", name, "mine"],
    }.get(kind, [kind, "edit", name])
    expect(device.run(*change[:2], "--help"), "--no-phone", "Remove the telephone number.")
    expect(device.run(*change, "--phone", "1", "--no-phone", code=64), "cannot be used together")
    device.run(*change, "--phone", "020 7654321")
    assert document()["phone"] == "020 7654321", document()
    device.run(*change, "--no-phone")
    assert "phone" not in document()


def picture(device: Device) -> str:
    """Writes a PNG of one pixel. Returns its path."""
    header, pixel = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0), zlib.compress(b"\0\xff\0\0")
    chunks = [(b"IHDR", header), (b"IDAT", pixel), (b"IEND", b"")]
    file = device.home / "bell.png"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks))
    return str(file)


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    with tempfile.TemporaryDirectory(prefix="hometask-example-") as folder:
        device = Device(build() / "hometask", pathlib.Path(folder) / "phone")
        device.begin_family()
        try_flag(device)
        try_date(device)
        try_values(device)
        try_exports(device)
        try_text(device)
        for kind in OTHER_KINDS:
            try_text_of(kind, device)
    print("The fields are everywhere.")


if __name__ == "__main__":
    main()
