# SPDX-License-Identifier: Apache-2.0
"""Runs whole processes and measures the cost of each."""

import ctypes
import dataclasses
import os
import pathlib
import signal
import statistics
import sys
import threading
import time


PR_SET_CHILD_SUBREAPER = 36


@dataclasses.dataclass(frozen=True)
class Cost:
    """Milliseconds of wall clock, and of processor time (user and system)."""

    wall: float
    cpu: float

    @staticmethod
    def median(costs):
        return Cost(*(statistics.median(column) for column in zip(*map(dataclasses.astuple, costs))))


class TooSlow(Exception):
    """A process timed out, and was killed."""


class Runner:
    """Runs programs in an isolated home, without the settings of this machine or user."""

    def __init__(self, folder: pathlib.Path, limit: float | None = None):
        """limit: the timeout of a measured process in seconds, after which it is killed and TooSlow is raised."""
        self.limit = limit
        self.output = folder / "output"
        home = folder / "home"
        home.mkdir()
        # No background packing during measurements.
        (home / ".gitconfig").write_text(
            "[user]\n\tname = Mia\n\temail = mia@example.org\n"
            "[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n[pull]\n\trebase = false\n"
        )
        self.settings = home / ".config" / "hometask" / "config.json"
        self.settings.parent.mkdir(parents=True)
        self.settings.write_text('{"upkeep": "manual"}\n')
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "GIT_CONFIG_NOSYSTEM": "1",
            "LC_ALL": "C.UTF-8",
            "NO_COLOR": "1",
        }

    def let_upkeep_run(self):
        """Lets hometask pack in the background, as by default."""
        self.settings.unlink()

    def cost(self, *commands: list[str], codes: tuple[int, ...] = (0,)) -> Cost:
        """Runs the commands one after the other and returns the sum of their costs; exits if one fails.

        A command that exits with one of the codes has not failed.
        """
        costs = [self._cost(command, codes) for command in commands]
        return Cost(sum(c.wall for c in costs), sum(c.cpu for c in costs))

    def memory(self, *commands: list[str]) -> float:
        """Runs the commands one after the other and returns the highest peak of resident memory in mebibytes.

        Linux counts the memory of the parent at the fork as part of the process. So a shell of two megabytes starts it
        and exits, and this process, the subreaper, inherits it and reads its usage.
        """
        if ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
            sys.exit("prctl refused to make this process a reaper; it needs Linux 3.4 or newer")
        return max(self._memory(command) for command in commands)

    def text(self, command: list[str]) -> str:
        """The output of a command."""
        self._cost(command)
        return self.output.read_text(errors="replace")

    def attempt(self, command: list[str]) -> tuple[Cost, float, int]:
        """Runs a command that may fail: its cost, the highest peak of resident memory in mebibytes of it and of the
        processes it waited for, each on its own, and at least that of this process, and its exit code."""
        wall, status, usage = self._wait(command)
        cost = Cost(wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000)
        return cost, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)

    def _cost(self, command: list[str], codes: tuple[int, ...] = (0,)) -> Cost:
        wall, status, usage = self._wait(command)
        self._require_success(command, status, codes)
        return Cost(wall * 1000, (usage.ru_utime + usage.ru_stime) * 1000)

    def _wait(self, command: list[str]):
        begin = time.perf_counter()
        process = self._start(command)
        timer = threading.Timer(self.limit, os.killpg, [process, signal.SIGKILL]) if self.limit else None
        if timer:
            timer.start()
        _, status, usage = os.wait4(process, 0)
        wall = time.perf_counter() - begin
        if timer:
            timer.cancel()
            if os.WIFSIGNALED(status) and wall >= self.limit:
                raise TooSlow
        return wall, status, usage

    def _memory(self, command: list[str]) -> float:
        number = self.output.with_name("process")
        shell = self._start(["sh", "-c", '"$@" & echo $! > "$0"', str(number), *command])
        os.waitpid(shell, 0)
        # By id: this process also inherits orphans of sandboxes.
        _, status, usage = os.wait4(int(number.read_text()), 0)
        self._require_success(command, status)
        return usage.ru_maxrss / 1024

    def _start(self, command: list[str]) -> int:
        files = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, str(self.output), os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600),
            (os.POSIX_SPAWN_DUP2, 1, 2),
        ]
        group = {"setpgroup": 0} if self.limit else {}
        return os.posix_spawnp(command[0], command, self.environment, file_actions=files, **group)

    def _require_success(self, command: list[str], status: int, codes: tuple[int, ...] = (0,)):
        code = os.waitstatus_to_exitcode(status)
        if code not in codes:
            text = self.output.read_text(errors="replace")
            sys.exit(f"'{' '.join(command)}' ended with {code}, expected 0. It printed:\n{text}")


def file_creation(folder: pathlib.Path) -> float:
    """The median time of creating a small file here, in microseconds."""
    times = []
    for number in range(400):
        begin = time.perf_counter()
        with open(folder / f"file-{number}", "wb") as file:
            file.write(b"x" * 400)
        times.append(time.perf_counter() - begin)
    for number in range(400):
        (folder / f"file-{number}").unlink()
    return statistics.median(times) * 1e6
