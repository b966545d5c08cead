# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: manual order of tasks and checklist items."""

import json
import subprocess

from playwright.sync_api import expect

from phone_browser import FAMILY, HAS_TEXT, Phone, eventually
from phone_survey import check

TITLES = "() => [...document.querySelectorAll('main ul.tasks > li bdi, main ul.items > li bdi')].map((e) => e.textContent)"


def ordered(page, *titles):
    """Waits until the rows are exactly these, in order."""
    for _ in range(200):
        if page.evaluate(TITLES) == list(titles):
            return
        page.wait_for_timeout(50)
    raise AssertionError((page.evaluate(TITLES), "instead of", titles))


def handle(page, title):
    return page.get_by_role("button", name=f"Move: {title}", exact=True)


def centre(locator):
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page, title, above, touch=False, steps=8, ends=True):
    """Drags a row by its handle until its middle is a little above that of another row."""
    x, y = centre(handle(page, title))
    target = centre(handle(page, above))[1] - 12
    if not touch:
        page.mouse.move(x, y)
        page.mouse.down()
        for step in range(1, steps + 1):
            page.mouse.move(x, y + (target - y) * step / steps)
        page.wait_for_timeout(100)
        if ends:
            page.mouse.up()
        return
    devtools = page.context.new_cdp_session(page)
    send = lambda kind, *at: devtools.send("Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": one} for one in at]})
    send("touchStart", y)
    for step in range(1, steps + 1):
        send("touchMove", y + (target - y) * step / steps)
    page.wait_for_timeout(100)
    send("touchEnd" if ends else "touchCancel")


def add(phone, tag, *titles):
    """Adds tasks, ordered by creation until one is moved. The server's time is in whole seconds."""
    for title in titles:
        phone.add(title, f"+{tag}")
        phone.page.wait_for_timeout(2100)
    phone.settle()


def by_hand(phone, tag):
    phone.list()
    phone.page.get_by_label("Search").fill(f"+{tag}")
    phone.page.get_by_role("combobox", name="Order").select_option("by hand")


def commands_order(tag):
    """The tasks with a tag, as listed by the command."""
    listed = subprocess.run(["hometask", "-C", FAMILY, "list", f"+{tag}", "--sort", "manual", "--json"],
        check=True, capture_output=True, text=True).stdout
    return [task["title"] for task in json.loads(listed)]


def commits():
    return int(subprocess.run(["git", "-C", FAMILY, "rev-list", "--count", "HEAD"],
        check=True, capture_output=True, text=True).stdout)


