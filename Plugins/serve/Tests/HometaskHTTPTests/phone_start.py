# SPDX-License-Identifier: Apache-2.0
"""The first moments of a phone in a family, for phone_page.py: what somebody does before everything is loaded."""

from playwright.sync_api import expect

from phone_browser import PHONE, Phone

# Notes that the page has asked the browser to keep what it stores.
PERSIST = """StorageManager.prototype.persist = async () => { localStorage.setItem('persist', 'asked'); return true; };"""
ASKED = "localStorage.getItem('persist')"


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
