# SPDX-License-Identifier: Apache-2.0
"""Makes the stores for the measurements, with the tool itself."""

import datetime
import json
import pathlib
import random
import shlex
import shutil

VERBS = ["Water", "Clean", "Repair", "Sort", "Fetch", "Return", "Order", "Paint", "Air", "Polish"]
THINGS = ["the plants in the hall", "the bicycle shed", "the books of the library", "the winter coats", "the gutters"]
DETAILS = [
    "Start with the ones by the window, they dry out first. The can stands behind the door of the cellar.",
    "Ask the neighbours whether they need theirs done too. Last year it took two of us most of a morning.",
    "Everything for it is in the blue box on the second shelf. Put the receipts into the folder when done.",
]
TAGS = ["garden", "house", "school", "errand", "weekend"]


class Store:
    """One family's repository, with its still unused open tasks."""

    def __init__(self, runner, hometask: str, folder: pathlib.Path):
        self.runner = runner
        self.folder = folder
        self.name = hometask
        self.chance = random.Random(4)
        self.unused: list[str] = []
        self.count = 0

    def hometask(self, *words: str) -> list[str]:
        return [self.name, "-C", str(self.folder), *words]

    def git(self, *words: str) -> list[str]:
        return ["git", "-C", str(self.folder), *words]

    def run(self, command: list[str]) -> str:
        return self.runner.text(command)

    def add(self) -> list[str]:
        """The command that adds one task; every other one is Mia's."""
        self.count += 1
        chance = self.chance
        due = datetime.date(2031, 1, 1) + datetime.timedelta(days=chance.randrange(700))
        return self.hometask(
            "add", f"{chance.choice(VERBS)} {chance.choice(THINGS)} {self.count}",
            "--for", "Mia" if self.count % 2 else "Tom", "--due", due.isoformat(),
            "--tag", chance.choice(TAGS), "--description", chance.choice(DETAILS),
        )  # fmt: skip

    def line(self) -> str:
        """The same as a line of `add --stdin`; the description, which it cannot express, lengthens the title."""
        self.count += 1
        chance = self.chance
        due = datetime.date(2031, 1, 1) + datetime.timedelta(days=chance.randrange(700))
        member = "Mia" if self.count % 2 else "Tom"
        title = f"{chance.choice(VERBS)} {chance.choice(THINGS)} {self.count} {chance.choice(DETAILS)}"
        return f"{title} @{member} due:{due.isoformat()} +{chance.choice(TAGS)}"

    def paths(self) -> list[str]:
        """The paths of all tasks at HEAD."""
        return self.run(self.git("ls-tree", "-r", "--name-only", "HEAD", "--", "tasks")).split()

    def task(self) -> str:
        """A reference to an open task that was not returned before."""
        return "#" + pathlib.PurePath(self.path()).stem

    def path(self) -> str:
        """The path of a task that was not returned before."""
        if not self.unused:
            self.unused = self.paths()
            self.chance.shuffle(self.unused)
        return self.unused.pop()

    def visible_size(self) -> int:
        """The bytes of one task as JSON without its merge state."""
        document = json.loads(self.run(self.git("show", f"HEAD:{self.paths()[0]}")))
        document.pop("~merge", None)
        return len(json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False).encode()) + 1


class StoreMaker:
    """Grows one bare store and makes copies of it, each with its counterpart for comparison."""

    def __init__(self, runner, hometask: str, folder: pathlib.Path):
        self.runner = runner
        self.hometask = hometask
        self.folder = folder
        self.seed = self.store(folder / "seed")
        family = ["--name", "Miller", "--me", "Mia", "--device", "Desk", "--zone", "Europe/Berlin"]
        runner.text([hometask, "init", str(self.seed.folder), "--bare", *family])
        runner.text(self.seed.hometask("member", "add", "Tom"))

    def store(self, folder: pathlib.Path) -> Store:
        return Store(self.runner, self.hometask, folder)

    def grow(self, size: int):
        """Adds tasks to the seed up to a size, in one commit, and packs it."""
        lines = self.folder / "lines"
        with lines.open("w") as out:
            while self.seed.count < size:
                print(self.seed.line(), file=out)
        command = " ".join(shlex.quote(word) for word in self.seed.hometask("add", "--stdin"))
        self.runner.text(["sh", "-c", f"{command} < {shlex.quote(str(lines))}"])
        self.runner.text(self.seed.git("gc", "--quiet"))

    def bare(self) -> Store:
        """A bare store, a copy of the current seed."""
        folder = self.folder / f"bare-{self.seed.count}"
        shutil.copytree(self.seed.folder, folder, symlinks=True)
        store = self.store(folder)
        store.count = self.seed.count
        self.runner.text(store.hometask("me", "Mia"))
        return store

    def devices(self) -> tuple[Store, Store]:
        """Two devices with working trees that share a bare remote."""
        remote = self._remote("remote")
        return self._joined(remote, "laptop", "Mia"), self._joined(remote, "phone", "Tom")

    def clones(self) -> tuple[Store, Store]:
        """The same for plain git."""
        remote = self._remote("git-remote")
        stores = []
        for name in ["git-laptop", "git-phone"]:
            store = self.store(self.folder / f"{name}-{self.seed.count}")
            self.runner.text(["git", "clone", "--quiet", str(remote), str(store.folder)])
            stores.append(store)
        return stores[0], stores[1]

    def _remote(self, name: str) -> pathlib.Path:
        remote = self.folder / f"{name}-{self.seed.count}.git"
        self.runner.text(["git", "clone", "--quiet", "--bare", str(self.seed.folder), str(remote)])
        return remote

    def _joined(self, remote: pathlib.Path, name: str, member: str) -> Store:
        store = self.store(self.folder / f"{name}-{self.seed.count}")
        self.runner.text([self.hometask, "join", str(remote), str(store.folder), "--as", member, "--device", name])
        store.count = self.seed.count
        return store
