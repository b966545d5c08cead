#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes system calls fail under a command, one at a time.

Each command runs once with strace to see which calls reach the family, the hub and the home folder. Then it runs again
for each of these calls, which now fails: writes with ENOSPC and EIO, reads with EIO, once or from there on. A command
must exit with 0 and be done, or exit with 74, name a path, and have changed nothing; the next command succeeds, and
'git fsck' and 'git status' report nothing. A command that shows something shows the same as before the fault, or exits
with 74. A full disk is reported as such, and as the hub's if only the hub's calls failed.

    Tests/Faults/failing_disk.py --sample 500 --seed 1          500 of the faults, chosen at random; all without --sample

Needs strace (Debian: strace). Killed processes are covered by kills.py.
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
    "log": ["log", "--json"],
    "show": ["show", "Bins"],
    "search": ["search", "Dishes"],
    "delete": ["delete", "Bins"],
}
READERS = {"list", "status", "log", "show", "search"}
WRITERS = {"add", "edit", "done", "undo", "import", "delete"}
EXCHANGING = {"sync", "push", "pull", "join"}
FULL = re.compile(r"\bfull\b")


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
        # The family has moved: this draws a new actor, so that the command under test need not.
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

    def calls(self, program, writing=WRITING):
        """The system calls of a program that reach a file of the world, by name and number within a process: whether
        they write, and whether all with this number reach the hub."""
        self.again()
        trace = self.root / "trace"
        names = ",".join(sorted(set(writing + READING)))
        self.run(
            "strace", "-f", "-y", "-qq", "-e", "signal=none", "-e", f"trace={names}", "-o", trace, *program,
            check=False, input=self.input())
        counts, found = collections.Counter(), {}
        for line in trace.read_text(errors="replace").splitlines():
            parts = re.match(r"(\d+) +(\w+)\((.*)", line)
            if not parts:
                continue
            process, name, rest = parts.groups()
            counts[process, name] += 1
            if not self.reaches(line):
                continue
            rest = self.file(rest)
            writes = name in writing and (name != "openat" or "O_CREAT" in rest)
            key = (name, counts[process, name])
            before = found.get(key, (False, True))
            found[key] = (before[0] or writes, before[1] and str(self.hub) in rest and str(self.family) not in rest)
        return sorted((name, number, *rest) for (name, number), rest in found.items())

    def faults_afterwards(self, place):
        """The faults after an injected failure: the next commands must succeed, and git must report nothing."""
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

    def fail(self, name, number, error, goes_on, at_hub):
        """Runs the command with a failing call and returns the faults; None if the call reached no file of the world,
        because the numbers of calls differ between processes and runs."""
        self.again()
        before, sent = self.head(), self.sent()
        shown = self.hometask(*COMMANDS[self.command]).stdout if self.command in READERS else None
        when, trace = f"{number}{'+' if goes_on else ''}", self.root / "trace"
        done = self.run(
            "strace", "-f", "-y", "-qq", "-o", trace, "-e", f"trace={name}", "-e", f"inject={name}:error={error}:when={when}",
            self.binary, *COMMANDS[self.command], check=False, input=self.input())
        hit = [line for line in trace.read_text(errors="replace").splitlines() if "(INJECTED)" in line]
        if not any(self.reaches(line) for line in hit):
            return None
        # The targets of calls differ between runs, too.
        at_hub = at_hub and all(str(self.hub) in self.file(line) and str(self.family) not in line for line in hit)
        # Without its libraries a program never starts; without this file it has no arguments.
        if done.returncode == 127 or any("/proc/self/cmdline" in line for line in hit):
            return None
        said, after = done.stderr.strip(), self.head()
        # A command that cannot write to standard error cannot give a reason, nor can git below it.
        is_mute = name == "write" and not all(self.reaches(line) for line in hit)
        faults = []
        is_cut_off = is_mute and self.command in EXCHANGING
        if done.returncode not in (0, 74) and not is_cut_off:
            faults.append(f"ended with {done.returncode}: {said}")
        elif done.returncode == 74 and not is_mute:
            # A full disk does not affect reads.
            is_full = error == "ENOSPC" and all(name != "openat" or "O_CREAT" in line for line in hit)
            faults += self.faults_in_words(said, is_full, at_hub and not goes_on)
        if done.returncode == 0 and shown is not None and self.timeless(done.stdout) != self.timeless(shown):
            faults.append(f"success, and shows something else: {done.stdout}")
        faults += self.faults_in_outcome(done.returncode, before, after, sent, said)
        place = self.family
        if self.command in ("init", "join"):
            place = self.place / "new"
            stands = place.exists()
            if done.returncode == 0 and not stands:
                faults.append("success, and there is no family")
            if done.returncode != 0 and stands and said and "standard output" not in said:
                faults.append(f"failed, and the family stands: {said}")
            if not stands:
                next_one = self.hometask(*COMMANDS[self.command], check=False)
                if next_one.returncode != 0:
                    return [f"{self.command}: {name} {when} {error}: cannot be run again: {next_one.stderr.strip()}"]
        faults += self.faults_afterwards(place)
        return [f"{self.command}: {name} {when} {error}: {fault}" for fault in faults]

    @staticmethod
    def file(line):
        """A call in a trace without its working folder."""
        return re.sub(r'AT_FDCWD<[^>]*>, "/', '"/', line)

    def reaches(self, line):
        """Whether a traced call concerns a file of the world; git uses some relative paths, in the family or in the
        hub."""
        return str(self.place) in self.file(line) or re.match(r'\d+ +\w+\("[^/]', line) is not None

    @staticmethod
    def timeless(text):
        return re.sub(r"(?m)^Synced .*$", "", text)

    def sent(self):
        return self.git("--git-dir", self.hub, "rev-parse", "main").stdout.strip()

    def faults_in_words(self, said, is_full, at_hub):
        """The faults in the message of a command that exited with 74."""
        faults = []
        if "/" not in said and "standard output" not in said:
            faults.append(f"names no path: {said}")
        if is_full and not FULL.search(said) and "No space left" not in said:
            faults.append(f"does not say that a disk is full: {said}")
        if at_hub and str(self.hub) not in said:
            faults.append(f"does not name the hub: {said}")
        if at_hub and is_full and not FULL.search(said):
            faults.append(f"does not say that the hub is full: {said}")
        return faults

    def faults_in_outcome(self, status, before, after, sent, said):
        """Whether the outcome of a command matches its exit code."""
        faults = []
        if self.command in WRITERS:
            if status != 0 and after != before and "standard output" not in said and said:
                faults.append(f"failed, and the change stands: {said}")
            if status == 0 and after == before:
                faults.append("success, and no change")
        if self.command in ("sync", "push", "pull"):
            sent_now = self.sent()
            if status == 0 and self.command != "pull" and sent_now != after:
                faults.append("success, and the hub has something else")
            if status == 0 and self.git("merge-base", "--is-ancestor", sent_now, after, check=False).returncode != 0:
                faults.append("success, and what the hub has is not here")
            if status != 0 and sent_now != sent and said and "standard output" not in said:
                faults.append(f"failed, and the push stands: {said}")
        return faults


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
        for name, number, writes, at_hub in world.calls([world.binary, *COMMANDS[command]]):
            errors = ("ENOSPC", "EIO") if writes else ("EIO",) if name in READING else ()
            plan += [(command, name, number, error, more, at_hub) for error in errors for more in (False, True)]
    if arguments.sample:
        random.Random(arguments.seed).shuffle(plan)
    total, bad, missed = collections.Counter(), collections.Counter(), 0
    for command, *fault in plan:
        if arguments.sample and sum(total.values()) == arguments.sample:
            break
        world.command = command
        found = world.fail(*fault)
        if found is None:
            missed += 1
            continue
        total[command] += 1
        bad[command] += bool(found)
        for line in found:
            print(f"  {line}", flush=True)
    for command in total:
        print(f"{command}: {total[command]} faults injected, {bad[command]} not borne")
    print(f"{sum(total.values())} faults injected, {sum(bad.values())} not borne ({missed} more reached no file)")
    shutil.rmtree(world.root)
    sys.exit(1 if sum(bad.values()) else 0)


if __name__ == "__main__":
    main()
