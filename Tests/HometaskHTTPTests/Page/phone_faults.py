# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: faults in transit, which must lose nothing."""

import json
import pathlib
import subprocess

from playwright.sync_api import TimeoutError, expect

from phone_browser import DUMP, FAMILY, RESTORE, STATE, Phone, write_by_hand
from phone_survey import survey
from phone_task import hometask, of_task


def lost(browser, server):
    """An edit whose answer is lost is sent again, and committed once."""
    # Requests through a service worker cannot be cut here.
    phone = Phone(browser, server, "Mia", service_workers="block")
    phone.list()
    cut = []

    def lose(route):
        # An earlier request may still be pending.
        if cut or "Only once" not in route.request.post_data:
            return route.continue_()
        cut.append(route.fetch().status)
        return route.abort()

    phone.context.route("**/exchange", lose)
    with phone.page.expect_event("requestfailed", lambda request: request.url.endswith("/exchange")):
        phone.add("Only once")
    assert cut == [200], cut
    phone.sync()
    phone.settle()
    phone.has("Only once")
    log = subprocess.run(["git", "-C", FAMILY, "log", "--format=%s"], capture_output=True, text=True, check=True).stdout
    assert log.count("Only once") == 1, log
    return (phone,)


def late(browser, server):
    """Edits by the phone during an unanswered request and by the command conflict, and neither is lost."""
    task = hometask("add", "Paint the boat")["id"]
    phone = Phone(browser, server, "Tom")
    phone.page.goto(f"{server.url}/#/task/{task}")
    expect(phone.page.get_by_role("heading", name="Paint the boat")).to_be_visible()
    phone.context.route("**/exchange", lambda route: route.abort())
    with phone.page.expect_event("requestfailed", lambda request: request.url.endswith("/exchange")):
        hometask("delete", f"#{hometask('add', 'A change to hear of')['id']}")
    phone.fill("Title", "Paint the red boat")
    expect(phone.page.locator("p.unsent")).to_be_visible()
    hometask("edit", f"#{task}", "--title", "Paint the blue boat")
    phone.context.unroute("**/exchange")
    phone.sync()
    phone.page.goto(f"{server.url}/#/task/{task}")
    notice = phone.page.locator(".notice").filter(has_text="Conflicting edits: Title")
    expect(notice.locator("li bdi")).to_have_count(2)
    assert sorted(notice.locator("li bdi").all_inner_texts()) == ["Paint the blue boat", "Paint the red boat"]
    assert [sorted(value["value"] for value in one["values"]) for one in of_task(task)] == [
        ["Paint the blue boat", "Paint the red boat"]], of_task(task)
    hometask("delete", f"#{task}")
    return (phone,)


def restored(browser, server):
    """A phone restored from a backup starts over; edits made since the backup, and those unsent then, are kept."""
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
    phone.has("Before the backup", "Not sent in the backup", "After the backup", "As somebody new")
    return (phone,)


