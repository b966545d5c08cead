#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Lets system calls fail under a command, one after the other.

Each command runs once with strace to see which calls reach the family, the hub and the home folder. Then it runs again
for each of these calls, which now fails: with ENOSPC and EIO where it writes, with EIO where it reads, once or from there
on. A command must end with 0 and be done, or end with 74, name a path, and have changed nothing; the next command carries
on, and 'git fsck' and 'git status' have nothing to say.

    Tests/Faults/failing_disk.py --sample 500 --seed 1          500 of the faults, chosen at random; all without --sample

Needs strace (Debian: strace). What a killed process leaves is for kills.py.
"""

import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

WRITING = ["write", "pwrite64", "openat", "rename", "link", "mkdir", "fsync", "fdatasync", "ftruncate"]
READING = ["read", "pread64", "openat"]
COMMANDS = {
    "add": ["add", "New", "task"],
    "edit": ["edit", "Bins", "--points", "3"],
    "done": ["done", "Bins"],
    "undo": ["undo"],
    "import": ["add", "--stdin"],
    "sync": ["sync"],
    "push": ["push"],
    "pull": ["pull"],
    "init": ["init", "../new", "--name", "New", "--zone", "UTC", "--me", "Ann"],
    "join": ["join", "../hub.git", "../new", "--as", "Mia"],
    "doctor": ["doctor", "--repair"],
    "upkeep": ["upkeep"],
    "list": ["list"],
    "status": ["status"],
}
READERS = {"list", "status"}


class World:
    def __init__(self, binary):
        base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
        self.root = Path(tempfile.mkdtemp(prefix="hometask-disk-", dir=base))
        self.place, self.base, self.binary = self.root / "world", self.root / "base", str(binary)
        self.family, self.hub = self.place / "family", self.place / "hub.git"
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.place / "home"), "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
        }
        (self.place / "home").mkdir(parents=True)
        self.git("init", "-q", "--bare", "-b", "main", self.hub, at=self.place)
        self.hometask("init", self.family, "--name", "Berg", "--zone", "UTC", "--me", "Mia", at=self.place)
        for words in (["remote", "add", "origin", self.hub], ["add", "Bins"], ["add", "Dishes"], ["sync"]):
            self.hometask(*words)
        other = self.place / "other"
        self.hometask("join", self.hub, other, "--as", "Mia", at=self.place)
        self.hometask("add", "From elsewhere", at=other)
        self.hometask("edit", "Bins", "--tag", "x", at=other)
        self.hometask("sync", at=other)
        self.hometask("add", "Not yet sent")
        self.hometask("list")
        shutil.copytree(self.place, self.base, symlinks=True)

    def again(self):
        shutil.rmtree(self.place)
        shutil.copytree(self.base, self.place, symlinks=True)
        # The family has moved: this draws its actor, so that the command under test need not.
        self.hometask("add", "Before")
        self.hometask("list")
        if self.command == "push":
            self.git("--git-dir", self.hub, "update-ref", "refs/heads/main", "refs/heads/main~2", at=self.place)

    def run(self, *words, at=None, check=True, input=None):
        done = subprocess.run(
            [str(word) for word in words], cwd=at or self.family, env=self.environment, capture_output=True, text=True,
            input=input, timeout=120)
        if check and done.returncode != 0:
            raise RuntimeError(f"{words} ended with {done.returncode}: {done.stderr}")
        return done

    def hometask(self, *words, **options):
        return self.run(self.binary, *words, **options)

    def git(self, *words, **options):
        return self.run("git", *words, **options)

    def head(self):
        return self.git("rev-parse", "HEAD").stdout.strip()

    def input(self):
        return "".join(f"Line {i}\n" for i in range(70)) if self.command == "import" else None

    def calls(self, command=None):
        """How often each system call reaches a file of the world, by the call's number among all of its name."""
        self.again()
        trace = self.root / "trace"
        names = ",".join(sorted(set(WRITING + READING)))
        self.run(
            "strace", "-f", "-y", "-qq", "-e", "signal=none", "-e", f"trace={names}", "-o", trace, self.binary,
            *(command or COMMANDS[self.command]), check=False, input=self.input())
        counts, found = collections.Counter(), []
        for line in trace.read_text(errors="replace").splitlines():
            parts = re.match(r"(\d+) +(\w+)\((.*)", line)
            if not parts:
                continue
            process, name, rest = parts.groups()
            counts[process, name] += 1
            if str(self.place) not in rest:
                continue
            writes = name in WRITING and (name != "openat" or "O_CREAT" in rest)
            found.append((name, counts[process, name], writes))
        return sorted(set(found))

    def faults_afterwards(self, place):
        """What is not as it should be after a fault: the next commands succeed, and git has nothing to say."""
        faults = []
        for words in (["add", "After"], ["sync"]):
            if self.command == "init" and words == ["sync"]:
                continue
            done = self.hometask(*words, at=place, check=False)
            if done.returncode != 0:
                faults.append(f"then {words[0]} ended with {done.returncode}: {done.stderr.strip()}")
        for words in (["fsck", "--strict", "--no-dangling"], ["status", "--porcelain"]):
            told = self.git(*words, at=place, check=False)
            if told.stdout + told.stderr:
                faults.append(f"git {words[0]}: {(told.stdout + told.stderr)[:300]}")
        return faults

    def fail(self, name, number, error, goes_on):
        """Runs the command with a call that fails; says what is not as it should be."""
        self.again()
        before = self.head()
        when = f"{number}{'+' if goes_on else ''}"
        done = self.run(
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", f"trace={name}", "-e", f"inject={name}:error={error}:when={when}",
            self.binary, *COMMANDS[self.command], check=False, input=self.input())
        if done.returncode == 127:
            return []  # The program's libraries could not be loaded: it never started.
        faults = []
        said = done.stderr.strip()
        if done.returncode not in (0, 74):
            faults.append(f"ended with {done.returncode}: {said}")
        elif done.returncode == 74 and said and "/" not in said and self.command not in READERS:
            faults.append(f"names no path: {said}")
        after = self.head()
        if done.returncode != 0 and self.command in ("add", "edit", "done", "undo", "import") and after != before:
            faults.append(f"failed, and the change stands: {said}")
        if done.returncode == 0 and self.command in ("add", "edit", "done", "undo", "import") and after == before:
            faults.append("success, and no change")
        if done.returncode == 0 and self.command in ("sync", "push"):
            if self.git("--git-dir", self.hub, "rev-parse", "main").stdout.strip() != after:
                faults.append("success, and the hub has something else")
        place = self.place / "new"
        if self.command in ("init", "join"):
            if done.returncode != 0:
                next_one = self.hometask(*COMMANDS[self.command], check=False)
                if next_one.returncode != 0:
                    faults.append(f"cannot be run again: {next_one.stderr.strip()}")
        else:
            place = self.family
        faults += self.faults_afterwards(place)
        return [f"{self.command}: {name} {when} {error}: {fault}" for fault in faults]


