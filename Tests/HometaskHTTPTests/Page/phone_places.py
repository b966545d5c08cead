# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: the map, statistics, and the history of a task."""

import json
import os
import pathlib
import re
import shutil
import subprocess

from playwright.sync_api import expect

from phone_browser import ENGINE, FAMILY, STATE, Phone
from phone_survey import survey

# Stores documents on the phone as if received from the server; each is [kind, id, fields].
PUT = """async (all) => {
  const [{ app }, { Family }, { change, record }] = await Promise.all(['/app.js', '/family.js', '/store.js'].map((at) => import(at)));
  const author = { actor: app.family.phone.actor, time: app.family.now() };
  const docs = all.map(([kind, id, fields]) => { const { document } = app.ask({ do: 'make', kind, id, fields, author });
    return record(Family.path(kind, id), document, document); });
  await change((state, store) => { for (const doc of docs) store.put(doc); });
  await app.family.reload(docs.map(({ path }) => path));
  app.render(); }"""
# Whether the map pans at once: after an arrow key, its marks have their new places immediately.
STILL = """() => { const map = document.getElementById('map'), pane = map.querySelector('.leaflet-map-pane');
  const press = () => map.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowLeft', keyCode: 37, bubbles: true }));
  const place = () => pane.getBoundingClientRect().x, before = place();
  map.focus();
  press();
  return place() - before > 50; }"""
# Whether the map shows land and sea below its markers.
GROUND = """() => { const canvas = document.querySelector('#map canvas'); if (!canvas) return false;
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height), found = new Set();
  for (let at = 0; at < data.length; at += 4) found.add(data.slice(at, at + 4).join());
  return found.size > 3; }"""
# Whether another version of the page has replaced the cache of an earlier one, within 15 seconds.
TAKEN = """async (before) => { for (let n = 0; n < 300; n++) {
    const now = (await caches.keys()).filter((name) => !['thumbnails', 'words'].includes(name));
    if (now.length === 1 && !before.includes(now[0])) return true;
    await new Promise((go) => setTimeout(go, 50)); }
  return false; }"""
SHED = "Place: Garden shed, 1 task"


class Watch:
    """The network requests of a phone, and the console messages of its browser."""

    def __init__(self, phone):
        self.requests, self.messages, self.server = [], [], phone.server
        phone.context.on("request", lambda request: self.requests.append(request.url))
        phone.context.on("console", lambda message: self.messages.append(message.text))

    def check(self):
        foreign = [url for url in self.requests if not url.startswith((self.server.url + "/", f"blob:{self.server.url}/"))]
        assert self.requests and not foreign, foreign
        refused = [text for text in self.messages if "Security Policy" in text or "Refused" in text]
        assert not refused, refused


def a(number):
    return f"00000000-0000-4000-8000-{number:012}"


def map_offline(browser, server):
    """Once opened, the map works offline: a pin opens its tasks, a task its pin, and the phone shows its position; only
    the server is contacted. With reduced motion, the map pans at once."""
    phone = Phone(browser, server, "Mia", geolocation={"latitude": 50.2, "longitude": 8.8, "accuracy": 40},
                  permissions=["geolocation"], reduced_motion="reduce")
    page, watch = phone.page, Watch(phone)
    page.reload()
    phone.list()
    # The map's files are not part of the initial page.
    assert not [url for url in watch.requests if "/map" in url], watch.requests
    page.get_by_role("link", name="Map", exact=True).click()
    expect(page.get_by_role("button", name=SHED)).to_be_visible()
    page.wait_for_function(GROUND)
    server.kill()
    page.reload()
    expect(page.get_by_role("button", name=SHED)).to_be_visible()
    page.wait_for_function(GROUND)
    phone.shot("map")
    page.get_by_role("button", name=SHED).click()
    card = page.locator(".leaflet-popup")
    expect(card.get_by_role("heading", name="Garden shed")).to_be_visible()
    assert page.evaluate(STILL), "the map pans slowly"
    phone.shot("map-pin")
    card.get_by_role("link", name="Rake the leaves").click()
    expect(page.get_by_role("heading", name="Rake the leaves", level=1)).to_be_visible()
    page.get_by_role("link", name="Garden shed").click()
    expect(card.get_by_role("heading", name="Garden shed")).to_be_visible()
    card.get_by_role("button", name="Close").click()
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Where am I?").click()
    expect(page.get_by_role("status")).to_contain_text("You are here, to within 40")
    expect(page.get_by_role("img", name="You are here")).to_be_visible()
    expect(page.locator("#map .accuracy")).to_have_count(1)
    expect(page.locator("ul.places > li").first).to_contain_text("Garden shed")
    expect(page.locator("ul.places > li").first).to_contain_text("13.2 km")
    phone.shot("map-here")
    page.get_by_role("link", name="Credits").click()
    page.wait_for_timeout(300)
    credits = page.context.pages[-1]
    expect(credits.get_by_text("Natural Earth")).to_be_visible()
    credits.close()
    server.start()
    watch.check()
    return (phone,)


