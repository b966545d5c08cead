# SPDX-License-Identifier: Apache-2.0
"""Makes foreign histories: commits of plain git, written by 'git fast-import' into a family's hub."""

import json
import pathlib
import subprocess
import typing
import uuid

NAMESPACE = uuid.UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
FOLDERS = {"member": "members", "category": "categories", "task": "tasks", "pin": "pins", "note": "notes"}


def name_of(kind: str, number: int) -> str:
    """A random-looking but deterministic document id."""
    drawn = uuid.uuid5(NAMESPACE, f"{kind} {number}")
    return str(uuid.UUID(int=drawn.int, version=4))


def path_of(kind: str, name: str) -> str:
    folder = FOLDERS[kind]
    return f"{folder}/{name}.json" if kind in ("member", "category") else f"{folder}/{name[:2]}/{name}.json"


def document(kind: str, number: int, **members) -> tuple[str, str]:
    """The path and the text of a handwritten document, without merge state."""
    name = name_of(kind, number)
    text = json.dumps({"id": name, "kind": kind, **members}, indent=2, sort_keys=True, ensure_ascii=False)
    return path_of(kind, name), text + "\n"


class Stream:
    """The input stream of 'git fast-import'."""

    def __init__(self, pipe: typing.BinaryIO, tip: str, tasks: dict[str, str]):
        self.pipe = pipe
        self.tip = tip
        # The family's tasks, by path.
        self.tasks = tasks
        self.mark = 0
        self.branch = "main"
        self.seconds = 1_900_000_000

    def commit(self, *parents: str | int) -> int:
        """Begins a commit on some parents; by default, on the branch's last commit."""
        self.mark += 1
        self.seconds += 1
        who = f"Eve <eve@example.org> {self.seconds} +0000"
        message = f"Change {self.mark}"
        self.pipe.write(f"commit refs/heads/{self.branch}\nmark :{self.mark}\ncommitter {who}\n".encode())
        self.pipe.write(f"data {len(message)}\n{message}\n".encode())
        first, *others = parents or [self.mark - 1 if self.mark > 1 else self.tip]
        self.pipe.write(f"from {self.name(first)}\n".encode())
        for other in others:
            self.pipe.write(f"merge {self.name(other)}\n".encode())
        return self.mark

    @staticmethod
    def name(parent: str | int) -> str:
        return f":{parent}" if isinstance(parent, int) else parent

    def file(self, path: str, text: str):
        content = text.encode()
        self.pipe.write(f"M 100644 inline {path}\ndata {len(content)}\n".encode() + content + b"\n")

    def retitle(self, path: str, title: str):
        """Changes the title of one of the family's tasks, as an editor would."""
        lines = self.tasks[path].split("\n")
        at = next(at for at, line in enumerate(lines) if line.startswith('  "title": '))
        lines[at] = f'  "title": {json.dumps(title)}' + ("," if lines[at].endswith(",") else "")
        self.tasks[path] = "\n".join(lines)
        self.file(path, self.tasks[path])


def documents(kind: str, **same):
    """N documents of a kind in one commit."""

    def write(stream: Stream, size: int):
        stream.commit()
        for number in range(size):
            members = {key: value(number) if callable(value) else value for key, value in same.items()}
            stream.file(*document(kind, number, **members))

    return write


def chain(is_ring: bool):
    """N tasks, each to be done after the one before it; in a ring, the first after the last."""

    def write(stream: Stream, size: int):
        stream.commit()
        for number in range(size):
            before = number - 1 if number else size - 1
            after = {"after": [name_of("task", before)]} if number or is_ring else {}
            stream.file(*document("task", number, title=f"Step {number}", **after))

    return write


def merged(stream: Stream, size: int):
    """N members, each merged into the next."""
    stream.commit()
    for number in range(size):
        next_ = {"mergedInto": name_of("member", number + 1)} if number + 1 < size else {}
        stream.file(*document("member", number, name=f"Member {number}", **next_))


def large(**members):
    """One task that has a field with N elements."""

    def write(stream: Stream, size: int):
        stream.commit()
        filled = {key: [value(number) for number in range(size)] for key, value in members.items()}
        stream.file(*document("task", 0, title="A large one", **filled))

    return write


