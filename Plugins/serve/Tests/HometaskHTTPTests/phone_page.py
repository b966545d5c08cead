#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses the page for phones as families do, in headless Chromium in the size of a phone, and says what is not as it should be.

    phone_page.py PROGRAM ENGINE FAMILY STATE [FOLDER-FOR-SCREENSHOTS]

PROGRAM is hometask-serve, FAMILY the folder of a family with the members Mia and Tom. Prints a line for each way that
was tried, `ok` in front if it went as it should, and ends with 1 if one did not.
"""

import json
import pathlib
import shutil
import socket
import subprocess
import sys
import traceback

from playwright.sync_api import expect, sync_playwright

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
PROGRAM, ENGINE, FAMILY, STATE = sys.argv[1:5]
SHOTS = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else None
expect.set_options(timeout=15000)

# The whole store of a phone, as a backup has it, and its return.
DUMP = """async () => { const open = indexedDB.open('hometask'); await new Promise(f => open.onsuccess = f);
  const db = open.result, all = {};
  for (const name of ['state', 'docs']) { const store = db.transaction(name).objectStore(name);
    const [keys, values] = [store.getAllKeys(), store.getAll()]; await new Promise(f => values.onsuccess = f);
    all[name] = keys.result.map((key, at) => [key, values.result[at]]); }
  db.close(); return all; }"""
RESTORE = """async (all) => { const open = indexedDB.open('hometask'); await new Promise(f => open.onsuccess = f);
  const db = open.result, change = db.transaction(['state', 'docs'], 'readwrite');
  change.objectStore('state').clear(); change.objectStore('docs').clear();
  for (const [key, value] of all.state) change.objectStore('state').put(value, key);
  for (const [, value] of all.docs) change.objectStore('docs').put(value);
  await new Promise(f => change.oncomplete = f); db.close(); }"""


class Server:
    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.process = None

    def options(self):
        return ["--family", FAMILY, "--state", STATE]

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, *self.options(), "--port", str(self.port), "--engine", ENGINE], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
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
        self.settle()

    def open(self):
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def list(self, name="Everyone's"):
        if self.page.get_by_role("link", name="Back").count():
            self.page.goto(f"{self.server.url}/#/all")
        self.page.get_by_role("link", name=name, exact=True).click()
        expect(self.page.get_by_role("heading", name=name)).to_be_visible()

    def add(self, title, words=""):
        self.page.get_by_label("New task").fill(f"{title} {words}")
        self.page.get_by_role("button", name="Add").click()
        expect(self.page.get_by_role("status")).to_contain_text(f"Added: {title}")

    def show(self, title):
        self.page.get_by_role("link", name=title).first.click()
        expect(self.page.get_by_role("heading", name=title, level=1)).to_be_visible()

    def fill(self, label, value):
        self.page.get_by_label(label, exact=True).fill(value)
        self.page.get_by_label(label, exact=True).press("Tab")

    def titles(self):
        return self.page.locator("ul.tasks a").evaluate_all("all => all.map(one => one.firstChild.textContent)")

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


# The ways

def offline(browser, server):
    """Without the server, a page that is started anew adds, edits, ticks and keeps a checklist, and sends it all later."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.add("Buy milk")
    phone.add("Water the plants", "@tom due:fri +garden")
    expect(phone.page.get_by_role("listitem").filter(has_text="Water").get_by_text("Tom · +garden")).to_be_visible()
    phone.page.get_by_label("New task").fill("Milk @nobody")
    phone.page.get_by_role("button", name="Add").click()
    expect(phone.page.get_by_role("status")).to_contain_text("nobody")
    expect(phone.page.get_by_label("New task")).to_have_value("Milk @nobody")
    phone.page.get_by_label("New task").fill("")
    phone.settle()
    server.kill()
    phone.page.reload()
    phone.add("Bread & <b>butter</b>")
    phone.show("Buy milk")
    phone.fill("Title", "Buy oat milk")
    expect(phone.page.get_by_text("Not sent yet")).to_be_visible()
    phone.page.get_by_label("New item").fill("two litres")
    phone.page.get_by_role("button", name="Add").click()
    phone.page.get_by_label("two litres").check()
    phone.shot("task-offline")
    phone.list()
    phone.page.get_by_label("Done: Water the plants").check()
    expect(phone.page.get_by_role("status")).to_contain_text("Done: Water the plants")
    phone.page.reload()
    phone.list()
    titles = ["Bins", "Bread & <b>butter</b>", "Buy oat milk"]
    assert sorted(phone.titles()) == titles, phone.titles()
    phone.shot("list-offline")
    server.start()
    phone.sync()
    other = Phone(browser, server, "Mia")
    other.list()
    assert sorted(other.titles()) == titles, other.titles()
    expect(other.page.get_by_text("1 of 1")).to_be_visible()
    other.list("Done")
    assert other.titles() == ["Water the plants"], other.titles()
    return phone, other


