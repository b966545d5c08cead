#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets a family use two versions of hometask at once: this checkout, and a build of it with extended schemas.

    python3 Tests/VersionSkew/two_builds.py [--keep]

The newer version's tasks have an `effort`, a whole number that merges as a register, and `stops`, a set. Both programs
are built (the newer one from a copy, into .build-newer), then run against each other over a bare remote. Exits with 0
if all of the newer version's data survived the older one's edits and merges. It takes some minutes the first time.
"""

import argparse
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

ROOT = pathlib.Path(__file__).resolve().parents[2]
NEW_FIELDS = {
    "effort": {"description": "How hard it is.", "type": "integer", "minimum": 0, "x-merge": "register"},
    "stops": {
        "description": "Where it leads.", "type": "array", "items": {"type": "string"}, "uniqueItems": True,
        "x-merge": "set",
    },
}


def build(package: pathlib.Path, scratch: pathlib.Path) -> str:
    command = ["swift", "build", "--product", "hometask", "--package-path", str(package), "--scratch-path", str(scratch)]
    subprocess.run(command, check=True, stdout=sys.stderr)
    return str(scratch / "debug" / "hometask")


def newer_version(folder: pathlib.Path):
    """A copy of the checkout in which tasks have more fields."""
    files = subprocess.run(["git", "-C", str(ROOT), "ls-files", "-z"], check=True, stdout=subprocess.PIPE).stdout
    for name in files.decode().split("\0"):
        if not (ROOT / name).is_file():
            continue
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    path = folder / "Schemas" / "task.schema.json"
    schema = json.loads(path.read_text())
    schema["properties"].update(NEW_FIELDS)
    path.write_text(json.dumps(schema, indent=2) + "\n")


class Device:
    """A device of the family, with one of the two programs."""

    def __init__(self, program: str, home: pathlib.Path):
        self.program = program
        self.folder = home / "family"
        home.mkdir()
        self.environment = {
            "PATH": f"{pathlib.Path(program).parent}:{os.environ['PATH']}", "HOME": str(home),
            "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "NO_COLOR": "1",
        }

    def run(self, *words: str, code: int = 0) -> str:
        place = self.folder if self.folder.is_dir() else self.folder.parent
        ended = subprocess.run(
            [self.program, *words], cwd=place, env=self.environment, text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        expect(ended.returncode == code, f"hometask {' '.join(words)} ended with {ended.returncode}", ended.stdout)
        return ended.stdout

    def git(self, *words: str) -> str:
        return subprocess.run(
            ["git", *words], cwd=self.folder, env=self.environment, check=True, text=True, stdout=subprocess.PIPE
        ).stdout

    def path(self, title: str) -> pathlib.Path:
        return self.folder / self.git("grep", "-l", title, "HEAD", "--", "tasks").split("\n")[0].split(":")[1]

    def text(self, title: str) -> str:
        return self.path(title).read_text()

    def task(self, title: str) -> dict:
        return json.loads(self.text(title))

    def type(self, title: str, *replacements: tuple[str, str]):
        """Changes a task's file as an editor would."""
        text = self.text(title)
        for old, new in replacements:
            expect(text.count(old) == 1, f"{old!r} is there {text.count(old)} times", text)
            text = text.replace(old, new)
        self.path(title).write_text(text)

    def tree(self) -> str:
        return self.git("rev-parse", "HEAD^{tree}").strip()


def expect(holds: bool, what: str, *more: str):
    if not holds:
        sys.exit("\n".join([f"two_builds: {what}", *more]))


def fields_survive(newer: Device, older: Device):
    newer.run("add", "Mow the lawn", "+garden")
    extensions = '"extensions": {\n    "org.example": {\n      "weight": 1.50\n    }\n  }'
    stops = '"stops": [\n    "bank",\n    "shop"\n  ]'
    newer.type("Mow the lawn", ('\n  "id"', f'\n  "effort": 3,\n  {extensions},\n  {stops},\n  "id"'))
    newer.run("sync")
    newer.type("Mow the lawn", ('"effort": 3', '"effort": -1'))
    expect("effort" in newer.run("status"), "the newer version takes an effort of -1")
    newer.git("checkout", "-q", "--", ".")
    older.run("sync")
    older.run("edit", "Mow the lawn", "--title", "Mow the whole lawn")
    older.run("done", "Mow the whole lawn")
    older.run("sync")
    newer.run("sync")
    task = newer.task("Mow the whole lawn")
    expect(task["effort"] == 3 and task["stops"] == ["bank", "shop"], "the older version lost a field", str(task))
    expect('"weight": 1.50\n' in newer.text("Mow the whole lawn"), "a number has lost its digits")
    expect("completion" in task, "the older version's edit is not there")
    print("fields that one version does not know come through its edits, byte for byte")


