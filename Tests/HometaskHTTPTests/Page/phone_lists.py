# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: the family's own lists, recurring tasks, and shopping."""

from playwright.sync_api import expect

from phone_browser import SENT, Phone, eventually

# Counts the requests and releases of the screen wake lock.
WAKE = """() => { window.wakes = [0, 0];
  Object.defineProperty(navigator, 'wakeLock', { value: { request: async () => { wakes[0]++;
    return { release: async () => { wakes[1]++; } }; } } }); }"""


def lists(browser, server):
    """Categories and saved views are lists; a task added to a category is in it."""
    phone = Phone(browser, server, "Mia")
    page = phone.page
    page.get_by_role("link", name="Lists").click()
    page.get_by_role("link", name="Garden").click()
    expect(page.get_by_role("heading", name="Garden", level=1)).to_be_visible()
    phone.add("Cut the hedge", "due:tomorrow")
    phone.has("Cut the hedge")
    phone.show("Cut the hedge")
    expect(page.get_by_label("Category").locator("option:checked")).to_have_text("Garden")
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_role("heading", name="Garden", level=1)).to_be_visible()
    page.get_by_role("link", name="Lists").click()
    page.get_by_role("heading", name="Saved views").wait_for()
    page.get_by_role("link", name="Hedges").click()
    phone.has("Cut the hedge")
    phone.settle()
    return (phone,)


def repeats(browser, server):
    """A recurrence is shown in words on a line and a task; a time of day is in the family's time zone."""
    phone, other = Phone(browser, server, "Tom", timezone_id="Asia/Tokyo"), Phone(browser, server, "Mia")
    page = phone.page
    phone.list()
    phone.add("Water the herbs", 'every:"2 weeks on tue, fri" due:2027-01-05T18:30')
    phone.show("Water the herbs")
    expect(page.get_by_label("Repeats")).to_have_value("every 2 weeks on Tue, Fri")
    expect(page.get_by_label("Due")).to_have_value("2027-01-05")
    expect(page.get_by_label("Time")).to_have_value("18:30")
    phone.fill("Repeats", "whenever")
    expect(page.get_by_role("status")).to_contain_text("whenever")
    expect(page.get_by_label("Repeats")).to_have_value("whenever")
    phone.fill("Repeats", "month on the last fri")
    expect(page.get_by_label("Repeats")).to_have_value("every month on the last Fri")
    # The due date moves to a day of the rule.
    expect(page.get_by_label("Due")).to_have_value("2027-01-29")
    phone.fill("Time", "07:15")
    page.get_by_role("status").get_by_role("button", name="All that follow").click()
    expect(page.get_by_text("This once")).to_have_count(0)
    phone.sync()
    other.list()
    other.show("Water the herbs")
    expect(other.page.get_by_label("Repeats")).to_have_value("every month on the last Fri")
    expect(other.page.get_by_label("Time")).to_have_value("07:15")
    other.page.get_by_role("button", name="Done").click()
    expect(other.page.get_by_role("status")).to_contain_text("Done: Water the herbs")
    other.list()
    expect(other.page.get_by_text("Feb 26, 07:15")).to_be_visible()
    other.settle()
    return phone, other


def undone(browser, server):
    """A recurring task ticked by mistake is there once after an undo, whether sent before or not."""
    phone, other = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    page = phone.page
    phone.list()
    other.list()
    phone.add("Dust the shelves", "every:week due:2027-02-01")
    phone.settle()
    following = page.get_by_text("Feb 8")
    for is_offline in (True, False, False):
        phone.context.set_offline(is_offline)
        page.get_by_label("Done: Dust the shelves").click()
        expect(page.get_by_role("status")).to_contain_text("Done: Dust the shelves")
        expect(following).to_be_visible()
        if not is_offline:
            eventually(page, SENT)
        page.get_by_role("button", name="Undo").click()
        expect(following).to_have_count(0)
        expect(page.get_by_text("Feb 1")).to_be_visible()
        phone.has("Dust the shelves")
    phone.settle()
    other.has("Dust the shelves")
    expect(other.page.get_by_text("Feb 1")).to_be_visible()
    return phone, other


def ticked(browser, server):
    """Today has only open tasks: a ticked one goes, an undo brings it back, and a search for done tasks finds it."""
    phone, other = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    page = phone.page
    phone.list("Today")
    other.list("Today")
    for title, due in (("Polish the shoes", "today"), ("Pay the bill", "yesterday")):
        phone.add(title, f"due:{due}")
        phone.has(title)
        page.get_by_label(f"Done: {title}").click()
        expect(page.get_by_role("status")).to_contain_text(f"Done: {title}")
        phone.has(title, count=0)
        page.get_by_role("button", name="Undo").click()
        phone.has(title)
        other.has(title)
        page.get_by_label(f"Done: {title}").click()
        phone.has(title, count=0)
    phone.settle()
    other.has("Polish the shoes", "Pay the bill", count=0)
    page.get_by_label("Search").fill("done shoes")
    phone.has("Polish the shoes")
    expect(page.get_by_label("Done: Polish the shoes")).to_be_checked()
    return phone, other


def swipe(page, row, distance):
    """Swipes over a row with a finger."""
    box = row.bounding_box()
    touch = page.context.new_cdp_session(page)
    at = lambda part: [{"x": box["x"] + 60 + distance * part, "y": box["y"] + box["height"] / 2}]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at(0)})
    for step in range(1, 11):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at(step / 10)})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def shopping(browser, server):
    """In shopping mode the screen stays on and ticked items keep their place; a swipe ticks, a short one does not."""
    phone = Phone(browser, server, "Mia")
    page = phone.page
    phone.list()
    for name in ("Apples", "Flour"):
        phone.add(name, "+shop")
    phone.settle()
    page.get_by_label("Search").fill("+shop")
    phone.has("Apples", "Flour")
    row = page.get_by_role("listitem").filter(has_text="Apples")
    swipe(page, row, 40)
    phone.has("Apples")
    swipe(page, row, 140)
    expect(page.get_by_role("status")).to_contain_text("Done: Apples")
    phone.has("Apples", count=0)
    page.get_by_role("button", name="Undo").click()
    phone.has("Apples")
    page.evaluate(WAKE)
    page.get_by_label("Search").fill("")
    page.get_by_role("button", name="Shopping mode").click()
    expect(page.get_by_label("New task")).to_have_count(0)
    assert page.evaluate("wakes") == [1, 0]
    page.get_by_label("Done: Flour").click()
    expect(page.get_by_label("Done: Flour")).to_be_checked()
    expect(page.get_by_text("Flour", exact=True)).to_have_css("text-decoration-line", "line-through")
    phone.shot("shopping")
    page.get_by_label("Done: Flour").click()
    expect(page.get_by_label("Done: Flour")).not_to_be_checked()
    page.get_by_label("Done: Flour").click()
    page.get_by_role("button", name="End shopping mode").click()
    phone.has("Flour", count=0)
    phone.has("Apples")
    assert page.evaluate("wakes") == [1, 1]
    phone.settle()
    return (phone,)