def order(browser, server):
    """Rows of a manually ordered list are dragged, and moved with keys and buttons: the order matches the command's, is
    kept offline, and each move is one edit."""
    phone = Phone(browser, server, "Tom")
    page = phone.page
    phone.list()
    add(phone, "animal", "Ant", "Bee", "Cat")
    page.get_by_label("Search").fill("+animal")
    phone.has("Ant", "Bee", "Cat")
    expect(handle(page, "Ant")).to_have_count(0)
    by_hand(phone, "animal")
    ordered(page, "Ant", "Bee", "Cat")
    before = commits()
    drag(page, "Cat", "Ant", touch=True)
    ordered(page, "Cat", "Ant", "Bee")
    expect(page.get_by_role("status")).to_contain_text("Cat: 1 of 3")
    phone.settle()
    assert commands_order("animal") == ["Cat", "Ant", "Bee"] and commits() == before + 1
    phone.shot("order")
    page.get_by_role("button", name="Undo").click()
    ordered(page, "Ant", "Bee", "Cat")
    drag(page, "Bee", "Ant")
    ordered(page, "Bee", "Ant", "Cat")
    # A cancelled drag changes nothing, and does not show the buttons.
    phone.settle()
    before = commits()
    drag(page, "Cat", "Bee", ends=False)
    phone.shot("order-dragged")
    page.keyboard.press("Escape")
    page.mouse.up()
    drag(page, "Cat", "Bee", touch=True, ends=False)
    ordered(page, "Bee", "Ant", "Cat")
    assert not page.evaluate("() => [...document.querySelectorAll('main li')].some((e) => e.style.transform)")
    expect(page.get_by_role("button", name="Move up")).to_have_count(0)
    # Updates during a drag wait.
    drag(page, "Cat", "Bee", ends=False)
    subprocess.run(["hometask", "-C", FAMILY, "add", "Dog", "+animal"], check=True, capture_output=True)
    eventually(page, HAS_TEXT, "Dog")
    phone.has("Dog", count=0)
    page.mouse.up()
    ordered(page, "Cat", "Bee", "Ant", "Dog")
    phone.settle()
    assert commits() == before + 2
    # With the keyboard.
    handle(page, "Dog").focus()
    page.keyboard.press("ArrowUp")
    ordered(page, "Cat", "Bee", "Dog", "Ant")
    expect(handle(page, "Dog")).to_be_focused()
    page.keyboard.press("ArrowUp")
    ordered(page, "Cat", "Dog", "Bee", "Ant")
    expect(handle(page, "Dog")).to_be_focused()
    expect(page.get_by_role("status")).to_contain_text("Dog: 2 of 4")
    page.keyboard.press("ArrowDown")
    ordered(page, "Cat", "Bee", "Dog", "Ant")
    # With buttons, offline.
    phone.settle()
    server.kill()
    page.keyboard.press("Enter")
    expect(handle(page, "Dog")).to_have_attribute("aria-expanded", "true")
    check(page, "the buttons of a row")
    phone.shot("order-buttons")
    page.get_by_role("button", name="Move up").click()
    ordered(page, "Cat", "Dog", "Bee", "Ant")
    for _ in range(3):
        page.get_by_role("button", name="Move up").click()
    ordered(page, "Dog", "Cat", "Bee", "Ant")
    expect(page.get_by_role("button", name="Move up")).to_be_focused()
    page.get_by_role("button", name="Move down").click()
    ordered(page, "Cat", "Dog", "Bee", "Ant")
    page.reload()
    page.get_by_label("Search").fill("+animal")
    ordered(page, "Cat", "Dog", "Bee", "Ant")
    server.start()
    phone.sync()
    assert commands_order("animal") == ["Cat", "Dog", "Bee", "Ant"]
    # A drag to the edge scrolls a list longer than the screen.
    for number in range(12):
        phone.add(f"Egg {number:02}", "+animal")
    page.get_by_label("Search").fill("+animal")
    phone.has("Egg 11")
    handle(page, "Cat").scroll_into_view_if_needed()
    page.mouse.move(*centre(handle(page, "Cat")))
    page.mouse.down()
    page.mouse.move(centre(handle(page, "Cat"))[0], 840, steps=5)
    page.wait_for_function("() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1")
    page.wait_for_timeout(200)
    page.mouse.up()
    expect(page.get_by_role("status")).to_contain_text("Cat: 16 of 16")
    listed = page.evaluate(TITLES)
    assert listed[:3] == ["Dog", "Bee", "Ant"] and listed[-1] == "Cat" and len(listed) == 16, listed
    page.get_by_role("combobox", name="Order").select_option("by urgency")
    expect(handle(page, "Ant")).to_have_count(0)
    phone.settle()
    return (phone,)


