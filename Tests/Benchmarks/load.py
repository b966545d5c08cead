#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a server under load: how long each phone waits for the answer to a change, while all of them make changes.

Each phone adds a task every ten seconds, at a time of its own, and receives the others' changes with the answer. First
200 phones of one family, then phones of 100 families on one server. If Radicale is installed (`radicale`, from Debian
or PyPI), the same number of clients put a new VTODO into one of its collections at the same rate, with an answer to
each and files flushed, as by default; these clients do not receive the others' changes. Last, the latency of a phone
while another one makes the server merge 60 tasks whose 4,000 lines it has reordered, and the latency of news and of a
change without a remote, and while the sync with one is stalled. Everything is on the loopback, and stops by itself.

    Tests/Benchmarks/load.py --binary hometask --server hometask-serve --seconds 60

Both programs are release builds.
"""

import argparse
import base64
import http.client
import json
import multiprocessing
import pathlib
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid

from serving import Home, Phone, timed

PAUSE = 10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--binary", "--server"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--tasks", type=int, default=1000, help="tasks of a family before")
    parser.add_argument("--phones", type=int, default=200)
    parser.add_argument("--families", type=int, default=100)
    parser.add_argument("--seconds", type=int, default=60)
    return parser.parse_args()


class Families(Home):
    """Families, each in a folder of its own, and one server for all of them."""

    def __init__(self, folder, options, count, remote=None):
        self.options, self.folder = options, folder
        # The server starts the command to pack a family's history.
        path = f"{options.binary.resolve().parent}:/usr/bin:/bin"
        self.environment = {"HOME": str(folder), "PATH": path, "GIT_CONFIG_NOSYSTEM": "1"}
        self.families = [folder / f"family{number}" for number in range(count)]
        tasks = "\n".join(f"Task {number}" for number in range(options.tasks))
        for family in self.families:
            self.hometask("init", str(family), "--name", family.name, "--email", "b@example.org", "--me", "Mia", at=folder)
            self.hometask("add", "--stdin", text=tasks, at=family)
            if remote:
                self.hometask("remote", "add", "origin", remote, at=family)
        words = [word for family in self.families for word in ("--family", str(family))]
        self.process = subprocess.Popen(
            [options.server.resolve(), "--port", "0", *words], cwd=folder, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().rsplit(":", 1)[1].rstrip(".)\n"))

    def link_of(self, family):
        invitation = subprocess.run(
            [self.options.server.resolve(), "invite", "Mia", "--family", str(family), "--json"], cwd=self.folder,
            env=self.environment, capture_output=True, text=True, check=True).stdout
        return invitation.split("#")[1].split('"')[0]

    def commits(self):
        return sum(int(subprocess.run(["git", "-C", family, "rev-list", "--count", "--all"], capture_output=True, text=True,
                                      check=True).stdout) for family in self.families)


def together(clients, seconds):
    """Lets each client make a change every ten seconds, and returns the latencies in milliseconds."""
    times, faults, start = [], [], time.monotonic() + 1

    def run(client):
        due = start + random.uniform(0, PAUSE)
        while due < start + seconds:
            time.sleep(max(0, due - time.monotonic()))
            begun = time.perf_counter()
            try:
                client()
                times.append((time.perf_counter() - begun) * 1000)
            except Exception as error:
                faults.append(repr(error))
            due += PAUSE

    threads = [threading.Thread(target=run, args=[client]) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        print(f"{len(faults)} changes failed, such as: {faults[0][:200]}")
    return times, bool(faults)


def report(what, times, memory, seconds, commits=None):
    cuts = statistics.quantiles(times, n=100)
    rate = f", {commits / seconds:.1f} commits a second" if commits is not None else ""
    print(f"{what}: {len(times)} changes, half within {cuts[49]:.0f} ms, 95 % within {cuts[94]:.0f}, 99 % within "
          f"{cuts[98]:.0f}, longest {max(times):.0f}; {memory / 1e6:.0f} MB{rate}")


def serve(folder, options, count, phones):
    home = Families(folder, options, count)
    try:
        joined = []
        for number in range(phones):
            phone = Phone(home.port, home.link_of(home.families[number % count]))
            phone.exchange()
            joined.append(phone)

        def change(phone):
            return lambda: phone.exchange(phone.task("A change"))

        before = home.commits()
        times, is_faulty = together([change(phone) for phone in joined], options.seconds)
        report(f"{phones} phones of {count} {'family' if count == 1 else 'families'}", times, home.memory(), options.seconds,
               home.commits() - before)
        return is_faulty
    finally:
        home.process.terminate()
        home.process.wait()


def beside_long_request(folder, options):
    home = Families(folder, options, 1)
    try:
        slow, quick = (Phone(home.port, home.link_of(home.families[0])) for _ in range(2))
        for phone in (slow, quick):
            phone.exchange()

        def task(name, lines):
            text = json.dumps({"id": name, "kind": "task", "title": "A long text", "description": lines})
            return {"path": f"tasks/{name[:2]}/{name}.json", "text": text}

        names = [str(uuid.uuid4()) for _ in range(60)]
        for start in range(0, len(names), 15):
            slow.exchange(*[task(name, [str(line) for line in range(4000)]) for name in names[start:start + 15]])
        quick.exchange()
        documents = [task(name, random.sample([str(line) for line in range(4000)], 4000)) for name in names]
        body = json.dumps({"lease": slow.lease, "since": slow.since, "docs": documents})

        def send():
            slow.connection.request("POST", slow.path + "/exchange", body, {
                "Content-Type": "application/json", "Cookie": slow.cookie})
            response = slow.connection.getresponse()
            response.read()
            assert response.status == 200, response.status

        # In a process of its own: a thread would block this one.
        process, times, start = multiprocessing.Process(target=send), [], time.monotonic()
        process.start()
        while process.is_alive():
            times.append(timed(lambda: quick.exchange(quick.task("A change"))))
            time.sleep(0.01)
        seconds = time.monotonic() - start
        report(f"beside a request that took {seconds:.0f} s", times, home.memory(), seconds)
        return process.exitcode != 0
    finally:
        home.process.terminate()
        home.process.wait()


def beside_stalled_sync(folder, options):
    asked = []
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()

        def accept():
            while True:
                try:
                    asked.append(silent.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        for remote in (None, f"git://127.0.0.1:{silent.getsockname()[1]}/family"):
            home = Families(folder / ("stalled" if remote else "alone"), options, 1, remote)
            try:
                phone, news, changes = Phone(home.port, home.link_of(home.families[0])), [], []
                phone.exchange()
                # The sync has begun: a change is sent two seconds later.
                time.sleep(3)
                start = time.monotonic()
                while time.monotonic() - start < min(20, options.seconds):
                    news.append(timed(lambda: phone.exchange()))
                    changes.append(timed(lambda: phone.exchange(phone.task("A change"))))
                    time.sleep(0.05)
                what = "while a sync has stalled" if remote else "without a remote"
                report(f"news {what}", news, home.memory(), options.seconds)
                report(f"a change {what}", changes, home.memory(), options.seconds)
            finally:
                home.process.terminate()
                home.process.wait()
        silent.shutdown(socket.SHUT_RDWR)
    return not asked


def radicale(folder, options, program):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [program, "--config", "", "--server-hosts", f"127.0.0.1:{port}", "--server-max-connections", "0", "--auth-type", "none",
         "--storage-filesystem-folder", str(folder / "collections"), "--logging-level", "error"], stdin=subprocess.DEVNULL)
    head = {"Authorization": "Basic " + base64.b64encode(b"mia:x").decode(), "Content-Type": "text/calendar"}

    def ask(connection, method, path, body=None, headers={}):
        connection.request(method, path, body, head | headers)
        response = connection.getresponse()
        response.read()
        assert response.status < 300, (method, path, response.status)

    def put(connection):
        name = uuid.uuid4()
        ask(connection, "PUT", f"/mia/tasks/{name}.ics", "\r\n".join([
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//load//EN", "BEGIN:VTODO", f"UID:{name}", "DTSTAMP:20261126T120000Z",
            "SUMMARY:A change", "END:VTODO", "END:VCALENDAR", ""]))

    try:
        for _ in range(100):
            time.sleep(0.1)
            try:
                ask(http.client.HTTPConnection("127.0.0.1", port), "MKCALENDAR", "/mia/tasks/")
                break
            except ConnectionError:
                continue
        first = http.client.HTTPConnection("127.0.0.1", port)
        for _ in range(options.tasks):
            put(first)
        connections = [http.client.HTTPConnection("127.0.0.1", port) for _ in range(options.phones)]
        times, is_faulty = together([lambda connection=connection: put(connection) for connection in connections], options.seconds)
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text().split("VmRSS:")[1]
        report(f"{options.phones} clients of Radicale", times, int(status.split()[0]) * 1024, options.seconds)
        return is_faulty
    finally:
        process.terminate()
        process.wait()


def main():
    options = arguments()
    is_faulty = False
    for count, phones in ((1, options.phones), (options.families, max(options.families, options.phones))):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            is_faulty |= serve(pathlib.Path(folder), options, count, phones)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        is_faulty |= beside_long_request(pathlib.Path(folder), options)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        is_faulty |= beside_stalled_sync(pathlib.Path(folder), options)
    if program := shutil.which("radicale"):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            is_faulty |= radicale(pathlib.Path(folder), options, program)
    else:
        print("radicale is not installed, so nothing was measured beside it")
    sys.exit(is_faulty)


if __name__ == "__main__":
    main()
