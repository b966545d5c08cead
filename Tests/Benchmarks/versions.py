#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures 'history' of a task, beside 'git log' of its file, on long histories.

    python3 Tests/Benchmarks/versions.py [--commits 5000,20000] [--runs 5] [--binary PATH] [--folder DIR]

Builds the release binary (unless --binary names one) and prints Markdown. It asserts nothing.

How to read it:
- Of N commits of plain git on a family's branch, one in six changes the title of one task, the others other tasks.
  'hometask history' shows every change of that task, which takes reading each version; 'git log -- FILE' lists commits.
- packed is a store after 'git gc'; with a commit-graph, one where git has written that too, which saves inflating
  commits.
- The first 'history' on a store computes the changes of each commit, and is among the runs. Times are medians; ratio is
  that of 'hometask history' to 'git log -- FILE'. The goal is 1.5.
"""

import argparse
import pathlib
import shutil
import statistics
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from commands import release_binary  # noqa: E402
from histories import Family, Stream  # noqa: E402
from processes import Runner  # noqa: E402

GOAL = 1.5


def arguments():
    parser = argparse.ArgumentParser(description="Measures what the history of one task costs.")
    parser.add_argument("--commits", default="5000,20000", help="how many commits the history has")
    parser.add_argument("--runs", type=int, default=5, help="how often each is measured")
    parser.add_argument("--binary", type=pathlib.Path, help="the hometask to measure; built for release by default")
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the families; the folder for temporary files")
    return parser.parse_args()


def one_in_six(stream: Stream, size: int):
    """N commits, of which one in six changes the title of the first task."""
    first, *others = sorted(stream.tasks)
    for number in range(size):
        stream.commit()
        stream.retitle(first if number % 6 == 0 else others[number % len(others)], f"Title {number}")


def measure(runner: Runner, hometask: str, family: Family, size: int, runs: int, folder: pathlib.Path):
    hub, device = folder / "hub.git", folder / "device"
    shutil.copytree(family.hub, hub, symlinks=True)
    shutil.copytree(family.device, device, symlinks=True)
    family.push(hub, one_in_six, size)
    at = [hometask, "-C", str(device)]
    git = ["git", "-C", str(device)]
    runner.text([*at, "remote", "set", "origin", str(hub)])
    runner.text([*at, "sync"])
    tasks = runner.text([*git, "ls-tree", "-r", "--name-only", "HEAD", "--", "tasks"]).split()
    path = min(tasks)
    name = pathlib.Path(path).stem
    for store, prepare in {
        "packed": ["-c", "gc.writeCommitGraph=false", "gc", "--quiet", "--prune=now"],
        "with a commit-graph": ["commit-graph", "write", "--reachable"],
    }.items():
        runner.text([*git, *prepare])
        ours, theirs = [*at, "history", f"#{name}"], [*git, "log", "--", path]
        pairs = [(runner.cost(ours).wall, runner.cost(theirs).wall) for _ in range(runs)]
        yield store, *map(statistics.median, zip(*pairs))


def main():
    chosen = arguments()
    hometask = str((chosen.binary or release_binary()).resolve())
    with tempfile.TemporaryDirectory(prefix="hometask-versions-", dir=chosen.folder) as name:
        root = pathlib.Path(name)
        runner = Runner(root)
        family = Family(runner, hometask, root)
        print("| commits | store | history ms | git log ms | ratio | goal |")
        print("|---|---|---|---|---|---|")
        for size in map(int, chosen.commits.split(",")):
            folder = root / f"commits-{size}"
            folder.mkdir()
            for store, ours, theirs in measure(runner, hometask, family, size, chosen.runs, folder):
                verdict = "met" if ours <= GOAL * theirs else "missed"
                print(f"| {size} | {store} | {ours:.0f} | {theirs:.0f} | {ours / theirs:.2f} | {verdict} |", flush=True)


if __name__ == "__main__":
    main()
