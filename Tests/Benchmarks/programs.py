# SPDX-License-Identifier: Apache-2.0
"""hometask and its peers: the commands of each for the same actions on the same tasks."""

import dataclasses
import datetime
import json
import pathlib
import random
import shlex
import uuid

from processes import Runner
from stores import DETAILS, TAGS, THINGS, VERBS

# A word in one task of a hundred, so that a search has a thousand matches among 100,000.
RARE = "accordion"


@dataclasses.dataclass(frozen=True)
class Task:
    title: str
    details: str
    member: str
    due: datetime.date
    tag: str

    def line(self, date: bool = False) -> str:
        """The line for todo.txt and `add --stdin`; details that it cannot express lengthen the title."""
        start = "2030-01-01 " if date else ""
        return f"{start}{self.title} {self.details} @{self.member} due:{self.due.isoformat()} +{self.tag}"


class Tasks:
    """The same tasks for every program, and new ones to add."""

    def __init__(self):
        self.chance = random.Random(4)
        self.count = 0

    def next(self) -> Task:
        self.count += 1
        chance = self.chance
        rare = f" {RARE}" if self.count % 100 == 0 else ""
        return Task(
            title=f"{chance.choice(VERBS)} {chance.choice(THINGS)}{rare} {self.count}",
            details=chance.choice(DETAILS),
            member="Mia" if self.count % 2 else "Tom",
            due=datetime.date(2031, 1, 1) + datetime.timedelta(days=chance.randrange(700)),
            tag=chance.choice(TAGS),
        )


Command = list[str]


class Program:
    """One program with one store of its own. An action without a command is not supported."""

    name = ""
    debian: str | None = None
    pypi: str | None = None

    def __init__(self, runner: Runner, folder: pathlib.Path, binary: str):
        self.runner = runner
        self.folder = folder
        self.binary = binary
        self.chance = random.Random(5)
        self.size = 0
        folder.mkdir(parents=True)

    def version(self) -> str:
        raise NotImplementedError

    def start(self) -> Command:
        """The command that measures start-up."""
        return [self.binary, "--version"]

    def prepare(self, tasks: list[Task]):
        """Makes an empty store and the file to import, both unmeasured."""
        raise NotImplementedError

    def load(self) -> Command | None:
        """Imports the tasks; None if they were written as the program's own files, for want of an import."""

    def loaded(self):
        """Reads what it needs to know about the stored tasks."""

    def one(self) -> str:
        """Returns a reference to a task that was not returned before."""
        raise NotImplementedError

    def picked(self) -> str:
        """A random number from 1 up to the count of tasks, each once."""
        if not hasattr(self, "_unused"):
            self._unused = list(range(1, self.size + 1))
            self.chance.shuffle(self._unused)
        return str(self._unused.pop())

    @staticmethod
    def reading(command: Command, file: pathlib.Path) -> Command:
        words = " ".join(shlex.quote(word) for word in command)
        return ["sh", "-c", f"exec {words} < {shlex.quote(str(file))}"]

    @staticmethod
    def first(command: Command, rows: int) -> Command:
        words = " ".join(shlex.quote(word) for word in command)
        return ["sh", "-c", f"{words} | head -n {rows}"]


