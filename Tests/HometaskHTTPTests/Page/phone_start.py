# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: a phone's first moments in a family, before everything is loaded."""

import json
import pathlib

from playwright.sync_api import expect

from phone_browser import DUMP, HAS_TEXT, PHONE, READY, Phone, eventually
from phone_photos import noise

# Records that the page has requested persistent storage.
PERSIST = """StorageManager.prototype.persist = async () => { localStorage.setItem('persist', 'asked'); return true; };"""
ASKED = "localStorage.getItem('persist')"
# Whether the stored lists contain a text.
KEPT = """async (text) => { const { answer, view } = await import('/store.js');
  return JSON.stringify(await view((state) => answer(state.get('rows')))).includes(text); }"""
# Removes the engine from the worker's cache.
DROP = """async () => { for (const name of await caches.keys()) await (await caches.open(name)).delete('/engine.wasm'); }"""
# The addresses of a category and of a saved view.
PLACES = """async () => { const { app } = await import('/app.js');
  const find = (things, name) => things.find((one) => one.name === name).id;
  return [`/#/category/${find(app.family.categories(), 'Garden')}`, `/#/view/${find(app.family.views(), 'Hedges')}`]; }"""
STARTED = "async () => Boolean((await import('/app.js')).app.family)"
# Counts the user's taps in the page.
COUNT = """addEventListener('click', ({ isTrusted }) => {
  if (isTrusted) localStorage.setItem('taps', 1 + Number(localStorage.getItem('taps'))); }, true);"""
TAPS = "Number(localStorage.getItem('taps'))"


def joining(browser, server, member, answer):
    """A phone that opens a link and joins, with a few taps; a function answers its request for the engine."""
    context = browser.new_context(**PHONE, service_workers="block")
    context.route("**/engine.wasm", answer)
    context.add_init_script(PERSIST)
    context.add_init_script(COUNT)
    page = context.new_page()
    Phone.opened.append(page)
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(server.url)))
    page.goto(server.link(member))
    expect(page.get_by_role("button", name="Join")).to_be_visible()
    assert not {"/engine.wasm", "/worker.js", "/home.js"} & set(asked), asked
    assert page.evaluate(ASKED) is None
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    expect(page.get_by_role("link", name="Bins")).to_be_visible()
    # The page has requested persistent storage.
    assert page.evaluate(ASKED) == "asked"
    assert 1 <= page.evaluate(TAPS) <= 5, page.evaluate(TAPS)
    return context, page


def early(browser, server):
    """A task added before the engine is loaded is added once it is: only what joining needs is loaded before the first
    list."""
    held = []
    context, page = joining(browser, server, "Tom", lambda route: held.append(route))
    page.get_by_label("New task").fill("Early bird @tom")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("still being loaded")
    expect(page.get_by_label("Done: Bins")).to_be_disabled()
    page.get_by_role("link", name="Everyone's", exact=True).click()
    page.wait_for_function("() => location.hash === '#/all'")
    while not held:
        page.wait_for_timeout(50)
    held[0].continue_()
    expect(page.get_by_role("heading", name="Everyone's")).to_be_visible()
    expect(page.locator("ul.tasks a").filter(has_text="Early bird")).to_have_count(1)
    expect(page.locator(".unsent")).to_have_count(0)
    context.close()
    return []


def unstarted(browser, server):
    """Without the engine, typed text is kept, and the page says why, with a link to the plain page."""
    context, page = joining(browser, server, "Tom", lambda route: route.abort())
    expect(page.get_by_role("status")).to_contain_text("The page cannot start: The browser could not do that.")
    page.get_by_label("New task").fill("Never lost")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("New task")).to_have_value("Never lost")
    context.close()
    return []


