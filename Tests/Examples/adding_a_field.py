#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Carries out what AddingAField.md says of a flag, on a copy of the package, and tries the flag in every place.

    python3 Tests/Examples/adding_a_field.py

The JSON and the Swift are taken from the page itself. The copy lies in .build-example, and building it takes some minutes
the first time. Ends with 0 if the flag is everywhere where the page says it is.
"""

import argparse
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
SCHEMA = "Schemas/task.schema.json"
TABLE = "Sources/HometaskFamily/Fields/TaskField+All.swift"
# The declaration goes before the end of the list.
END = "description, items,\n    ]"


def block(language: str) -> str:
    """The only block of a language on the page."""
    found = re.findall(rf"^```{language}\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(found) == 1, f"the page has {len(found)} blocks of {language}, and should have one"
    return found[0]


def put(name: str, content: bytes):
    """Writes a file of the copy, unless it is that already: what has not changed is not built again."""
    target = COPY / name
    if not target.is_file() or target.read_bytes() != content:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def copy_package():
    """Makes the copy, with the flag."""
    changed = {SCHEMA: with_schema, TABLE: with_declaration}
    files = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout
    names = {name for name in files.decode().split("\0") if (ROOT / name).is_file()}
    for name in names:
        content = (ROOT / name).read_bytes()
        put(name, changed[name](content.decode()).encode() if name in changed else content)
    for path in [path for path in COPY.rglob("*") if path.is_file() and path.name != "Package.resolved"]:
        if str(path.relative_to(COPY)) not in names:
            path.unlink()


def with_schema(text: str) -> str:
    schema = json.loads(text)
    schema["properties"].update(json.loads("{" + block("json") + "}"))
    return json.dumps(schema, indent=2) + "\n"


def with_declaration(text: str) -> str:
    assert text.count(END) == 1, f"{TABLE} does not end its list as expected"
    return text.replace(END, f"description, items,\n{block('swift')}    ]")


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

    expect(device.run("edit", "Dig", "indoors:yes"), "Changed the indoors: Dig")
    expect(device.run("edit", "Dig", "--no-indoors"), "Changed the indoors: Dig")
    expect(device.run("edit", "Dig", "--indoors", "yes", "--no-indoors", code=64), "contradict each other")
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


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    copy_package()
    with tempfile.TemporaryDirectory(prefix="hometask-example-") as folder:
        try_flag(Device(build(), pathlib.Path(folder) / "home"))
    print("The flag is everywhere.")


if __name__ == "__main__":
    main()