def commits(stream: Stream, size: int):
    """N commits: three of four change the title of one of the family's tasks, the fourth adds a task."""
    paths = sorted(stream.tasks)
    for number in range(size):
        stream.commit()
        if number % 4 == 3:
            stream.file(*document("task", number, title=f"Task {number}"))
        else:
            stream.retitle(paths[number % len(paths)], f"Title {number}")


def retitles(stream: Stream, size: int):
    """N commits, each of which changes the title of the same task."""
    path = sorted(stream.tasks)[0]
    for number in range(size):
        stream.commit()
        stream.retitle(path, f"Title {number}")


def merges(stream: Stream, size: int):
    """N merges, each of a commit that changes one task and one that adds one."""
    paths = sorted(stream.tasks)
    tip: str | int = stream.tip
    for number in range(size):
        before = dict(stream.tasks)
        left = stream.commit(tip)
        stream.retitle(paths[number % len(paths)], f"Title {number}")
        changed = stream.tasks
        stream.tasks = before
        added = document("task", number, title=f"Task {number}")
        right = stream.commit(tip)
        stream.file(*added)
        stream.tasks = changed
        tip = stream.commit(left, right)
        stream.file(*added)


def parents(stream: Stream, size: int):
    """One commit with N parents, each of which adds a task."""
    added = [document("task", number, title=f"Task {number}") for number in range(size)]
    heads = []
    for path, text in added:
        heads.append(stream.commit(stream.tip))
        stream.file(path, text)
    stream.commit(*heads)
    for path, text in added:
        stream.file(path, text)


CASES: dict[str, typing.Callable[[Stream, int], None]] = {
    "members": documents("member", name=lambda number: f"Member {number}"),
    "namesakes": documents("member", name="Alex"),
    "merged": merged,
    "tasks": documents("task", title=lambda number: f"Task {number}"),
    "categories": documents("category", name=lambda number: f"Category {number}"),
    "pins": documents(
        "pin", name=lambda number: f"Pin {number}", location=lambda number: {"lat": 52 + number / 1e6, "lon": 4.9}),
    "notes": documents("note", text=lambda number: [f"Note {number}"]),
    "chain": chain(False),
    "ring": chain(True),
    "tags": large(tags=lambda number: f"tag{number}"),
    "items": large(items=lambda number: {"text": f"Item {number}"}),
    "commits": commits,
    "retitles": retitles,
    "merges": merges,
    "parents": parents,
}  # fmt: skip

BY_DOCUMENTS = [name for name in CASES if name not in ("commits", "retitles", "merges", "parents")]


class Family:
    """A family with a hub and a device, which is copied for each case."""

    def __init__(self, runner, hometask: str, folder: pathlib.Path):
        self.runner = runner
        self.hometask = hometask
        self.hub = folder / "hub.git"
        self.device = folder / "device"
        runner.text(["git", "init", "--quiet", "--bare", "-b", "main", str(self.hub)])
        words = ["--name", "Miller", "--me", "Mia", "--device", "Desk", "--zone", "Europe/Berlin"]
        runner.text([hometask, "init", str(self.device), *words])
        at = [hometask, "-C", str(self.device)]
        runner.text([*at, "member", "add", "Tom"])
        lines = folder / "lines"
        lines.write_text("".join(f"Chore {number}\n" for number in range(200)))
        runner.text(["sh", "-c", '"$@" < ' + f"'{lines}'", "sh", *at, "add", "--stdin"])
        runner.text([*at, "remote", "add", "origin", str(self.hub)])
        runner.text([*at, "sync"])

    def push(self, hub: pathlib.Path, write: typing.Callable[[Stream, int], None], size: int):
        """Writes a history into a copy of the hub."""
        git = ["git", "-C", str(hub)]
        tip = self.runner.text([*git, "rev-parse", "main"]).strip()
        listed = self.runner.text([*git, "ls-tree", "-r", "--name-only", "main", "--", "tasks"]).split()
        tasks = {path: self.runner.text([*git, "show", f"main:{path}"]) for path in listed}
        command = [*git, "-c", "fastimport.unpackLimit=0", "fast-import", "--quiet", "--done"]
        importer = subprocess.Popen(command, env=self.runner.environment, stdin=subprocess.PIPE)
        write(Stream(importer.stdin, tip, tasks), size)
        importer.stdin.write(b"done\n")
        importer.stdin.close()
        if importer.wait() != 0:
            raise SystemExit(f"git fast-import ended with {importer.returncode}")
        self.runner.text([*git, "gc", "--quiet", "--prune=now"])
