#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses the page for phones in WebKitGTK, the nearest to Safari that Debian has, and says what is not as it should be.

    phone_webkit.py PROGRAM ENGINE FAMILY STATE [WAY ...]

PROGRAM is hometask-serve, FAMILY the folder of a family with the members Mia and Tom and a task 'Bins' that is due today.
Prints a line for each way that was tried, `ok` in front if it went as it should, and ends with 1 if one did not. Times are
printed and not checked.

Needs webkit2gtk-driver, xvfb unless there is a display, git and openssl. The server gets a certificate of its own: WebKit
does not keep its cookies, which are `Secure`, over http, not even from this machine.
"""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback
import urllib.error
import urllib.request

PROGRAM, ENGINE, FAMILY, STATE = sys.argv[1:5]
# Some ways alone, by their names.
ONLY = sys.argv[5:]
BROWSER = next(iter(sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))), "MiniBrowser")
PATIENCE = 15
# Control+A: WebKitWebDriver lets a key that is held go when it is sent again, and not at "\ue000" as others do.
ALL, TAB = "\ue009a\ue009", "\ue004"

# Loads the engine as the page does, and joins two versions of a task that two actors have edited apart.
TIMES = """const { loadEngine } = await import('/engine.js');
  const took = async (body) => { const begin = performance.now(); await body(); return performance.now() - begin; };
  let ask;
  const loads = [];
  for (let n = 0; n < 5; n++) loads.push(await took(async () => { ask = await loadEngine(fetch('/engine.wasm')); }));
  const author = (actor, minute) => ({ actor, time: `2026-11-21T09:0${minute}:00Z` });
  const id = crypto.randomUUID(), fields = { title: 'Paint the fence', description: ['Both', 'sides'], tags: ['garden'] };
  const { document } = ask({ do: 'make', kind: 'task', id, fields, author: author('d4k2m9', 0) });
  const edited = (actor, minute, title, tag) => ask({ do: 'edit', document, author: author(actor, minute), edits: [
    { edit: 'write', field: 'title', value: title }, { edit: 'insert', field: 'tags', element: tag },
    { edit: 'insertItem', field: 'items', members: { text: tag } }] }).document;
  const documents = [edited('d4k2m9', 1, 'Paint it red', 'red'), edited('d4k2m8', 2, 'Paint it blue', 'blue')];
  let joined;
  const join = () => { joined = ask({ do: 'join', documents }).document; };
  const first = await took(join);
  const all = await took(() => { for (let n = 0; n < 200; n++) join(); });
  const { shown, conflicts } = ask({ do: 'read', document: joined });
  return { loads, first, mean: all / 200, items: shown.items.length, conflicts: conflicts.map(({ field }) => field) };"""


def until(body, what):
    """Waits until a function returns something true, and returns that."""
    end = time.monotonic() + PATIENCE
    while True:
        if result := body():
            return result
        assert time.monotonic() < end, f"not within {PATIENCE} s: {what}"
        time.sleep(0.1)


def free():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


class Server:
    def __init__(self, folder):
        self.port, self.process = free(), None
        self.url = f"https://127.0.0.1:{self.port}"
        self.tls = [f"{folder}/certificate.pem", f"{folder}/key.pem"]
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                "-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-out", self.tls[0], "-keyout", self.tls[1]],
            check=True, capture_output=True)

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "--family", FAMILY, "--state", STATE, "--port", str(self.port), "--engine", ENGINE,
                "--tls-cert", self.tls[0], "--tls-key", self.tls[1]],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout.readline().startswith("Serving")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def link(self, member):
        words = [PROGRAM, "invite", member, "--json", "--family", FAMILY, "--state", STATE]
        return json.loads(subprocess.run(words, capture_output=True, text=True, check=True).stdout)["link"]


def stored(title):
    """The task of this title, as the family's repository has it."""
    git = ["git", "-C", FAMILY]
    found = subprocess.run([*git, "grep", "-lF", f'"title": "{title}"', "HEAD", "--", "tasks"], capture_output=True, text=True)
    texts = [subprocess.run([*git, "show", name], capture_output=True, text=True, check=True).stdout
        for name in found.stdout.split()]
    return json.loads(texts[0]) if len(texts) == 1 else None