def meanwhile(browser, server):
    """Starting over removes nothing written by others in the meantime, and the phone's deletions count."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    tom.list()
    tom.add("Camping", "+summer")
    tom.add("Cancelled")
    tom.show("Camping")
    tom.page.get_by_label("New item").fill("tent")
    tom.page.get_by_role("button", name="Add", exact=True).click()
    tom.sync()
    tom.context.set_offline(True)
    tom.show("Camping")
    tom.page.get_by_label("New item").fill("stove")
    tom.page.get_by_role("button", name="Add", exact=True).click()
    tom.fill("Description", "By the lake")
    tom.list()
    tom.show("Cancelled")
    tom.page.get_by_role("button", name="Delete").click()
    mia.sync()
    mia.show("Camping")
    mia.page.get_by_label("New item").fill("lantern")
    mia.page.get_by_role("button", name="Add", exact=True).click()
    mia.fill("Tags", "summer lake")
    mia.sync()
    # As if restored from a backup.
    tom.page.evaluate("""async () => { const { change, answer } = await import('/store.js');
      await change(async (state) => { state.delete('outbox');
        state.put({ ...(await answer(state.get('phone'))), lease: '0'.repeat(32) }, 'phone'); }); }""")
    tom.context.set_offline(False)
    tom.sync()
    mia.sync()
    for phone in (tom, mia):
        phone.has("Cancelled", count=0)
        phone.show("Camping")
        for item in ("tent", "stove", "lantern"):
            expect(phone.page.get_by_label(item, exact=True)).to_have_count(1)
        expect(phone.page.get_by_label("Tags")).to_have_value("lake summer")
        expect(phone.page.get_by_label("Description")).to_have_value("By the lake")
    return tom, mia


def reloads(browser, server):
    """A page that is reloaded again and again still receives changes."""
    phone, other = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    for _ in range(7):
        phone.page.reload()
        expect(phone.page.get_by_role("heading", name="Today")).to_be_visible()
    phone.list()
    other.list()
    other.add("News")
    expect(phone.page.get_by_role("link", name="News")).to_be_visible()
    return phone, other


def tabs(browser, server):
    """Concurrent changes to one task in two tabs are both kept."""
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
            page.get_by_role("button", name="Add", exact=True).click()
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
    """A phone whose clock is in 2099 writes with the current time."""
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
    """An unreadable document holds no other up, at the start and on arrival."""
    phone = Phone(browser, server, "Mia")
    name = "aaaaaaaa-0000-4000-8000-000000000000"
    # A recurring task with a rule of a later version.
    strange = "bbbbbbbb-0000-4000-8000-000000000000"
    text = json.dumps({"due": {"date": "2027-02-01"}, "id": strange, "kind": "task", "repeat": "FREQ=MOONLY", "title": "By the moon"})
    write_by_hand({f"tasks/aa/{name}.json": "{ this is no document", f"tasks/bb/{strange}.json": text})
    phone.list()
    phone.show("By the moon")
    expect(phone.page.get_by_label("Repeats")).to_have_value("FREQ=MOONLY")
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
        other.has(title)
    return phone, other


def many(browser, server):
    """More changes than fit into a request are sent in several."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.context.set_offline(True)
    phone.page.evaluate("""async () => { const { answer, change, record, view } = await import('/store.js');
      const ask = await modules['/engine.js'].loadEngine(fetch('/engine.wasm'));
      const { actor } = await view((state) => answer(state.get('phone')));
      const author = { actor, time: new Date().toISOString().replace(/[.][0-9]+Z$/, 'Z') }, made = [];
      const long = Array(100).fill('long '.repeat(80));
      for (let n = 0; n < 1010; n++) { const id = crypto.randomUUID();
        const fields = { title: `Many ${n}`, ...(n % 6 === 0 && { description: long }) };
        const text = ask({ do: 'make', kind: 'task', id, fields, author }).document;
        made.push(record(`tasks/${id.slice(0, 2)}/${id}.json`, text, null)); }
      await change((state, docs) => { for (const doc of made) docs.put(doc); }); }""")
    phone.context.set_offline(False)
    phone.page.reload()
    phone.list()
    # The first 200 are rendered, and the rest on demand.
    expect(phone.page.locator("ul.tasks li")).to_have_count(200)
    phone.page.get_by_role("button", name="Show all").click()
    phone.has("Many 1009")
    expect(phone.page.locator(".unsent")).to_have_count(0, timeout=300000)
    count = subprocess.run(["git", "-C", FAMILY, "grep", "-lE", '"title": "Many [0-9]+"', "HEAD", "--", "tasks"],
        capture_output=True, text=True, check=True).stdout.count("\n")
    assert count == 1010, count
    return (phone,)


