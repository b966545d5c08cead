#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the page for phones, in headless Chromium.

The phone is slow while loading: 1.6 Mbit/s and a round trip of 400 ms, by a network of the benchmark's own, and a
processor slowed down six times. Each time runs from the start of loading, or from a key press, until the task is in the
document, by the browser's own clock; joining counts the wait for the button, and from its tap to the list. The weights
are compressed transfer sizes.

    Tests/Benchmarks/page.py --tasks 1000 --turns 5 --binary hometask --server hometask-serve --engine engine.wasm

Both programs are release builds; engine.wasm.br is beside the engine. Ends with 1 if a goal was not met.
"""

import argparse
import http.client
import json
import pathlib
import shutil
import statistics
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from serving import Home
from slow_network import SlowNetwork

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
# Records when the first row of a list appeared, and when each title did.
WATCH = """window.shown = {};
  new MutationObserver(() => {
    const now = performance.timeOrigin + performance.now();
    if (document.querySelector('button.main')) window.offered ??= now;
    for (const row of document.querySelectorAll('ul.tasks bdi')) shown[row.textContent] ??= now; })
  .observe(document, { childList: true, subtree: true, characterData: true });
  const original = fetch;
  window.fetch = (...words) => {
    if (String(words[0]).endsWith('/exchange')) window.sent ??= performance.timeOrigin + performance.now();
    return original(...words); };
  addEventListener('click', (event) => { window.tapped ??= performance.timeOrigin + event.timeStamp; }, true);
  addEventListener('keydown', (event) => {
    if (event.key === 'Enter') window.pressed = performance.timeOrigin + event.timeStamp; }, true);"""
FIRST = "Math.min(...Object.values(shown)) - performance.timeOrigin"
# The wait after opening a link: until the button appears, and from its tap to the list.
WAITED = "offered - performance.timeOrigin + Math.min(...Object.values(shown)) - tapped"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("--binary", "--server", "--engine"):
        parser.add_argument(name, type=pathlib.Path, required=True)
    parser.add_argument("--tasks", type=int, default=1000)
    parser.add_argument("--turns", type=int, default=5)
    return parser.parse_args()


# Whether each goal was met.
MET = []


def verdict(is_met):
    MET.append(is_met)
    return "met" if is_met else "NOT MET"


def say(what, times, goal=None):
    met = "" if goal is None else f" (at most {goal} ms) {verdict(statistics.median(times) <= goal)}"
    print(f"{what}: {statistics.median(times):.0f} ms, from {min(times):.0f} to {max(times):.0f}{met}")


class Page:
    def __init__(self, browser, home, is_slow=False):
        self.home = home
        self.context = browser.new_context(**PHONE)
        self.page = self.context.new_page()
        self.page.add_init_script(WATCH)
        if is_slow:
            self.context.new_cdp_session(self.page).send("Emulation.setCPUThrottlingRate", {"rate": 6})

    def join(self, address):
        """Joins over an address, and returns the user's waiting time, and the whole time with the driver's tap."""
        start = time.monotonic()
        self.page.goto(f"{address}/join#{self.home.link().split('#')[1]}")
        self.page.get_by_role("button", name="Join").click()
        self.page.wait_for_selector("ul.tasks bdi", timeout=120_000)
        whole = (time.monotonic() - start) * 1000
        return self.page.evaluate(WAITED), whole

    def start(self, offline=False):
        self.context.set_offline(offline)
        self.page.reload()
        self.page.wait_for_selector("ul.tasks bdi")
        return self.page.evaluate(FIRST)

    def add(self, title):
        self.page.get_by_label("New task").fill(title)
        self.page.get_by_label("New task").press("Enter")
        return self.seen(title) - self.page.evaluate("pressed")

    def seen(self, title):
        return self.page.wait_for_function("(title) => window.shown[title]", arg=title).json_value()

    def settle(self):
        self.page.wait_for_function("() => document.querySelector('.unsent') === null", timeout=120_000)


def weigh(home):
    """Prints the transfer sizes of the page and of a whole family."""
    def get(method, path, body=None, headers={}):
        connection = http.client.HTTPConnection("localhost", home.port)
        connection.request(method, path, body, {"Accept-Encoding": "gzip, br", **headers})
        return len(connection.getresponse().read())

    connection = http.client.HTTPConnection("localhost", home.port)
    connection.request("GET", "/worker.js")
    worker = connection.getresponse().read().decode()
    files = json.loads(worker.split("const FILES = ")[1].split(";")[0])
    # A browser loads only one language.
    others = [path for path in files if path.startswith("/languages/") and path != "/languages/en.json"]
    shell = sum(get("GET", path) for path in [*files, "/worker.js"] if path not in ["/engine.wasm", *others])
    phone = home.phone()
    body = json.dumps({"lease": phone.lease, "since": None, "docs": []})
    family = get("POST", phone.path + "/exchange", body, {"Content-Type": "application/json", "Cookie": phone.cookie})
    for name, weight, goal in [("shell", shell, 60), ("engine", get("GET", "/engine.wasm"), 260), ("family", family, 60)]:
        print(f"the {name}: {weight / 1000:.2f} kB (at most {goal}) {verdict(weight <= goal * 1000)}")


def main():
    options = arguments()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder, sync_playwright() as playwright:
        network = SlowNetwork(down=200_000, up=100_000, delay=0.2)
        slow_address = f"http://localhost:{network.port}"
        home = Home(pathlib.Path(folder), options, "--engine", str(options.engine.resolve()), "--url", slow_address)
        address, network.target = f"http://localhost:{home.port}", home.port
        home.hometask("add", "--stdin", text="\n".join(f"Due {number} due:today" for number in range(20)))
        weigh(home)
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        times = []
        for _ in range(options.turns):
            slow, before = Page(browser, home, is_slow=True), network.down.bytes
            times.append(slow.join(slow_address))
            loaded = network.down.bytes - before
            if len(times) < options.turns:
                slow.context.close()
                # Let data in flight drain, so that it does not slow the next page.
                time.sleep(max(0, network.down.free - time.monotonic()) + 2)
        say(f"waiting from opening a link to the first list, {options.tasks} tasks, slow", [waited for waited, _ in times], 2500)
        say("the same with the time that the browser's driver takes to tap", [whole for _, whole in times])
        print(f"loaded until then: {loaded / 1000:.0f} kB")
        slow.page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=120_000)
        say("a start, slow", [slow.start() for _ in range(options.turns)], 2500)
        say("a start without a network, slow processor", [slow.start(True) for _ in range(options.turns)], 1000)
        slow.context.close()
        one, other = Page(browser, home), Page(browser, home)
        for page in (one, other):
            page.join(address)
        say("an edit until it is shown", [one.add(f"Edit {number}") for number in range(options.turns)], 50)
        one.settle()
        times = []
        for number in range(options.turns):
            one.page.evaluate("window.sent = null")
            one.add(f"Sent {number}")
            seen = other.seen(f"Sent {number}")
            times.append(seen - one.page.evaluate("window.sent"))
            one.settle()
        say("an edit from its sending until another phone shows it", times, 300)
        browser.close()
        home.process.terminate()
        home.process.wait()
    sys.exit(not all(MET))


main()