class Hometask(Program):
    name = "hometask"
    is_bare = False

    def version(self):
        return "hometask " + self.runner.text([self.binary, "--version"]).strip()

    def hometask(self, *words: str) -> Command:
        return [self.binary, "-C", str(self.store), *words]

    def prepare(self, tasks):
        self.store = self.folder / "family"
        self.size = len(tasks)
        kind = ["--bare"] if self.is_bare else []
        words = ["--name", "Miller", "--me", "Mia", "--device", "Desk", "--zone", "Europe/Berlin"]
        self.runner.text([self.binary, "init", str(self.store), *kind, *words])
        self.runner.text(self.hometask("member", "add", "Tom"))
        self.lines = self.folder / "lines"
        self.lines.write_text("".join(task.line() + "\n" for task in tasks))

    def load(self):
        return self.reading(self.hometask("add", "--stdin"), self.lines)

    def loaded(self):
        listed = ["git", "-C", str(self.store), "ls-tree", "-r", "--name-only", "HEAD", "--", "tasks"]
        self.ids = [pathlib.PurePath(path).stem for path in self.runner.text(listed).split()]
        self.chance.shuffle(self.ids)

    def one(self):
        return "#" + self.ids.pop()

    def add(self, task):
        options = ["--for", task.member, "--due", task.due.isoformat(), "--tag", task.tag]
        return self.hometask("add", task.title, *options, "--description", task.details)

    def mine(self):
        return self.hometask("list", "--for", "Mia", "--sort", "due", "--limit", "50")

    def all(self):
        return self.hometask("list")

    def edit(self):
        return self.hometask("edit", self.one(), "--priority", "high")

    def done(self):
        return self.hometask("done", self.one())

    def search(self, word):
        return self.hometask("search", word, "--limit", "1000")

    # Actions of hometask only.

    def first_hits(self):
        return self.hometask("search", RARE)

    def one_letter(self):
        return self.hometask("search", "s")

    def stats(self):
        return self.hometask("stats")

    def forget_index(self):
        git = self.store if self.is_bare else self.store / ".git"
        for file in (git / "hometask").glob("index*"):
            file.unlink()


class BareHometask(Hometask):
    name = "hometask, bare"
    is_bare = True


class Taskwarrior(Program):
    name = "Taskwarrior"
    debian = "taskwarrior"

    def version(self):
        return "Taskwarrior " + self.runner.text([self.binary, "--version"]).strip()

    def task(self, *words: str) -> Command:
        return [self.binary, f"rc:{self.folder}/rc", *words]

    def prepare(self, tasks):
        self.size = len(tasks)
        (self.folder / "data").mkdir()
        (self.folder / "rc").write_text(
            f"data.location={self.folder}/data\nconfirmation=off\nverbose=nothing\nhooks=off\n"
            "uda.member.type=string\n"
            "report.rows.description=rows\nreport.rows.columns=id,due,priority,tags,description\n"
            "report.rows.filter=status:pending\nreport.rows.sort=due+\n"
        )
        rows = [
            {
                "uuid": str(uuid.UUID(int=self.chance.getrandbits(128), version=4)),
                "status": "pending",
                "entry": "20300101T000000Z",
                "description": task.title,
                "annotations": [{"entry": "20300101T000000Z", "description": task.details}],
                "member": task.member,
                "due": task.due.strftime("%Y%m%dT000000Z"),
                "tags": [task.tag],
            }
            for task in tasks
        ]
        (self.folder / "tasks.json").write_text(json.dumps(rows))
        self.ids = [row["uuid"] for row in rows]
        self.chance.shuffle(self.ids)

    def load(self):
        return self.task("import", str(self.folder / "tasks.json"))

    def one(self):
        return self.ids.pop()

    def add(self, task):
        return self.task("add", task.title, f"due:{task.due}", f"member:{task.member}", f"+{task.tag}")

    def mine(self):
        return self.task("rows", "member:Mia", "limit:50")

    def all(self):
        return self.task("rows")

    def edit(self):
        return self.task(self.one(), "modify", "priority:H")

    def done(self):
        return self.task(self.one(), "done")

    def search(self, word):
        return self.task("rows", word)


class TodoTxt(Program):
    name = "todo.txt"
    debian = "todotxt-cli"

    def version(self):
        # It exits with 1 after showing its version.
        text = self.runner.text(["sh", "-c", f"{self.binary} -V || true"])
        return "todo.txt " + text.split("\n")[0].split()[-1]

    def start(self):
        return [self.binary, "shorthelp"]

    def todo(self, *words: str, config: str = "config") -> Command:
        return [self.binary, "-d", str(self.folder / config), "-p", "-f", "-a", *words]

    def prepare(self, tasks):
        self.size = len(tasks)
        (self.folder / "todo.txt").write_text("".join(task.line(date=True) + "\n" for task in tasks))
        names = {"TODO_DIR": "", "TODO_FILE": "/todo.txt", "DONE_FILE": "/done.txt", "REPORT_FILE": "/report.txt"}
        lines = [f"export {name}={shlex.quote(str(self.folder) + file)}" for name, file in names.items()]
        (self.folder / "config").write_text("\n".join(lines) + "\n")
        by_due = "sed 's/^.*due:\\([^ ]*\\).*$/\\1 &/' | LC_ALL=C sort | cut -d ' ' -f 2-"
        lines += [f"export TODOTXT_SORT_COMMAND={shlex.quote(by_due)}", "export TODOTXT_FINAL_FILTER='head -n 50'"]
        (self.folder / "config-due").write_text("\n".join(lines) + "\n")

    def one(self):
        return self.picked()

    def add(self, task):
        return self.todo("add", task.line(date=True))

    def mine(self):
        return self.todo("list", "@Mia", config="config-due")

    def all(self):
        return self.todo("list")

    def edit(self):
        return self.todo("pri", self.one(), "A")

    def done(self):
        return self.todo("do", self.one())

    def search(self, word):
        return self.todo("list", word)


