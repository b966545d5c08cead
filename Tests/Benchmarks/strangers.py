#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of a remote's foreign commits of any size, made with plain git.

    python3 Tests/Benchmarks/strangers.py [--members 10000,20000,50000,100000] [--commits 2500,5000,10000,20000]
        [--cases NAME,…] [--limit 400] [--binary PATH] [--folder DIR]

Builds the release binary (unless --binary names one) and prints Markdown. It asserts nothing.

How to read it:
- Every case is a hub to which a stranger has pushed, by 'git fast-import', the history that `histories.py` beside this
  describes. A device of the family then runs 'sync', 'list', 'status', 'add' and 'sync' again; a new one runs 'join'.
- 'git clone' of the same hub stands beside it, and is the minimum cost of the transfer and the files.
- memory is the highest peak of resident memory of the command and of its child processes, each on its own.
- wall is elapsed time, cpu is user and system time of all processes. 'x2' is the factor by which the latter grows when
  the size doubles, from the size above: 2 is linear, 4 is quadratic.
- A command that refuses the history is shown with the first line of its message.
- Histories are deterministic.
"""

import argparse
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from commands import release_binary  # noqa: E402
from histories import BY_DOCUMENTS, CASES, Family  # noqa: E402
from processes import Cost, Runner, TooSlow  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description="Measures hometask on histories of a stranger's choosing.")
    parser.add_argument("--members", default="10000,20000,50000,100000", help="how many documents or elements")
    parser.add_argument("--commits", default="2500,5000,10000,20000", help="how many commits or parents")
    parser.add_argument("--cases", default=",".join(CASES), help=f"which of {', '.join(CASES)}")
    parser.add_argument("--limit", type=float, default=400, help="after how many seconds a command is killed")
    parser.add_argument("--binary", type=pathlib.Path, help="the hometask to measure; built for release by default")
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the families; the folder for temporary files")
    chosen = parser.parse_args()
    chosen.cases = chosen.cases.split(",")
    for name in chosen.cases:
        if name not in CASES:
            parser.error(f"there is no case {name}: choose from {', '.join(CASES)}")
    return chosen


def run(runner: Runner, command: list[str]) -> tuple[Cost, float, str]:
    """Its cost, its memory in mebibytes, and the remark for the report."""
    try:
        cost, memory, code = runner.attempt(command)
    except TooSlow:
        return Cost(math.inf, math.inf), math.nan, "killed"
    lines = runner.output.read_text(errors="replace").splitlines()
    note = next((line for line in lines if "error" in line.lower()), f"ended with {code}") if code else ""
    return cost, memory, note


class Measurement:
    """One case at one size."""

    def __init__(self, runner: Runner, family: Family, folder: pathlib.Path):
        self.runner = runner
        self.family = family
        self.folder = folder

    def steps(self, case: str, size: int):
        """Makes the history, and yields the cost of each command on it."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        hub, device = self.folder / "hub.git", self.folder / "device"
        for source, target in [(self.family.hub, hub), (self.family.device, device)]:
            subprocess.run(["cp", "-a", str(source), str(target)], check=True)
        hometask = [self.family.hometask, "-C", str(device)]
        self.runner.text([*hometask, "remote", "set", "origin", str(hub)])
        self.runner.text([*hometask, "me", "Mia"])
        self.family.push(hub, CASES[case], size)
        joined = self.folder / "joined"
        for name, command in [
            ("git clone", ["git", "clone", "--quiet", "--no-local", str(hub), str(self.folder / "clone")]),
            ("sync", [*hometask, "sync"]),
            ("list", [*hometask, "list"]),
            ("status", [*hometask, "status"]),
            ("add", [*hometask, "add", "Feed the cat"]),
            ("sync again", [*hometask, "sync"]),
            ("join", [self.family.hometask, "join", str(hub), str(joined), "--as", "Tom", "--device", "new"]),
        ]:
            yield name, *run(self.runner, command)


def main():
    chosen = arguments()
    binary = (chosen.binary or release_binary()).resolve()
    with tempfile.TemporaryDirectory(prefix="hometask-benchmark-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder, chosen.limit)
        family = Family(runner, str(binary), folder)
        measurement = Measurement(runner, family, folder / "case")
        print(f"{os.cpu_count()} processors\n\n| case | size | command | wall s | cpu s | MiB | x2 | |")
        print("|---|--:|---|--:|--:|--:|--:|---|", flush=True)
        for case in chosen.cases:
            sizes = chosen.members if case in BY_DOCUMENTS else chosen.commits
            before: dict[str, tuple[int, float]] = {}
            for size in sorted(int(size) for size in sizes.split(",")):
                for step, cost, memory, note in measurement.steps(case, size):
                    growth = "–"
                    if step in before and math.isfinite(cost.cpu) and math.isfinite(before[step][1]):
                        doublings = math.log2(size / before[step][0])
                        growth = f"{(cost.cpu / before[step][1]) ** (1 / doublings):.2f}"
                    before[step] = (size, cost.cpu)
                    cells = [case, f"{size:,}", step, f"{cost.wall / 1000:.2f}", f"{cost.cpu / 1000:.2f}"]
                    print("| " + " | ".join([*cells, f"{memory:.0f}", growth, note]) + " |", flush=True)


if __name__ == "__main__":
    main()
