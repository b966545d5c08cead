#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Cuts the power under a family, and under a hub, again and again.

A family lives on a file system in an image file. The image is cloned at a random moment (FICLONE, which is atomic)
while commands run: the clone is the state of the disk at the power cut. The clone is mounted in the place of the file
system, and the next commands must recover by themselves: every acknowledged change and photo is there, nothing counts
as edited by hand, the photos are sent, 'git fsck' and 'git status' report nothing, and no command needs intervention.

With --hub the hub is on that file system and the family elsewhere: every commit acknowledged as sent must be there,
with all its objects.

Needs root, loop devices, and mkfs.ext4, mkfs.xfs, mkfs.btrfs (Debian: e2fsprogs, xfsprogs, btrfs-progs).

    Tests/Faults/power_cuts.py --cuts 50 --seed 1        50 cuts on each file system, then 10 of a hub on each
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

KINDS = ["ext4", "xfs", "btrfs"]
FICLONE = 0x40049409


def run(*words, check=True, **options):
    done = subprocess.run(words, capture_output=True, text=True, **options)
    if check and done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, words))} ended with {done.returncode}: {done.stderr}{done.stdout}")
    return done


class Disk:
    """A file system in an image file, which can be replaced by a clone."""

    def __init__(self, store, place, kind):
        self.store, self.place, self.kind = store, place, kind
        self.image = store / "disk.img"
        self.image.unlink(missing_ok=True)
        with open(self.image, "wb") as file:
            file.truncate(400 << 20)
        run(f"mkfs.{kind}", "-q", self.image)
        self.mount(self.image)

    def mount(self, image):
        options = "loop,commit=1" if self.kind in ("ext4", "btrfs") else "loop,nouuid"
        run("mount", "-o", options, image, self.place)

    def unmount(self):
        for _ in range(100):
            if run("umount", self.place, check=False).returncode == 0:
                return
            time.sleep(0.05)
        run("umount", self.place)

    def clone(self):
        """The state of the disk at this moment."""
        cut = self.store / "cut.img"
        cut.unlink(missing_ok=True)
        import fcntl

        with open(self.image, "rb") as old, open(cut, "wb") as new:
            fcntl.ioctl(new, FICLONE, old.fileno())
        return cut

    def start_anew(self, cut):
        self.unmount()
        os.replace(cut, self.image)
        self.mount(self.image)


class World:
    """A family and a hub, one of them on the disk that is cut."""

    def __init__(self, arguments, place, elsewhere, hub_is_cut):
        self.program = arguments.binary
        self.home = elsewhere / "home"
        self.family = (elsewhere if hub_is_cut else place) / "family"
        self.hub = (place if hub_is_cut else elsewhere) / "hub.git"
        self.home.mkdir(parents=True, exist_ok=True)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(self.home), "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
        }
        run("git", "init", "-q", "--bare", "-b", "main", self.hub, env=self.environment)
        self.hometask("init", self.family, "--name", "Berg", "--zone", "UTC", "--me", "Mia", at="/")
        # The attached files below are not readable pictures.
        self.hometask("plugin", "disable", "photo")
        self.hometask("add", "Edited")
        self.hometask("remote", "add", "origin", self.hub)
        self.hometask("sync")
        run("sync")

    def hometask(self, *words, at=None, check=True):
        return run(self.program, *words, cwd=at or self.family, env=self.environment, check=check)

    def git(self, *words, at=None, check=True):
        return run("git", *words, cwd=at or self.family, env=self.environment, check=check).stdout

    def start(self, log, seed):
        """Starts commands that run until they are killed, and log acknowledged changes in a file."""
        code = f"""
import random, subprocess, sys
choose = random.Random({seed})
log = open({str(log)!r}, "a", buffering=1)
number = 0
while True:
    number += 1
    kind = choose.choice(["add", "add", "add", "edit", "done", "sync", "import", "photo", "photo"])
    title = "T%d-%d" % ({seed}, number)
    words, input = {{
        "add": (["add", title], None), "edit": (["edit", "Edited", "--points", str(number)], None),
        "done": (["add", title, "--tag", "x"], None), "sync": (["sync"], None),
        "import": (["add", "--stdin"], "".join("%s.%d\\n" % (title, i) for i in range(70))),
        "photo": (["photo", "add", {str(self.home / "photo.jpg")!r}, "--caption", title], None),
    }}[kind]
    if kind == "photo":
        with open(words[2], "wb") as file:
            file.write(b"\\xff\\xd8\\xff\\xe0" + choose.randbytes(20000))
    done = subprocess.run([{str(self.program)!r}] + words, input=input, text=True, capture_output=True)
    if done.returncode == 0 and kind in ("add", "done", "import"):
        log.write(title + (".69" if kind == "import" else "") + "\\n")
    if done.returncode == 0 and kind == "photo":
        log.write("photo " + title + "\\n")
    if done.returncode == 0 and kind == "sync":
        head = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True).stdout.strip()
        log.write("sent " + head + "\\n")
    if done.returncode not in (0, 66):
        log.write("failed %d %r %r\\n" % (done.returncode, words, done.stderr))
"""
        return subprocess.Popen(
            [sys.executable, "-c", code], cwd=self.family, env=self.environment, start_new_session=True)

    def titles(self):
        return {task["title"] for task in json.loads(self.hometask("list", "--all", "--json").stdout)}


