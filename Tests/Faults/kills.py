#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills commands, and the git programs they start, at each of their writing calls.

Each command runs once with strace to see which calls write to the family, the hub and the home folder. Then it runs again
for each of these calls, and the process that makes it is killed: hometask itself, or a git child, whose parent goes on. With
--tree all of them are killed. Afterwards 'add' and 'sync' must succeed at once, without a person; an 'init' or 'join' must
succeed when it is given again, a 'leave' too, unless the family is still there whole; and 'git fsck' and 'git status' have nothing to say.

    Tests/Faults/kills.py --sample 300 --seed 1          300 of the kills, chosen at random; all without --sample

Needs strace (Debian: strace).
"""

import collections
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from failing_disk import COMMANDS, READERS, WRITING, World, parse_arguments

# A kill may also come between one removal and the next.
WRITING = WRITING + ["unlink", "unlinkat", "rmdir"]

COMMANDS = {name: words for name, words in COMMANDS.items() if name not in READERS} | {
    "leave": ["leave", "--yes"],
}


def start(world, name, number):
    """Runs the command under test and kills who makes a certain call; gives strace's process."""
    inject = ["-e", "trace=" + name, "-e", f"inject={name}:signal=KILL:when={number}"]
    words = COMMANDS[world.command]
    process = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", "/dev/null", *inject, world.binary, *words], cwd=world.family,
        env=world.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
        start_new_session=True)
    if world.input():
        process.stdin.write(world.input())
    process.stdin.close()
    return process


def kill(world, name, number, tree):
    """What a kill leaves that needs a person."""
    world.again()
    process = start(world, name, number)
    try:
        process.wait(timeout=60)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return [f"{world.command}: {name} {number}: did not end within a minute"]
    if tree:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    faults = []
    place = world.family
    if world.command in ("init", "join", "leave"):
        place = world.family if world.command == "leave" else world.place / "new"
        again = COMMANDS[world.command]
        # What was done before the kill stands: a family that is there, or is gone.
        if world.command == "leave":
            if not (place / ".git").exists():
                done = world.hometask(*again, at=place, check=False) if place.exists() else None
                if done and (done.returncode != 0 or place.exists()):
                    faults.append(f"leaving again ended with {done.returncode}: {done.stdout}{done.stderr}".strip())
                return [f"leave: {name} {number}{' tree' if tree else ''}: {fault}" for fault in faults]
        elif world.hometask("status", at=place if place.exists() else world.place, check=False).returncode != 0:
            done = world.hometask(*again, check=False)
            if done.returncode != 0:
                faults.append(f"cannot be given again: {done.stderr.strip()}")
    faults += world.faults_afterwards(place)
    return [f"{world.command}: {name} {number}{' tree' if tree else ''}: {fault}" for fault in faults]


def main():
    arguments = parse_arguments(__doc__, COMMANDS)
    print(f"seed {arguments.seed}")
    world = World(arguments.binary)
    plan = []
    for command in arguments.commands.split(","):
        world.command = command
        for name, number, writes, _ in world.calls(COMMANDS[command], WRITING):
            if writes:
                plan += [(command, name, number, False), (command, name, number, True)]
    if arguments.sample and arguments.sample < len(plan):
        plan = random.Random(arguments.seed).sample(plan, arguments.sample)
    bad, total = collections.Counter(), collections.Counter()
    begin = time.time()
    for command, *point in plan:
        world.command = command
        found = kill(world, *point)
        total[command] += 1
        bad[command] += bool(found)
        for line in found:
            print(f"  {line}", flush=True)
    for command in total:
        print(f"{command}: {total[command]} kills, {bad[command]} that need a person")
    print(f"{len(plan)} kills, {sum(bad.values())} that need a person ({time.time() - begin:.0f} s)")
    shutil.rmtree(world.root)
    sys.exit(1 if sum(bad.values()) else 0)


if __name__ == "__main__":
    main()
