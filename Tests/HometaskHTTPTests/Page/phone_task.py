# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: fields set by the command, approval by adults, and conflicting edits."""

import json
import os
import pathlib
import re
import subprocess

from playwright.sync_api import expect

from phone_browser import FAMILY, STATE, Phone, write_by_hand
from phone_survey import check, survey

# Edits a task on a phone, including fields the page has no control for.
EDIT = """async ([id, edits]) => { const { app } = await import('/app.js'), { Family } = await import('/family.js');
  await app.family.edit(Family.path('task', id), edits); app.changed(); }"""
ID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-")

def hometask(*words):
    return json.loads(subprocess.run(["hometask", "-C", FAMILY, *words, "--json"], check=True, capture_output=True, text=True).stdout)


# A plugin with fields of every simple type, one of them with a title.
NOISE = {"id": "noise", "version": "1.0", "summary": "How loud things get.", "protocol": [1], "offers": {"fields": {"task": {
    "loudness": {"type": "integer", "minimum": 0, "maximum": 10, "title": "Loudness", "x-merge": "register"},
    "level": {"enum": ["quiet", "loud"], "x-merge": "register"}, "sharp": {"type": "boolean", "x-merge": "register"},
    "tools": {"type": "array", "items": {"type": "string", "maxLength": 20}, "x-merge": "set"}}}}}


