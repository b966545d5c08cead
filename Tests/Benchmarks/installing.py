# SPDX-License-Identifier: Apache-2.0
"""Installs the peer programs of the comparison."""

import os
import pathlib
import subprocess

from programs import Program, Taskwarrior, TodoTxt, Todoman, Topydo

PEERS = [Taskwarrior, TodoTxt, Topydo, Todoman]
COMMANDS = {Taskwarrior: "task", TodoTxt: "todo-txt", Topydo: "topydo", Todoman: "todo"}


def installed(folder: pathlib.Path) -> list[tuple[type[Program], str]]:
    """Installs the peers: Debian's packages for all users, and the newest from PyPI into a folder of this user."""
    packages = [peer.debian for peer in PEERS if peer.debian]
    root = [] if os.geteuid() == 0 else ["sudo"]
    subprocess.run([*root, "apt-get", "install", "--yes", "--quiet", *packages], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["python3", "-m", "venv", str(folder)], check=True)
    python = [peer.pypi for peer in PEERS if peer.pypi]
    subprocess.run([str(folder / "bin" / "pip"), "install", "--quiet", *python], check=True)
    return [(peer, str(folder / "bin" / COMMANDS[peer]) if peer.pypi else COMMANDS[peer]) for peer in PEERS]
