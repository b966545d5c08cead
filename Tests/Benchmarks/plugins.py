#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures plugins: the cost of the conversation, the overhead of hooks, and the time of the formats.

Everything is measured in one run on the same tasks: exports beside `task export` and `todo list`, `add` with no hook, one
and five, and a plugin that reads every task, a page at a time and one by one.
"""

import argparse
import json
import os
import pathlib
import statistics
import tempfile

from installing import installed
from commands import release_binary
from processes import Cost, Runner, file_creation
from programs import Hometask, Taskwarrior, Tasks, Todoman

# Reads every task in pages of a given size, and reports the latency and the bytes of each answer.
READER = r'''#!/usr/bin/env python3
import json, sys, time
def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    if method == "initialize": send(id=id, result={"protocol": 1})
    elif method == "shutdown": send(id=id, result={})
    elif method == "command/run":
        limit = message["params"]["options"]["page"]
        most = message["params"]["options"]["most"]
        params, count, trips, size, begin = {"kind": "task", "limit": limit}, 0, 0, 0, time.perf_counter()
        while count < most:
            send(id="r", method="documents/read", params=params)
            text = sys.stdin.readline()
            answer = json.loads(text)["result"]
            count, trips, size = count + len(answer["documents"]), trips + 1, size + len(text.encode())
            if "next" not in answer: break
            params["after"] = answer["next"]
        took = time.perf_counter() - begin
        found = {"documents": count, "trips": trips, "bytes": size, "seconds": took}
        send(method="output", params={"text": json.dumps(found)})
        send(id=id, result={})
'''

# A typical hook: it looks at the change and accepts it.
HOOK = r'''#!/bin/sh
while read -r line; do
    id=${line#*\"id\":}
    id=${id%%,*}
    case $line in
    *'"method":"initialize"'*) echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{\"protocol\":1}}" ;;
    *) echo "{\"jsonrpc\":\"2.0\",\"id\":$id,\"result\":{}}" ;;
    esac
done
'''

FORMATS = ["ics", "csv", "jsonl", "markdown", "html", "todotxt", "taskwarrior", "geojson", "kml", "gpx"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=10_000, help="how many tasks the stores hold")
    parser.add_argument("--runs", type=int, default=5, help="how often each command is measured")
    parser.add_argument("--binary", type=pathlib.Path, help="the hometask to measure; built for release by default")
    parser.add_argument("--folder", type=pathlib.Path, help="where to make the stores; the folder for temporary files")
    return parser.parse_args()


def plugin(folder: pathlib.Path, name: str, program: str, offers: dict) -> pathlib.Path:
    """Writes a plugin's folder."""
    path = folder / name
    path.mkdir(parents=True)
    manifest = {
        "id": name, "version": "1", "summary": "Measures.", "protocol": [1], "program": "program", "offers": offers,
        "needs": {"read": ["task"]},
    }  # fmt: skip
    (path / "plugin.json").write_text(json.dumps(manifest))
    (path / "program").write_text(program)
    (path / "program").chmod(0o755)
    return path


def conversation(runner: Runner, hometask: Hometask, folder: pathlib.Path, runs: int) -> list[str]:
    """The cost of reading all tasks, in pages and one by one."""
    options = [{"name": name, "summary": "A number.", "type": "integer"} for name in ("page", "most")]
    offers = {"commands": [{"name": "read-all", "summary": "Read.", "options": options}]}
    path = plugin(folder, "reader", READER, offers)
    runner.text([hometask.binary, "plugin", "install", str(path), "--yes"])
    lines = []
    for page, most in ((1000, hometask.size), (1, min(2000, hometask.size))):
        command = hometask.hometask("read-all", "--page", str(page), "--most", str(most))
        found = [json.loads(runner.text(command)) for _ in range(runs)]
        middle = statistics.median(each["seconds"] for each in found)
        first = found[0]
        lines.append(
            f"{first['documents']} tasks, {page} a page: {first['trips'] / middle:.0f} round trips a second, "
            f"{first['bytes'] / first['documents']:.0f} bytes a task, {first['bytes'] / middle / 2**20:.1f} MiB a second"
        )
    runner.text([hometask.binary, "plugin", "remove", "reader"])
    return lines


def hooks(runner: Runner, hometask: Hometask, folder: pathlib.Path, tasks: Tasks, runs: int) -> list[str]:
    """The overhead of hooks for `add`, beside the cost of starting as many programs."""
    runner.text(hometask.hometask("config", "set", "hook-limit", "5000"))
    lines = []
    plain = None
    for count in (0, 1, 5):
        while (number := len(list(folder.glob("hook-*")))) < count:
            path = plugin(folder, f"hook-{number}", HOOK, {"hooks": [{"event": "before-commit"}]})
            runner.text([hometask.binary, "plugin", "install", str(path), "--yes"])
        runner.cost(hometask.add(tasks.next()))
        cost = Cost.median([runner.cost(hometask.add(tasks.next())) for _ in range(3 * runs)])
        plain = plain or cost
        more = f", {(cost.wall - plain.wall) / count:.1f} ms a hook" if count else ""
        lines.append(f"add with {count} hooks: {cost.wall:.1f} ms{more}")
    for number in range(5):
        runner.text([hometask.binary, "plugin", "remove", f"hook-{number}"])
    shell = Cost.median([runner.cost(["sh", "-c", ":"]) for _ in range(3 * runs)])
    lines.append(f"starting a shell: {shell.wall:.1f} ms")
    return lines


def exports(runner: Runner, hometask: Hometask, peers: list, runs: int) -> list[str]:
    """The time of writing all tasks, in each format, beside the peers' times for theirs."""
    commands = {f"hometask export {name}": hometask.hometask("export", name) for name in FORMATS}
    for peer in peers:
        if isinstance(peer, Taskwarrior):
            commands["task export"] = peer.task("export")
        else:
            commands["todo --porcelain list"] = [peer.binary, "--porcelain", "--config", str(peer.folder / "config.py"), "list"]
    costs = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            costs[name].append(runner.cost(command))
    middles = {name: Cost.median(found) for name, found in costs.items()}
    rival = middles.get("task export")
    lines = ["| | ms | ms of processor | times `task export` |", "|---|--:|--:|--:|"]
    for name, cost in middles.items():
        ratio = f"{cost.wall / rival.wall:.2f}" if rival else ""
        lines.append(f"| {name} | {cost.wall:.0f} | {cost.cpu:.0f} | {ratio} |")
    return lines


def main():
    chosen = arguments()
    binary = str((chosen.binary or release_binary()).resolve())
    with tempfile.TemporaryDirectory(prefix="hometask-plugins-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder)
        made = Tasks()
        tasks = [made.next() for _ in range(chosen.size)]
        hometask = Hometask(runner, folder / "hometask", binary)
        others = [kind(runner, folder / kind.name, path) for kind, path in installed(folder / "python") if kind in (Taskwarrior, Todoman)]
        for program in [hometask, *others]:
            program.prepare(tasks)
            if command := program.load():
                runner.text(command)
            program.loaded()
        runner.text(hometask.hometask("pin", "add", "School", "52.37,4.89"))
        speed = file_creation(folder)
        print(f"{os.cpu_count()} processors; {chosen.size} tasks; medians of {chosen.runs} runs; a small file takes {speed:.0f} µs.\n")
        print("\n".join(conversation(runner, hometask, folder / "plugins", chosen.runs)) + "\n")
        print("\n".join(hooks(runner, hometask, folder / "plugins", made, chosen.runs)) + "\n")
        print("\n".join(exports(runner, hometask, others, chosen.runs)))


if __name__ == "__main__":
    main()
