#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the data that a sync receives after a change of one document, beside plain 'git fetch', on long histories.

    python3 Tests/Benchmarks/fetching.py [--commits 100,5000,20000] [--runs 5] [--binary PATH] [--folder DIR]

Builds the release binary (unless --binary names one) and prints Markdown. It asserts nothing.

How to read it:
- A device and its hub share a history of N commits. Another device sends one more, which the device pulls; a plain
  clone of the same hub fetches it with 'git fetch'.
- objects and bytes are those of the received packs. The goal is a ratio of at most 1.2.
- wall is the median over the runs of the whole command: 'pull' also merges and writes the files, 'git fetch' does not.
- 'both' is a sync that receives one change and sends one; its packs also include the device's own objects.
"""

import argparse
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from commands import release_binary  # noqa: E402
from histories import Family, commits  # noqa: E402
from processes import Runner  # noqa: E402

GOAL = 1.2


def arguments():
    parser = argparse.ArgumentParser(description="Measures what one change costs on a long history.")
    parser.add_argument("--commits", default="100,5000,20000", help="how many commits the history has")
    parser.add_argument("--runs", type=int, default=5, help="how many changes are received")
    parser.add_argument("--binary", type=pathlib.Path, help="the hometask to measure; built for release by default")
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the families; the folder for temporary files")
    return parser.parse_args()


class Packs:
    """The packs of a repository, to detect new ones."""

    def __init__(self, git_directory: pathlib.Path):
        self.folder = git_directory / "objects" / "pack"
        self.known = set(self.folder.glob("*.idx"))

    def arrived(self) -> tuple[int, int]:
        """The objects and bytes of the packs that are new since the last call."""
        new = set(self.folder.glob("*.idx")) - self.known
        self.known |= new
        counts = [len(subprocess.run(["git", "show-index"], stdin=open(index), check=True, capture_output=True)
                      .stdout.splitlines()) for index in new]
        return sum(counts), sum(index.with_suffix(".pack").stat().st_size for index in new)


def push_change(runner: Runner, hometask: str, other: pathlib.Path, number: int):
    """Sends a change from another device. A plain git commit would be sealed here, and the seal would count as
    received."""
    at = [hometask, "-C", str(other)]
    for words in (["pull"], ["add", f"There {number}"], ["sync"]):
        runner.text([*at, *words])


def measure(runner: Runner, hometask: str, family: Family, size: int, runs: int, folder: pathlib.Path):
    hub, device, plain, other = (folder / name for name in ("hub.git", "device", "plain", "other"))
    shutil.copytree(family.hub, hub, symlinks=True)
    shutil.copytree(family.device, device, symlinks=True)
    family.push(hub, commits, size)
    at = [hometask, "-C", str(device)]
    runner.text([*at, "remote", "set", "origin", str(hub)])
    runner.text([*at, "sync"])
    runner.text([hometask, "join", str(hub), str(other), "--as", "Tom", "--device", "Other"])
    runner.text([hometask, "-C", str(other), "sync"])
    runner.text([*at, "sync"])
    runner.text(["git", "clone", "--quiet", "--no-local", str(hub), str(plain)])
    git_folder = device / ".git" if (device / ".git").exists() else device
    rows: dict[str, list] = {"pull": [], "git fetch": [], "both": []}
    ours, theirs = Packs(git_folder), Packs(plain / ".git")
    # git unpacks small fetches into loose objects, which would not be counted.
    fetch = ["git", "-C", str(plain), "-c", "fetch.unpackLimit=1", "fetch", "--quiet"]
    for number in range(runs):
        push_change(runner, hometask, other, number)
        wall = runner.cost([*at, "pull"]).wall
        rows["pull"].append((*ours.arrived(), wall))
        wall = runner.cost(fetch).wall
        rows["git fetch"].append((*theirs.arrived(), wall))
        runner.text([*at, "sync"])
        push_change(runner, hometask, other, number + runs)
        runner.text([*at, "add", f"Here {number}"])
        ours.arrived()
        wall = runner.cost([*at, "sync"]).wall
        rows["both"].append((*ours.arrived(), wall))
        runner.text(fetch)
        theirs.arrived()
    return {name: tuple(statistics.median(column) for column in zip(*row)) for name, row in rows.items()}


def main():
    chosen = arguments()
    hometask = str((chosen.binary or release_binary()).resolve())
    with tempfile.TemporaryDirectory(prefix="hometask-fetching-", dir=chosen.folder) as name:
        root = pathlib.Path(name)
        runner = Runner(root)
        family = Family(runner, hometask, root)
        print("| commits | command | objects | bytes | wall ms | objects ÷ git | bytes ÷ git | goal |")
        print("|---|---|---|---|---|---|---|---|")
        for size in map(int, chosen.commits.split(",")):
            folder = root / f"commits-{size}"
            folder.mkdir()
            found = measure(runner, hometask, family, size, chosen.runs, folder)
            plain = found["git fetch"]
            for command, (objects, size_, wall) in found.items():
                ratios = objects / plain[0], size_ / plain[1]
                verdict = "" if command != "pull" else "met" if max(ratios) <= GOAL else "missed"
                print(
                    f"| {size} | {command} | {objects:.0f} | {size_:.0f} | {wall:.0f} |"
                    f" {ratios[0]:.2f} | {ratios[1]:.2f} | {verdict} |", flush=True)
            shutil.rmtree(folder)


if __name__ == "__main__":
    main()