def everything(browser, server):
    """A task shows everything the command shows: one-off changes, the tasks before and after it, the distance to its
    place, fields of plugins, and one of a later version."""
    folder = pathlib.Path(STATE).parent / "plugins"
    (folder / "noise").mkdir(parents=True, exist_ok=True)
    (folder / "noise" / "plugin.json").write_text(json.dumps(NOISE))
    places = {"XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config"}

    def run(*words):
        found = subprocess.run(["hometask", "-C", FAMILY, *words], env=os.environ | places, capture_output=True, text=True)
        assert found.returncode == 0, (words, found.stderr)
        return found.stdout

    run("plugin", "install", f"{folder}/noise", "--yes")
    run("category", "add", "Cellar")
    sam = json.loads(run("member", "add", "Sam", "--json"))
    shelf, bin, wall = (json.loads(run("add", title, "--json"))["id"] for title in ("Hang the shelf", "Empty the bin", "Drill the wall"))
    run("edit", f"#{shelf}", "--after", f"#{wall}")
    run("edit", f"#{wall}", "--due", "2030-01-07 18:00", "--for", "Tom", "--for", "Sam", "--every", "week", "--wait", "2030-01-05",
        "--remind", "2h,2030-01-06 09:00", "--nag", "90m", "--after", f"#{bin}", "--category", "Cellar", "--tag", "loud",
        "--priority", "high", "--points", "5", "--proof", "photo", "--at", "Garden shed", "--within", "75m",
        "--between", "07:00-09:00", "--approval", "adult", "--description", "The blue one", "--set", "loudness=7",
        "--set", "level=loud", "--set", "sharp=true", "--set", "tools=drill", "--set", "tools=saw")
    run("edit", f"#{wall}", "--points", "7", "--description", "The red one", "--set", "loudness=6")
    run("item", "add", f"#{wall}", "Cable")
    run("remind", "snooze", f"#{wall}", "3d")
    run("member", "remove", "Sam")
    run("category", "delete", "Cellar")
    path = f"tasks/{wall[:2]}/{wall}.json"
    text = subprocess.run(["git", "-C", FAMILY, "show", f"HEAD:{path}"], check=True, capture_output=True, text=True).stdout
    document = json.loads(text)
    document["mood"] = {"of": "<b>dust</b>", "all": ["x" * 90]}
    document["weary"] = False
    write_by_hand({path: json.dumps(document)})
    says = run("show", f"#{wall}")
    phone = Phone(browser, server, "Mia", geolocation={"latitude": 50.1, "longitude": 8.75, "accuracy": 40}, permissions=["geolocation"])
    page = phone.page
    page.goto(f"{server.url}/#/task/{wall}")
    expect(page.get_by_role("heading", name="Drill the wall", level=1)).to_be_visible()
    expect(page.get_by_text("from here")).to_have_count(0)
    page.goto(f"{server.url}/#/map")
    page.get_by_role("button", name="Where am I?").click()
    expect(page.get_by_role("status")).to_contain_text("You are here")
    page.goto(f"{server.url}/#/task/{wall}")
    for label, value in (("Title", "Drill the wall"), ("Due", "2030-01-07"), ("Time", "18:00"), ("Repeats", "every week"),
                         ("Priority", "high"), ("Tags", "loud"), ("Description", "The red one")):
        expect(page.get_by_label(label, exact=True)).to_have_value(value)
    expect(page.get_by_label("Category").locator("option:checked")).to_have_text("Cellar, no longer there")
    for name, isFor in (("Tom", True), ("Kim", False), ("Sam, no longer there", True)):
        expect(page.get_by_label(name, exact=True)).to_be_checked(checked=isFor)
    for text in (
            "Place: Garden shed, within 75 m · 3.6 km from here", "This once: Description, Points, noise.loudness",
            "Hidden until: Sat, Jan 5", "Comes after: Empty the bin", "Comes before: Hang the shelf", 
            "Reminders: 2 hours before; Jan 6, 2030, 9:00 AM", "Repeated reminders: 1 hour 30 minutes", "No reminders until", "Proof: a photo taken there",
            "Time of the photo: 07:00–09:00", "Approval: an adult approves it", "7 points", "noise.loudness: 6", "noise.level: loud",
            "noise.sharp: yes", "noise.tools: drill, saw", 'mood: {"all":["xxx', '"of":"<b>dust</b>"', "weary: no", f"ID: {wall}"):
        expect(page.get_by_role("main")).to_contain_text(text)
    expect(page.get_by_label("Cable", exact=True)).not_to_be_checked()
    # The command shows no field that is not checked above.
    labels = {line[:11].strip() for line in says.partition("\n\n")[0].splitlines()[1:] if line[:11].strip()}
    assert labels == {"Number", "Due", "Recurs", "This once", "Hidden", "Reminders", "Nags", "Snoozed", "After", "Before", "For",
                      "Category", "Tags", "Priority", "Points", "Proof", "Where", "Approval", "Added", "Id", "level", "Loudness",
                      "sharp", "tools"}, says
    survey(page, "a task with everything")
    page.get_by_role("button", name="Show the history").click()
    expect(page.locator("ul.history")).to_contain_text("This once: + Description\n+ Points\n+ noise.loudness")
    # An edit on another device makes the two tasks depend on each other.
    page.evaluate(EDIT, [bin, [{"edit": "insert", "field": "after", "element": wall}]])
    expect(page.get_by_text("It and Empty the bin come after each other, so it does not wait.")).to_be_visible()
    page.get_by_label("Sam, no longer there").click()
    page.get_by_label("Category").select_option("Garden")
    expect(page.get_by_text("no longer there")).to_have_count(0)
    page.get_by_role("button", name="Delete", exact=True).click()
    expect(page.get_by_text("This task is in the trash. Deleted on")).to_be_visible()
    page.evaluate(EDIT, [wall, [{"edit": "restore"}]])
    expect(page.get_by_text("This task is in the trash")).to_have_count(0)
    phone.settle()
    # Fields unknown to the page are unchanged.
    after = hometask("show", f"#{wall}")[0]
    assert [task["title"] for task in after["ring"]] == ["Empty the bin"] and sam["id"] not in after["document"]["assignees"], after
    kept = ("mood", "weary", "extensions", "window")
    assert {key: after["document"][key] for key in kept} == {key: document[key] for key in kept}, after["document"]
    # The assignees and the category were changed for this one only.
    series = [entry for entry in after["document"]["series"] if entry["id"] not in ("assignees", "category")]
    assert series == document["series"], after["document"]
    # Other ways count the tasks at the pins, and the members.
    for task in (wall, bin, shelf):
        hometask("delete", f"#{task}")
    return (phone,)


