#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Carries out the two examples of AddingAField.md on a copy of the package, and tries both fields in every place.

    python3 Tests/Examples/adding_a_field.py

The JSON and the Swift are taken from the page itself. The copy is in .build-example, and building it takes some minutes
the first time. Ends with 0 if the flag and the text are everywhere where the page says they are.
"""

import argparse
import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPY = ROOT / ".build-example/package"
PAGE = ROOT / "Sources/HometaskKit/HometaskKit.docc/AddingAField.md"
# For each example, in the order of the page: the schema, and the file of the table.
EXAMPLES = [
    ("Schemas/task.schema.json", "Sources/HometaskFamily/Fields/TaskField+All.swift"),
    ("Schemas/pin.schema.json", "Sources/HometaskFamily/Fields/TextField.swift"),
]


def blocks(language: str) -> list[str]:
    """The blocks of a language on the page, one for each example."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(found) == len(EXAMPLES), f"the page has {len(found)} blocks of {language}, not {len(EXAMPLES)}"
    return found


def put(name: str, content: bytes):
    """Writes a file of the copy, unless it is that already: what has not changed is not built again."""
    target = COPY / name
    if not target.is_file() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def copy_package():
    """Makes the copy, with both fields."""
    changed = {}
    for (schema, table), json_block, swift_block in zip(EXAMPLES, blocks("json"), blocks("swift")):
        changed[schema] = functools.partial(with_schema, block=json_block)
        changed[table] = functools.partial(with_declaration, block=swift_block)
    files = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout
    names = {name for name in files.decode().split("\0") if (ROOT / name).is_file()}
    for name in names:
        content = (ROOT / name).read_bytes()
        put(name, changed[name](content.decode()).encode() if name in changed else content)
    for path in [path for path in COPY.rglob("*") if path.is_file() and path.name != "Package.resolved"]:
        if str(path.relative_to(COPY)) not in names:
            path.unlink()


def with_schema(text: str, block: str) -> str:
    schema = json.loads(text)
    schema["properties"].update(json.loads("{" + block + "}"))
    return json.dumps(schema, indent=2) + "\n"


def with_declaration(text: str, block: str) -> str:
    """The declaration goes before the end of the list, which is the last one in its file."""
    end = text.rindex("\n    ]\n") + 1
    return text[:end] + block + text[end:]


def build() -> str:
    scratch = COPY.with_name("build")
    subprocess.run(
        ["swift", "build", "--product", "hometask", "--package-path", str(COPY), "--scratch-path", str(scratch)],
        check=True, stdout=sys.stderr)
    return str(scratch / "debug/hometask")


class Device:
    """A device of a family of one."""

    def __init__(self, program: str, home: pathlib.Path):
        self.program = program
        self.home = home
        self.folder = home / "family"
        self.editor = home / "editor"
        home.mkdir()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "HOMETASK_NOW": "2026-11-21T09:00:00Z", "EDITOR": str(self.editor),
        }
        self.run(
            "init", str(self.folder), "--name", "Berg", "--email", "berg@example.org", "--zone", "UTC", "--me", "Mia",
            "--device", "phone", folder=home)

    def run(self, *words: str, folder=None, code: int = 0) -> str:
        run = subprocess.run(
            [self.program, *words], cwd=folder or self.folder, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert run.returncode == code, f"{' '.join(words)} ended with {run.returncode}:\n{run.stdout}"
        return run.stdout

    def tasks(self, *words: str):
        return json.loads(self.run("list", *words, "--json"))

    def titles(self, *words: str):
        return sorted(task["title"] for task in self.tasks(*words))


def expect(text: str, *parts: str):
    for part in parts:
        assert part in text, f"‘{part}’ is not in:\n{text}"


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
        other.run("import", name, str(file))
        assert other.titles("indoors:yes") == device.titles("indoors:yes"), f"an import of {name} loses it"


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


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    copy_package()
    with tempfile.TemporaryDirectory(prefix="hometask-example-") as folder:
        device = Device(build(), pathlib.Path(folder) / "home")
        try_flag(device)
        try_text(device)
    print("Both fields are everywhere.")


if __name__ == "__main__":
    main()
