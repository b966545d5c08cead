# SPDX-License-Identifier: Apache-2.0
"""The server, and phones in a browser, for phone_page.py."""

import json
import os
import pathlib
import socket
import subprocess
import sys

from playwright.sync_api import expect

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
PROGRAM, ENGINE, FAMILY, STATE = sys.argv[1:5]
SHOTS = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 and sys.argv[5] else None
expect.set_options(timeout=15000)

# Dumps and restores the whole store of a phone, as a backup does.
DUMP = """async () => { const open = indexedDB.open('hometask'); await new Promise(f => open.onsuccess = f);
  const db = open.result, all = {};
  for (const name of ['state', 'docs']) { const store = db.transaction(name).objectStore(name);
    const [keys, values] = [store.getAllKeys(), store.getAll()]; await new Promise(f => values.onsuccess = f);
    all[name] = keys.result.map((key, at) => [key, values.result[at]]); }
  db.close(); return all; }"""
# Whether a service worker controls the page, within 15 seconds.
CONTROLLED = """async () => { for (let n = 0; n < 300 && !navigator.serviceWorker.controller; n++)
  await new Promise(go => setTimeout(go, 50));
  const all = await navigator.serviceWorker.getRegistration();
  return navigator.serviceWorker.controller ? true : [all?.installing?.state, all?.waiting?.state, all?.active?.state]; }"""
# Whether the family is loaded, within 15 seconds: the first list appears earlier.
READY = """async () => { const { app } = await import('/app.js');
  for (let n = 0; n < 300 && !app.family; n++) await new Promise(go => setTimeout(go, 50));
  return Boolean(app.family); }"""
# Whether the store has a document that contains a text.
HAS_TEXT = """async (text) => { const { answer, view } = await import('/store.js');
  return (await view((state, docs) => answer(docs.getAll()))).some((doc) => doc.text.includes(text)); }"""
# Whether everything is sent, also what no line shows, such as a completed task.
SENT = "async () => { const { hasUnsent } = await import('/store.js'); return !(await hasUnsent()); }"
RESTORE = """async (all) => { const open = indexedDB.open('hometask'); await new Promise(f => open.onsuccess = f);
  const db = open.result, change = db.transaction(['state', 'docs'], 'readwrite');
  change.objectStore('state').clear(); change.objectStore('docs').clear();
  for (const [key, value] of all.state) change.objectStore('state').put(value, key);
  for (const [, value] of all.docs) change.objectStore('docs').put(value);
  await new Promise(f => change.oncomplete = f); db.close(); }"""


def eventually(page, condition, arg=None):
    """Waits until an asynchronous function in a page returns a truthy value, for at most 15 seconds. The driver's
    wait_for_function takes the promise itself as truthy."""
    for _ in range(300):
        if page.evaluate(condition, arg):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"never true: {condition}")


def write_by_hand(documents):
    """Commits documents to the family without the command, as with plain git; a text for each path."""
    environment = {
        "PATH": "/usr/bin:/bin", "GIT_INDEX_FILE": STATE + "/index", "GIT_AUTHOR_NAME": "Ann", "GIT_COMMITTER_NAME": "Ann",
        "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_EMAIL": "a@example.org"}

    def run(*words, text=None):
        return subprocess.run(
            ["git", "-C", FAMILY, *words], input=text, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    run("read-tree", "HEAD")
    for path, text in documents.items():
        run("update-index", "--add", "--cacheinfo", f"100644,{run('hash-object', '-w', '--stdin', text=text)},{path}")
    run("update-ref", "HEAD", run("commit-tree", "-p", "HEAD", "-m", "Write by hand", run("write-tree")))


class Server:
    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None
        self.extra, self.environment = [], {}

    def options(self):
        return ["--family", FAMILY, "--state", STATE]

    def start(self, engine=ENGINE, **variables):
        self.process = subprocess.Popen(
            [PROGRAM, *self.options(), "--port", str(self.port), "--engine", engine, *self.extra], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, env=os.environ | self.environment | variables)
        assert self.process.stdout.readline().startswith("Serving")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, *words):
        return subprocess.run([PROGRAM, *words, *self.options()], capture_output=True, text=True, check=True).stdout

    def link(self, member):
        return json.loads(self.ask("invite", member, "--json"))["link"]


class Phone:
    """A phone that has joined."""

    def __init__(self, browser, server, member, **options):
        self.server, self.complaints = server, []
        self.context = browser.new_context(**PHONE, **options)
        self.page = self.open()
        self.page.goto(server.link(member))
        self.page.get_by_role("button", name="Join").click()
        expect(self.page.get_by_role("heading", name="Today")).to_be_visible()
        assert self.page.evaluate(READY), "the family was not loaded"
        self.settle()
        if options.get("service_workers") != "block":
            state = self.page.evaluate(CONTROLLED)
            assert state is True, f"no service worker has taken the page over: {state}"

    opened = []

    def open(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        Phone.opened.append(page)
        return page

    def list(self, name="Everyone's"):
        if self.page.get_by_role("link", name="Back").count():
            self.page.goto(f"{self.server.url}/#/all")
        self.page.get_by_role("link", name=name, exact=True).click()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()

    def add(self, title, words=""):
        self.page.get_by_label("New task").fill(f"{title} {words}")
        self.page.get_by_role("button", name="Add", exact=True).click()
        expect(self.page.get_by_role("status")).to_contain_text(f"Added: {title}")

    def show(self, title):
        self.page.get_by_role("link", name=title).first.click()
        expect(self.page.get_by_role("heading", name=title, level=1)).to_be_visible()

    def fill(self, label, value):
        self.page.get_by_label(label, exact=True).fill(value)
        self.page.get_by_label(label, exact=True).blur()

    def has(self, *titles, count=1):
        """Waits until the list shows each of these tasks `count` times."""
        for title in titles:
            expect(self.page.locator("ul.tasks a").filter(has_text=title)).to_have_count(count)

    def sync(self):
        self.page.goto(f"{self.server.url}/#/phone")
        self.page.get_by_role("button", name="Sync now").click()
        expect(self.page.get_by_text("Everything is sent").first).to_be_visible()
        self.list()

    def settle(self):
        expect(self.page.locator(".unsent")).to_have_count(0)

    def shot(self, name):
        if SHOTS:
            self.page.screenshot(path=SHOTS / f"{name}.png")