def map_keys(browser, server):
    """With the keyboard, the markers and the list below them open the same places, and Escape returns to the marker."""
    phone = Phone(browser, server, "Mia")
    page = phone.page
    page.goto(f"{server.url}/#/map")
    mark = page.get_by_role("button", name=SHED)
    expect(mark).to_be_visible()
    mark.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".leaflet-popup").get_by_role("heading", name="Garden shed")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".leaflet-popup")).to_have_count(0)
    expect(mark).to_be_focused()
    row = page.locator("ul.places > li").filter(has_text="Harbour")
    row.get_by_role("button").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".leaflet-popup").get_by_text("Nothing is to be done here.")).to_be_visible()
    expect(page.locator("ul.places").get_by_role("link", name="Rake the leaves")).to_have_count(1)
    # A denied permission shows what to do.
    page.get_by_role("button", name="Where am I?").click()
    expect(page.get_by_role("status")).to_contain_text("Allow it in its settings")
    return (phone,)


def map_missing(browser, server):
    """A phone that never had the map lists its places offline, and loads the map on the next attempt."""
    phone = Phone(browser, server, "Tom")
    page = phone.page
    server.kill()
    page.goto(f"{server.url}/#/map")
    expect(page.get_by_text("the server cannot be reached")).to_be_visible()
    survey(page, "no map")
    expect(page.locator("ul.places").get_by_role("link", name="Rake the leaves")).to_be_visible()
    server.start()
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name=SHED)).to_be_visible()
    return (phone,)


def map_update(browser, server):
    """A cached map stays available offline after another version of the page takes over."""
    phone = Phone(browser, server, "Mia")
    page = phone.page
    page.goto(f"{server.url}/#/map")
    expect(page.get_by_role("button", name=SHED)).to_be_visible()
    page.wait_for_function(GROUND)
    before = page.evaluate("caches.keys()")
    # At a place without the map, so that only the worker can load it.
    phone.list()
    server.kill()
    # The same engine with a custom section (WebAssembly, "Binary Format", 5.5.3), for another version of the page.
    other = pathlib.Path(STATE) / "other.wasm"
    other.write_bytes(pathlib.Path(ENGINE).read_bytes() + b"\0\3\1x\0")
    server.start(str(other))
    page.reload()
    assert page.evaluate(TAKEN, before), "no other version has taken over"
    server.kill()
    page.reload()
    page.get_by_role("link", name="Map", exact=True).click()
    expect(page.get_by_role("button", name=SHED)).to_be_visible()
    page.wait_for_function(GROUND)
    server.start()
    return (phone,)


def map_hostile(browser, server):
    """Markup in names is text, invalid positions are skipped, and photos of hunts reveal no clue's place to players."""
    phone = Phone(browser, server, "Tom")
    page, watch = phone.page, Watch(phone)
    point = {"latitude": 48.1, "longitude": 11.5}
    about = lambda kind, number: {"sha256": f"{number:064}", "about": {"kind": kind, "id": a(number)}, "location": point}
    page.evaluate(PUT, [
        ["pin", a(1), {"name": "<img src=x onerror=alert(1)>", "address": "\"><script>alert(1)</script>", "location": point}],
        ["pin", a(2), {"name": "Nowhere"}],
        ["photo", a(3), {**about("hunt", 4), "caption": "Where the clue is"}],
        ["photo", a(5), {**about("pin", 1), "caption": "Where we were", "location": {"latitude": -41.3, "longitude": 174.8}}],
        # At the pin's exact point, so that no zoom level separates them.
        ["photo", a(6), {**about("pin", 1), "caption": "On the spot"}],
    ])
    page.goto(f"{server.url}/#/map")
    expect(page.get_by_role("button", name="Photo: Where we were")).to_have_count(1)
    page.locator("ul.places").get_by_role("button", name="<img src=x onerror=alert(1)>").click()
    expect(page.get_by_role("button", name="Place: <img src=x onerror=alert(1)>")).to_be_visible()
    expect(page.locator(".card").get_by_text("\"><script>alert(1)</script>")).to_be_visible()
    page.locator("ul.places").get_by_role("button", name="On the spot").click()
    expect(page.locator(".card").get_by_role("heading", name="On the spot")).to_be_visible()
    for name in ("Nowhere", "Where the clue is"):
        expect(page.get_by_text(name)).to_have_count(0)
    assert page.locator("img[src=x], main script").count() == 0
    watch.check()
    return (phone,)


