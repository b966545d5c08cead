#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures hometask beside the task programs that people would otherwise choose, as whole processes in one run.

    python3 Tests/Benchmarks/peers.py [--sizes 1000,10000,100000] [--runs 5] [--binary PATH] [--folder DIR]

Installs Taskwarrior and todo.txt from Debian, topydo and todoman from PyPI (into a folder for temporary files), builds
the release binary with the static standard library (unless --binary names one), gives every program a store of the
same tasks, and prints Markdown: wall clock, processor, memory, disk, then the goals, each met or missed.

How to read it:
- Every figure is the median over the runs, in milliseconds; in brackets, the ratio to hometask. All programs take turns
  within each run. Machines differ by far more than programs do: quote ratios of one run.
- hometask has a working tree, 'bare' has none. From 100,000 tasks on, only the bare one is measured, and the others are
  compared with it. One in a hundred tasks has the search word.
- import: hometask reads one task per line, Taskwarrior JSON, topydo todo.txt; the other two have no import, their own
  files are written beforehand. Each time a new store is filled. 'edit' sets the priority. topydo and hometask show 50
  rows by default, the lists of others are cut by 'head'. 'search' shows all matches, 'first hits' the twenty best.
- Commands that take longer than ten seconds are measured once, those that exceed --limit are abandoned: '> 120 s'.
- The header says how long creating a small file takes. If that is far over 20 microseconds, the benchmark measures the
  file system; name a better --folder.
