#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures merging: whole processes of hometask beside 'git merge' of the same commits, and the join of one document.

    python3 Tests/Benchmarks/merging.py [--tasks 10000] [--changed 1000] [--runs 7] [--binary PATH] [--folder DIR]

Builds the release binary (unless --binary names one) and the package 'Joining', and prints Markdown. It asserts nothing
about time, but ends if a merge has not joined what it should have.

How to read it:
- A family, two devices, and the same documents changed on both: half of them in the same field (the title), half in
  different ones (the title, the completion). The laptop has already fetched; each run merges in a fresh copy of it.
- hometask is 'hometask pull': it asks the remote again, and finds nothing new. git is 'git merge' alone, without a
  remote, and so saves a process and a connection. Beside it is the time of 'hometask pull' with nothing to merge.
- git merges with its built-in text merge (it leaves conflicts in nearly all documents, and exits with 1), with a driver
  that takes their version, as a script of sh and as a static program in C (the minimum cost of an external driver), and
  with hometask's own driver.
- Medians over the runs; all programs take turns in each. Quote ratios of one run.
- The header says how long creating a small file takes. If that is far over 30 microseconds, the benchmark measures the
  file system; name a better --folder.
- Allocations are the calls of malloc, calloc and realloc, counted by replacements in 'Joining'.
"""

import argparse
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile
import typing

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from commands import ROOT, release_binary  # noqa: E402
from parting import Parting  # noqa: E402
from processes import Cost, Runner, file_creation  # noqa: E402
from stores import Store, StoreMaker  # noqa: E402

SHELL_DRIVER = "#!/bin/sh\nexec cat <\"$3\" >\"$2\"\n"

C_DRIVER = r"""
#include <fcntl.h>
#include <unistd.h>

int main(int count, char **arguments) {
    static char bytes[1 << 16];
    if (count < 4) return 2;
    int theirs = open(arguments[3], O_RDONLY), ours = open(arguments[2], O_WRONLY | O_TRUNC);
    if (theirs < 0 || ours < 0) return 2;
    for (ssize_t length; (length = read(theirs, bytes, sizeof bytes)) > 0;)
        if (write(ours, bytes, length) != length) return 2;
    return 0;
}
"""


@dataclasses.dataclass(frozen=True)
class Merge:
    """One way to merge the fetched changes of the laptop."""

    name: str
    # The git commands that prepare the copy before the measurement.
    prepare: list[list[str]]
    command: typing.Callable[[Store], list[str]]
    codes: tuple[int, ...] = (0,)


def arguments():
    parser = argparse.ArgumentParser(description="Measures merging beside git.")
    parser.add_argument("--tasks", type=int, default=10_000, help="how many tasks the family has")
    parser.add_argument("--changed", type=int, default=1000, help="how many of them both sides changed")
    parser.add_argument("--runs", type=int, default=7, help="how often each merge is measured")
    parser.add_argument("--sizes", default="100,1000,10000", help="families in which both sides changed 100 tasks")
    parser.add_argument("--binary", type=pathlib.Path, help="the hometask to measure; built for release by default")
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the stores; the folder for temporary files")
    return parser.parse_args()


def drivers(folder: pathlib.Path) -> tuple[str, str]:
    """The trivial drivers, in sh and in C, as commands for git's configuration."""
    script, source, program = folder / "driver.sh", folder / "driver.c", folder / "driver"
    script.write_text(SHELL_DRIVER)
    script.chmod(0o755)
    source.write_text(C_DRIVER)
    subprocess.run(["cc", "-O2", "-static", "-o", str(program), str(source)], check=True)
    return f"{script} %O %A %B", f"{program} %O %A %B"


def merges(hometask: str, folder: pathlib.Path) -> list[Merge]:
    shell, static = drivers(folder)

    def git(store: Store) -> list[str]:
        return store.git("merge", "--quiet", "--no-edit", "origin/main")

    def driver(command: str) -> list[list[str]]:
        return [["config", "merge.hometask.driver", command]]

    # Without this driver in the configuration, git merges as text.
    text = [["config", "--remove-section", "merge.hometask"]]
    return [
        Merge("`hometask pull`", [], lambda store: store.hometask("pull")),
        Merge("git, built-in text merge", text, git, codes=(0, 1)),
        Merge("git, driver in sh", driver(shell), git),
        Merge("git, driver in static C", driver(static), git),
        Merge("git, hometask's driver", driver(f"{hometask} merge-driver %O %A %B %L %P"), git, codes=(0, 1)),
    ]


