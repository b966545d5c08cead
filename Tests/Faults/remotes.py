#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Disturbs exchanges with a remote, and counts the outcomes.

    python3 Tests/Faults/remotes.py [--program PATH] [--rounds N] [--seed N]

Kinds of faults, N rounds each (a tenth of that for `stall`, which takes a second each):

  signal  SIGINT, SIGTERM or SIGKILL to the command at a random moment of sync, push, pull or join
  cut     the connection ends after a random number of bytes
  flip    one bit of the remote's data is flipped
  stall   the remote falls silent after a random number of bytes; --timeout 1

After each: no process of the exchange is left, the exit code is documented for the kind, `git fsck` finds the store
intact, a failed join has left no folder, and the next sync succeeds and transfers everything. Prints the counts, and
exits with 1 if any check failed.
"""

import argparse
import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

RELAY = """
import os, signal, subprocess, sys, time
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
kind, place = os.environ["FAULT_KIND"], int(os.environ["FAULT_PLACE"])
server = subprocess.Popen(["sh", "-c", sys.argv[2]], stdout=subprocess.PIPE)
sent = 0
while chunk := os.read(server.stdout.fileno(), 1 << 16):
    if kind != "none" and sent <= place < sent + len(chunk):
        if kind == "flip":
            changed = bytearray(chunk)
            changed[place - sent] ^= 1 << place % 8
            chunk = bytes(changed)
        else:
            os.write(1, chunk[:place - sent])
            if kind == "stall":
                time.sleep(1000)
            server.kill()
            sys.exit(1)
    sent += len(chunk)
    os.write(1, chunk)
if "FAULT_COUNT" in os.environ:
    open(os.environ["FAULT_COUNT"], "w").write(str(sent))
sys.exit(server.wait())
"""

CODES = {
    "signal": {0, 130, 143, -signal.SIGINT, -signal.SIGTERM, -signal.SIGKILL},
    "cut": {0, 65, 69, 76},
    # A flipped bit in a reference's name makes another reference, or points it to another commit.
    "flip": {0, 65, 66, 69, 76},
    "stall": {0, 69},
}


class World:
    """A hub and two devices: a writer and the disturbed device."""

    def __init__(self, program, random_source):
        self.program, self.random = program, random_source
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="hometask-faults-"))
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.root), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
            "FAULT_KIND": "none", "FAULT_PLACE": "0", "FAULT_WORLD": str(self.root),
        }
        (self.root / "relay.py").write_text(RELAY)
        self.environment["GIT_SSH_COMMAND"] = f"'{sys.executable}' '{self.root}/relay.py'"
        self.hub, self.writer, self.device = self.root / "hub.git", self.root / "writer", self.root / "device"
        self.url = f"ssh://hub{self.hub}"
        self.must("init", str(self.writer), "--name", "Berg", "--me", "Mia", "--zone", "UTC", at=self.root)
        subprocess.run(["git", "init", "-q", "--bare", self.hub], env=self.environment, check=True)
        self.must("remote", "add", "origin", self.url, at=self.writer)
        self.must("sync", at=self.writer)
        self.must("join", self.url, str(self.device), "--as", "Mia", at=self.root)
        self.written = 0

    def start(self, *words, at, **variables):
        environment = self.environment | variables
        return subprocess.Popen(
            [self.program, *words], cwd=at, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

    def run(self, *words, at, **variables):
        process = self.start(*words, at=at, **variables)
        output, errors = process.communicate(timeout=120)
        return process.returncode, output + errors

    def must(self, *words, at):
        code, said = self.run(*words, at=at)
        if code != 0:
            raise AssertionError(f"{words} ended with {code}: {said}")

    def news(self):
        """Makes a change to fetch and one to push."""
        for place in (self.writer, self.device):
            self.written += 1
            self.must("add", f"Task {self.written}", at=place)
        self.must("sync", at=self.writer)

    def left(self):
        """The running processes of this world."""
        mark, found = f"FAULT_WORLD={self.root}".encode(), []
        for entry in pathlib.Path("/proc").iterdir():
            try:
                if entry.name.isdigit() and mark in (entry / "environ").read_bytes():
                    found.append(entry.name)
            except OSError:
                pass
        return found

    def settle(self):
        """Waits for the guard's clean-up, and returns the remaining processes."""
        for _ in range(100):
            left = self.left()
            if not left:
                return []
            time.sleep(0.05)
        return left

    def check(self):
        """The faults of the device."""
        faults = []
        if left := self.settle():
            faults.append(f"processes left: {left}")
        code, said = self.run("sync", at=self.device)
        if code != 0:
            faults.append(f"the next sync ended with {code}: {said}")
        fsck = subprocess.run(
            ["git", "-C", self.device, "fsck", "--strict", "--no-dangling"], env=self.environment, capture_output=True,
            text=True)
        if fsck.returncode != 0:
            faults.append(f"git fsck: {fsck.stdout}{fsck.stderr}")
        self.must("sync", at=self.writer)
        trees = {self.tree(self.writer), self.tree(self.device)}
        if len(trees) != 1:
            faults.append("the devices differ")
        return faults

    def tree(self, place):
        command = ["git", "-C", place, "rev-parse", "HEAD^{tree}"]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=True).stdout

    def length(self):
        """The number of bytes that a sync of the device receives now, measured on a copy of it."""
        count = self.root / "count"
        # The background upkeep of the command may still write there.
        with tempfile.TemporaryDirectory(dir=self.root, ignore_cleanup_errors=True) as folder:
            copy = pathlib.Path(folder) / "copy"
            shutil.copytree(self.device, copy, symlinks=True)
            self.run("pull", at=copy, FAULT_COUNT=str(count))
        return int(count.read_text())


