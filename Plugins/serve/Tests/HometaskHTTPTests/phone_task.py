# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: what a task shows that is set by the command, what adults say of it, and edits that contradict
each other."""

import json
import re
import subprocess

from playwright.sync_api import expect

from phone_browser import FAMILY, Phone
from phone_survey import check, survey

# Edits a task on a phone: what the command can set and the page has no field for.
EDIT = """async ([id, edits]) => { const { app } = await import('/app.js'), { Family } = await import('/family.js');
  await app.family.edit(Family.path('task', id), edits); app.changed(); }"""
ID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-")

def hometask(*words):
    return json.loads(subprocess.run(["hometask", "-C", FAMILY, *words, "--json"], check=True, capture_output=True, text=True).stdout)


def details(browser, server):
    """A task shows what only the command sets, and its notes; an adult approves what a child has done, or says why not."""
    hometask("add", "Buy the glue")
    vase = hometask("add", "Glue the vase", "due:2030-01-06", "--wait", "2030-01-05", "--nag", "30m", "--remind", "2h", "--after",
                    "Buy the glue", "--proof", "photo", "--between", "08:00-10:00", "--approval", "adult")["id"]
    hometask("note", "add", "Behind the <b>sink</b>", "--task", f"#{vase}", "--title", "Where it is", "--item", "Pieces")
    sweep = hometask("add", "Sweep the floor", "--approval", "adult")["id"]
    kim, mia = Phone(browser, server, "Kim"), Phone(browser, server, "Mia")
    page = kim.page
    page.goto(f"{server.url}/#/task/{vase}")
    for text in ("Hidden until: Sat, Jan 5", "Comes after: Buy the glue", "Reminders: 2 hours before", "Repeated reminders: 30 minutes",
                 "Time of the photo: 08:00–10:00", "Approval: an adult approves it"):
        expect(page.get_by_text(text, exact=True)).to_be_visible()
    expect(page.get_by_role("heading", name="Notes")).to_be_visible()
    for text in ("Where it is", "Behind the <b>sink</b>", "Pieces"):
        expect(page.locator("ul.comments > li").first).to_contain_text(text)
    # A child does it, an adult rejects it, the child does it again, and the adult approves it.
    page.goto(f"{server.url}/#/task/{sweep}")
    mia.page.goto(f"{server.url}/#/task/{sweep}")
    waiting = page.get_by_text("Approval: waits for an adult to approve it")
    page.get_by_role("button", name="Done", exact=True).click()
    expect(waiting).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    kim.settle()
    expect(mia.page.get_by_role("button", name="Approve")).to_be_visible()
    survey(mia.page, "a task to approve")
    mia.page.get_by_label("Reason for rejecting it").fill("Crumbs are left")
    mia.page.get_by_role("button", name="Reject").click()
    expect(mia.page.get_by_role("heading", name="Sweep the floor")).to_be_focused()
    expect(mia.page.get_by_role("button", name="Approve")).to_have_count(0)
    mia.settle()
    expect(page.get_by_text("Approval: rejected by Mia")).to_contain_text("Crumbs are left")
    # A verdict is about a completion, which is known by its second.
    page.wait_for_timeout(1100)
    page.get_by_role("button", name="Done", exact=True).click()
    expect(waiting).to_be_visible()
    kim.settle()
    mia.page.get_by_role("button", name="Approve").click()
    mia.settle()
    expect(page.get_by_text("Approval: approved by Mia")).to_be_visible()
    shown = subprocess.run(["hometask", "-C", FAMILY, "show", f"#{sweep}"], check=True, capture_output=True, text=True).stdout
    assert "approved by Mia" in shown and "Kim" in shown, shown
    return kim, mia


def choices(browser, server):
    """Edits of one task that contradict each other are shown by their names and words, and a value of each can be chosen: of a
    field, of a line of the description, of a checklist item."""
    hometask("category", "add", "Kitchen")
    task = hometask("add", "Tidy the shed", "--description", "Rakes\nBrooms")["id"]
    hometask("item", "add", f"#{task}", "Sweep")
    item = hometask("show", f"#{task}")[0]["document"]["items"][0]["id"]
    ids = {entry["name"]: entry["id"] for kind in ("pin", "category") for entry in hometask(kind, "list")}
    phone = Phone(browser, server, "Tom")
    page = phone.page
    page.goto(f"{server.url}/#/task/{task}")
    expect(page.get_by_label("Sweep", exact=True)).to_be_visible()
    phone.context.set_offline(True)
    page.get_by_label("Category").select_option("Kitchen")
    phone.fill("Description", "Rakes\nBrooms and <b>pans</b>")
    page.evaluate(EDIT, [task, [{"edit": "write", "field": "place", "value": {"pin": ids["Harbour"]}},
                                {"edit": "writeItem", "field": "items", "id": item, "members": {"text": "Sweep it all"}}]])
    expect(page.get_by_label("Sweep it all", exact=True)).to_be_visible()
    hometask("edit", f"#{task}", "--category", "Garden", "--description", "Rakes\nSix brooms", "--at", "Garden shed")
    hometask("item", "edit", f"#{task}", "1", "Sweep twice")
    phone.context.set_offline(False)
    phone.sync()
    page.goto(f"{server.url}/#/task/{task}")
    found = {"Category": ["Garden", "Kitchen"], "Place": ["Garden shed", "Harbour"],
             "Description": ["Brooms and <b>pans</b>", "Six brooms"], "Checklist": ["Sweep it all", "Sweep twice"]}
    notices = page.locator(".notice")
    expect(notices).to_have_count(len(found))
    phone.shot("choices")
    check(page, "edits that contradict each other")
    assert {conflict["field"] for conflict in of_task(task)} == {"category", "description", "items", "place"}
    chosen = {}
    for label, values in found.items():
        notice = notices.filter(has_text=f"Conflicting edits: {label}")
        assert sorted(notice.locator("li bdi").all_inner_texts()) == values, notice.inner_text()
        assert not ID.search(notice.inner_text()), notice.inner_text()
        # The value that is not shown yet is the one to be chosen.
        chosen[label] = notice.locator("li bdi").last.inner_text()
        page.get_by_role("button", name=f"Keep this: {chosen[label]}", exact=True).click()
        expect(notice).to_have_count(0)
    phone.settle()
    assert of_task(task) == []
    shown = hometask("show", f"#{task}")[0]["document"]
    assert (shown["category"], shown["place"]["pin"]) == (ids[chosen["Category"]], ids[chosen["Place"]]), shown
    assert (shown["description"], shown["items"][0]["text"]) == (["Rakes", chosen["Description"]], chosen["Checklist"]), shown
    # Other ways count the tasks at the pins.
    hometask("delete", f"#{task}")
    hometask("category", "delete", "Kitchen")
    return (phone,)


def of_task(task):
    """The conflicts that the command finds in a task."""
    return [conflict for conflict in hometask("conflicts") if conflict["id"] == task]
