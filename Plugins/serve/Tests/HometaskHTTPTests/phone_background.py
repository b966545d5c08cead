# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: what the worker sends while the page is closed."""

import json
import subprocess

from playwright.sync_api import expect

from phone_browser import FAMILY, Phone, eventually

TAG = "hometask"
TAGS = "async () => (await navigator.serviceWorker.ready).sync.getTags()"
OUTBOX = """async () => { const { answer, view } = await import('/store.js');
  return view((state) => answer(state.get('outbox'))); }"""


def titles(words):
    listed = subprocess.run(["hometask", "-C", FAMILY, "list", words, "--json"], check=True, capture_output=True, text=True)
    return sorted(task["title"] for task in json.loads(listed.stdout))


def commits():
    return int(subprocess.run(["git", "-C", FAMILY, "rev-list", "--count", "HEAD"],
        check=True, capture_output=True, text=True).stdout)


def committed(page, count):
    """Waits until the family has so many commits."""
    for _ in range(200):
        if commits() >= count:
            break
        page.wait_for_timeout(50)
    assert commits() == count, (commits(), count)
    return count


class Worker:
    """The worker of a phone, which the browser starts for an event, with or without a page."""

    def __init__(self, phone):
        self.server, self.beside = phone.server, phone.context.new_page()
        self.devtools, self.found = phone.context.new_cdp_session(self.beside), []
        self.devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: self.found.extend(event["registrations"]))
        self.devtools.send("ServiceWorker.enable")
        self.beside.wait_for_timeout(500)

    def start(self):
        registration = next(one["registrationId"] for one in self.found if one["scopeURL"].startswith(self.server.url))
        self.devtools.send("ServiceWorker.dispatchSyncEvent",
            {"origin": self.server.url, "registrationId": registration, "tag": TAG, "lastChance": False})


def background(browser, server):
    """Edits that were made without a network are sent by the worker once there is one, although the page is closed; the
    page finds them settled, and each is one change."""
    phone, other = Phone(browser, server, "Tom", permissions=["background-sync"]), Phone(browser, server, "Mia")
    page = phone.page
    phone.list()
    phone.add("Wind the clock", "+clock")
    phone.settle()
    worker = Worker(phone)
    phone.context.set_offline(True)
    phone.add("Oil the clock", "+clock")
    phone.show("Wind the clock")
    phone.fill("Title", "Wind the clocks")
    phone.list()
    phone.add("Polish the clock", "+clock")
    # Each edit is in the request, since none of the attempts can have left the browser.
    eventually(page, f"async () => Object.keys((await ({OUTBOX})())?.sent ?? {{}}).length === 3")
    assert page.evaluate(OUTBOX)["isUnsent"]
    assert page.evaluate(TAGS) in ([], [TAG])
    page.close()
    before = commits()
    # Without a network, nothing is sent.
    worker.start()
    worker.beside.wait_for_timeout(1000)
    assert titles("+clock") == ["Wind the clock"] and commits() == before
    phone.context.set_offline(False)
    worker.start()
    committed(worker.beside, before + 1)
    wanted = ["Oil the clock", "Polish the clock", "Wind the clocks"]
    assert titles("+clock") == wanted
    # Again, as after an answer that was lost.
    worker.start()
    worker.beside.wait_for_timeout(1000)
    assert commits() == before + 1
    # Others go on meanwhile.
    other.list()
    other.has(*wanted)
    other.show("Oil the clock")
    other.page.get_by_label("Priority").select_option("high")
    between = committed(other.page, before + 2)
    other.list()
    # The page has an edit that is later than the request: it settles the one and sends the other.
    phone.context.set_offline(True)
    phone.page = phone.open()
    phone.page.goto(f"{server.url}/#/all")
    phone.page.get_by_label("Done: Oil the clock").click()
    expect(phone.page.get_by_role("status")).to_contain_text("Done: Oil the clock")
    assert not phone.page.evaluate(OUTBOX)["isUnsent"]
    phone.context.set_offline(False)
    phone.sync()
    phone.settle()
    committed(phone.page, between + 1)
    assert phone.page.evaluate("async () => (await import('/app.js')).app.family.refused") == []
    assert titles("done +clock") == ["Oil the clock"]
    other.sync()
    other.has("Oil the clock", count=0)
    # While somebody looks at the page, the worker leaves it to the page.
    phone.context.set_offline(True)
    phone.add("Sell the clock", "+clock")
    phone.context.set_offline(False)
    worker.start()
    phone.settle()
    other.has("Sell the clock")
    # A phone that was signed out meanwhile sends nothing, and keeps what it has.
    phone.context.set_offline(True)
    phone.add("Lend the clock", "+clock")
    page = phone.page
    eventually(page, f"async () => Object.keys((await ({OUTBOX})())?.sent ?? {{}}).length === 1")
    device = page.evaluate("async () => (await import('/app.js')).app.family.phone.device")
    page.close()
    server.ask("devices", "revoke", device)
    phone.context.set_offline(False)
    worker.start()
    worker.beside.wait_for_timeout(1000)
    assert titles("+clock lend") == []
    phone.page = phone.open()
    phone.page.goto(f"{server.url}/#/all")
    expect(phone.page.get_by_role("status")).to_contain_text("signed out")
    phone.has("Lend the clock")
    return phone, other
