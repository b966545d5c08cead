#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs plugins with random answers, and counts the outcomes.

Each run has a plugin that speaks the protocol correctly up to one point and then sends something random: a right answer
with random parts added, removed or changed, a line that is not a message, or its end; meanwhile it may start processes
that leave its session and clear their environment. The plugin is a hook before a commit, one after it, or a command.

Invariants of each run: hometask exits by itself, with a documented code and never with 70; a change is atomic; no other
change is lost; `doctor` finds nothing; no process is left.

usage: plugins.py [--runs N] [--seed N] [--binary PATH]
Prints the counts by kind of answer; exits with 1 if an invariant did not hold, naming the seed that reproduces it.
"""

import argparse
import collections
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

# Reads its answers from answer.json beside it.
PLUGIN = r'''#!/usr/bin/env python3
import json, os, sys
plan = json.load(open(os.path.join(os.path.dirname(os.path.abspath(sys.argv[0])), "answer.json")))
def send(**message): print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def escape():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in range(3): os.close(descriptor)
            os.execve("/usr/bin/sleep", ["sleep", plan["mark"]], {})
        os._exit(0)
    os.wait()
for line in sys.stdin:
    message = json.loads(line)
    method, id = message.get("method"), message.get("id")
    if method == "initialize": send(id=id, result={"protocol": 1})
    elif method == "shutdown": send(id=id, result={})
    elif id is not None:
        if plan["escapes"]: escape()
        text = json.dumps(plan["answer"])
        for change in message.get("params", {}).get("changes", []): text = text.replace("THE-ID", change["id"])
        for name, params in plan["before"]: send(method=name, params=params)
        if plan["ends"] == "crash": sys.exit(3)
        elif plan["ends"] == "garbage": print(plan["garbage"], flush=True)
        else: send(id=id, result=json.loads(text))
'''

VALUES = [
    None, True, False, 0, -1, 1, 256, 1 << 70, 0.5, "", " ", "x", "two\nlines", "\x1b[2J", "x" * 600, [], {}, [[]],
    {"a": 1}, "task", "TASK", "family", "device", "00000000-0000-4000-8000-000000000000", "THE-ID", "\u202e", "é" * 1001,
]
NAMES = ["changes", "refuse", "status", "create", "update", "delete", "restore", "id", "key", "fields", "add", "title",
         "tags", "extensions", "conflicts", "deleted", "kind", "~merge", "other"]
GARBAGE = ["", "42", "[]", "{}", "no json", '{"jsonrpc": "2.0"}', '{"jsonrpc": "2.0", "id": 77, "result": {}}', "\x00",
           '{"jsonrpc": "2.0", "method": 5}', "[" * 200]


def right(choose: random.Random) -> dict:
    """A correct answer."""
    changes = [
        {"create": "task", "key": "one", "fields": {"title": "From a plugin"}},
        {"update": "task", "id": "THE-ID", "add": {"tags": ["seen"]}},
        {"update": "task", "id": "THE-ID", "fields": {"description": ["by a plugin"]}},
        {"delete": "task", "id": "THE-ID"},
    ]
    return choose.choice([{}, {"refuse": "not today"}, {"changes": choose.sample(changes, choose.randint(1, 3))}])


def disturb(value, choose: random.Random):
    """The same with one part added, removed or changed."""
    if isinstance(value, dict) and value and choose.random() < 0.7:
        copy = dict(value)
        name = choose.choice(list(copy))
        what = choose.random()
        if what < 0.2:
            del copy[name]
        elif what < 0.4:
            copy[choose.choice(NAMES)] = choose.choice(VALUES)
        else:
            copy[name] = disturb(copy[name], choose)
        return copy
    if isinstance(value, list) and value and choose.random() < 0.8:
        copy = list(value)
        place = choose.randrange(len(copy))
        copy[place] = disturb(copy[place], choose)
        return copy
    if isinstance(value, dict) and choose.random() < 0.5:
        return {**value, choose.choice(NAMES): choose.choice(VALUES)}
    return choose.choice(VALUES)


class Runs:
    def __init__(self, binary: str, folder: pathlib.Path):
        self.binary, self.home = binary, folder
        self.family = folder / "family"
        self.environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "TZ": "UTC"}
        self.run("init", str(self.family), "--name", "F", "--email", "f@example.org", "--zone", "UTC", "--me", "Mia", at=folder)
        self.run("config", "set", "hook-limit", "30000")

    def run(self, *words: str, at: pathlib.Path | None = None) -> subprocess.CompletedProcess:
        return subprocess.run(
            [self.binary, *words], cwd=at or self.family, env=self.environment, capture_output=True, text=True, timeout=120,
            stdin=subprocess.DEVNULL)

    def titles(self) -> list[str]:
        return [task["title"] for task in json.loads(self.run("list", "--all", "--json").stdout or "[]")]

    def once(self, seed: int, counts: collections.Counter) -> list[str]:
        """Runs one plugin and one change; returns the violated invariants."""
        choose = random.Random(seed)
        role = choose.choice(["before-commit", "after-commit", "command"])
        answer = right(choose)
        times = choose.choice([0, 1, 1, 2, 3])
        for _ in range(times):
            answer = disturb(answer, choose)
        ends = choose.choice(["answer"] * 6 + ["crash", "garbage"])
        before = []
        if choose.random() < 0.2:
            params = disturb(choose.choice([{"text": "hello"}, {"done": 1}, {"changes": [{"create": "task", "fields": {"title": "Early"}}]}]), choose)
            before.append((choose.choice(["output", "progress", "changes"]), params))
        mark = f"86400.{seed}{os.getpid()}"
        plan = {"answer": answer, "ends": ends, "garbage": choose.choice(GARBAGE), "before": before, "mark": mark,
                "escapes": choose.random() < 0.2}
        counts[f"{role}, {'right' if times == 0 and not before and ends == 'answer' else ends if ends != 'answer' else 'disturbed'}"] += 1
        name = f"p{seed}"
        source = self.home / name
        source.mkdir()
        offers = {"commands": [{"name": "work", "summary": "Work."}]} if role == "command" else {"hooks": [{"event": role}]}
        needs = {"read": ["task"], "write": ["task"], "programs": choose.random() < 0.5}
        (source / "plugin.json").write_text(json.dumps({
            "id": name, "version": "1", "summary": "Any answer.", "protocol": [1], "program": "plugin.py", "offers": offers,
            "needs": needs}))
        (source / "plugin.py").write_text(PLUGIN)
        (source / "plugin.py").chmod(0o755)
        (source / "answer.json").write_text(json.dumps(plan))
        faults = []
        installed = self.run("plugin", "install", str(source), "--yes")
        if installed.returncode:
            faults.append(f"not installed: {installed.stderr}")
        there = self.titles()
        title = f"Task {seed}"
        done = self.run("work") if role == "command" else self.run("add", title)
        after = self.titles()
        allowed = set(range(126)) - {70} if role == "command" else {0, 76}
        if done.returncode not in allowed:
            faults.append(f"the code {done.returncode}: {done.stderr}")
        if "fatal" in done.stderr.lower() or "backtrace" in done.stderr.lower():
            faults.append(f"a crash: {done.stderr[:500]}")
        if "\x1b[2J" in done.stdout + done.stderr:
            faults.append("it steers the terminal")
        if role != "command" and done.returncode == 0 and f"Added" not in done.stdout:
            faults.append(f"success without a word: {done.stdout}")
        if done.returncode == 76 and sorted(after) != sorted(there):
            faults.append(f"refused, and changed all the same: {set(after) ^ set(there)}")
        if role != "command" and done.returncode == 76 and title in after:
            faults.append("refused, and there")
        if ends != "answer" and "Early" in set(after) - set(there):
            faults.append("half of it was made")
        self.run("plugin", "remove", name)
        found = self.run("doctor")
        if found.returncode:
            faults.append(f"doctor: {found.stdout}{found.stderr}")
        if subprocess.run(["pgrep", "-f", f"^sleep {mark}$"], capture_output=True).stdout:
            faults.append("a process is left")
        return [f"seed {seed} ({role}, {json.dumps(plan)[:300]}): {fault}" for fault in faults]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", default=".build/debug/hometask")
    chosen = parser.parse_args()
    counts, faults = collections.Counter(), []
    with tempfile.TemporaryDirectory(prefix="hometask-faults-") as name:
        runs = Runs(str(pathlib.Path(chosen.binary).resolve()), pathlib.Path(name))
        for seed in range(chosen.seed, chosen.seed + chosen.runs):
            faults += runs.once(seed, counts)
    for what, count in sorted(counts.items()):
        print(f"{count:5} {what}")
    print(f"{chosen.runs} runs from seed {chosen.seed}, {len(faults)} faults")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