"""

import argparse
import os
import pathlib
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from commands import release_binary  # noqa: E402
from goals import goals  # noqa: E402
from installing import installed  # noqa: E402
from processes import Cost, Runner, TooSlow, file_creation  # noqa: E402
from programs import RARE, BareHometask, Hometask, Program, Task, Tasks  # noqa: E402

# The number of tasks from which hometask is only measured without a working tree.
BARE_ONLY = 100_000
# The milliseconds from which a command is only run once.
SLOW = 10_000

ACTIONS = ["start-up", "import", "add", "50 rows by due", "all", "search", "edit", "done", "first hits", "one letter", "stats", "index"]


def arguments():
    parser = argparse.ArgumentParser(description="Measures hometask beside its peers.")
    parser.add_argument("--sizes", default="1000,10000,100000", help="how many tasks the stores hold")
    parser.add_argument("--runs", type=int, default=5, help="how often each command is measured")
    parser.add_argument("--limit", type=float, default=120, help="after how many seconds a command is given up")
    parser.add_argument("--binary", type=pathlib.Path, help="the hometask to measure; built for release by default")
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the stores; the folder for temporary files")
    chosen = parser.parse_args()
    chosen.sizes = sorted(int(size) for size in chosen.sizes.split(","))
    if chosen.runs < 1 or chosen.sizes[0] < 1000:
        parser.error("--runs takes a number from 1 up, --sizes take numbers from 1000 up")
    return chosen


class Bench:
    """All programs on stores of one size, and their costs."""

    def __init__(
        self, runner: Runner, folder: pathlib.Path, size: int, programs: list[tuple[type[Program], str]], runs: int
    ):
        self.runner = runner
        self.size = size
        self.tasks = Tasks()
        tasks = [self.tasks.next() for _ in range(size)]
        # The costs by program and action; None if it was abandoned.
        self.costs: dict[tuple[str, str], list[Cost] | None] = {}
        self.memory: dict[tuple[str, str], float] = {}
        self.disk: dict[str, int] = {}
        self.versions: dict[str, str] = {}
        self.programs = []
        programs = [(kind, binary) for kind, binary in programs if size < BARE_ONLY or kind is not Hometask]
        for kind, binary in programs:
            print(f"{kind.name}: a store of {size:,} tasks", file=sys.stderr)
            program = kind(runner, folder / kind.name.replace(", ", "-"), binary)
            self.versions[program.name] = program.version()
            program.prepare(tasks)
            if self.imports(program):
                self.programs.append(program)
        for run in range(1, runs):
            print(f"{size:,} tasks: import {run + 1} of {runs}", file=sys.stderr)
            for kind, binary in programs:
                self.imports_again(kind(runner, folder / "again", binary), tasks)
                shutil.rmtree(folder / "again")

    def imports_again(self, program: Program, tasks: list[Task]):
        """Measures an import into a fresh store, unless the first one was slow."""
        costs = self.costs.get((program.name, "import"))
        if costs and costs[0].wall <= SLOW:
            program.prepare(tasks)
            try:
                costs.append(self.runner.cost(program.load()))
            except TooSlow:
                self.costs[program.name, "import"] = None

    def imports(self, program: Program) -> bool:
        """Imports the tasks; returns whether that succeeded in time."""
        try:
            if load := program.load():
                self.costs[program.name, "import"] = [self.runner.cost(load)]
            program.loaded()
        except TooSlow:
            self.costs[program.name, "import"] = None
            return False
        self.disk[program.name] = used(program.folder)
        return True

    def command(self, program: Program, action: str) -> list[str] | None:
        """The command line for an action; None if the program does not support it."""
        if action == "index":
            if not isinstance(program, Hometask):
                return None
            program.forget_index()
            return program.mine()
        calls = {
            "start-up": program.start,
            "add": lambda: program.add(self.tasks.next()),
            "50 rows by due": program.mine,
            "all": program.all,
            "search": lambda: program.search(RARE),
            "edit": program.edit,
            "done": program.done,
            "first hits": getattr(program, "first_hits", None),
            "one letter": getattr(program, "one_letter", None),
            "stats": getattr(program, "stats", None),
        }  # fmt: skip
        return calls[action]() if calls.get(action) else None

    def measure(self, runs: int):
        cells = [(program, action) for action in ACTIONS if action != "import" for program in self.programs]
        for program, action in cells:
            if command := self.command(program, action):
                self.first(program, action, command)
        for run in range(runs):
            print(f"{self.size:,} tasks: run {run + 1} of {runs}", file=sys.stderr)
            for program, action in reversed(cells) if run % 2 else cells:
                costs = self.costs.get((program.name, action))
                if costs is None or costs and costs[0].wall > SLOW:
                    continue
                try:
                    costs.append(self.runner.cost(self.command(program, action)))
                except TooSlow:
                    self.costs[program.name, action] = None

    def first(self, program: Program, action: str, command: list[str]):
        """The run for the memory; if it was slow, it is the only timed one."""
        try:
            cost = self.runner.cost(command)
            if cost.wall <= SLOW:
                self.memory[program.name, action] = self.runner.memory(self.command(program, action))
        except TooSlow:
            self.costs[program.name, action] = None
        else:
            self.costs[program.name, action] = [cost] if cost.wall > SLOW else []

    @property
    def reference(self) -> str:
        return BareHometask.name if self.size >= BARE_ONLY else Hometask.name

    def cost(self, program: str, action: str) -> Cost | None:
        costs = self.costs.get((program, action))
        return Cost.median(costs) if costs else None


def used(folder: pathlib.Path) -> int:
    """The disk usage of the files below a folder in bytes, without the import files."""
    made = {"lines", "tasks.json"}
    return sum(path.lstat().st_blocks * 512 for path in folder.rglob("*") if path.name not in made)


def table(bench: Bench, limit: float, unit: str) -> list[str]:
    names = list(bench.versions)
    lines = [f"| {bench.size:,} tasks, {unit} | " + " | ".join(names) + " |", "|---|" + "--:|" * len(names)]
    for action in ACTIONS:
        cells = []
        for name in names:
            key = (name, action)
            if key in bench.costs and bench.costs[key] is None:
                cells.append(f"> {limit:.0f} s")
            elif unit == "MiB":
                cells.append(f"{bench.memory[key]:.0f}" if key in bench.memory else "–")
            else:
                cells.append(figure(bench, name, action, "wall" if unit == "ms" else "cpu"))
        if any(cell != "–" for cell in cells):
            lines.append(f"| {action} | " + " | ".join(cells) + " |")
    return lines


def figure(bench: Bench, name: str, action: str, column: str) -> str:
    cost, ours = bench.cost(name, action), bench.cost(bench.reference, action)
    if cost is None:
        return "–"
    value = getattr(cost, column)
    shown = f"{value:,.1f}" if value < 100 else f"{value:,.0f}"
    return shown if ours is None or name == bench.reference else f"{shown} ({value / getattr(ours, column):.1f})"


def main():
    chosen = arguments()
    binary = str((chosen.binary or release_binary()).resolve())
    benches = []
    with tempfile.TemporaryDirectory(prefix="hometask-peers-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        programs = [(kind, binary) for kind in (Hometask, BareHometask)] + installed(folder / "python")
        runner = Runner(folder, chosen.limit)
        speed = file_creation(folder)
        for size in chosen.sizes:
            bench = Bench(runner, folder / str(size), size, programs, chosen.runs)
            bench.measure(chosen.runs)
            benches.append(bench)
            shutil.rmtree(folder / str(size))
    print("; ".join(dict.fromkeys(benches[0].versions.values())) + ";")
    print(f"{os.cpu_count()} processors; medians of {chosen.runs} runs; making a small file takes {speed:.0f} µs.")
    for bench in benches:
        for unit in ["ms", "ms of processor", "MiB"]:
            print("\n" + "\n".join(table(bench, chosen.limit, unit)))
        print("| on disk | " + " | ".join(f"{bench.disk.get(name, 0) / 2**20:.1f}" for name in bench.versions) + " |")
    print("\n" + "\n".join(goals(benches)))


if __name__ == "__main__":
    main()