def details(browser, server):
    """A task shows fields only the command sets, and its notes; an adult approves a child's completion, or rejects it
    with a reason."""
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
    # A child completes it, an adult rejects it, the child completes it again, and the adult approves.
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
    # A verdict refers to a completion by its second.
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
    """Conflicting edits of one task are shown with names and texts, and a value of each can be chosen: of a field, of a
    line of the description, of a checklist item."""
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
        # The value not shown yet is chosen.
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
    """The conflicts of a task, as reported by the command."""
    return [conflict for conflict in hometask("conflicts") if conflict["id"] == task]


def this_once(browser, server):
    """An edit of a recurring task applies to this one only, as with the command, unless it is extended to all that
    follow."""
    words = ["--every", "week", "--due", "2027-03-05", "--tag", "pets"]
    one, other = (hometask("add", "Clean the cage", *words)["id"] for _ in range(2))
    phone = Phone(browser, server, "Kim")
    page, status = phone.page, phone.page.get_by_role("status")
    show = lambda task: page.goto(f"{server.url}/#/task/{task}")
    show(one)
    expect(page.get_by_role("heading", name="Clean the cage", level=1)).to_be_visible()
    phone.context.set_offline(True)
    for label, value in (("Title", "Clean both cages"), ("Due", "2027-03-06"), ("Tags", "pets weekend")):
        phone.fill(label, value)
        expect(status).to_contain_text("Only this one, or all that follow?")
    expect(page.get_by_text("This once: Title, Due, Tags")).to_be_visible()
    phone.context.set_offline(False)
    phone.settle()
    survey(page, "this once")
    hometask("edit", f"#{other}", "--title", "Clean both cages")
    hometask("edit", f"#{other}", "--due", "2027-03-06")
    hometask("edit", f"#{other}", "--tag", "weekend")
    assert document(one)["series"] == document(other)["series"], (document(one), document(other))
    # The next one follows the series; edits for all that follow are kept.
    page.get_by_role("button", name="Done").click()
    expect(status).to_contain_text("Done: Clean both cages")
    phone.list()
    page.get_by_label("Search").fill("cage due:2027-03-12")
    phone.has("Clean the cage")
    phone.show("Clean the cage")
    expect(page.get_by_label("Tags")).to_have_value("pets")
    phone.fill("Title", "Clean all cages")
    status.get_by_role("button", name="All that follow").click()
    expect(page.get_by_text("This once")).to_have_count(0)
    phone.fill("Description", "With soap")
    expect(page.get_by_text("This once: Description")).to_be_visible()
    page.get_by_role("main").get_by_role("button", name="All that follow").click()
    expect(page.get_by_text("This once")).to_have_count(0)
    # A rule always applies to the series; one without this day moves the task, as with the command.
    phone.fill("Repeats", "week on mon")
    expect(page.get_by_label("Due")).to_have_value("2027-03-15")
    expect(page.get_by_text("This once")).to_have_count(0)
    # The previous one was done in this period, so ticking this one asks first.
    asked = []
    page.once("dialog", lambda dialog: (asked.append(dialog.message), dialog.dismiss()))
    page.get_by_role("button", name="Done").click()
    phone.settle()
    expect(page.get_by_role("button", name="Done")).to_be_visible()
    assert len(asked) == 1 and "Done: Clean all cages? " in asked[0], asked
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Done").click()
    expect(status).to_contain_text("Done: Clean all cages")
    phone.settle()
    phone.list()
    page.get_by_label("Search").fill("cage due:2027-03-22")
    phone.has("Clean all cages")
    phone.show("Clean all cages")
    expect(page.get_by_label("Description")).to_have_value("With soap")
    phone.sync()
    found = hometask("list", "cage", "due:2027-03-22")
    assert [task["title"] for task in found] == ["Clean all cages"], found
    return (phone,)


def document(task):
    """The members of a task's document in the family's repository."""
    path = f"tasks/{task[:2]}/{task}.json"
    return json.loads(subprocess.run(["git", "-C", FAMILY, "show", f"HEAD:{path}"], check=True, capture_output=True, text=True).stdout)