def apart(browser, server):
    """Two phones change different fields of a task apart: both changes stay. The same field: a conflict on both, which one
    of them resolves."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    tom.list()
    tom.add("Fix the bike")
    mia.list()
    expect(mia.page.get_by_role("link", name="Fix the bike")).to_be_visible()
    for phone in (tom, mia):
        phone.context.set_offline(True)
        phone.show("Fix the bike")
    tom.fill("Title", "Fix the red bike")
    mia.fill("Title", "Fix the blue bike")
    mia.fill("Due", "2027-01-15")
    for phone in (tom, mia, tom):
        phone.context.set_offline(False)
        phone.sync()
    for phone in (tom, mia):
        expect(phone.page.get_by_text("conflicting edits").first).to_be_visible()
        phone.show("bike")
        expect(phone.page.get_by_label("Due")).to_have_value("2027-01-15")
        expect(phone.page.get_by_text("Fix the red bike").first).to_be_visible()
        expect(phone.page.get_by_text("Fix the blue bike").first).to_be_visible()
        phone.shot("conflict")
    tom.page.get_by_role("listitem").filter(has_text="Fix the red bike").get_by_role("button").click()
    expect(tom.page.get_by_text("Conflicting edits")).to_have_count(0)
    tom.sync()
    mia.sync()
    mia.show("Fix the red bike")
    expect(mia.page.get_by_text("Conflicting edits")).to_have_count(0)
    return tom, mia


def twice(browser, server):
    """A recurring task that both have done apart has one successor."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    for phone in (tom, mia):
        phone.list()
        expect(phone.page.get_by_role("link", name="Bins")).to_have_count(1)
        phone.context.set_offline(True)
        phone.page.get_by_label("Done: Bins").check()
        # The next one is there at once.
        expect(phone.page.get_by_role("link", name="Bins")).to_have_count(1)
        expect(phone.page.get_by_label("Done: Bins")).not_to_be_checked()
    for phone in (tom, mia, tom):
        phone.context.set_offline(False)
        phone.sync()
        assert phone.titles().count("Bins") == 1, phone.titles()
    return tom, mia


