# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: unsaved drafts, evicted storage, and signing out."""

import contextlib

from playwright.sync_api import Error, expect

from phone_browser import DUMP, READY, Phone, eventually
from phone_survey import survey

# The drafts in the store.
DRAFTS = """async () => { const { answer, view } = await import('/store.js');
  return Object.values((await view((state) => answer(state.get('drafts')))) ?? {}); }"""
HAS_DRAFT = f"async (text) => (await ({DRAFTS})()).includes(text)"
HAS_NO_DRAFT = f"async () => (await ({DRAFTS})()).length === 0"
DEVICE = "async () => (await import('/app.js')).app.family.phone.device"


def typed(page, label, text):
    """Types at the end of a field and keeps the focus; returns once the text is stored."""
    page.get_by_label(label, exact=True).press("End")
    page.get_by_label(label, exact=True).press_sequentially(text)
    eventually(page, HAS_DRAFT, page.get_by_label(label, exact=True).input_value())


def killed_page(phone):
    """Kills the process of the page without notice, and reopens the same address."""
    address = phone.page.url
    with phone.page.expect_event("crash"), contextlib.suppress(Error):
        phone.page.goto("chrome://crash")
    phone.page.close()
    phone.page = phone.open()
    phone.page.goto(address)
    assert phone.page.evaluate(READY), "the family was not loaded"


