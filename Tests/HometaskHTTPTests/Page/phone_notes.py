# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: renaming and removing checklist items, and notes."""

from playwright.sync_api import expect

from phone_browser import Phone
from phone_order import ordered
from phone_survey import check
from phone_task import hometask, of_task


def press(phone, name):
    phone.page.get_by_role("button", name=name, exact=True).click()


def write(phone, text):
    """Writes a note on the current page."""
    phone.page.get_by_label("New note").fill(text)
    press(phone, "Save")
    expect(phone.page.locator("ul.comments bdi").filter(has_text=text)).to_be_visible()


def look(phone, shot, place, heading):
    """Checks the page with axe in both themes, and takes screenshots from a heading down."""
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        check(phone.page, (scheme, place))
        phone.page.get_by_role("heading", name=heading).evaluate("e => e.scrollIntoView()")
        phone.shot(f"{shot}-{scheme}")


def items(browser, server):
    """Offline, checklist items are renamed and removed, with undo, on a reloaded page; concurrent renames by the
    command conflict."""
    task = hometask("add", "Pack for the lake", "--item", "Boat", "--item", "Oars", "--item", "Anchor", "--item", "Rope")["id"]
    hometask("item", "done", f"#{task}", "2")
    phone = Phone(browser, server, "Tom")
    page = phone.page
    page.goto(f"{server.url}/#/task/{task}")
    ordered(page, "Boat", "Oars", "Anchor", "Rope")
    server.kill()
    press(phone, "Edit: Checklist")
    expect(page.get_by_role("button", name="Close: Checklist")).to_be_focused()
    phone.fill("Edit: Boat", "Red <b>boat</b>")
    expect(page.get_by_label("Edit: Red <b>boat</b>", exact=True)).to_be_visible()
    # An empty item is rejected: it keeps its text.
    phone.fill("Edit: Oars", "  ")
    expect(page.get_by_label("Edit: Oars", exact=True)).to_have_value("Oars")
    # The focus moves to the next item, and a removed item is restored to its place, unchanged.
    press(phone, "Delete: Oars")
    expect(page.get_by_role("status")).to_contain_text("Deleted: Oars")
    expect(page.get_by_role("button", name="Delete: Anchor")).to_be_focused()
    press(phone, "Undo")
    expect(page.locator("ul.items li > input").nth(1)).to_have_value("Oars")
    press(phone, "Delete: Rope")
    expect(page.get_by_role("button", name="Delete: Anchor")).to_be_focused()
    look(phone, "items", "a checklist that is edited", "Checklist")
    page.reload()
    ordered(page, "Red <b>boat</b>", "Oars", "Anchor")
    expect(page.get_by_label("Oars", exact=True)).to_be_checked()
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    hometask("item", "edit", f"#{task}", "1", "Blue boat")
    server.start()
    phone.sync()
    page.goto(f"{server.url}/#/task/{task}")
    notice = page.locator(".notice").filter(has_text="Conflicting edits: Checklist")
    assert sorted(notice.locator("li bdi").all_inner_texts()) == ["Blue boat", "Red <b>boat</b>"], notice.inner_text()
    press(phone, "Keep this: Red <b>boat</b>")
    expect(notice).to_have_count(0)
    phone.settle()
    assert of_task(task) == []
    shown = hometask("show", f"#{task}")[0]["document"]["items"]
    assert [(item["text"], item.get("done")) for item in shown] == [("Red <b>boat</b>", None), ("Oars", True), ("Anchor", None)], shown
    hometask("delete", f"#{task}")
    return (phone,)