def talk(browser, server):
    """What one phone says and sets on a task, another shows: comments, tags, a priority, assignees."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    tom.list()
    tom.add("Paint the fence", "+garden +old")
    tom.show("Paint the fence")
    tom.fill("Tags", "garden weekend")
    tom.page.get_by_label("Priority").select_option("high")
    tom.page.get_by_label("Mia").check()
    tom.page.get_by_label("New comment").fill("Which colour? <i>red</i>")
    tom.page.get_by_role("button", name="Send").click()
    expect(tom.page.get_by_text("Which colour? <i>red</i>")).to_be_visible()
    tom.sync()
    mia.list("Mine")
    mia.show("Paint the fence")
    expect(mia.page.get_by_label("Tags")).to_have_value("garden weekend")
    expect(mia.page.get_by_label("Priority")).to_have_value("high")
    expect(mia.page.get_by_text("Which colour? <i>red</i>")).to_be_visible()
    # What somebody is typing stays when something else comes in.
    mia.page.get_by_label("New comment").fill("Blue, I th")
    tom.show("Paint the fence")
    tom.fill("Title", "Paint the garden fence")
    expect(mia.page.get_by_role("heading", name="Paint the garden fence")).to_be_visible()
    expect(mia.page.get_by_label("New comment")).to_have_value("Blue, I th")
    expect(mia.page.get_by_label("New comment")).to_be_focused()
    mia.shot("task")
    return tom, mia


def lost(browser, server):
    """A reply that is lost after the server has taken the edit: the phone sends it again, and it is there once."""
    # What goes through a service worker cannot be cut here.
    phone = Phone(browser, server, "Mia", service_workers="block")
    phone.list()
    cut = []

    def lose(route):
        cut.append(route.fetch().status)
        route.abort()

    phone.context.route("**/exchange", lose, times=1)
    phone.add("Only once")
    while not cut:
        phone.page.wait_for_timeout(50)
    assert cut == [200], cut
    phone.sync()
    phone.settle()
    assert phone.titles().count("Only once") == 1
    log = subprocess.run(["git", "-C", FAMILY, "log", "--format=%s"], capture_output=True, text=True, check=True).stdout
    assert log.count("Only once") == 1, log
    return (phone,)


def restored(browser, server):
    """A phone whose storage comes from a backup starts over; what it did since the backup, and what it had not sent then,
    is there."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.add("Before the backup")
    phone.settle()
    phone.context.set_offline(True)
    phone.add("Not sent in the backup")
    backup = phone.page.evaluate(DUMP)
    phone.context.set_offline(False)
    phone.sync()
    phone.add("After the backup")
    phone.settle()
    phone.page.evaluate(RESTORE, backup)
    phone.page.reload()
    phone.list()
    phone.sync()
    phone.add("As somebody new")
    phone.settle()
    titles = phone.titles()
    for title in ("Before the backup", "Not sent in the backup", "After the backup", "As somebody new"):
        assert titles.count(title) == 1, titles
    return (phone,)


def tabs(browser, server):
    """Two tabs of a phone change one task, and neither change is lost."""
    phone = Phone(browser, server, "Mia")
    phone.list()
    phone.add("In two tabs")
    phone.settle()
    phone.show("In two tabs")
    second = phone.open()
    second.goto(phone.page.url)
    expect(second.get_by_role("heading", name="In two tabs")).to_be_visible()
    phone.context.set_offline(True)
    for number in range(5):
        for page in (phone.page, second):
            page.get_by_label("New item").fill(f"item {number} of {'first' if page is second else 'second'}")
            page.get_by_role("button", name="Add").click()
    for page in (phone.page, second):
        expect(page.locator("ul.items li")).to_have_count(10)
    phone.context.set_offline(False)
    second.close()
    phone.sync()
    other = Phone(browser, server, "Tom")
    other.list()
    expect(other.page.get_by_text("0 of 10")).to_be_visible()
    return phone, other


def future(browser, server):
    """A phone whose clock is in 2099 writes as of now."""
    phone = Phone(browser, server, "Mia")
    phone.page.clock.install(time="2099-01-01T00:00:00Z")
    phone.page.reload()
    phone.sync()
    phone.add("From the future")
    phone.settle()
    phone.show("From the future")
    text = subprocess.run(
        ["git", "-C", FAMILY, "grep", "-h", "2099-", "HEAD", "--", "tasks"], capture_output=True, text=True).stdout
    assert not text, text
    return (phone,)


