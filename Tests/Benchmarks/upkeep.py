#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the store after thousands of single changes, and whether packing it delays any of them.

Adds tasks one by one, each with a process of its own, and lets hometask pack the history in the background as by
default. Then it prints the size of the store beside that of a copy after `git gc`, the slowest `add`, and the medians
at the beginning and at the end. Between two changes it writes and flushes a small file, as often as there are changes:
the disk's own latency is printed beside.

    Tests/Benchmarks/upkeep.py --changes 5000
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import tempfile
import time

from commands import release_binary
from processes import Runner, file_creation
from stores import StoreMaker

# The number of changes in the medians at both ends.
SAMPLE = 200


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--changes", type=int, default=5000)
    parser.add_argument("--binary", type=pathlib.Path, help="the release build of hometask; built where none is named")
    parser.add_argument("--folder", type=pathlib.Path, help="where to work: a folder on the disk that is measured")
    return parser.parse_args()


def kibibytes(folder: pathlib.Path) -> int:
    """The disk usage of a folder."""
    return int(subprocess.run(["du", "-sk", str(folder)], check=True, capture_output=True, text=True).stdout.split()[0])


def packs(folder: pathlib.Path) -> int:
    return len(list((folder / "objects" / "pack").glob("*.idx")))


def settled(folder: pathlib.Path) -> None:
    """Waits until no upkeep is running."""
    lock = folder / "hometask" / "upkeep-lock"
    while subprocess.run(["flock", "--nonblock", str(lock), "true"]).returncode != 0:
        time.sleep(0.05)


def flushed(file: pathlib.Path) -> float:
    """The milliseconds of writing and flushing a small file."""
    start = time.perf_counter()
    with open(file, "wb", buffering=0) as output:
        output.write(b"x" * 2000)
        os.fsync(output.fileno())
    return (time.perf_counter() - start) * 1000


def slowest(walls: list[float]) -> str:
    numbers = sorted(range(len(walls)), key=walls.__getitem__, reverse=True)[:5]
    return ", ".join(f"number {n} {walls[n]:.0f} ms" for n in numbers)


def main():
    chosen = arguments()
    binary = str((chosen.binary or release_binary()).resolve())
    with tempfile.TemporaryDirectory(prefix="hometask-upkeep-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder)
        runner.let_upkeep_run()
        store = StoreMaker(runner, binary, folder).seed
        walls, flushes, most = [], [], 0
        for number in range(chosen.changes):
            walls.append(runner.cost(store.add()).wall)
            flushes.append(flushed(folder / "flushed"))
            if number % 50 == 0:
                most = max(most, packs(store.folder))
        settled(store.folder)
        own, journal = kibibytes(store.folder / "objects"), (store.folder / "hometask" / "commits")
        copy = folder / "copy"
        shutil.copytree(store.folder, copy, symlinks=True)
        runner.text(["git", "-C", str(copy), "gc", "--quiet"])
        packed = kibibytes(copy / "objects")
        runner.text(["git", "-C", str(store.folder), "fsck", "--strict"])
        first, last = (statistics.median(part) for part in (walls[:SAMPLE], walls[-SAMPLE:]))
        print(f"{os.cpu_count()} processors; a small file takes {file_creation(folder):.0f} µs; {chosen.changes} changes")
        print(f"store: {own} KiB in {packs(store.folder)} packs (at most {most}), after git gc: {packed} KiB; {own / packed:.2f} times")
        print(f"journal: {journal.stat().st_size // 1024 if journal.exists() else 0} KiB")
        print(f"add: the first {SAMPLE} {first:.1f} ms, the last {SAMPLE} {last:.1f} ms (medians); {last / first:.2f} times")
        print(f"slowest: {slowest(walls)}")
        print(f"a small file flushed: median {statistics.median(flushes):.1f} ms; slowest: {slowest(flushes)}")


if __name__ == "__main__":
    main()
