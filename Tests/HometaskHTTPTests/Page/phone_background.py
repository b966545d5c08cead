# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: sending by the worker while the page is closed."""

import hashlib
import json
import re
import subprocess

from playwright.sync_api import expect

from phone_browser import FAMILY, Phone, eventually
from phone_photos import noise

TAG = "hometask"
TAGS = "async () => (await navigator.serviceWorker.ready).sync.getTags()"
OUTBOX = """async () => { const { answer, view } = await import('/store.js');
  return view((state) => answer(state.get('outbox'))); }"""


# The photos stored on the phone, without their bytes.
PHOTOS = """async () => { const { answer, view } = await import('/store.js');
  return (await view((state, docs, photos) => answer(photos.getAll()))).map(({ bytes, ...photo }) => photo); }"""


# Whether no request is pending, now and a moment later: a request for news may follow one that sends.
RESTS = f"""async () => {{ const outbox = {OUTBOX};
  if (await outbox()) return false;
  await new Promise((go) => setTimeout(go, 300));
  return !(await outbox()); }}"""


def lose_network(phone):
    """Goes offline while no request is pending: a pending one would be kept, and repeated unchanged."""
    eventually(phone.page, RESTS)
    phone.context.set_offline(True)


def run(*words, check=True):
    return subprocess.run(words, check=check, capture_output=True, text=True).stdout


def titles(words):
    return sorted(task["title"] for task in json.loads(run("hometask", "-C", FAMILY, "list", words, "--json")))


def commits():
    return int(run("git", "-C", FAMILY, "rev-list", "--count", "HEAD"))


def documents(digest):
    """The ids of the family's documents of a photo."""
    found = run("git", "-C", FAMILY, "grep", "-l", digest, "HEAD", "--", "photos", check=False)
    return [re.search(r"([^/]+?)\.\w+$", line)[1] for line in found.splitlines()]


def committed(page, count, worker=None):
    """Waits until the family has this many commits, restarting the worker now and then as browsers do: its network may
    come back later than the page's."""
    for turn in range(400):
        if commits() >= count:
            break
        if worker and turn % 60 == 59:
            worker.start()
        page.wait_for_timeout(50)
    assert commits() == count, (commits(), count)
    return count


class Worker:
    """The worker of a phone, started by the browser for an event, with or without a page."""

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
    """Offline edits are sent by the worker once online, although the page is closed; the page finds them settled, and
    each is committed once."""
    phone, other = Phone(browser, server, "Tom", permissions=["background-sync"]), Phone(browser, server, "Mia")
    page = phone.page
    phone.list()
    phone.add("Wind the clock", "+clock")
    phone.settle()
    worker = Worker(phone)
    lose_network(phone)
    phone.add("Oil the clock", "+clock")
    phone.show("Wind the clock")
    phone.fill("Title", "Wind the clocks")
    phone.list()
    phone.add("Polish the clock", "+clock")
    # The request has all edits, since no attempt can have left the browser.
    eventually(page, f"async () => Object.keys((await ({OUTBOX})())?.sent ?? {{}}).length === 3")
    assert page.evaluate(OUTBOX)["isUnsent"]
    assert page.evaluate(TAGS) in ([], [TAG])
    page.close()
    before = commits()
    # Offline, nothing is sent.
    worker.start()
    worker.beside.wait_for_timeout(1000)
    assert titles("+clock") == ["Wind the clock"] and commits() == before
    phone.context.set_offline(False)
    worker.start()
    committed(worker.beside, before + 1, worker)
    wanted = ["Oil the clock", "Polish the clock", "Wind the clocks"]
    assert titles("+clock") == wanted
    # Repeated, as after a lost answer.
    worker.start()
    worker.beside.wait_for_timeout(1000)
    assert commits() == before + 1
    # Others edit in the meantime.
    other.list()
    other.has(*wanted)
    other.show("Oil the clock")
    other.page.get_by_label("Priority").select_option("high")
    between = committed(other.page, before + 2)
    other.list()
    # With an edit later than the request, the page settles the request and sends the edit.
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
    # While the page is visible, the worker leaves sending to it.
    lose_network(phone)
    phone.add("Sell the clock", "+clock")
    phone.context.set_offline(False)
    worker.start()
    phone.settle()
    other.has("Sell the clock")
    # A phone signed out in the meantime sends nothing, and keeps its edits.
    lose_network(phone)
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
    expect(phone.page.get_by_role("alert")).to_contain_text("signed out")
    phone.has("Lend the clock")
    return phone, other


def background_photos(browser, server):
    """Photos taken offline are sent by the worker, resuming partial uploads; each is attached once, and the page shows
    the outcome."""
    phone = Phone(browser, server, "Tom", permissions=["background-sync"])
    page = phone.page
    phone.list()
    worker = Worker(phone)
    device = page.evaluate("async () => (await import('/app.js')).app.family.phone.device")
    lose_network(phone)
    pictures = {}
    for title in ("Photograph the clock", "Photograph the tower"):
        phone.list()
        phone.add(title, "proof:photo +pictures")
        phone.show(title)
        picture = noise()
        page.set_input_files("#camera", [{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture}])
        expect(page.get_by_alt_text("A photo that was not sent yet")).to_have_count(1)
        pictures[hashlib.sha256(picture).hexdigest()] = picture
    clock, tower = pictures
    # No photo waits for a position any more, and both tasks are in the request.
    eventually(page, f"async () => (await ({PHOTOS})()).every(({{ until }}) => !until)")
    eventually(page, f"async () => Object.keys((await ({OUTBOX})())?.sent ?? {{}}).length === 2")
    page.close()
    before = commits()
    # The server has a partial upload of one photo, as after a broken connection.
    phone.context.set_offline(False)
    sent = phone.context.request.put(f"{server.url}/api/phones/{device}/uploads/{clock}?bytes={len(pictures[clock])}&from=0",
        headers={"Content-Type": "application/octet-stream"}, data=pictures[clock][:300_000])
    assert sent.json() == {"received": 300_000}, sent.text()
    worker.start()
    committed(worker.beside, before + 3, worker)
    assert titles("done +pictures") == ["Photograph the clock", "Photograph the tower"]
    for digest, picture in pictures.items():
        [photo] = documents(digest)
        received = phone.context.request.get(f"{server.url}/api/phones/{device}/photos/{photo}/original",
            headers={"Accept-Encoding": "identity"}).body()
        assert hashlib.sha256(received).digest() == hashlib.sha256(picture).digest(), len(received)
    # Repeated, as after losing the end of the first run, with one photo moved to the trash in the meantime.
    run("hometask", "-C", FAMILY, "photo", "delete", f"#{documents(tower)[0]}")
    between = commits()
    worker.start()
    worker.beside.wait_for_timeout(1000)
    assert commits() == between
    phone.page = page = phone.open()
    page.goto(f"{server.url}/#/done")
    eventually(page, f"async () => (await ({PHOTOS})()).length === 0")
    expect(page.get_by_role("status")).to_contain_text("Done: Photograph the")
    # Without its proof, a task is open again.
    for title, name, count in (("Photograph the clock", "Done", 1), ("Photograph the tower", "Everyone's", 0)):
        phone.list(name)
        phone.show(title)
        expect(page.locator("ul.photos li")).to_have_count(count)
    assert commits() == between and [len(documents(digest)) for digest in pictures] == [1, 1]
    return (phone,)