def order_apart(browser, server):
    """Two phones move rows apart: both moves are kept, and both phones have one order. The same row: a conflict, which
    one of them resolves."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    tom.list()
    add(tom, "colour", "Red", "Green", "Blue", "White")
    for phone in (tom, mia):
        by_hand(phone, "colour")
        ordered(phone.page, "Red", "Green", "Blue", "White")
        phone.context.set_offline(True)
    drag(tom.page, "White", "Red", touch=True)
    ordered(tom.page, "White", "Red", "Green", "Blue")
    handle(mia.page, "Red").focus()
    for titles in (("Green", "Red", "Blue", "White"), ("Green", "Blue", "Red", "White")):
        mia.page.keyboard.press("ArrowDown")
        ordered(mia.page, *titles)
    for phone in (tom, mia, tom):
        phone.context.set_offline(False)
        phone.sync()
    for phone in (tom, mia):
        phone.page.get_by_label("Search").fill("+colour")
        ordered(phone.page, "White", "Green", "Blue", "Red")
        expect(phone.page.get_by_text("conflicting edits")).to_have_count(0)
        phone.context.set_offline(True)
    assert commands_order("colour") == ["White", "Green", "Blue", "Red"]
    # The same row.
    handle(tom.page, "Green").focus()
    tom.page.keyboard.press("ArrowUp")
    ordered(tom.page, "Green", "White", "Blue", "Red")
    drag(mia.page, "Red", "White")
    ordered(mia.page, "Red", "White", "Green", "Blue")
    handle(mia.page, "Green").focus()
    mia.page.keyboard.press("ArrowDown")
    ordered(mia.page, "Red", "White", "Blue", "Green")
    for phone in (tom, mia, tom):
        phone.context.set_offline(False)
        phone.sync()
    for phone in (tom, mia):
        phone.page.get_by_label("Search").fill("+colour")
        phone.has("Red")
    expect(tom.page.get_by_text("conflicting edits")).to_have_count(1)
    one = tom.page.evaluate(TITLES)
    ordered(mia.page, *one)
    assert commands_order("colour") == one
    tom.show("Green")
    expect(tom.page.get_by_text("Conflicting edits: Order")).to_be_visible()
    tom.shot("order-conflict")
    tom.page.get_by_role("listitem").filter(has_text="the other place").get_by_role("button").click()
    expect(tom.page.get_by_text("Conflicting edits")).to_have_count(0)
    tom.sync()
    mia.sync()
    for phone in (tom, mia):
        phone.page.get_by_label("Search").fill("+colour")
        expect(phone.page.get_by_text("conflicting edits")).to_have_count(0)
    other = tom.page.evaluate(TITLES)
    assert other != one and commands_order("colour") == other
    ordered(mia.page, *other)
    return tom, mia


def order_items(browser, server):
    """Checklist items are ordered by dragging and by keys; moves of different items on two phones are both kept."""
    tom, kim = Phone(browser, server, "Tom"), Phone(browser, server, "Kim")
    tom.list()
    tom.add("Pack the bags")
    tom.show("Pack the bags")
    for text in ("Tent", "Stove", "Rope", "Map"):
        tom.page.get_by_label("New item").fill(text)
        tom.page.get_by_role("button", name="Add", exact=True).click()
        expect(tom.page.get_by_label(text, exact=True)).to_be_visible()
    tom.settle()
    kim.list()
    kim.show("Pack the bags")
    ordered(kim.page, "Tent", "Stove", "Rope", "Map")
    for phone in (tom, kim):
        phone.context.set_offline(True)
    handle(tom.page, "Rope").scroll_into_view_if_needed()
    drag(tom.page, "Rope", "Tent", touch=True)
    ordered(tom.page, "Rope", "Tent", "Stove", "Map")
    tom.page.get_by_label("Rope", exact=True).check()
    handle(kim.page, "Stove").focus()
    for titles in (("Tent", "Rope", "Stove", "Map"), ("Tent", "Rope", "Map", "Stove")):
        kim.page.keyboard.press("ArrowDown")
        ordered(kim.page, *titles)
        expect(handle(kim.page, "Stove")).to_be_focused()
    for phone in (tom, kim, tom):
        phone.context.set_offline(False)
        phone.sync()
    for phone in (tom, kim):
        phone.list()
        phone.show("Pack the bags")
        ordered(phone.page, "Rope", "Tent", "Map", "Stove")
        expect(phone.page.get_by_label("Rope", exact=True)).to_be_checked()
    check(tom.page, "a checklist")
    tom.shot("order-items")
    return tom, kim
