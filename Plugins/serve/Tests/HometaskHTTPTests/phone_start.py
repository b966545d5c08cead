# SPDX-License-Identifier: Apache-2.0
"""The first moments of a phone in a family, for phone_page.py: what somebody does before everything is loaded."""

from playwright.sync_api import expect

from phone_browser import PHONE, Phone, eventually

# Notes that the page has asked the browser to keep what it stores.
PERSIST = """StorageManager.prototype.persist = async () => { localStorage.setItem('persist', 'asked'); return true; };"""
ASKED = "localStorage.getItem('persist')"
# Whether the lists that the phone keeps have a text in them.
KEPT = """async (text) => { const { answer, view } = await import('/store.js');
  return JSON.stringify(await view((state) => answer(state.get('rows')))).includes(text); }"""
# Takes the engine out of what the worker keeps.
DROP = """async () => { for (const name of await caches.keys()) await (await caches.open(name)).delete('/engine.wasm'); }"""
STARTED = "async () => Boolean((await import('/app.js')).app.family)"


def joining(browser, server, member, answer):
    """A phone that opens a link and joins, whose engine is answered by a function."""
    context = browser.new_context(**PHONE, service_workers="block")
    context.route("**/engine.wasm", answer)
    context.add_init_script(PERSIST)
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
    # The browser is not to throw away what the phone keeps.
    assert page.evaluate(ASKED) == "asked"
    return context, page


def early(browser, server):
    """What somebody adds before the engine is there is added once it is there: nothing else than joining needs comes before
    the first list."""
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
    """Where the engine does not come, what somebody has typed stays, and the page says why, with the way to the plain
    page."""
    context, page = joining(browser, server, "Tom", lambda route: route.abort())
    expect(page.get_by_role("status")).to_contain_text("The page cannot start")
    page.get_by_label("New task").fill("Never lost")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_label("New task")).to_have_value("Never lost")
    context.close()
    return []


def pending(phone, heading, title, *others):
    """Waits until a list has a task as one that was not sent yet, which cannot be ticked, and none of some others."""
    expect(phone.page.get_by_role("heading", name=heading, level=1)).to_be_visible()
    row = phone.page.get_by_role("listitem").filter(has=phone.page.get_by_role("link", name=title))
    expect(row).to_contain_text("not sent yet")
    expect(row.get_by_role("checkbox")).to_be_disabled()
    phone.has(*others, count=0)


def kept(browser, server):
    """What the phone has not sent is in all lists before the engine is there, whatever was shown when it was edited."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.add("Sharpen the saw", "@tom due:today")
    phone.add("Return the books", "@tom")
    phone.settle()
    phone.context.set_offline(True)
    phone.page.get_by_label("Done: Return the books").click()
    expect(phone.page.get_by_role("status")).to_contain_text("Done: Return the books")
    phone.show("Sharpen the saw")
    phone.fill("Title", "Sharpen the axe")
    expect(phone.page.get_by_text("Not sent yet")).to_be_visible()
    eventually(phone.page, KEPT, "Sharpen the axe")
    # Neither the worker nor the server has the engine.
    phone.page.evaluate(DROP)
    server.kill()
    phone.page.close()
    phone.page = phone.open()
    for place, heading in (("/#/all", "Everyone's"), ("/", "Today")):
        phone.page.goto("about:blank")
        phone.page.goto(server.url + place)
        expect(phone.page.get_by_role("status")).to_contain_text("The page cannot start")
        pending(phone, heading, "Sharpen the axe", "Sharpen the saw", "Return the books")
    for name in ("Mine", "Everyone's"):
        phone.page.get_by_role("link", name=name, exact=True).click()
        pending(phone, name, "Sharpen the axe", "Sharpen the saw", "Return the books")
    phone.page.get_by_role("link", name="Done", exact=True).click()
    pending(phone, "Done", "Return the books", "Sharpen")
    expect(phone.page.get_by_label("Done: Return the books")).to_be_checked()
    phone.shot("kept")
    assert not phone.page.evaluate(STARTED)
    # Once the engine is there, the lists are its own.
    server.start()
    phone.context.set_offline(False)
    phone.page.reload()
    phone.sync()
    phone.has("Sharpen the axe")
    phone.settle()
    expect(phone.page.get_by_label("Done: Sharpen the axe")).to_be_enabled()
    eventually(phone.page, f"async (text) => !(await ({KEPT})(text))", '"isUnsent":true')
    return (phone,)