def fields_merge(newer: Device, older: Device):
    newer.run("reopen", "Mow the whole lawn")
    newer.run("sync")
    older.run("sync")
    # A register on both sides, and a set on both sides, one of which does not recognise it as a set.
    newer.type("Mow the whole lawn", ('"effort": 3', '"effort": 5'), ('    "bank",\n', '    "bank",\n    "dump",\n'))
    newer.run("status")
    older.type("Mow the whole lawn", ('"effort": 3', '"effort": 7'), ('    "bank",\n    "shop"', '    "shop",\n    "zoo"'))
    older.run("status")
    for device in [newer, older, newer, older]:
        device.run("sync")
    expect(newer.tree() == older.tree(), "the two versions hold different trees")
    task = older.task("Mow the whole lawn")
    values = {task["effort"]} | {entry["value"] for entry in task["conflicts"]["effort"]}
    expect(values == {5, 7}, "a value of the register is lost", str(task))
    expect(task["stops"] == ["dump", "shop", "zoo"], "the set was not merged as one", str(task))
    for device in [newer, older]:
        expect("effort" in device.run("conflicts"), "the conflict is not listed")
    listed = json.loads(older.run("conflicts", "--json"))[0]["values"]
    number = next(entry["number"] for entry in listed if entry["value"] == 7)
    older.run("resolve", "Mow the whole lawn", "--field", "effort", "--take", str(number))
    older.run("sync")
    newer.run("sync")
    older.run("sync")
    for device in [newer, older]:
        expect("effort" not in device.run("conflicts"), "the conflict is not settled")
        expect(device.task("Mow the whole lawn")["effort"] == 7, "the resolution did not arrive")
    print("both versions merge them by the same rules, list what they cannot decide, and settle it")


def kinds_survive(newer: Device, older: Device):
    path = "recipes/0f/0f000000-0000-4000-8000-000000000001.json"
    target = newer.folder / path
    target.parent.mkdir(parents=True)
    target.write_text('{\n  "id": "0f000000-0000-4000-8000-000000000001",\n  "kind": "recipe",\n  "title": "Soup"\n}\n')
    newer.git("add", path)
    newer.git("-c", "user.name=Mia", "-c", "user.email=mia@example.org", "commit", "-qm", "A recipe")
    newer.run("sync")
    before = newer.git("show", f"HEAD:{path}")
    older.run("sync")
    older.run("add", "Cook the soup")
    older.run("sync")
    newer.run("sync")
    expect(newer.git("show", f"HEAD:{path}") == before, "a kind that nobody knows was changed")
    expect(newer.tree() == older.tree(), "the two versions hold different trees")
    expect(not newer.git("status", "--porcelain"), "the working tree is not clean")
    print("documents of a kind that one does not know stay as they are")


def main():
    parser = argparse.ArgumentParser(description="Lets two versions of hometask share a family.")
    parser.add_argument("--keep", action="store_true", help="keep the folder, and say where it is")
    keep = parser.parse_args().keep
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hometask-versions-"))
    try:
        newer_version(folder / "newer")
        programs = build(folder / "newer", ROOT / ".build-newer"), build(ROOT, ROOT / ".build")
        newer, older = Device(programs[0], folder / "phone"), Device(programs[1], folder / "laptop")
        remote = folder / "remote.git"
        subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(remote)], check=True)
        newer.run("init", "family", "--name", "Berg", "--email", "berg@example.org", "--me", "Mia")
        newer.run("member", "add", "Ben")
        newer.run("remote", "add", "origin", str(remote))
        newer.run("sync")
        older.run("join", str(remote), "family", "--as", "Ben")
        fields_survive(newer, older)
        fields_merge(newer, older)
        kinds_survive(newer, older)
    finally:
        if keep:
            print(f"the devices are in {folder}")
        else:
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