def disturb(world, kind):
    """Injects one fault; returns the exit code and the faults."""
    world.news()
    words = [world.random.choice(["sync", "push", "pull"] if kind == "signal" else ["sync", "pull"])]
    place, folder = world.device, None
    if world.random.random() < 0.2:
        folder = world.root / "joining"
        words, place = ["join", world.url, str(folder), "--as", "Mia"], world.root
    if kind == "signal":
        process = world.start(*words, at=place)
        time.sleep(world.random.random() ** 2 * 0.5)
        number = world.random.choice([signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
        process.send_signal(number)
        said = "".join(process.communicate(timeout=60))
        code = process.returncode
    else:
        place_of_fault = world.random.randrange(world.length() + 1)
        if kind == "stall":
            words += ["--timeout", "1"]
        code, said = world.run(*words, at=place, FAULT_KIND=kind, FAULT_PLACE=str(place_of_fault))
    faults = [] if code in CODES[kind] or (kind == "signal" and code == 76) else [f"{words} ended with {code}: {said}"]
    faults += world.check()
    if folder is not None:
        if folder.exists() and code not in (0, *(-s for s in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL))):
            faults.append("a join that failed left its folder")
        shutil.rmtree(folder, ignore_errors=True)
    return code, faults


def main():
    parser = argparse.ArgumentParser()
    built = pathlib.Path(__file__).resolve().parents[2] / ".build/debug/hometask"
    parser.add_argument("--program", default=str(built))
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--kinds", nargs="+", choices=CODES, default=list(CODES))
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    world = World(options.program, random.Random(options.seed))
    failed = 0
    for kind in options.kinds:
        codes = collections.Counter()
        wrong = []
        rounds = max(1, options.rounds // 10) if kind == "stall" else options.rounds
        for _ in range(rounds):
            code, faults = disturb(world, kind)
            codes[code] += 1
            wrong += faults
        failed += len(wrong)
        counts = ", ".join(f"{count} with {code}" for code, count in sorted(codes.items()))
        print(f"{kind}: {rounds} rounds, {len(wrong)} faults; ended {counts}", flush=True)
        for fault in wrong[:5]:
            print(f"  {fault}", flush=True)
    left = list((world.device / ".git/objects").glob("hometask-incoming-*"))
    print(f"quarantine folders of killed commands that the next fetches have still to remove: {len(left)}")
    shutil.rmtree(world.root, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
