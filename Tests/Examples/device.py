# SPDX-License-Identifier: Apache-2.0
"""A device of a family, for the scripts that try examples with the command."""

import json
import os
import pathlib
import subprocess


class Device:
    """A device with a home and a clock of its own."""

    def __init__(self, program: pathlib.Path, home: pathlib.Path, clock: str = "09:00"):
        self.program = program
        self.home = home
        self.folder = home / "family"
        self.editor = home / "editor"
        home.mkdir()
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "HOMETASK_NOW": f"2026-11-21T{clock}:00Z", "EDITOR": str(self.editor),
        }

    def begin_family(self):
        self.run(
            "init", str(self.folder), "--name", "Berg", "--email", "berg@example.org", "--zone", "UTC", "--me", "Mia",
            "--device", self.home.name)

    def join_family(self, remote: pathlib.Path):
        self.run("join", str(remote), str(self.folder), "--as", "Mia", "--device", self.home.name)

    def run(self, *words: str, code: int = 0) -> str:
        """Runs the command, which must exit with the code. Returns its output."""
        run = subprocess.run(
            [self.program, *words], cwd=self.folder if self.folder.is_dir() else self.home, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert run.returncode == code, f"{' '.join(words)} ended with {run.returncode}:\n{run.stdout}"
        return run.stdout

    def tasks(self, *words: str):
        return json.loads(self.run("list", *words, "--json"))

    def titles(self, *words: str):
        return sorted(task["title"] for task in self.tasks(*words))


def expect(text: str, *parts: str):
    for part in parts:
        assert part in text, f"‘{part}’ is not in:\n{text}"
