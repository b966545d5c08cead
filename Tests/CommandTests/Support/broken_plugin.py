#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A plugin with the fault named by its only argument; it conforms if the fault is unknown."""
import json
import os
import signal
import subprocess
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"


def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def sleep():
    while True:
        time.sleep(100)


def daemon():
    """Leaves a process behind in its own session, as a daemon does."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in (0, 1, 2):
                os.close(descriptor)
            time.sleep(300)
            os._exit(0)
        os._exit(0)


def work(id, params):
    """Answers a request for work, or shows the fault."""
    if FAULT == "hang":
        sleep()
    elif FAULT == "flood-line":
        while True:
            sys.stdout.write("x" * 65536)
    elif FAULT == "flood-log":
        while True:
            send(method="log", params={"text": "still here"})
    elif FAULT == "flood-unknown":
        while True:
            send(method="unheard/of", params={})
    elif FAULT == "flood-reads":
        while True:
            send(id="r", method="documents/read", params={"kind": "task", "ids": []})
    elif FAULT == "no-form":
        send(id=id, result={"changes": [{"make": "task", "fields": {"title": "x"}}]})
    elif FAULT == "flood-errors":
        while True:
            sys.stderr.write("x" * 65536)
    elif FAULT == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif FAULT == "exit":
        os._exit(3)
    elif FAULT == "garbage":
        send(id=id, result=["no", "object"])
    elif FAULT == "wrong-id":
        send(id=4711, result={})
    elif FAULT == "twice":
        send(id=id, result={})
        send(id=id, result={})
    elif FAULT == "fork":
        daemon()
        send(id=id, result={})
    elif FAULT == "traceback":
        send(id=id, result={"changes": 1 / 0})
    elif FAULT == "bare":
        print("42", flush=True)
        sleep()
    elif FAULT == "stray":
        print("a word to nobody", flush=True)
        send(id=id, result={})
    elif FAULT == "forbidden-write":
        send(id=id, result={"changes": [{"create": "member", "fields": {"name": "Eve"}}]})
    elif FAULT == "forbidden-read":
        send(id="r", method="documents/read", params={"kind": "member"})
        refusal = json.loads(sys.stdin.readline())
        send(id=id, error={"code": -32001, "message": refusal["error"]["message"]})
    elif FAULT == "invalid-change":
        send(id=id, result={"changes": [{"create": "task", "fields": {"title": ""}}]})
    elif FAULT == "unknown-field":
        send(id=id, result={"changes": [{"create": "task", "fields": {"title": "x", "loudness": 3}}]})
    elif FAULT == "half":
        send(method="changes", params={"changes": [{"create": "task", "fields": {"title": "Half done"}}]})
        os._exit(1)
    elif FAULT == "internal":
        send(id=id, error={"code": -32603, "message": "division by zero"})
    elif FAULT == "refuses":
        send(id=id, error={"code": -32000, "message": "not today", "data": {"hint": "Try tomorrow."}})
    elif FAULT == "deep":
        print('{"jsonrpc":"2.0","id":%d,"result":%s%s}' % (id, "[" * 5000, "]" * 5000), flush=True)
    elif FAULT == "escape":
        send(method="output", params={"text": "\x1b]0;owned\x07plain\x1b[2J\n"})
        send(id=id, result={})
    else:
        send(id=id, result={"changes": [{"create": "task", "key": "one", "fields": {"title": "From a plugin"}}]})


if FAULT == "ignore-termination":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if FAULT == "slow-start":
    sleep()
for line in sys.stdin:
    message = json.loads(line)
    method = message.get("method")
    if method == "initialize":
        send(id=message["id"], result={"protocol": 99 if FAULT == "wrong-version" else 1})
    elif method == "shutdown":
        send(id=message["id"], result={})
        if FAULT == "ignore-termination":
            sleep()
    elif "id" in message and FAULT in ("flood-log", "flood-unknown", "flood-reads") and method != "command/run":
        send(id=message["id"], error={"code": -32601, "message": "unheard of"})
    elif "id" in message:
        work(message["id"], message.get("params", {}))
if FAULT == "ignore-termination":
    sleep()