def faults_of_photos(world, acknowledged):
    """The faults of the photos after a cut and a sync."""
    photos = json.loads(world.hometask("photo", "list", "--json").stdout)
    faults = [f"photo not here: {photo['caption']}" for photo in photos if not photo.get("held")]
    faults += [f"photo not sent: {photo['caption']}" for photo in photos if photo.get("waiting")]
    missing = acknowledged - {photo["caption"] for photo in photos}
    if missing:
        faults.append(f"attached and gone: {sorted(missing)[:5]}")
    done = world.hometask("photo", "verify", check=False)
    if done.returncode != 0:
        faults.append(f"photo verify ended with {done.returncode}: {done.stdout}{done.stderr}")
    return faults


def faults_of_family(world, acknowledged, photos, number):
    """The faults of the family after a cut."""
    faults = []
    for words in (["list", "--json"], ["photo", "list"], ["add", f"After {number}"], ["status"], ["sync"]):
        done = world.hometask(*words, check=False)
        if done.returncode != 0:
            faults.append(f"{words[0]} ended with {done.returncode}: {done.stderr.strip()}")
    if faults:
        return faults
    missing = acknowledged - world.titles()
    if missing:
        faults.append(f"acknowledged and gone: {sorted(missing)[:5]}")
    faults += faults_of_photos(world, photos)
    by_hand = world.git("log", "--format=%s", "--grep=by hand")
    if by_hand:
        faults.append(f"taken for hand edits: {by_hand}")
    for words in (["status", "--porcelain"], ["fsck", "--strict", "--no-dangling"]):
        # Background upkeep may remove a pack while git reads it; git then finds its objects elsewhere.
        for _ in range(3):
            said = run("git", *words, cwd=world.family, env=world.environment, check=False)
            if not said.stdout + said.stderr:
                break
            time.sleep(2)
        else:
            faults.append(f"git {words[0]}: {(said.stdout + said.stderr)[:300]}")
    done = world.hometask("doctor", check=False)
    if done.returncode != 0:
        faults.append(f"doctor: {done.stdout}")
    return faults


def faults_of_hub(world, sent):
    faults = []
    said = run("git", "fsck", "--strict", "--no-dangling", cwd=world.hub, env=world.environment, check=False)
    if said.returncode != 0:
        faults.append(f"git fsck at the hub: {(said.stdout + said.stderr)[:300]}")
    for commit in sent[-1:]:
        held = run("git", "merge-base", "--is-ancestor", commit, "main", cwd=world.hub, env=world.environment, check=False)
        if held.returncode != 0:
            faults.append(f"sent and not at the hub: {commit} {held.stderr}")
    done = world.hometask("sync", check=False)
    if done.returncode != 0:
        faults.append(f"sync ended with {done.returncode}: {done.stderr}")
    return faults


def cut(arguments, folder, kind, number, seed, hub_is_cut):
    choose = random.Random(f"{seed}/{kind}/{number}/{hub_is_cut}")
    place, elsewhere = folder / "disk", folder / "elsewhere"
    place.mkdir(exist_ok=True)
    shutil.rmtree(elsewhere, ignore_errors=True)
    elsewhere.mkdir()
    disk = Disk(folder / "store", place, kind)
    try:
        world = World(arguments, place, elsewhere, hub_is_cut)
        log = elsewhere / "log"
        log.write_text("")
        work = world.start(log, choose.randrange(1 << 30))
        time.sleep(choose.uniform(0.2, arguments.seconds))
        known = log.read_text()
        held = disk.clone()
        os.killpg(work.pid, signal.SIGKILL)
        work.wait()
        time.sleep(0.1)
        disk.start_anew(held)
        lines = known[: known.rfind("\n") + 1].splitlines()
        faults = [f"before the cut: {line}" for line in lines if line.startswith("failed")]
        sent = [line.split()[1] for line in lines if line.startswith("sent ")]
        if hub_is_cut:
            faults += faults_of_hub(world, sent)
        else:
            photos = {line.split()[1] for line in lines if line.startswith("photo ")}
            faults += faults_of_family(world, {line for line in lines if line.startswith("T")}, photos, number)
        return faults, len(lines)
    finally:
        disk.unmount()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", default=Path(".build/debug/hometask").resolve(), type=Path)
    parser.add_argument("--kinds", default=",".join(KINDS))
    parser.add_argument("--cuts", type=int, default=50)
    parser.add_argument("--hub-cuts", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=3.0, help="the longest time before a cut")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    arguments = parser.parse_args()
    base = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    folder = Path(tempfile.mkdtemp(prefix="hometask-cuts-", dir=base))
    print(f"seed {arguments.seed}")
    failed = 0
    # The images are on a file system that can clone files.
    with open(folder / "store.img", "wb") as file:
        file.truncate(3 << 30)
    (folder / "store").mkdir()
    run("mkfs.xfs", "-q", "-m", "reflink=1", folder / "store.img")
    run("mount", "-o", "loop", folder / "store.img", folder / "store")
    try:
        for kind in arguments.kinds.split(","):
            for hub_is_cut, cuts in ((False, arguments.cuts), (True, arguments.hub_cuts)):
                bad = changes = 0
                for number in range(cuts):
                    faults, count = cut(arguments, folder, kind, number, arguments.seed, hub_is_cut)
                    changes += count
                    bad += bool(faults)
                    for fault in faults:
                        print(f"  {kind} cut {number}{' of a hub' if hub_is_cut else ''}: {fault}", flush=True)
                failed += bad
                what = "a hub" if hub_is_cut else "a family"
                print(f"{kind}: {cuts} cuts under {what}, {changes} acknowledged, {bad} with faults", flush=True)
    finally:
        run("umount", folder / "store", check=False)
        shutil.rmtree(folder, ignore_errors=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