class Topydo(Program):
    name = "topydo"
    pypi = "topydo"

    def version(self):
        return self.runner.text([self.binary, "--version"]).split("\n")[0].strip()

    def topydo(self, *words: str) -> Command:
        return [self.binary, "-c", str(self.folder / "config"), *words]

    def prepare(self, tasks):
        self.size = len(tasks)
        (self.folder / "lines").write_text("".join(task.line() + "\n" for task in tasks))
        (self.folder / "todo.txt").touch()
        # No archiving, so that lines keep their numbers, which identify tasks.
        (self.folder / "config").write_text(
            f"[topydo]\nfilename = {self.folder}/todo.txt\narchive_filename =\nidentifiers = linenumber\ncolors = 0\n"
            "[sort]\nkeep_sorted = 0\n"
        )

    def load(self):
        return self.topydo("add", "-f", str(self.folder / "lines"))

    def one(self):
        return self.picked()

    def add(self, task):
        return self.topydo("add", task.line())

    def mine(self):
        return self.topydo("ls", "-s", "due", "-n", "50", "@Mia")

    def all(self):
        return self.topydo("ls")

    def edit(self):
        return self.topydo("pri", self.one(), "A")

    def done(self):
        return self.topydo("do", self.one())

    def search(self, word):
        return self.topydo("ls", word)


class Todoman(Program):
    name = "todoman"
    pypi = "todoman"

    def version(self):
        return self.runner.text([self.binary, "--version"]).strip().replace(", version", "")

    def todo(self, *words: str) -> Command:
        return [self.binary, "--config", str(self.folder / "config.py"), *words]

    def prepare(self, tasks):
        self.size = len(tasks)
        (self.folder / "lists" / "tasks").mkdir(parents=True)
        (self.folder / "config.py").write_text(
            f'path = "{self.folder}/lists/*"\ncache_path = "{self.folder}/cache.sqlite3"\n'
            'date_format = "%Y-%m-%d"\ntime_format = "%H:%M"\ndefault_list = "tasks"\n'
        )
        for task in tasks:
            name = str(uuid.UUID(int=self.chance.getrandbits(128), version=4))
            rows = [
                "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//tasks//tasks//EN", "BEGIN:VTODO", f"UID:{name}",
                "DTSTAMP:20300101T000000Z", "CREATED:20300101T000000Z", f"SUMMARY:{task.title}",
                f"DESCRIPTION:{task.details}", f"DUE;VALUE=DATE:{task.due:%Y%m%d}",
                f"CATEGORIES:{task.tag},{task.member}", "STATUS:NEEDS-ACTION", "END:VTODO", "END:VCALENDAR",
            ]  # fmt: skip
            (self.folder / "lists" / "tasks" / f"{name}.ics").write_text("\r\n".join(rows) + "\r\n")

    def loaded(self):
        # It reads its files into a database on first use.
        self.runner.text(self.todo("list"))

    def one(self):
        return self.picked()

    def add(self, task):
        options = ["--list", "tasks", "--due", task.due.isoformat(), "--category", task.member]
        return self.todo("new", *options, "--category", task.tag, task.title)

    def mine(self):
        return self.first(self.todo("list", "--category", "Mia", "--sort", "due"), 50)

    def all(self):
        return self.todo("list")

    def edit(self):
        return self.todo("edit", self.one(), "--priority", "high")

    def done(self):
        return self.todo("done", self.one())

    def search(self, word):
        return self.todo("list", "--grep", word)
