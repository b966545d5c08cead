#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures hometask's commands as whole processes, beside plain git doing the equivalent on the same store.

    python3 Tests/Benchmarks/commands.py [--sizes 100,1000,10000] [--runs 11] [--binary PATH] [--folder DIR]

Builds the release binary with the static standard library (unless --binary names one), makes stores of each size by
'hometask add', and prints Markdown: the cost of each command, then the goals, each met or missed. It asserts nothing.

How to read it:
- Every figure is the median over the runs. hometask and git take turns within each run, and so do the sizes, so that a
  change in the machine's speed affects all alike. Machines differ by far more than programs do: quote the ratios of one
  run, never milliseconds from two.
- wall is elapsed time, cpu is user and system time; memory is the peak resident memory of one run.
- 'bare' is a repository without a working tree, 'tree' one with. All are packed before they are measured.
- git: add is 'git add FILE && git commit -q' of a new file; done and edit are the same of a changed file; sync is
  'git pull -q && git push -q'. git has no equivalent of list.
- 'sync, nothing' is a no-op, 'sync, send' has one local change to push, 'sync, fetch' one change from another device.
- The header says how long creating a small file takes. If that is far over 20 microseconds, the benchmark measures the
  file system; name a better --folder.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from plan import Case, plan  # noqa: E402
from processes import Cost, Runner, file_creation  # noqa: E402
from stores import StoreMaker  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def arguments():
    parser = argparse.ArgumentParser(description="Measures hometask's commands beside plain git.")
    parser.add_argument("--sizes", default="100,1000,10000", help="how many tasks the stores hold, separated by commas")
    parser.add_argument("--runs", type=int, default=11, help="how often each command is measured")
    parser.add_argument("--binary", type=pathlib.Path, help="the hometask to measure; built for release by default")
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the stores; the folder for temporary files")
    chosen = parser.parse_args()
    chosen.sizes = sorted(int(size) for size in chosen.sizes.split(","))
    if chosen.runs < 1 or chosen.sizes[0] < 1:
        parser.error("--sizes and --runs take numbers from 1 up")
    return chosen


def release_binary() -> pathlib.Path:
    command = ["swift", "build", "--package-path", str(ROOT), "-c", "release", "--static-swift-stdlib"]
    subprocess.run([*command, "--product", "hometask"], check=True, stdout=sys.stderr)
    shown = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True)
    return pathlib.Path(shown.stdout.strip()) / "hometask"


def measure(runner: Runner, cases: list[Case], runs: int) -> tuple[dict[Case, Cost], dict[Case, float]]:
    """Runs every case once for its memory, then all of them in turn, alternating the order."""
    memory = {}
    for case in cases:
        case.prepare()
        memory[case] = runner.memory(*case.commands())
    costs = {case: [] for case in cases}
    for run in range(runs):
        print(f"run {run + 1} of {runs}", file=sys.stderr)
        for case in reversed(cases) if run % 2 else cases:
            case.prepare()
            costs[case].append(runner.cost(*case.commands()))
    return {case: Cost.median(all_) for case, all_ in costs.items()}, memory


def table(costs: dict[Case, Cost], memory: dict[Case, float]) -> list[str]:
    lines = [
        "| command | tasks | store | hometask: wall ms | cpu ms | MiB | git: wall ms | cpu ms | MiB | ratio of wall |",
        "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|",
    ]
    for case, ours in costs.items():
        if case.program != "hometask":
            continue
        cells = [case.name, f"{case.size:,}" if case.size else "–", case.store or "–"]
        cells += [f"{ours.wall:.1f}", f"{ours.cpu:.1f}", f"{memory[case]:.1f}"]
        git = case.beside("git")
        if git in costs:
            theirs = costs[git]
            cells += [f"{theirs.wall:.1f}", f"{theirs.cpu:.1f}", f"{memory[git]:.1f}", f"{ours.wall / theirs.wall:.2f}"]
        else:
            cells += ["–"] * 4
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def goals(costs: dict[Case, Cost], sizes: list[int]) -> list[str]:
    """The goals as ratios of this run."""
    rows = []

    def goal(text: str, ours: Case, other: Case, limit: float):
        if ours in costs and other in costs:
            ratio = costs[ours].wall / costs[other].wall
            rows.append(f"| {text} | ≤ {limit:.2f} | {ratio:.2f} | {'met' if ratio <= limit else '**missed**'} |")

    start = Case("start-up", None, None, "hometask")
    goal("`hometask --help` against `git --version` (8 ms where that takes 1.5)", start, start.beside("git"), 8 / 1.5)
    small, large = sizes[0], sizes[-1]
    for store, limit in [("bare", 1.5), ("tree", 3.0)]:
        for name in ["add", "done"]:
            case = Case(name, large, store, "hometask")
            other = Case(name, small, store, "hometask")
            goal(f"`{name}`, {store}: {large:,} tasks against {small:,}", case, other, limit)
    for size in sizes:
        for store in ["bare", "tree"]:
            for name in ["add", "done", "edit"]:
                case = Case(name, size, store, "hometask")
                git = Case(name, size, "tree", "git")
                goal(f"`{name}`, {store}, {size:,} tasks, against `git add FILE && git commit`", case, git, 1.0)
    for name in ["sync, nothing", "sync, send"]:
        for size in sizes:
            case = Case(name, size, "tree", "hometask")
            goal(f"`{name}`, {size:,} tasks, against `git pull && git push`", case, case.beside("git"), 1.2)
    return ["| goal | at most | measured | |", "|---|--:|--:|---|", *rows]


def main():
    chosen = arguments()
    binary = (chosen.binary or release_binary()).resolve()
    with tempfile.TemporaryDirectory(prefix="hometask-benchmark-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder)
        speed = file_creation(folder)
        maker = StoreMaker(runner, str(binary), folder)
        cases = []
        for size in chosen.sizes:
            print(f"making stores of {size:,} tasks", file=sys.stderr)
            maker.grow(size)
            cases += plan(maker)
        document = maker.seed.visible_size()
        costs, memory = measure(runner, [*Case.start_up(str(binary)), *cases], chosen.runs)
        git = runner.text(["git", "--version"]).strip()
    print(f"{git}; {os.cpu_count()} processors; medians of {chosen.runs} runs;")
    print(f"a task is {document} bytes of visible JSON; making a small file takes {speed:.0f} µs.\n")
    print("\n".join(table(costs, memory)), end="\n\n")
    print("\n".join(goals(costs, chosen.sizes)))


if __name__ == "__main__":
    main()