def revoked(browser, server):
    """A phone that was signed out keeps saying so, and keeps its unsent edits, to export them or to send them after
    signing in again."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.add("Sent by Tom")
    phone.settle()
    phone.has("Sent by Tom")
    tab = phone.context.new_page()
    tab.goto(f"{server.url}/#/all")
    expect(tab.get_by_role("link", name="Sent by Tom")).to_be_visible()
    phone.context.set_offline(True)
    phone.add("Still mine")
    device = next(value["device"] for key, value in phone.page.evaluate(DUMP)["state"] if key == "phone")
    server.ask("devices", "revoke", device)
    # The page notices by itself and reloads, which a reload from here would collide with.
    phone.context.set_offline(False)
    card = phone.page.get_by_role("alert")
    expect(card).to_contain_text("This phone was signed out")
    expect(card).to_contain_text("1 change was not sent yet.")
    survey(phone.page, "signed out")
    # The data received from the server is gone, in every tab and from the store.
    phone.has("Still mine")
    phone.has("Sent by Tom", count=0)
    expect(tab.get_by_role("alert")).to_contain_text("1 change was not sent yet.")
    expect(tab.get_by_role("link", name="Sent by Tom")).to_have_count(0)
    tab.close()
    kept = phone.page.evaluate(DUMP)
    assert "Sent by Tom" not in json.dumps(kept) and len(kept["docs"]) == 1, kept
    # The notice stays on every place and offline, and counts new edits.
    phone.context.set_offline(True)
    phone.page.reload()
    expect(card).to_contain_text("1 change was not sent yet.")
    phone.add("Mine as well")
    expect(card).to_contain_text("2 changes were not sent yet.")
    phone.show("Still mine")
    expect(card).to_be_visible()
    phone.context.set_offline(False)
    phone.list()
    with phone.page.expect_download() as download:
        card.get_by_role("button", name="Export").click()
    saved = pathlib.Path(download.value.path()).read_text()
    assert "Still mine" in saved and "Mine as well" in saved
    expect(phone.page.get_by_role("link", name="Still mine")).to_be_visible()
    card.get_by_role("link", name="Sign in again").click()
    expect(phone.page.get_by_role("heading", name="Join the family")).to_be_visible()
    expect(phone.page.get_by_text("not sent")).to_be_visible()
    phone.page.get_by_role("link", name="Back").click()
    expect(card).to_be_visible()
    # After another invitation, the kept edits are sent.
    phone.page.goto(server.link("Tom"))
    expect(phone.page.get_by_text("not sent")).to_be_visible()
    survey(phone.page, "join with changes not sent")
    phone.page.get_by_role("button", name="Join").click()
    phone.list()
    phone.settle()
    phone.has("Still mine", "Mine as well", "Sent by Tom")
    expect(card).to_have_count(0)
    other = Phone(browser, server, "Mia")
    other.list()
    other.has("Still mine", "Mine as well")
    return phone, other


# Kills the page at one of its writes: that transaction never commits, and nothing is read or written afterwards.
DEATH = """(number) => { let count = 0; window.dead = false;
  for (const name of ['put', 'delete', 'clear']) { const original = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...words) {
      if (++count >= number) { window.dead = true; this.transaction.abort(); throw new Error('dead'); }
      return original.apply(this, words); }; } }"""


def killed(browser, server):
    """A page killed at any write to its storage has kept everything it confirmed."""
    phone = Phone(browser, server, "Mia")
    phone.list()
    phone.context.set_offline(True)
    # The tasks confirmed as added, and those of them confirmed as reopened.
    kept, opened, died = [], [], 0
    for number in range(1, 60):
        page = phone.open()
        page.add_init_script(f"({DEATH})({number})")
        page.goto(f"{server.url}/#/all")
        expect(page.get_by_role("heading", name="Everyone's")).to_be_visible()
        title = f"Death {number}"

        def says(text):
            """Whether the page shows the text before it is killed."""
            page.wait_for_function("""(text) => window.dead || document.getElementById('status').textContent.includes(text)""",
                arg=text)
            return text in page.inner_text("#status")

        def tap(control):
            """Taps a control if the page is alive: it may be killed later, while it stores the list."""
            try:
                control.click(timeout=5000)
            except TimeoutError:
                assert page.evaluate("window.dead"), control

        page.get_by_label("New task").fill(title)
        page.get_by_role("button", name="Add", exact=True).click()
        if says(f"Added: {title}"):
            kept.append(title)
            tap(page.get_by_label(f"Done: {title}"))
            if says(f"Done: {title}"):
                tap(page.get_by_role("button", name="Undo"))
                if says(f"Open again: {title}"):
                    opened.append(title)
        is_dead = page.evaluate("window.dead")
        page.close()
        died += is_dead
        if not is_dead:
            break
    assert died >= 4 and not is_dead, (died, is_dead)
    phone.page.reload()
    assert len(opened) >= 1 and len(kept) >= 4, (kept, opened)
    phone.has(*opened)
    phone.context.set_offline(False)
    phone.sync()
    phone.settle()
    other = Phone(browser, server, "Tom")
    other.list()
    other.has(*opened)
    for one in (phone, other):
        titles = one.page.evaluate("""async () => { const { answer, view } = await import('/store.js');
          return (await view((state, docs) => answer(docs.getAll()))).map(({ text }) => JSON.parse(text).title); }""")
        assert set(kept) <= set(titles), (kept, titles)
    return phone, other