def parse_arguments(description, commands):
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=Path(".build/debug/hometask").resolve(), type=Path)
    parser.add_argument("--commands", default=",".join(commands))
    parser.add_argument("--sample", type=int, help="so many of the faults")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    return parser.parse_args()


def main():
    arguments = parse_arguments(__doc__, COMMANDS)
    print(f"seed {arguments.seed}")
    world = World(arguments.binary)
    plan = []
    for command in arguments.commands.split(","):
        world.command = command
        for name, number, writes in world.calls():
            if writes:
                plan += [(command, name, number, error, more) for error in ("ENOSPC", "EIO") for more in (False, True)]
            elif name in READING:
                plan += [(command, name, number, "EIO", more) for more in (False, True)]
    if arguments.sample and arguments.sample < len(plan):
        plan = random.Random(arguments.seed).sample(plan, arguments.sample)
    bad = collections.Counter()
    for command, *fault in plan:
        world.command = command
        found = world.fail(*fault)
        bad[command] += bool(found)
        for line in found:
            print(f"  {line}", flush=True)
    total = collections.Counter(command for command, *_ in plan)
    for command in total:
        print(f"{command}: {total[command]} faults injected, {bad[command]} not borne")
    print(f"{len(plan)} faults injected, {sum(bad.values())} not borne")
    shutil.rmtree(world.root)
    sys.exit(1 if sum(bad.values()) else 0)


if __name__ == "__main__":
    main()