def notes(browser, server):
    """Offline, notes are written, edited and deleted, on a task and on their own, on a reloaded page; a child edits the
    notes of others, and independent edits of one line conflict."""
    task = hometask("add", "Mend the tent")["id"]
    hometask("note", "add", "Poles", "--folder", "Shed")
    mia, kim = Phone(browser, server, "Mia"), Phone(browser, server, "Kim")
    page = mia.page
    page.goto(f"{server.url}/#/task/{task}")
    expect(page.get_by_role("heading", name="Mend the tent", level=1)).to_be_visible()
    server.kill()
    write(mia, "Seams <b>leak</b>")
    write(mia, "Wrong tent")
    press(mia, "Edit: Wrong tent")
    # An empty note is rejected: it keeps its text.
    mia.fill("Text", " ")
    expect(page.get_by_label("Text", exact=True)).to_have_value("Wrong tent")
    press(mia, "Delete: Wrong tent")
    expect(page.get_by_role("status")).to_contain_text("Deleted: Wrong tent")
    expect(page.get_by_role("button", name="Edit: Seams <b>leak</b>")).to_be_focused()
    press(mia, "Edit: Seams <b>leak</b>")
    mia.page.locator("#field-note-title").fill("Repairs")
    mia.fill("Text", "Seams <b>leak</b>\nZip is stuck")
    expect(page.get_by_role("button", name="Close: Repairs")).to_be_visible()
    look(mia, "notes", "a note that is edited", "Notes")
    page.goto(f"{server.url}/#/lists")
    page.get_by_role("link", name="Notes").click()
    expect(page.get_by_role("heading", name="Notes", level=1)).to_be_focused()
    write(mia, "Plumber: 555 0100")
    expect(page.locator("ul.comments > li")).to_contain_text(["Plumber: 555 0100", "Shed"])
    check(page, "notes")
    mia.shot("notes-alone")
    page.reload()
    expect(page.locator("ul.comments > li .unsent")).to_have_text(" Not sent yet")
    page.goto(f"{server.url}/#/task/{task}")
    note = page.locator("ul.comments > li").filter(has_text="Repairs")
    expect(note).to_contain_text("Repairs\nSeams <b>leak</b>\nZip is stuck", use_inner_text=True)
    expect(note).to_contain_text("Not sent yet")
    expect(page.get_by_text("Wrong tent")).to_have_count(0)
    server.start()
    mia.settle()
    mia.sync()
    about = {note["title"]: note for note in hometask("note", "list", "--task", f"#{task}")}
    assert about["Repairs"]["text"] == ["Seams <b>leak</b>", "Zip is stuck"] and list(about) == ["Repairs"], about
    assert len(hometask("note", "list", "Plumber")) == 1
    # A child edits the note while the command does.
    kim.page.goto(f"{server.url}/#/task/{task}")
    expect(kim.page.get_by_text("Zip is stuck")).to_be_visible()
    kim.context.set_offline(True)
    press(kim, "Edit: Repairs")
    kim.fill("Text", "Seams <b>leak</b>\nZip works")
    hometask("note", "edit", "Repairs", "Seams <b>leak</b>\nZip is lost")
    kim.context.set_offline(False)
    kim.sync()
    kim.page.goto(f"{server.url}/#/task/{task}")
    notice = kim.page.locator(".notice").filter(has_text="Conflicting edits: Text")
    assert sorted(notice.locator("li bdi").all_inner_texts()) == ["Zip is lost", "Zip works"], notice.inner_text()
    press(kim, "Keep this: Zip works")
    expect(notice).to_have_count(0)
    kim.settle()
    assert hometask("note", "list", "Repairs")[0]["text"] == ["Seams <b>leak</b>", "Zip works"]
    # A deletion by mistake can be undone, also of the only note.
    press(kim, "Edit: Repairs")
    press(kim, "Delete: Repairs")
    expect(kim.page.get_by_role("button", name="Save")).to_be_focused()
    press(kim, "Undo")
    expect(kim.page.get_by_role("button", name="Close: Repairs")).to_be_visible()
    kim.settle()
    assert len(hometask("note", "list", "--task", f"#{task}")) == 1
    hometask("delete", f"#{task}")
    return mia, kim
