#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pushes anything that git accepts into a family's remote, as a hostile stranger, again and again.

Each case is one to three commits on top of the family's: files with names that programs look for, hidden bare
repositories whose settings run a program, links, submodules, executable files, other files in the place of folders and
documents, documents and family.json removed; half of them end in the trailer of hometask's own commits. Two devices
receive them: one that already has the family, with or without a commit of its own, and one that joins.

After every case: no program was run; nothing in either working tree begins with a dot but hometask's own
.gitattributes, nothing is executable, is a link, or makes a folder a repository; the previous contents of the folder
are unchanged; 'git status' and 'git fsck' report nothing; no task is missing from both the list and the trash; the
devices converge on the same commit; and every command exits with a code of its kind.

    Tests/Faults/hostile_remotes.py --cases 190 --seed 1
"""

import argparse
import collections
import hashlib
import json
import os
import random
import shutil
import stat
import subprocess
import sys
import tempfile
from pathlib import Path

OWN_ATTRIBUTES = "*.json -text merge=hometask\n"
NAMES = [
    ".bashrc", ".profile", ".envrc", ".gitconfig", ".gitmodules", ".gitignore", ".gitattributes", ".ssh/config",
    ".config/hometask/plugins.json", ".local/share/hometask/plugins/x/plugin.json", "tasks/.gitattributes",
    "tasks/.x/y.json", "members/.hidden", "HEAD", "sub/HEAD", "sub/head", "config", "hooks/post-merge", "a/b/c.json",
    "README", "run.sh", "bin/run", "plugin.json", "tasks", "notes", "pins", "members", "views", "devices", "tasks/ab",
    "notes/00", "family.json/x", ".hometask", "...", "é.json", "e\u0301.json", "x" * 250 + ".json", "back\\slash.json",
    "esc\x1b[31m.json", "\u202egpj.json", "-rf", "a b", "git~2", "tasks/zz/not-an-id.json",
]
MODES = ["100644", "100644", "100755", "120000", "160000"]
# The allowed exit codes: done, doctor's findings, damaged data, held back or foreign.
CODES = {"doctor": {0, 1}, "sync": {0, 65, 76}, "join": {0, 65, 76}}


class World:
    """A remote and a device with a family, copied for each case."""

    def __init__(self, program, root, template=None):
        self.program, self.root = program, Path(root)
        if template:
            for name in ["hub.git", "phone"]:
                shutil.copytree(template.root / name, self.root / name, symlinks=True)
        self.hub, self.phone, self.laptop = (self.root / name for name in ["hub.git", "phone/family", "laptop/family"])
        self.mark = self.root / "ran"
        if template:
            self.hometask(self.phone, "remote", "set", "origin", str(self.hub))

    def environment(self, folder):
        return {
            "PATH": os.environ["PATH"], "HOME": str(folder.parent), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8",
            "TZ": "UTC", "HOMETASK_NOW": "2026-11-21T09:00:00Z", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b.c",
            "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b.c",
        }

    def hometask(self, folder, *words, cwd=None):
        place = cwd or (folder if folder.exists() else folder.parent)
        place.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [self.program, *words], cwd=place, env=self.environment(folder), capture_output=True, text=True,
            stdin=subprocess.DEVNULL, timeout=120, errors="replace")
        allowed = CODES.get(words[0], {0})
        if done.returncode not in allowed:
            raise AssertionError(f"'hometask {' '.join(words)}' ended with {done.returncode}: {done.stderr}")
        return done

    def git(self, folder, *words, **options):
        done = subprocess.run(
            ["git", *words], cwd=folder, env=self.environment(self.phone) | options.pop("variables", {}),
            capture_output=True, **options)
        if done.returncode != 0:
            raise RuntimeError(f"git {' '.join(words)}: {done.stderr}")
        return done.stdout

    def found(self):
        self.hub.mkdir()
        self.git(self.hub, "init", "--quiet", "--bare", ".")
        self.hometask(self.phone, "init", str(self.phone), "--name", "Berg", "--zone", "Europe/Amsterdam", "--me", "Mia")
        for number in range(6):
            self.hometask(self.phone, "add", f"Task {number}")
        self.hometask(self.phone, "note", "add", "Task 1", "A note")
        self.hometask(self.phone, "remote", "add", "origin", str(self.hub))
        self.hometask(self.phone, "sync")

    # The stranger

    def blob(self, data):
        return self.git(self.hub, "hash-object", "-w", "--stdin", input=data).decode().strip()

    def hidden_repository(self, folder):
        settings = f"""[core]
            repositoryformatversion = 0
            bare = true
            fsmonitor = touch {self.mark}
            sshCommand = touch {self.mark}
        [remote "origin"]
            url = {self.hub}
            fetch = +refs/heads/*:refs/remotes/origin/*
            uploadpack = touch {self.mark}; git-upload-pack
        """
        tip = self.git(self.hub, "rev-parse", "main").decode()
        return {
            f"{folder}/HEAD": b"ref: refs/heads/main\n", f"{folder}/config": settings.encode(),
            f"{folder}/objects/info/alternates": f"{self.hub}/objects\n".encode(),
            f"{folder}/refs/heads/main": tip.encode(),
        }

    def attack(self, random, kinds):
        index = {"GIT_INDEX_FILE": str(self.root / "index")}
        parent = self.git(self.hub, "rev-parse", "main").decode().strip()
        for _ in range(random.randint(1, 3)):
            self.git(self.hub, "read-tree", parent, variables=index)
            paths = self.git(self.hub, "ls-files", "-z", variables=index).decode().split("\0")[:-1]
            lines = []
            for kind in random.sample(list(self.MUTATIONS), random.randint(1, 3)):
                kinds[kind] += 1
                lines += self.MUTATIONS[kind](self, random, paths, parent)
            for line in lines:
                # One by one: a file that replaces a folder removes its contents.
                self.git(self.hub, "update-index", "--add", "--replace", "-z", "--index-info",
                         input=line.encode() + b"\0", variables=index)
            tree = self.git(self.hub, "write-tree", variables=index).decode().strip()
            message = "A change"
            if random.random() < 0.5:
                kinds["forged"] += 1
                text = f"format 1\ntree {tree}\nparent {parent}\n"
                message += f"\n\nHometask: 1 {hashlib.sha256(text.encode()).hexdigest()[:32]}"
            parent = self.git(self.hub, "commit-tree", tree, "-p", parent, "-m", message).decode().strip()
        self.git(self.hub, "update-ref", "refs/heads/main", parent)

    def add_file(self, random, paths, parent):
        mode = random.choice(MODES)
        data = random.choice([b"", b"/etc\n", b"../../..", b"#!/bin/sh\n", b"{}", b"* filter=x merge=x eol=crlf\n"])
        return [f"{mode} {parent if mode == '160000' else self.blob(data)}\t{random.choice(NAMES)}"]

    def add_repository(self, random, paths, parent):
        files = self.hidden_repository(random.choice(["tasks/evil", "evil", "notes/00/x.git"]))
        return [f"100644 {self.blob(data)}\t{path}" for path, data in files.items()]

    def remove(self, random, paths, parent):
        share = random.choice([0.1, 0.5, 1])
        folder = random.choice(["tasks/", "", "views/"])
        gone = [path for path in paths if path.startswith(folder) and path.endswith(".json") and random.random() < share]
        return [f"0 {'0' * 40}\t{path}" for path in gone if path != "family.json"]

    def remove_family(self, random, paths, parent):
        return [f"0 {'0' * 40}\tfamily.json"]

    def run_documents(self, random, paths, parent):
        return [f"100755 {self.git(self.hub, 'rev-parse', f'{parent}:{path}').decode().strip()}\t{path}"
                for path in paths if path.endswith(".json") and path != "family.json"
                and self.git(self.hub, "ls-tree", parent, "--", path)[:1] == b"1" and random.random() < 0.5]

    def replace_document(self, random, paths, parent):
        tasks = [path for path in paths if path.startswith("tasks/")]
        mode, below = random.choice([("120000", ""), ("100755", ""), ("100644", "/x"), ("120000", "/a/b")])
        return [f"{mode} {self.blob(b'/etc/passwd')}\t{random.choice(tasks)}{below}"] if tasks else []

    MUTATIONS = {
        "file": add_file, "another file": add_file, "repository": add_repository, "removal": remove,
        "no family.json": remove_family, "mode": run_documents, "document": replace_document,
    }

    # Invariants

    def check(self, folder, own, whole=True):
        assert not self.mark.exists(), "a program was run"
        for path, data in own.items():
            assert (folder / path).read_bytes() == data, f"{path} is not what its owner wrote"
        for place, folders, files in os.walk(folder):
            if place == str(folder):
                folders.remove(".git")
            for name in folders + files:
                path = Path(place, name)
                relative = str(path.relative_to(folder))
                mode = path.lstat().st_mode
                if relative in own:
                    continue
                assert not stat.S_ISLNK(mode), f"{relative} is a link"
                assert name.lower() != "head", f"{relative} makes a repository"
                assert not stat.S_ISREG(mode) or not mode & 0o111, f"{relative} may be run"
                if relative == ".gitattributes":
                    assert path.read_text() == OWN_ATTRIBUTES, path.read_text()
                else:
                    assert not name.startswith("."), f"{relative} begins with a dot"
        status = self.git(folder, "status", "--porcelain").decode()
        assert not status, f"git status: {status}"
        if whole:
            self.git(folder, "fsck", "--strict")

    def tasks(self, folder):
        shown = [json.loads(self.hometask(folder, "list", "--json", *more).stdout) for more in [["--all"], ["--trash"]]]
        return {task["title"] for tasks in shown for task in tasks}

    def meet(self, random, kinds):
        own = {".bashrc": b"mine\n", ".profile": b"/etc\n"} if random.random() < 0.5 else {}
        for path, data in own.items():
            (self.phone / path).write_bytes(data)
        exclude = self.phone / ".git/info/exclude"
        exclude.parent.mkdir(exist_ok=True)
        exclude.write_text("/.bashrc\n/.profile\n")
        expected = {f"Task {number}" for number in range(6)}
        if random.random() < 0.5:
            self.hometask(self.phone, "add", "Mine")
            expected.add("Mine")
        before = self.git(self.phone, "rev-parse", "HEAD")
        first = self.hometask(self.phone, "sync")
        if first.returncode == 76:
            kinds["held back"] += 1
            assert self.git(self.phone, "rev-parse", "HEAD") == before, "held back, and yet taken over"
            answer = random.choice(["--accept-removals", "--restore-removed"])
            first = self.hometask(self.phone, "sync", answer)
        if first.returncode == 65:
            kinds["refused"] += 1
            # Objects of a refused push may remain unreferenced.
            return self.check(self.phone, own, whole=False)
        assert first.returncode == 0, f"sync ended with {first.returncode} once it was answered: {first.stderr}"
        self.check(self.phone, own)
        for place in [self.phone / name for name in ["tasks/evil", "evil", "notes/00/x.git"]]:
            if place.is_dir():
                self.hometask(self.phone, "sync", cwd=place)
        self.hometask(self.laptop, "join", str(self.hub), str(self.laptop), "--new", "Ben")
        self.check(self.laptop, {})
        for _ in range(2):
            for folder in [self.phone, self.laptop]:
                self.hometask(folder, "add", "More")
                done = self.hometask(folder, "sync")
                assert done.returncode == 0, f"sync ended with {done.returncode} later: {done.stderr}"
        # Unreadable documents are restored on request.
        for folder in [self.phone, self.laptop, self.phone]:
            self.hometask(folder, "doctor")
            self.hometask(folder, "doctor", "--repair")
            self.hometask(folder, "sync")
        heads = {self.git(folder, "rev-parse", "HEAD") for folder in [self.phone, self.laptop]}
        assert len(heads) == 1, "the devices did not come to the same commit"
        for folder in [self.phone, self.laptop]:
            self.check(folder, own if folder == self.phone else {})
            gone = expected - self.tasks(folder)
            assert not gone, f"gone: {gone}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=".build/debug/hometask")
    parser.add_argument("--cases", type=int, default=190)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program = str(Path(options.program).resolve())
    kinds, failures = collections.Counter(), 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as root:
        (Path(root) / "template").mkdir()
        template = World(program, Path(root) / "template")
        template.found()
        for number in range(options.seed, options.seed + options.cases):
            case = Path(root) / f"case-{number}"
            case.mkdir()
            world = World(program, case, template)
            choice = random.Random(number)
            try:
                world.attack(choice, kinds)
                world.meet(choice, kinds)
            except (AssertionError, RuntimeError, subprocess.TimeoutExpired) as error:
                failures += 1
                print(f"--seed {number} --cases 1: {error}", file=sys.stderr)
            shutil.rmtree(case)
    print(f"{options.cases} hostile histories, {failures} failures")
    print(", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())))
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