class Phone:
    """A browser with a storage of its own, which has joined. It is driven by W3C WebDriver."""

    opened = []

    def __init__(self, server, member, folder):
        self.server, self.session = server, ""
        self.driver = f"http://127.0.0.1:{(port := free())}"
        self.log = tempfile.TemporaryFile("w+", dir=folder)
        # A process group of its own, so that no part of the browser is left.
        self.process = subprocess.Popen(
            ["WebKitWebDriver", f"--port={port}"], stdout=self.log, stderr=subprocess.STDOUT, start_new_session=True,
            env={**os.environ, "HOME": str(folder), "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"})
        Phone.opened.append(self)
        until(self.is_ready, "WebKitWebDriver")
        options = {"binary": str(BROWSER), "args": ["--automation", "--enable-write-console-messages-to-stdout=true"]}
        wanted = {"acceptInsecureCerts": True, "webkitgtk:browserOptions": options, "timeouts": {"script": 120000}}
        made = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.session, self.version = f"/session/{made['sessionId']}", made["capabilities"]["browserVersion"]
        self.call("POST", "/window/rect", {"width": 390, "height": 844})
        self.call("POST", "/url", {"url": server.link(member)})
        self.press("Join")
        self.see('//h1[.="Today"]')
        self.settle()

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.driver + self.session + path, json.dumps(body).encode() if method == "POST" else None, method=method)
        try:
            with urllib.request.urlopen(request, timeout=150) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError("{error}: {message}".format(**json.load(error)["value"])) from None

    def is_ready(self):
        try:
            return self.call("GET", "/status")
        except OSError:
            return False

    def close(self):
        Phone.opened.remove(self)
        try:
            self.call("DELETE", "")
        finally:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def run(self, script):
        """The value of the body of an async function in the page."""
        value = self.call("POST", "/execute/async", {"args": [], "script": f"""const done = arguments[0];
          (async () => {{ {script} }})().then((value) => done([value]), (error) => done(`${{error}} ${{error.stack}}`));"""})
        assert isinstance(value, list), value
        return value[0]

    def find(self, path):
        found = self.call("POST", "/elements", {"using": "xpath", "value": path})
        return ["/element/" + next(iter(element.values())) for element in found]

    def see(self, path, count=None):
        """Waits until there is an element, or so many."""
        until(lambda: len(self.find(path)) == count if count is not None else self.find(path), f"{count or 'any'} {path}")
        return self.find(path)

    def click(self, path):
        self.call("POST", f"{self.see(path)[0]}/click", {})

    def press(self, name):
        """Presses a button, a link or a checkbox of this name."""
        path = f'//button[.="{name}"] | //a[.="{name}" or bdi[.="{name}"]] | //input[@aria-label="{name}" or ../bdi[.="{name}"]]'
        self.click(path)

    def type(self, name, text):
        """Types into the field of this name, in place of what it has, and leaves it."""
        field = self.see(f'//input[@aria-label="{name}" or @id=//label[.="{name}"]/@for]')[0]
        self.call("POST", f"{field}/value", {"text": ALL + text + TAB})

    def list(self, name="Everyone's"):
        if self.find('//a[.="Back"]'):
            self.press("Back")
        self.press(name)
        self.see(f'//h1[.="{name}"]')

    def add(self, words, title):
        self.type("New task", words)
        self.press("Add")
        self.see(f'//p[@id="status"][contains(., "Added: {title}")]')

    def open(self, title):
        self.press(title)
        self.see(f'//h1[.="{title}"]')

    def settle(self):
        self.see('//*[@class="unsent"]', 0)

    def sync(self):
        self.list()
        self.press("Phone")
        self.press("Sync now")
        self.see('//p[contains(., "Everything is sent")]')
        self.list()


# The ways

def joins(server, folder):
    """A phone joins by an invitation, lists the tasks, and keeps the page for later."""
    phone = Phone(server, "Tom", folder)
    print("WebKitGTK", phone.version)
    phone.see('//ul[@class="tasks"]//bdi[.="Bins"]')
    until(lambda: phone.run("return Boolean(navigator.serviceWorker.controller);"), "a service worker controls the page")


