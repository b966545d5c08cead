# SPDX-License-Identifier: Apache-2.0
"""Makes two devices with diverged changes to the same documents, and fresh copies of one of them to merge in."""

import json
import pathlib
import random
import shutil
import subprocess
import sys

from stores import Store, StoreMaker


class Parting:
    """A laptop that has fetched a phone's changes, and has not merged them yet."""

    def __init__(self, maker: StoreMaker, changed: int, bare: bool):
        self.runner = maker.runner
        self.hometask = maker.hometask
        self.changed = changed
        self.folder = maker.folder / f"parting-{maker.seed.count}-{'bare' if bare else 'tree'}"
        self.folder.mkdir()
        self.copies = 0
        remote = self.folder / "remote.git"
        self.runner.text(["git", "clone", "--quiet", "--bare", str(maker.seed.folder), str(remote)])
        phone = self._joined(remote, "phone", "Tom", [])
        self.laptop = self._joined(remote, "laptop", "Mia", ["--bare"] if bare else [])
        for device in [phone, self.laptop]:
            self.runner.text(device.hometask("sync"))
        paths = phone.paths()
        random.Random(5).shuffle(paths)
        paths = paths[:changed]
        self._retitle(phone, paths, "on the phone")
        self.runner.text(phone.hometask("sync"))
        if bare:
            self._complete(self.laptop, paths)
        else:
            # Half of them in the field that the phone changed, half in another.
            self._retitle(self.laptop, paths[: changed // 2], "on the laptop")
            self._complete(self.laptop, paths[changed // 2 :])
        self.runner.text(self.laptop.git("fetch", "--quiet", "origin"))
        self._check(paths)

    def copy(self, *preparations: list[str]) -> Store:
        """A fresh copy of the laptop with a refreshed index; the previous copy is removed."""
        shutil.rmtree(self.folder / f"copy-{self.copies}", ignore_errors=True)
        self.copies += 1
        store = Store(self.runner, self.hometask, self.folder / f"copy-{self.copies}")
        # 'cp -a' preserves modification times, and is fast.
        subprocess.run(["cp", "-a", str(self.laptop.folder), str(store.folder)], check=True)
        # The copy draws its own actor, and records its files, before the measurement.
        self.runner.text(store.hometask("me", "Mia"))
        self.runner.text(store.hometask("status"))
        if (store.folder / ".git").is_dir():
            self.runner.text(store.git("update-index", "-q", "--refresh"))
        for command in preparations:
            self.runner.text(store.git(*command))
        subprocess.run(["sync", "-f", str(store.folder)], check=True)
        return store

    def _joined(self, remote: pathlib.Path, name: str, member: str, options: list[str]) -> Store:
        store = Store(self.runner, self.hometask, self.folder / name)
        words = ["--as", member, "--device", name, *options]
        self.runner.text([self.hometask, "join", str(remote), str(store.folder), *words])
        return store

    def _retitle(self, store: Store, paths: list[str], words: str):
        """Edits titles in the files by hand, and takes them in with one command."""
        for path in paths:
            target = store.folder / path
            text = target.read_text()
            mark = '\n  "title": "'
            if text.count(mark) != 1:
                sys.exit(f"{path} has no title where one was expected")
            target.write_text(text.replace(mark, f"{mark}{words.capitalize()}: "))
        self.runner.text(store.hometask("status"))

    def _complete(self, store: Store, paths: list[str]):
        for start in range(0, len(paths), 1000):
            references = ["#" + pathlib.PurePath(path).stem for path in paths[start : start + 1000]]
            self.runner.text(store.hometask("done", *references))

    def _check(self, paths: list[str]):
        """Checks that both sides changed what they should, and that the join has the expected conflicts."""
        diff = ["diff", "--name-only", "--no-renames"]
        for ends in ["origin/main...main", "main...origin/main"]:
            found = self.runner.text(self.laptop.git(*diff, ends, "--", "tasks")).split()
            if sorted(found) != sorted(paths):
                sys.exit(f"{len(found)} tasks differ in {ends}, expected {len(paths)}")
        store = self.copy()
        report = json.loads(self.runner.text(store.hometask("pull", "--json")))
        if len(report["joined"]) != len(paths):
            sys.exit(f"{len(report['joined'])} documents were joined, expected {len(paths)}")
        conflicts = len(report["conflicted"])
        expected = 0 if self.laptop_is_bare else len(paths) // 2
        if conflicts != expected:
            sys.exit(f"{conflicts} documents have conflicts, expected {expected}")

    @property
    def laptop_is_bare(self) -> bool:
        return not (self.laptop.folder / ".git").is_dir()
