#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`hometask who`: a plugin in nothing but Python's standard library."""
import json, sys

def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

def receive():
    return json.loads(sys.stdin.readline() or sys.exit())

def documents(kind, after={}):
    send(id=kind, method="documents/read", params={"kind": kind, **after})
    while (page := receive()).get("id") != kind: pass
    if "error" in page: raise ValueError(page["error"]["message"])
    yield from page["result"]["documents"]
    if "next" in page["result"]: yield from documents(kind, {"after": page["result"]["next"]})

def who(params):
    tasks = [task for task in documents("task") if "completion" not in task]
    for member in documents("member"):
        count = sum(member["id"] in task.get("assignees", []) for task in tasks)
        if "mergedInto" not in member: send(method="output", params={"text": f"{member['name']}: {count}\n"})
    free = [task["id"] for task in tasks if not task.get("assignees")]
    send(method="output", params={"text": f"nobody: {len(free)}\n"})
    tag = params["options"].get("tag")
    return {"changes": [{"update": "task", "id": id, "add": {"tags": [tag]}} for id in free] if tag else []}

def initialize(params):
    return {"protocol": max({1} & set(params["protocol"]))}

while True:
    try:
        message = {}
        message = receive()
        answer = {"initialize": initialize, "command/run": who, "shutdown": dict}[message["method"]]
        send(id=message["id"], result=answer(message["params"]))
    except Exception as error:
        if message.get("id"): send(id=message["id"], error={"code": -32601, "message": f"cannot: {error}"})