def pending(phone, heading, title, *others):
    """Waits until a list shows a task as unsent, which cannot be ticked, and none of some others."""
    expect(phone.page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    row = phone.page.get_by_role("listitem").filter(has=phone.page.get_by_role("link", name=title))
    expect(row).to_contain_text("not sent yet")
    expect(row.get_by_role("checkbox")).to_be_disabled()
    phone.has(*others, count=0)


def kept(browser, server):
    """Unsent edits are in all lists before the engine is loaded, whatever was shown during the edit, and in the
    category or saved view shown last."""
    phone = Phone(browser, server, "Tom")
    page = phone.page
    garden, hedges = page.evaluate(PLACES)
    phone.list()
    phone.add("Sharpen the saw", "@tom due:today category:garden")
    phone.add("Return the books", "@tom")
    phone.settle()
    phone.context.set_offline(True)
    phone.page.get_by_label("Done: Return the books").click()
    expect(phone.page.get_by_role("status")).to_contain_text("Done: Return the books")
    phone.show("Sharpen the saw")
    phone.fill("Title", "Sharpen the axe")
    expect(phone.page.get_by_text("Not sent yet")).to_be_visible()
    eventually(phone.page, KEPT, "Sharpen the axe")
    # Of the family's own lists, the last one shown is stored, even without a change since.
    for place, heading in ((hedges, "Hedges"), (garden, "Garden")):
        page.goto(server.url + place)
        expect(page.get_by_role("heading", name=heading, level=1)).to_be_visible()
        eventually(page, KEPT, f'"title":"{heading}"')
    phone.list()
    assert not page.evaluate(KEPT, "Hedges")
    # The engine is neither in the worker's cache nor on the server.
    phone.page.evaluate(DROP)
    server.kill()
    phone.page.close()
    phone.page = phone.open()
    for place, heading in (("/#/all", "Everyone's"), (garden, "Garden"), ("/", "Today")):
        phone.page.goto("about:blank")
        phone.page.goto(server.url + place)
        expect(phone.page.get_by_role("status")).to_contain_text("The page cannot start")
        pending(phone, heading, "Sharpen the axe", "Sharpen the saw", "Return the books")
    # Another list is unavailable before the engine, and so is a name of Object's prototype.
    for place in (hedges, "/#/constructor"):
        phone.page.goto(server.url + place)
        phone.page.wait_for_function("(place) => location.hash === place", arg=place[1:])
        expect(phone.page.get_by_role("heading", name="Today", level=1)).to_be_visible()
    for name in ("Mine", "Everyone's"):
        phone.page.get_by_role("link", name=name, exact=True).click()
        pending(phone, name, "Sharpen the axe", "Sharpen the saw", "Return the books")
    phone.page.get_by_role("link", name="Done", exact=True).click()
    pending(phone, "Done", "Return the books", "Sharpen")
    expect(phone.page.get_by_label("Done: Return the books")).to_be_checked()
    phone.shot("kept")
    assert not phone.page.evaluate(STARTED)
    # Once the engine is loaded, it fills the lists.
    server.start()
    phone.context.set_offline(False)
    phone.page.reload()
    phone.sync()
    phone.has("Sharpen the axe")
    phone.settle()
    expect(phone.page.get_by_label("Done: Sharpen the axe")).to_be_enabled()
    eventually(phone.page, f"async (text) => !(await ({KEPT})(text))", '"isUnsent":true')
    return (phone,)


# All traces of a device accessible to scripts: the photos in the store, the caches, and local storage.
TRACES = """async () => { const { answer, view } = await import('/store.js');
  const photos = await view((state, docs, photos) => answer(photos.getAllKeys()));
  const kept = [];
  for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) kept.push(url);
  return { photos, kept, local: { ...localStorage } }; }"""


def rejoined(browser, server):
    """A phone of one member that another joins with: it warns about lost edits, and exports them. Then nothing of the
    first is left, neither in the browser nor among the server's devices, even if the server could not be reached at
    first."""
    phone = Phone(browser, server, "Tom")
    page, context = phone.page, phone.context
    phone.list()
    phone.add("Photo of Tom")
    phone.show("Photo of Tom")
    phone.settle()
    files = [{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": noise()}]
    page.set_input_files("#photo", files)
    # From here on its picture is cached.
    page.wait_for_function("() => document.querySelector('ul.photos a img')?.naturalWidth > 0", timeout=60000)
    context.route("**/exchange", lambda route: route.abort())
    page.set_input_files("#photo", [{**files[0], "buffer": noise()}])
    expect(page.get_by_alt_text("A photo that was not sent yet")).to_have_count(1)
    phone.list()
    phone.add("Secret of Tom")
    device = page.evaluate("async () => (await import('/app.js')).app.family.phone.device")
    assert device in json.dumps([page.evaluate(DUMP), page.evaluate(TRACES), context.cookies()])
    assert any(device in url for url in page.evaluate(TRACES)["kept"])
    listed = lambda: server.ask("devices", "list", "--json")
    assert device in listed()

    page.goto(server.link("Mia"))
    notice = page.locator("p.notice")
    expect(notice).to_contain_text("This is already the phone of Tom")
    expect(notice).to_contain_text("not sent. They stay if you join as the same member, and are lost otherwise.")
    with page.expect_download() as download:
        notice.get_by_role("button", name="Export").click()
    assert "Secret of Tom" in pathlib.Path(download.value.path()).read_text()
    context.unroute("**/exchange")
    # Joining makes the server sign Tom's device out.
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    assert page.evaluate(READY), "the family was not loaded"
    assert device not in listed(), listed()
    own = page.evaluate("async () => (await import('/app.js')).app.family.phone.device")
    assert own in listed() and own != device

    phone.list()
    phone.add("Task of Mia")
    phone.settle()
    phone.has("Task of Mia", "Photo of Tom")
    phone.has("Secret of Tom", count=0)
    assert not page.evaluate(HAS_TEXT, "Secret of Tom")
    kept, traces = page.evaluate(DUMP)["state"], page.evaluate(TRACES)
    assert traces["photos"] == []
    assert device not in json.dumps([kept, traces, context.cookies()]), (kept, traces)
    return (phone,)
