# SPDX-License-Identifier: Apache-2.0
"""The plan of the measurements: each case with its preparation, and the commands that count."""

import dataclasses
import pathlib
import typing
import uuid

from stores import Store, StoreMaker


@dataclasses.dataclass(frozen=True)
class Case:
    """One command of one program on one store. Cases are equal when they measure the same thing."""

    name: str
    size: int | None
    store: str | None
    program: str
    # The measured commands, recreated for each run.
    commands: typing.Callable[[], list[list[str]]] = dataclasses.field(default=list, compare=False)
    # The unmeasured preparation before each run.
    prepare: typing.Callable[[], None] = dataclasses.field(default=lambda: None, compare=False)

    def beside(self, program: str) -> "Case":
        """The same case for another program. git always has a working tree."""
        store = "tree" if program == "git" and self.store else self.store
        return Case(self.name, self.size, store, program)

    @staticmethod
    def start_up(hometask: str) -> list["Case"]:
        return [
            Case("start-up", None, None, "git", lambda: [["git", "--version"]]),
            Case("start-up", None, None, "hometask", lambda: [[hometask, "--help"]]),
        ]


def plan(maker: StoreMaker) -> list[Case]:
    """All cases for the current size of the seed."""
    size = maker.seed.count
    laptop, phone = maker.devices()
    cases = [*local_cases(maker.bare(), "bare", size), *local_cases(laptop, "tree", size)]
    git_laptop, git_phone = maker.clones()
    cases += git_cases(git_laptop, size)
    cases += sync_cases(laptop, phone, size)
    cases += git_sync_cases(git_laptop, git_phone, size)
    return cases


def local_cases(store: Store, kind: str, size: int) -> list[Case]:
    def case(name: str, command: typing.Callable[[], list[str]]) -> Case:
        return Case(name, size, kind, "hometask", lambda: [command()])

    list_ = store.hometask("list", "@Mia", "--sort", "due", "--limit", "50")
    return [
        case("add", store.add),
        case("list", lambda: list_),
        case("done", lambda: store.hometask("done", store.task())),
        case("edit", lambda: store.hometask("edit", store.task(), "--title", f"Look at it again {uuid.uuid4()}")),
    ]


def git_cases(store: Store, size: int) -> list[Case]:
    def commit(path: str) -> list[list[str]]:
        return [store.git("add", path), store.git("commit", "--quiet", "--message", "One task")]

    def new() -> list[list[str]]:
        return commit(written(store))

    def change() -> list[list[str]]:
        return commit(changed(store))

    return [
        Case("add", size, "tree", "git", new),
        Case("done", size, "tree", "git", change),
        Case("edit", size, "tree", "git", change),
    ]


def sync_cases(laptop: Store, phone: Store, size: int) -> list[Case]:
    def nothing():
        laptop.run(laptop.hometask("sync"))

    def one_to_send():
        laptop.run(laptop.hometask("sync"))
        laptop.run(laptop.add())

    def one_to_fetch():
        laptop.run(laptop.hometask("sync"))
        phone.run(phone.hometask("sync"))
        phone.run(phone.add())
        phone.run(phone.hometask("sync"))

    sync = [laptop.hometask("sync")]
    return [
        Case("sync, nothing", size, "tree", "hometask", lambda: sync, nothing),
        Case("sync, send", size, "tree", "hometask", lambda: sync, one_to_send),
        Case("sync, fetch", size, "tree", "hometask", lambda: sync, one_to_fetch),
    ]


def git_sync_cases(laptop: Store, phone: Store, size: int) -> list[Case]:
    def sync(store: Store) -> list[list[str]]:
        return [store.git("pull", "--quiet"), store.git("push", "--quiet")]

    def run(commands: list[list[str]]):
        for command in commands:
            laptop.run(command)

    def commit(store: Store):
        run([store.git("add", written(store)), store.git("commit", "--quiet", "--message", "One task")])

    def one_to_send():
        run(sync(laptop))
        commit(laptop)

    def one_to_fetch():
        run(sync(laptop) + sync(phone))
        commit(phone)
        run(sync(phone))

    return [
        Case("sync, nothing", size, "tree", "git", lambda: sync(laptop), lambda: run(sync(laptop))),
        Case("sync, send", size, "tree", "git", lambda: sync(laptop), one_to_send),
        Case("sync, fetch", size, "tree", "git", lambda: sync(laptop), one_to_fetch),
    ]


def written(store: Store) -> str:
    """Writes a new file of the size and path of a task's, and returns its path."""
    identity = str(uuid.uuid4())
    path = pathlib.PurePath("tasks", identity[:2], f"{identity}.json")
    target = store.folder / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes((store.folder / store.path()).read_bytes())
    return str(path)


def changed(store: Store) -> str:
    """Changes the title in a task's file, and returns its path."""
    path = store.path()
    target = store.folder / path
    lines = target.read_text().splitlines(keepends=True)
    for index, line in enumerate(lines):
        if line.startswith('  "title":'):
            lines[index] = f'  "title": "Look at it again {uuid.uuid4()}",\n'
    target.write_text("".join(lines))
    return path