def unreadable(browser, server):
    """A document that the phone cannot read holds up no other, at the start and when it comes in."""
    phone = Phone(browser, server, "Mia")
    git = ["git", "-C", FAMILY]
    environment = {
        "PATH": "/usr/bin:/bin", "GIT_INDEX_FILE": STATE + "/index", "GIT_AUTHOR_NAME": "Ann", "GIT_COMMITTER_NAME": "Ann",
        "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_EMAIL": "a@example.org"}

    def run(*words, text=None):
        return subprocess.run([*git, *words], input=text, env=environment, capture_output=True, text=True, check=True).stdout.strip()

    blob = run("hash-object", "-w", "--stdin", text="{ this is no document")
    run("read-tree", "HEAD")
    name = "aaaaaaaa-0000-4000-8000-000000000000"
    run("update-index", "--add", "--cacheinfo", f"100644,{blob},tasks/aa/{name}.json")
    commit = run("commit-tree", "-p", "HEAD", "-m", "Break a document", run("write-tree"))
    run("update-ref", "HEAD", commit)
    phone.list()
    phone.add("Next to a broken one")
    phone.settle()
    phone.page.reload()
    phone.list()
    phone.add("And another")
    phone.settle()
    other = Phone(browser, server, "Tom")
    other.list()
    for title in ("Next to a broken one", "And another"):
        assert other.titles().count(title) == 1, other.titles()
    return phone, other


def many(browser, server):
    """More changes than a request may have are sent in several."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.context.set_offline(True)
    phone.page.evaluate("""async () => { const { change } = await import('/store.js');
      const { loadEngine } = await import('/engine.js'); const { Family } = await import('/family.js');
      const ask = await loadEngine(fetch('/engine.wasm')); const family = new Family(ask); await family.load();
      const long = Array(100).fill('long '.repeat(80));
      for (let n = 0; n < 1100; n++) await family.add({ title: `Many ${n}`, ...(n % 3 === 0 && { description: long }) }); }""")
    phone.context.set_offline(False)
    phone.page.reload()
    phone.list()
    expect(phone.page.locator(".unsent")).to_have_count(0, timeout=60000)
    count = subprocess.run(["git", "-C", FAMILY, "grep", "-lE", '"title": "Many [0-9]+"', "HEAD", "--", "tasks"],
        capture_output=True, text=True, check=True).stdout.count("\n")
    assert count == 1100, count
    return (phone,)


def revoked(browser, server):
    """A phone that was signed out is told so, and keeps what it has not sent, to export."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.context.set_offline(True)
    phone.add("Still mine")
    phones = json.loads(server.ask("devices", "list", "--json"))
    server.ask("devices", "revoke", "#" + phones[-1]["id"][:8])
    phone.context.set_offline(False)
    phone.page.reload()
    expect(phone.page.get_by_role("status")).to_contain_text("signed out")
    with phone.page.expect_download() as download:
        phone.page.get_by_role("button", name="Export").click()
    assert "Still mine" in pathlib.Path(download.value.path()).read_text()
    expect(phone.page.get_by_role("link", name="Still mine")).to_be_visible()
    # Invited anew, it sends what it could not send.
    phone.page.goto(server.link("Tom"))
    expect(phone.page.get_by_text("not sent")).to_be_visible()
    phone.page.get_by_role("button", name="Join").click()
    phone.list()
    phone.settle()
    assert phone.titles().count("Still mine") == 1, phone.titles()
    other = Phone(browser, server, "Mia")
    other.list()
    assert other.titles().count("Still mine") == 1, other.titles()
    return phone, other


WAYS = [offline, apart, twice, talk, lost, restored, tabs, future, unreadable, revoked, many]


def main():
    failed = False
    server = Server()
    server.start()
    with sync_playwright() as playwright:
        # The sandbox of Chromium does not start for root, and what is opened is the test's own server.
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for way in WAYS:
            try:
                for phone in way(browser, server):
                    assert not phone.complaints, phone.complaints
                    phone.context.close()
                print("ok", way.__doc__.split(":")[0].split(".")[0].replace("\n   ", ""))
            except Exception:
                failed = True
                print("failed", way.__name__, traceback.format_exc(limit=-3), sep="\n")
                if server.process.poll() is not None:
                    server.start()
        browser.close()
    server.kill()
    sys.exit(failed)


main()