def command(*words):
    """The output of the command for the same family."""
    program = shutil.which("hometask")
    assert program, "the program 'hometask' is not in the PATH: build the package that it belongs to"
    own = {"HOME": STATE, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
    return subprocess.run([program, *words, "-C", FAMILY], capture_output=True, text=True, check=True, env=own).stdout


def statistics(browser, server):
    """The page's statistics match the command's, by weeks, days and months, with and without the server."""
    mia, kim = Phone(browser, server, "Mia"), Phone(browser, server, "Kim")
    watch = Watch(kim)
    for phone, titles in ((mia, ["Wash up", "Wipe the table"]), (kim, ["Feed the fish"])):
        phone.list()
        for title in titles:
            phone.add(title, "due:today +house")
            phone.page.get_by_label(f"Done: {title}").click()
        phone.settle()
    kim.sync()
    page = kim.page
    for by in ("week", "day", "month"):
        found = page.evaluate("async (by) => (await import('/app.js')).app.family.statistics(by)", by)
        assert found == json.loads(command("stats", "--json", "--by", by)), (by, found)
        page.goto(f"{server.url}/#/statistics/{by}")
        expect(page.get_by_role("heading", name="Statistics", level=1)).to_be_visible()
        expect(page.locator("main > p").first).to_contain_text(f"{found['done']['count']} tasks done · {found['open']} open")
        rows = page.locator("ul.chart").nth(1).get_by_role("listitem")
        expect(rows).to_have_count(len(found["periods"]))
        expect(rows.first.locator(".value")).to_have_text(str(found["periods"][-1]["done"]["count"]))
    kim.shot("statistics")
    names = page.locator("ul.chart").first.locator(".label").all_inner_texts()
    assert names[:3] == [member["name"] for member in found["members"]][:3], names
    # A bar's length is in proportion to the longest one.
    widths = page.locator("ul.chart").first.locator("rect").evaluate_all("all => all.map(e => Number(e.getAttribute('width')))")
    counts = [member["done"]["count"] for member in found["members"]]
    assert all(abs(width - 100 * count / max(counts)) < 0.01 for width, count in zip(widths, counts)), (widths, counts)
    kim.context.set_offline(True)
    page.reload()
    page.goto(f"{server.url}/#/statistics/day")
    expect(page.get_by_text(re.compile("days? in a row")).first).to_be_visible()
    kim.context.set_offline(False)
    watch.check()
    return mia, kim


def history(browser, server):
    """The history of a task has the changes by a phone and by the command, with author, old and new values; offline the
    page says so, and it is not cached."""
    mia, tom = Phone(browser, server, "Mia"), Phone(browser, server, "Tom")
    watch = Watch(tom)
    mia.list()
    mia.add("Oil the gate", "+garden")
    mia.show("Oil the gate")
    mia.fill("Title", "Oil the <b>big</b> gate")
    # Before the edit is shown, nothing is unsent.
    expect(mia.page.get_by_role("heading", name="Oil the <b>big</b> gate", level=1)).to_be_visible()
    mia.settle()
    command("edit", "Oil the", "@Tom", "priority:high")
    tom.sync()
    tom.show("Oil the <b>big</b> gate")
    page = tom.page
    page.get_by_role("button", name="Show the history").click()
    rows = page.locator("ul.history > li")
    expect(rows.first).to_contain_text("Priority: high")
    expect(rows.first).to_contain_text("+ Tom")
    expect(page.get_by_text("Oil the gate → Oil the <b>big</b> gate")).to_be_visible()
    expect(rows.last).to_contain_text("Mia · added")
    tom.shot("history")
    # The phone's edit is in the history once sent.
    page.get_by_label("Priority").select_option("low")
    tom.settle()
    tom.list()
    tom.show("Oil the <b>big</b> gate")
    expect(rows).to_have_count(0)
    page.get_by_role("button", name="Show the history").click()
    expect(rows.first).to_contain_text("Priority: high → low")
    expect(rows.first).to_contain_text("Tom")
    expect(rows.first).to_be_visible()
    kept = page.evaluate("""async () => { const found = [];
      for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) found.push(url);
      return found.filter((url) => url.includes('/history/')); }""")
    assert kept == [], kept
    server.kill()
    tom.list()
    tom.show("Oil the <b>big</b> gate")
    page.get_by_role("button", name="Show the history").click()
    expect(page.get_by_role("status")).to_contain_text("This is on the server, which cannot be reached.")
    server.start()
    watch.check()
    return mia, tom