def drafts(browser, server):
    """A draft survives a killed page, a reload and navigation, until it is saved, emptied or discarded."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    typed(phone.page, "New task", "Oil the gate @t")
    phone.page.get_by_role("link", name="Mine", exact=True).click()
    expect(phone.page.get_by_role("heading", name="Mine")).to_be_visible()
    expect(phone.page.get_by_label("New task")).to_have_value("Oil the gate @t")
    killed_page(phone)
    expect(phone.page.get_by_label("New task")).to_have_value("Oil the gate @t")
    phone.add("Oil the gate", "@tom")
    expect(phone.page.get_by_label("New task")).to_have_value("")
    eventually(phone.page, HAS_NO_DRAFT)
    phone.page.reload()
    phone.has("Oil the gate")
    expect(phone.page.get_by_label("New task")).to_have_value("")
    # An emptied field has no draft.
    typed(phone.page, "New task", "Never mind")
    phone.page.get_by_label("New task").fill("")
    eventually(phone.page, HAS_NO_DRAFT)

    phone.show("Oil the gate")
    page = phone.page
    typed(page, "New comment", "Which oil")
    typed(page, "Description", "The can is in")
    killed_page(phone)
    page = phone.page
    expect(page.get_by_label("Description")).to_have_value("The can is in")
    expect(page.get_by_label("New comment")).to_have_value("Which oil")
    notice = page.locator(".draft")
    expect(notice).to_have_count(1)
    expect(notice).to_contain_text("Not saved yet")
    notice.scroll_into_view_if_needed()
    survey(page, "draft")
    notice.get_by_role("button", name="Save").click()
    expect(notice).to_have_count(0)
    expect(page.get_by_label("Description")).to_be_focused()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("listitem").filter(has_text="Which oil")).to_be_visible()
    eventually(page, HAS_NO_DRAFT)
    phone.settle()
    page.reload()
    expect(page.get_by_label("Description")).to_have_value("The can is in")
    # Going back removes the field before it loses the focus.
    phone.list("Mine")
    phone.show("Oil the gate")
    typed(page, "New comment", "Not there")
    page.go_back()
    expect(page.get_by_role("heading", name="Mine")).to_be_visible()
    page.go_forward()
    expect(page.get_by_label("New comment")).to_have_value("Not there")
    page.get_by_label("New comment").fill("")
    typed(page, "Title", "s")
    killed_page(phone)
    page = phone.page
    expect(page.get_by_label("Title")).to_have_value("Oil the gates")
    expect(page.get_by_role("heading", name="Oil the gate", exact=True)).to_be_visible()
    notice = page.locator(".draft")
    notice.get_by_role("button", name="Discard").click()
    expect(page.get_by_label("Title")).to_have_value("Oil the gate")
    expect(notice).to_have_count(0)
    eventually(page, HAS_NO_DRAFT)

    # A note edited in place stays in edit mode until it is closed.
    page.goto(f"{server.url}/#/notes")
    page.get_by_label("New note").fill("Gate code")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Edit: Gate code").click()
    typed(page, "Text", " 1234")
    killed_page(phone)
    page = phone.page
    expect(page.get_by_label("Text")).to_have_value("Gate code 1234")
    page.get_by_role("button", name="Close: Gate code").click()
    expect(page.get_by_label("Text")).to_have_count(0)
    eventually(page, HAS_NO_DRAFT)
    return (phone,)


def emptied(browser, server):
    """After its storage is evicted, a browser is the same phone again by its cookie: at once if the page is open, else
    once online."""
    phone = Phone(browser, server, "Tom")
    page, context = phone.page, phone.context
    phone.list()
    phone.add("Not to be lost")
    phone.settle()
    device = page.evaluate(DEVICE)
    session = context.new_cdp_session(page)
    clear = lambda kinds: session.send("Storage.clearDataForOrigin", {"origin": server.url, "storageTypes": kinds})
    with page.expect_event("load"):
        clear("indexeddb")
    expect(page.get_by_role("heading", name="Everyone's")).to_be_visible()
    phone.has("Not to be lost")
    assert page.evaluate(READY) and page.evaluate(DEVICE) == device
    phone.add("From the same phone")
    phone.settle()

    # Only the cookie is left, and the first request fails.
    page.goto("about:blank")
    clear("indexeddb,cache_storage,service_workers,local_storage")
    context.route("**/api/phones", lambda route: route.abort())
    page.goto(f"{server.url}/#/all")
    expect(page.get_by_role("heading", name="Join the family")).to_be_visible()
    context.unroute("**/api/phones")
    context.set_offline(True)
    context.set_offline(False)
    expect(page.get_by_role("heading", name="Everyone's")).to_be_visible()
    phone.has("Not to be lost", "From the same phone")
    assert page.evaluate(READY) and page.evaluate(DEVICE) == device

    # Joining signs the browser's other phones out, whatever cookies it had.
    listed = lambda: server.ask("devices", "list", "--json")
    assert device in listed()
    page.goto(f"{server.url}/plain/join")
    page.get_by_label("The link of the invitation, or its code").fill(server.link("Mia"))
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.goto("about:blank")
    clear("indexeddb")
    page.goto(server.url)
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    assert page.evaluate(READY) and page.evaluate(DEVICE) != device and device not in listed()
    assert [cookie["name"] for cookie in context.cookies()] == [f"__Host-phone-{page.evaluate(DEVICE)}"]
    return (phone,)


def signed_off(browser, server):
    """Signing out offline signs out on the server once online, and the phone is not signed in again before."""
    phone = Phone(browser, server, "Tom")
    page = phone.page
    device = page.evaluate(DEVICE)
    listed = lambda: server.ask("devices", "list", "--json")
    page.goto(f"{server.url}/#/phone")
    phone.context.set_offline(True)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Join the family")).to_be_visible()
    notice = page.get_by_text("Still signed in on the server.")
    expect(notice).to_be_visible()
    assert [key for key, _ in page.evaluate(DUMP)["state"]] == ["formers"] and device in listed()
    # An answer from a gateway in the server's place confirms nothing.
    for status in (502, 404, 200):
        asked = []
        phone.context.route("**/api/phones/*", lambda route: asked.append(route.request.method) or route.fulfill(status=status))
        with page.expect_event("load"):
            phone.context.set_offline(False) if status == 502 else page.reload()
        while not asked:
            page.wait_for_timeout(20)
        page.wait_for_timeout(100)
        assert asked == ["DELETE"], asked
        expect(notice).to_be_visible()
        assert device in listed(), status
        phone.context.unroute("**/api/phones/*")
    page.reload()
    expect(page.get_by_role("heading", name="Join the family")).to_be_visible()
    expect(notice).to_have_count(0)
    eventually(page, """async () => { const { answer, view } = await import('/store.js');
      return (await view((state) => answer(state.get('formers')))).length === 0; }""")
    assert device not in listed()
    expect(page.get_by_role("heading", name="Join the family")).to_be_visible()
    return (phone,)
