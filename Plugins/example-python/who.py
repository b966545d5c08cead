#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`hometask who`: a plugin in nothing but Python's standard library."""
import json, sys


def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def documents(kind):
    params = {"kind": kind}
    while params.get("after", True):
        send(id=f"read {kind}", method="documents/read", params=params)
        page = json.loads(sys.stdin.readline())["result"]
        yield from page["documents"]
        params["after"] = page.get("next")


def who(params):
    tasks = [task for task in documents("task") if "completion" not in task]
    for member in documents("member"):
        count = sum(member["id"] in task.get("assignees", []) for task in tasks)
        send(method="output", params={"text": f"{member['name']}: {count}\n"})
    free = [task["id"] for task in tasks if not task.get("assignees")]
    send(method="output", params={"text": f"nobody: {len(free)}\n"})
    tag = params["options"].get("tag")
    return {"changes": [{"update": "task", "id": id, "add": {"tags": [tag]}} for id in free] if tag else []}


for line in sys.stdin:
    message = json.loads(line)
    answers = {"initialize": lambda _: {"protocol": 1}, "command/run": who, "shutdown": lambda _: {}}
    if message.get("method") in answers:
        send(id=message["id"], result=answers[message["method"]](message.get("params", {})))