def edits(server, folder):
    """What a phone adds and edits reaches the family's repository."""
    phone = Phone(server, "Tom", folder)
    phone.list()
    phone.add("Water the plants @tom due:fri +garden", "Water the plants")
    phone.see('//li[contains(., "Tom · +garden")]')
    phone.open("Water the plants")
    phone.type("Title", "Water all plants")
    phone.see('//h1[.="Water all plants"]')
    phone.type("New item", "the fern")
    phone.press("Add")
    phone.press("the fern")
    phone.see('//h1[.="Water all plants"]')
    phone.settle()
    task = until(lambda: stored("Water all plants"), "the task in the repository")
    assert task["tags"] == ["garden"] and task["assignees"] and task["due"]["date"], task
    assert [(item["text"], item.get("done")) for item in task["items"]] == [("the fern", True)], task


def offline(server, folder):
    """Without the server, a page that is loaded again adds, ticks and edits, and sends it all later."""
    phone = Phone(server, "Tom", folder)
    phone.list()
    phone.add("Buy milk", "Buy milk")
    phone.settle()
    until(lambda: phone.run("return Boolean(navigator.serviceWorker.controller);"), "a service worker controls the page")
    server.kill()
    phone.call("POST", "/refresh", {})
    phone.list()
    phone.see('//bdi[.="Buy milk"]')
    phone.add("Bread & <b>butter</b>", "Bread & <b>butter</b>")
    phone.press("Done: Bread & <b>butter</b>")
    phone.see('//p[@id="status"][contains(., "Done: Bread")]')
    phone.open("Buy milk")
    phone.type("Title", "Buy oat milk")
    phone.see('//*[@class="unsent"]')
    phone.call("POST", "/refresh", {})
    phone.see('//h1[.="Buy oat milk"]')
    server.start()
    phone.sync()
    phone.see('//bdi[.="Buy oat milk"]')
    assert stored("Buy oat milk") and stored("Bread & <b>butter</b>")["completion"]


def apart(server, folder):
    """Two phones edit one title apart: both show the conflict, and one of them resolves it."""
    phones = tom, mia = Phone(server, "Tom", folder), Phone(server, "Mia", folder)
    for phone in phones:
        phone.list()
    tom.add("Fix the bike", "Fix the bike")
    mia.see('//bdi[.="Fix the bike"]')
    server.kill()
    for phone, title in ((tom, "Fix the red bike"), (mia, "Fix the blue bike")):
        phone.open("Fix the bike")
        phone.type("Title", title)
        phone.see(f'//h1[.="{title}"]')
    server.start()
    for phone in (*phones, tom):
        phone.sync()
    for phone in phones:
        phone.see('//small[contains(., "conflicting edits")]')
        phone.click('//a[bdi[contains(., "bike")]]')
        for title in ("Fix the red bike", "Fix the blue bike"):
            phone.see(f'//div[contains(., "Conflicting edits: title")]//li[contains(., "{title}")]')
    tom.click('//li[contains(., "Fix the red bike")]/button')
    for phone in phones:
        phone.see('//h1[.="Fix the red bike"]')
        phone.see('//*[contains(., "Conflicting edits")]', 0)


def times(server, folder):
    """The engine joins two versions of a task."""
    phone = Phone(server, "Tom", folder)
    found = phone.run(TIMES)
    print("ms:", found)
    assert found["items"] == 2 and found["conflicts"] == ["title"], found


WAYS = [joins, edits, offline, apart, times]


def main():
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        server.start()
        for way in [way for way in WAYS if way.__name__ in ONLY or not ONLY]:
            begin = time.monotonic()
            try:
                way(server, folder)
                for phone in Phone.opened: phone.log.seek(0); print(phone.log.read())
                print("ok", way.__doc__, f"({time.monotonic() - begin:.0f} s)")
            except Exception:
                failed = True
                print("failed", way.__name__, traceback.format_exc(limit=-3), sep="\n")
                for phone in Phone.opened: phone.log.seek(0); print(phone.log.read())
            for phone in list(Phone.opened):
                phone.close()
        server.kill()
    sys.exit(failed)


main()
