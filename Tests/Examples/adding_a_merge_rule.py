#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Carries out the example of AddingAMergeRule.md on a copy of the package, runs the tests of merging, and merges.

    python3 Tests/Examples/adding_a_merge_rule.py [--older PROGRAM]

The code, the plugin and the commands are taken from the page itself. With --older, a hometask of the previous version
takes part in the last commands. Exits with 0 if the laws hold for the rule and the output matches the page.
"""

import argparse
import json
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # keeps the checkout free of caches

from device import Device, expect  # noqa: E402
from example_package import COPY, RULE_PAGE, blocks, build  # noqa: E402

# An error of the command: malformed data, as ExitCodes.md lists it.
MALFORMED_DATA = 65


def try_laws(bundle: pathlib.Path):
    words = [bundle, "--testing-library", "swift-testing", "--filter", "HometaskMergingTests"]
    run = subprocess.run(
        words, cwd=COPY, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False)
    assert run.returncode == 0, f"the tests of merging ended with {run.returncode}:\n{run.stdout[-20_000:]}"
    expect(run.stdout, *(f"greatest, {name}: " for name in ["two actors", "one clock ahead", "three actors"]))
    expect(run.stdout, 'Suite "Values of which the greatest is shown" passed')


def try_commands(devices: dict[str, Device], session: str):
    """Runs the commands of a session, and compares their output with the lines after each; … is any text."""
    for part in re.split(r"^(?=\w+\$ )", session, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        name, words = command.split("$ hometask ")
        is_error = any(line.startswith("error: ") for line in lines)
        output = devices[name].run(*shlex.split(words), code=MALFORMED_DATA if is_error else 0)
        for line in lines:
            pattern = ".*".join(re.escape(text) for text in line.split("…"))
            assert re.search(pattern, output), f"‘{command}’ writes no ‘{line}’ but:\n{output}"


def try_merge(program: pathlib.Path, older: pathlib.Path | None, folder: pathlib.Path):
    remote, plugin = folder / "remote.git", folder / "reading"
    subprocess.run(["git", "init", "-q", "--bare", "-b", "main", str(remote)], check=True)
    *_, manifest = blocks(RULE_PAGE, "json")
    plugin.mkdir()
    (plugin / "plugin.json").write_text(json.dumps(json.loads(manifest)))
    phone = Device(program, folder / "phone")
    phone.begin_family()
    phone.run("remote", "add", "origin", str(remote))
    phone.run("sync")
    devices = {"phone": phone, "tablet": Device(program, folder / "tablet", clock="10:00")}
    if older:
        devices["laptop"] = Device(older, folder / "laptop")
    for name, device in devices.items():
        if name != "phone":
            device.join_family(remote)
        if name != "laptop":
            device.run("plugin", "install", str(plugin), "--yes")
    first, second = blocks(RULE_PAGE, "console")
    try_commands(devices, first)
    if older:
        try_commands(devices, second)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--older", type=pathlib.Path, metavar="PROGRAM", help="a hometask without the rule")
    older = parser.parse_args().older
    programs = build()
    try_laws(programs / "hometaskPackageTests.xctest")
    with tempfile.TemporaryDirectory(prefix="hometask-example-") as folder:
        try_merge(programs / "hometask", older and older.absolute(), pathlib.Path(folder))
    print("The rule merges, and its laws hold.")


if __name__ == "__main__":
    main()
