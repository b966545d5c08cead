#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills commands, and the programs they start, at each of their writing calls.

Each command runs once with strace to see which calls write to the family, the hub and the home folder. Then it runs
again twice for each of these calls. Once only the process that makes it is killed, hometask itself or a child, whose
parent goes on; once all of them are. Afterwards 'add' and 'sync' must succeed at once, without intervention; every
earlier task is there; a repeated 'init' or 'join' must succeed, a 'leave' too, unless the family is still complete, or
only its empty folder remains; and 'git fsck' and 'git status' report nothing.

'merge' is a 'git merge' that runs the merge driver, begun by a person: if git reports it as in progress afterwards,
'git merge --abort' must succeed, and the same merge again. 'hook' is an 'add' with a plugin that answers before and
after the commit; kills come at the messages of both as well. In a family with photos, 'photo' attaches one,
'photo-sync' sends them, and 'photo-upkeep' packs them: afterwards all are intact, after a 'git gc' too, and at the
remote.

    Tests/Faults/kills.py --sample 300 --seed 1          300 of the kills, chosen at random; all without --sample

Needs strace (Debian: strace).
"""

import collections
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time

import failing_disk
from failing_disk import COMMANDS, READERS, WRITING, parse_arguments

# Kills also come between two removals.
WRITING = WRITING + ["unlink", "unlinkat", "rmdir"]

COMMANDS = {name: words for name, words in COMMANDS.items() if name not in READERS} | {
    "leave": ["leave", "--yes"],
    "merge": ["git", "merge", "--no-edit", "origin/main"],
    "hook": ["add", "Hooked"],
    "photo": ["photo", "add", "../3.jpg"],
    "photo-sync": ["sync"],
    "photo-upkeep": ["upkeep"],
}
# The number of writes of each process, to files or pipes, at which 'hook' may be killed.
MESSAGES = 12

PLUGIN = """#!/usr/bin/env python3
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    result = {"protocol": 1} if message.get("method") == "initialize" else {}
    if message.get("method") == "hook/before-commit":
        result = {"changes": [{"update": "task", "id": change["id"], "add": {"tags": ["seen"]}} for change in message["params"]["changes"]]}
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
"""
MANIFEST = {
    "id": "seen", "version": "1", "summary": "Tag what changes.", "protocol": [1], "program": "seen.py",
    "offers": {"hooks": [{"event": "before-commit"}, {"event": "after-commit"}]},
    "needs": {"read": ["task"], "write": ["task"]},
}


class World(failing_disk.World):
    def __init__(self, binary):
        super().__init__(binary)
        programs = self.root / "bin"
        programs.mkdir()
        (programs / "hometask").symlink_to(self.binary)
        self.environment["PATH"] = f"{programs}:{self.environment['PATH']}"
        for who in ("AUTHOR", "COMMITTER"):
            self.environment |= {f"GIT_{who}_NAME": "Mia", f"GIT_{who}_EMAIL": "mia@example.org"}

    def again(self):
        super().again()
        if self.command == "merge":
            self.hometask("edit", "Bins", "--points", "2")
            self.git("fetch", "-q", "origin")
        if self.command == "doctor":
            # Several repairs: no index, a stale lock, a torn document and an empty one.
            (self.family / ".git/index").unlink()
            (self.family / ".git/HEAD.lock").touch()
            torn, empty, *_ = sorted((self.family / "tasks").rglob("*.json"))
            torn.write_bytes(torn.read_bytes()[:100])
            empty.write_bytes(b"")
        if self.command == "hook":
            plugin = self.place / "seen"
            plugin.mkdir()
            (plugin / "plugin.json").write_text(json.dumps(MANIFEST))
            (plugin / "seen.py").write_text(PLUGIN)
            (plugin / "seen.py").chmod(0o755)
            self.hometask("plugin", "install", plugin, "--yes")

        if self.command.startswith("photo"):
            self.hometask("plugin", "disable", "photo")
            for number in range(4):
                (self.place / f"{number}.jpg").write_bytes(b"\xff\xd8\xff\xe0" + random.Random(number).randbytes(3000))
            for number in range(3):
                self.hometask("photo", "add", f"../{number}.jpg")

    def photo_faults(self):
        """The faults of the photos after a kill and a sync."""
        faults = []
        self.git("gc", "--prune=now", "--quiet")
        told = self.hometask("photo", "verify", check=False)
        if not re.match(r"[34] photos intact, 0 not on this device", told.stdout):
            faults.append(f"photo verify: {told.stdout}{told.stderr}".strip())
        photos = json.loads(self.hometask("photo", "list", "--json").stdout)
        faults += [f"{photo['sha256']} was not sent" for photo in photos if photo["waiting"]]
        at_hub = self.git("--git-dir", self.hub, "log", "--format=", "--name-only", "--glob=refs/hometask/photos").stdout
        faults += [f"{photo['sha256']} is not at the remote" for photo in photos if photo["sha256"] not in at_hub]
        return faults

    def titles(self, place):
        return {task["title"] for task in json.loads(self.hometask("list", "--all", "--json", at=place).stdout)}

    def merge_again(self):
        """Recovers from a stopped 'git merge' as a person would, and returns the faults."""
        told = self.hometask("sync", check=False)
        if told.returncode != 0 and "git is in the middle of" not in told.stderr:
            return [f"sync ended with {told.returncode}: {told.stderr}"]
        if (self.family / ".git/MERGE_HEAD").exists():
            given_up = self.git("merge", "--abort", check=False)
            if given_up.returncode != 0:
                return [f"git merge --abort ended with {given_up.returncode}: {given_up.stderr}"]
        again = self.run(*COMMANDS["merge"], check=False)
        if again.returncode != 0:
            return [f"git merge again ended with {again.returncode}: {again.stdout}{again.stderr}"]
        return []


def program(world):
    words = COMMANDS[world.command]
    return words if words[0] == "git" else [world.binary, *words]


def start(world, name, number):
    """Runs the command under test and kills the process that makes a certain call; returns strace's process."""
    inject = ["-e", "trace=" + name, "-e", f"inject={name}:signal=KILL:when={number}"]
    process = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", "/dev/null", *inject, *program(world)], cwd=world.family,
        env=world.environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True,
        start_new_session=True)
    try:
        process.stdin.write(world.input() or "")
        process.stdin.close()
    except BrokenPipeError:  # Killed before it read its input.
        pass
    return process