def measure(parting: Parting, ways: list[Merge], runs: int) -> dict[str, Cost]:
    costs = {way.name: [] for way in ways}
    idle = []
    for run in range(runs):
        print(f"run {run + 1} of {runs}", file=sys.stderr)
        for way in reversed(ways) if run % 2 else ways:
            store = parting.copy(*way.prepare)
            costs[way.name].append(parting.runner.cost(way.command(store), codes=way.codes))
            if way is ways[0]:
                idle.append(parting.runner.cost(way.command(store)))
    return {name: Cost.median(all_) for name, all_ in costs.items()} | {"idle": Cost.median(idle)}


def table(costs: dict[str, Cost]) -> list[str]:
    names = [name for name in costs if name != "idle"]
    ours = costs[names[0]]
    lines = ["| merge | wall ms | cpu ms | wall against hometask |", "|---|--:|--:|--:|"]
    for name in names:
        cost = costs[name]
        lines.append(f"| {name} | {cost.wall:.0f} | {cost.cpu:.0f} | {cost.wall / ours.wall:.1f} |")
    idle = costs["idle"]
    lines.append(f"| `hometask pull`, nothing to merge | {idle.wall:.0f} | {idle.cpu:.0f} | |")
    return lines


def goals(costs: dict[str, Cost]) -> list[str]:
    lines = ["| goal | at least | measured | |", "|---|--:|--:|---|"]
    ours = costs["`hometask pull`"].wall
    for name, least in [("driver in sh", 20), ("driver in static C", 10), ("built-in text merge", 1)]:
        ratio = costs[f"git, {name}"].wall / ours
        outcome = "met" if ratio >= least else "**missed**"
        lines.append(f"| faster than git, {name} | {least} × | {ratio:.1f} × | {outcome} |")
    return lines


def growth(runner: Runner, hometask: str, folder: pathlib.Path, sizes: list[int], runs: int) -> list[str]:
    """The cost of merging 100 changed documents in families of several sizes."""
    maker = StoreMaker(runner, hometask, folder)
    way = Merge("pull", [], lambda store: store.hometask("pull"))
    lines = ["| tasks | store | merge: wall ms | cpu ms | nothing to merge: wall ms | cpu ms |"]
    lines.append("|--:|---|--:|--:|--:|--:|")
    for size in sizes:
        maker.grow(size)
        for bare in [True, False]:
            print(f"100 of {size:,} tasks, {'bare' if bare else 'tree'}", file=sys.stderr)
            costs = measure(Parting(maker, min(100, size), bare), [way], runs)
            merge, idle = costs["pull"], costs["idle"]
            cells = [f"{size:,}", "bare" if bare else "tree"]
            cells += [f"{cost:.1f}" for cost in (merge.wall, merge.cpu, idle.wall, idle.cpu)]
            lines.append("| " + " | ".join(cells) + " |")
    return lines


def joins() -> list[str]:
    package = ROOT / "Tests" / "Benchmarks" / "Joining"
    command = ["swift", "run", "--package-path", str(package), "--scratch-path", str(ROOT / ".build-joining")]
    command += ["-c", "release", "Joining"]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE, stderr=sys.stderr, text=True)
    steps = "".join(f" {step} µs | allocations |" for step in ["read", "join", "write", "all"])
    return [f"| actors | bytes |{steps}", "|" + "--:|" * 10, *run.stdout.splitlines()]


def main():
    chosen = arguments()
    binary = str((chosen.binary or release_binary()).resolve())
    rows = joins()
    with tempfile.TemporaryDirectory(prefix="hometask-benchmark-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder)
        speed = file_creation(folder)
        git = runner.text(["git", "--version"]).strip()
        show(
            f"{git}; {os.cpu_count()} processors; medians of {chosen.runs} runs;",
            f"making a small file takes {speed:.0f} µs.",
            "",
            "One document of fifty edits (100 by 100 actors), its title changed on both sides:",
            *rows,
        )
        (folder / "large").mkdir()
        maker = StoreMaker(runner, binary, folder / "large")
        maker.grow(chosen.tasks)
        costs = measure(Parting(maker, chosen.changed, bare=False), merges(binary, folder), chosen.runs)
        show(
            f"{chosen.changed:,} of {chosen.tasks:,} tasks changed on both sides, half of them in the same field:",
            *table(costs),
            *goals(costs),
        )
        (folder / "growing").mkdir()
        sizes = sorted(int(size) for size in chosen.sizes.split(","))
        show(
            "100 tasks changed on both sides:",
            *growth(runner, binary, folder / "growing", sizes, chosen.runs),
        )


def show(*lines: str):
    """Prints a part of the report at once, so that a later failure does not lose it."""
    before = ""
    for line in lines:
        # Markdown requires blank lines around a table.
        if line.startswith("|") != before.startswith("|") or line.startswith("| goal"):
            print()
        print(line)
        before = line
    print(flush=True)


if __name__ == "__main__":
    main()
