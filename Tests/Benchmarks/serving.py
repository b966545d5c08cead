#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of phones for the machine that serves them.

Makes a family of some thousands of tasks, starts hometask-serve, and lets phones exchange with it over the loopback:
one new task each turn, alternating with `hometask add` in the same family, so that the two are a ratio of one run (at
most 2). Then it opens idle event streams, and prints the server's memory for each, and the delay between an `add` and
the event on the first and the last stream.

    Tests/Benchmarks/serving.py --tasks 10000 --turns 40 --phones 750

Both programs are release builds, named by --binary and --server.
"""

import argparse
import asyncio
import http.client
import json
import pathlib
import random
import resource
import statistics
import subprocess
import tempfile
import time
import uuid

GOAL = 2.0
# The maximum number of streams of a phone.
STREAMS = 4


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--binary", type=pathlib.Path, required=True, help="hometask")
    parser.add_argument("--server", type=pathlib.Path, required=True, help="hometask-serve")
    parser.add_argument("--tasks", type=int, default=10000)
    parser.add_argument("--turns", type=int, default=40)
    parser.add_argument("--phones", type=int, default=750, help=f"phones with {STREAMS} idle streams each")
    return parser.parse_args()


class Home:
    """A family in a folder of its own, and its server."""

    def __init__(self, folder: pathlib.Path, options, *words):
        """Makes the family and starts the server, with additional arguments."""
        self.options, self.folder = options, folder
        self.environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "GIT_CONFIG_NOSYSTEM": "1"}
        self.hometask("init", str(folder / "family"), "--name", "Berg", "--email", "b@example.org", "--me", "Mia", at=folder)
        self.hometask("add", "--stdin", text="\n".join(f"Task {number}" for number in range(options.tasks)))
        self.process = subprocess.Popen(
            [options.server.resolve(), "--port", "0", *words], cwd=folder / "family", env=self.environment,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].rstrip(".)\n"))

    def hometask(self, *words, text=None, at=None):
        subprocess.run(
            [self.options.binary.resolve(), *words], input=text, cwd=at or self.folder / "family", env=self.environment,
            capture_output=True, text=True, check=True)

    def memory(self) -> int:
        """The server's memory in bytes."""
        lines = pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) * 1024

    def link(self) -> str:
        """A link for a phone to join."""
        invitation = subprocess.run(
            [self.options.server.resolve(), "invite", "Mia", "--json"], cwd=self.folder / "family", env=self.environment,
            capture_output=True, text=True, check=True).stdout
        return json.loads(invitation)["link"]

    def phone(self):
        return Phone(self.port, self.link().split("#")[1])


class Phone:
    def __init__(self, port: int, code: str):
        self.connection = http.client.HTTPConnection("localhost", port)
        attempt = "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=32))
        answer, head = self.post("/api/join", {"code": code, "attempt": attempt, "name": "phone"})
        self.cookie = head["Set-Cookie"].split(";")[0]
        self.path = f"/api/phones/{answer['device']}"
        self.lease, self.member, self.since = answer["lease"], answer["member"]["id"], None

    def post(self, path, body):
        headers = {"Content-Type": "application/json"} | ({"Cookie": self.cookie} if hasattr(self, "cookie") else {})
        self.connection.request("POST", path, json.dumps(body), headers)
        response = self.connection.getresponse()
        answer = response.read()
        assert response.status == 200, answer[:500]
        return json.loads(answer), response.headers

    def exchange(self, *documents):
        body = {"lease": self.lease, "since": self.since, "docs": documents}
        answer, _ = self.post(self.path + "/exchange", body)
        assert not answer["refused"], answer["refused"]
        self.lease, self.since = answer["lease"], answer["version"]

    def task(self, title):
        name = str(uuid.uuid4())
        created = {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "by": self.member}
        text = json.dumps({"id": name, "kind": "task", "title": title, "created": created})
        return {"path": f"tasks/{name[:2]}/{name}.json", "text": text}


def timed(body) -> float:
    """The time of a call in milliseconds."""
    start = time.perf_counter()
    body()
    return (time.perf_counter() - start) * 1000


def exchanges(home: Home, turns: int) -> bool:
    phone = home.phone()
    print(f"the whole family, once: {timed(phone.exchange):.0f} ms")
    added, exchanged, nothing = [], [], []
    for turn in range(turns):
        added.append(timed(lambda: home.hometask("add", f"By the command {turn}")))
        phone.exchange()
        exchanged.append(timed(lambda: phone.exchange(phone.task(f"By a phone {turn}"))))
        nothing.append(timed(phone.exchange))
    ratio = statistics.median(exchanged) / statistics.median(added)
    print(f"hometask add: {statistics.median(added):.1f} ms; an exchange of one new task: "
          f"{statistics.median(exchanged):.1f} ms, of nothing: {statistics.median(nothing):.1f} ms")
    print(f"an exchange of one new task beside add: {ratio:.2f} (at most {GOAL}) {'met' if ratio <= GOAL else 'MISSED'}")
    return ratio <= GOAL


async def stream(port: int, phone: Phone):
    reader, writer = await asyncio.open_connection("localhost", port)
    writer.write(f"GET {phone.path}/events HTTP/1.1\r\nHost: localhost:{port}\r\nCookie: {phone.cookie}\r\n\r\n".encode())
    await reader.readuntil(b"data: ")
    await reader.readuntil(b"\n\n")
    return reader, writer


async def streams(home: Home, phones: list) -> None:
    before, open_streams = home.memory(), []
    for start in range(0, len(phones), 25):
        batch = [phone for phone in phones[start:start + 25] for _ in range(STREAMS)]
        open_streams += await asyncio.gather(*[stream(home.port, phone) for phone in batch])
    each = (home.memory() - before) / len(open_streams)
    print(f"{len(open_streams)} idle streams: {each / 1024:.1f} KiB each, {home.memory() / 1e6:.0f} MB in all")

    async def heard(reader) -> float:
        await reader.readuntil(b"event: change")
        return time.perf_counter()

    waiting = [asyncio.create_task(heard(reader)) for reader, _ in open_streams]
    await asyncio.sleep(0.1)
    start = time.perf_counter()
    await asyncio.to_thread(home.hometask, "add", "News")
    times = sorted([(await one - start) * 1000 for one in waiting])
    print(f"news after the start of an add: first {times[0]:.0f} ms, last {times[-1]:.0f} ms")


def main():
    options = arguments()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    with tempfile.TemporaryDirectory() as folder:
        home = Home(pathlib.Path(folder), options)
        try:
            is_met = exchanges(home, options.turns)
            phones = [home.phone() for _ in range(options.phones)]
            for phone in phones:
                phone.connection.close()
            asyncio.run(streams(home, phones))
        finally:
            home.process.terminate()
            home.process.wait()
    raise SystemExit(0 if is_met else 1)


if __name__ == "__main__":
    main()