def kill(world, name, number, tree):
    """The faults after a kill that need intervention."""
    world.again()
    kept = world.titles(world.family) - {"delete": {"Bins"}, "undo": {"Before"}}.get(world.command, set())
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
        # The outcome before the kill stands: the family exists, or is gone.
        if world.command == "leave":
            if not (place / ".git").exists():
                # The folder itself is removed last: only an empty one may remain.
                is_left = place.exists() and any(place.iterdir())
                done = world.hometask(*again, at=place, check=False) if is_left else None
                if done and (done.returncode != 0 or place.exists()):
                    faults.append(f"leaving again ended with {done.returncode}: {done.stdout}{done.stderr}".strip())
                return [f"leave: {name} {number}{' tree' if tree else ''}: {fault}" for fault in faults]
        elif not place.exists() or world.hometask("status", at=place, check=False).returncode != 0:
            done = world.hometask(*again, check=False)
            if done.returncode != 0:
                faults.append(f"cannot be given again: {done.stderr.strip()}")
        kept = {"init": set(), "join": {"Bins", "Dishes", "From elsewhere"}}.get(world.command, kept)
    if world.command == "merge":
        faults += world.merge_again()
        # git's own temporary files of a merge are not documents.
        for left in world.family.glob(".merge_file_*"):
            left.unlink()
    faults += world.faults_afterwards(place)
    if world.command.startswith("photo") and not faults:
        faults += world.photo_faults()
    if not faults and not kept <= world.titles(place):
        faults.append(f"lost: {kept - world.titles(place)}")
    return [f"{world.command}: {name} {number}{' tree' if tree else ''}: {fault}" for fault in faults]


def main():
    arguments = parse_arguments(__doc__, COMMANDS)
    print(f"seed {arguments.seed}")
    world = World(arguments.binary)
    plan = []
    for command in arguments.commands.split(","):
        world.command = command
        calls = {(name, number) for name, number, writes, _ in world.calls(program(world), WRITING) if writes}
        if command == "hook":
            calls |= {("write", number + 1) for number in range(MESSAGES)}
        for name, number in sorted(calls):
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
