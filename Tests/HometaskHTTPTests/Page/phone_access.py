# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: accessibility, keyboard use, languages and right-to-left text."""

import json

from playwright.sync_api import expect

from phone_browser import CONTROLLED, PHONE, Phone, READY
from phone_places import a, command
from phone_survey import survey

RTL = "גיזום הגדר החיה (2 שעות)"
# Stores tasks on the phone as if received from the server, each with independent edits by two members: [id, fields,
# edits of the first, edits of the second].
CLASH = """async (all) => {
  const [{ app }, { Family }, { change, record }] = await Promise.all(['/app.js', '/family.js', '/store.js'].map((at) => import(at)));
  const time = app.family.now(), docs = all.map(([id, fields, ...sides]) => {
    const { document } = app.ask({ do: 'make', kind: 'task', id, fields, author: { actor: 'aaaaaaaaaaaaa1', time } });
    const item = app.ask({ do: 'read', document }).shown.items?.[0].id;
    const documents = sides.map((edits, at) => app.ask({ do: 'edit', document, author: { actor: `aaaaaaaaaaaaa${at + 2}`, time },
      edits: edits.map((edit) => (edit.edit === 'writeItem' ? { ...edit, id: item } : edit)) }).document);
    const joined = app.ask({ do: 'join', documents }).document;
    return record(Family.path('task', id), joined, joined); });
  await change((state, store) => { for (const doc of docs) store.put(doc); });
  await app.family.reload(docs.map(({ path }) => path));
  app.render(); }"""
# Stores edits on the phone that the server has refused.
REFUSED = """async (all) => { const [{ app }, { change }] = await Promise.all(['/app.js', '/store.js'].map((at) => import(at)));
  await change((state) => { state.put(all, 'refused'); });
  await app.family.reload([]); }"""


def places(phone, server):
    """Every place of the page, as full as possible."""
    page = phone.page
    for name in ("today", "mine", "all", "done", "lists", "hunts", "statistics", "phone"):
        page.goto(f"{server.url}/#/{name}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        yield name
    expect(page.get_by_role("heading", name="Not accepted")).to_be_visible()
    page.goto(f"{server.url}/#/hunt/{a(0)}")
    expect(page.get_by_role("heading", name="No such hunt")).to_be_visible()
    yield "no hunt"
    page.goto(f"{server.url}/#/map")
    shed = page.get_by_role("button", name="Place: Garden shed, 1 task")
    expect(shed).to_be_visible()
    yield "map"
    shed.click()
    expect(page.locator(".card")).to_be_visible()
    yield "map with a card"
    page.goto(f"{server.url}/#/lists")
    for name in ("Garden", "Hedges"):
        page.get_by_role("link", name=name).click()
        expect(page.get_by_role("heading", name=name, level=1)).to_be_visible()
        yield f"list {name}"
        page.get_by_role("link", name="Lists").click()
    phone.list()
    for words, found in (("+tag", "Everything"), ("zzz", "Nothing here."), ("due:whenever", "‘whenever’")):
        page.get_by_label("Search").fill(words)
        expect(page.get_by_text(found).first).to_be_visible()
        yield f"search {words.replace(':', ' ')}"
    page.get_by_label("Search").fill("")
    page.get_by_label("Order").select_option("manual")
    page.get_by_role("button", name="Move: Everything").click()
    expect(page.get_by_role("button", name="Move down")).to_be_visible()
    yield "order by hand"
    page.get_by_label("Order").select_option("")
    page.get_by_role("button", name="Shopping mode").click()
    page.get_by_label("Done: Everything").click()
    expect(page.get_by_role("status")).to_contain_text("Done: Everything")
    yield "shopping"
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("link", name="Everything").click()
    page.get_by_label("One", exact=True).check()
    yield "shopping in a task"
    page.get_by_role("button", name="End shopping mode").click()
    page.get_by_role("button", name="Show the history").click()
    expect(page.locator("ul.history > li").first).to_be_visible()
    yield "task"
    page.goto(f"{server.url}/#/task/{a(90)}")
    # Without the status message about the previous task.
    page.reload()
    expect(page.get_by_text("Conflicting edits")).to_have_count(6)
    yield "conflicts"
    page.goto(f"{server.url}/#/task/{a(91)}")
    expect(page.get_by_text("Conflicting edits: Trash")).to_be_visible()
    yield "conflict over the trash"
    page.goto(f"{server.url}/#/task/{a(92)}")
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    yield "trash"
    page.goto(f"{server.url}/#/task/{a(0)}")
    expect(page.get_by_role("heading", name="No such task")).to_be_visible()
    yield "no task"


def fill(phone):
    """Fills a phone with a task that has every field, tasks with conflicts, and refused edits."""
    page = phone.page
    phone.list()
    phone.add("Everything", "due:fri +tag @mia")
    phone.show("Everything")
    for text in ("One", "A" * 80):
        page.get_by_label("New item").fill(text)
        page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_label("New comment").fill("http://example.org/" + "long" * 40)
    page.get_by_role("button", name="Send").click()
    phone.fill("Title", "Everything " + "und" * 40)
    page.get_by_label("Category").select_option("Garden")
    phone.settle()
    page.evaluate(CLASH, [
        [a(90), {"title": "Hedge", "items": [{"text": "Shears"}], "description": ["One", "Two"]}, *(
            [{"edit": "write", "field": "title", "value": title}, {"edit": "write", "field": "due", "value": due},
             {"edit": "line", "field": "description", "index": 1, "text": text}, {"edit": "write", "field": "place", "value": place},
             {"edit": "writeItem", "field": "items", "members": {"text": text}},
             {"edit": "write", "field": "repeat", "value": rule}]
            for title, due, text, place, rule in (
                ("Cut the hedge " + "long" * 30, {"date": "2027-01-15"}, "With " + "long" * 30, {"pin": a(2)}, "FREQ=WEEKLY"),
                (RTL, {"date": "2027-01-16"}, RTL, {"pin": a(1), "within": 50}, "FREQ=DAILY")))],
        [a(91), {"title": RTL}, [{"edit": "delete"}], [{"edit": "write", "field": "title", "value": RTL + "!"}]],
        [a(92), {"title": "Thrown away"}, [{"edit": "delete"}]],
    ])
    page.evaluate(REFUSED, [
        {"title": "Everything", "field": "completion", "rule": "adults", "value": {"at": "2026-11-24T10:00:00Z", "by": a(1)}},
        {"title": RTL, "field": "title", "rule": "author", "value": "long" * 40},
        {"title": "und" * 40, "why": "It is not known here"},
    ])


def accessible(browser, server):
    """Every place passes axe and fits: light and dark, with large text and from right to left."""
    phone = Phone(browser, server, "Mia")
    page = phone.page
    fill(phone)
    page.emulate_media(reduced_motion="reduce")
    for place in places(phone, server):
        survey(page, place)
    page.goto(server.link("Tom"))
    expect(page.get_by_text("This is already the phone of Mia")).to_be_visible()
    survey(page, "join as another")
    other = browser.new_context(**PHONE)
    stranger = other.new_page()
    stranger.goto(server.link("Tom"))
    expect(stranger.get_by_role("button", name="Join")).to_be_visible()
    survey(stranger, "join")
    stranger.goto(server.url)
    expect(stranger.get_by_role("heading", name="Join the family")).to_be_visible()
    survey(stranger, "not joined")
    other.close()
    return (phone,)


def language(browser, server):
    """The page uses the browser's language or a chosen one, also offline."""
    context = browser.new_context(locale="de-DE")
    page = context.new_page()
    page.goto(server.link("Mia"))
    page.get_by_role("button", name="Beitreten").click()
    expect(page.get_by_role("heading", name="Heute")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "de"
    assert page.evaluate(READY), "the family was not loaded"
    page.get_by_label("Neue Aufgabe").fill("Brot due:2026-12-24")
    page.get_by_role("button", name="Hinzufügen").click()
    page.get_by_role("link", name="Alle").click()
    expect(page.get_by_text("Do., 24. Dez.")).to_be_visible()
    expect(page.locator(".unsent")).to_have_count(0)
    page.evaluate(CONTROLLED)
    # Also the messages of the engine, which are in English, and offline.
    context.set_offline(True)
    page.get_by_label("Neue Aufgabe").fill("Milch due:frx")
    page.get_by_role("button", name="Hinzufügen").click()
    expect(page.get_by_text("‚frx‘ ist kein Datum; war ‚fri‘ gemeint? Ein Datum schreibt man so: today,")).to_be_visible()
    expect(page.get_by_label("Neue Aufgabe")).to_have_value("Milch due:frx")
    context.set_offline(False)
    page.get_by_role("link", name="Telefon").click()
    page.get_by_label("Sprache").select_option("fr")
    expect(page.get_by_role("heading", name="Téléphone de Mia")).to_be_visible()
    expect(page.get_by_text("Tout est envoyé.")).to_be_visible()
    context.set_offline(True)
    page.reload()
    expect(page.get_by_role("heading", name="Téléphone de Mia")).to_be_visible()
    context.close()
    return ()


def keyboard(browser, server):
    """With the keyboard alone, a task is added, found, ticked, opened, edited and left; the focus is never lost."""
    phone = Phone(browser, server, "Mia")
    page = phone.page
    phone.list()

    def reach(role, name, limit=60):
        """Presses the tab key until an element has the focus."""
        wanted = page.get_by_role(role, name=name, exact=True).first
        for _ in range(limit):
            page.keyboard.press("Tab")
            if wanted.evaluate("e => e === document.activeElement"):
                outline = wanted.evaluate("e => getComputedStyle(e).outlineStyle")
                assert outline != "none", f"{name} does not show that it has the focus"
                return
        raise AssertionError(f"the tab key does not reach {role} {name}")

    reach("textbox", "New task")
    page.keyboard.type("Keys only")
    page.keyboard.press("Enter")
    phone.has("Keys only")
    expect(page.get_by_label("New task")).to_be_focused()
    reach("link", "Keys only")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Keys only", level=1)).to_be_focused()
    reach("textbox", "Title")
    page.keyboard.press("End")
    page.keyboard.type("!")
    page.keyboard.press("Tab")
    expect(page.get_by_role("heading", name="Keys only!", level=1)).to_be_visible()
    assert page.evaluate("document.activeElement !== document.body")
    reach("checkbox", "Tom")
    page.keyboard.press("Space")
    expect(page.get_by_label("Tom")).to_be_checked()
    expect(page.get_by_label("Tom")).to_be_focused()
    phone.settle()
    reach("button", "Add a photo")
    # Settles a conflict, and starts and ends shopping mode, which does not show the task's place.
    [shed] = [pin["id"] for pin in json.loads(command("pin", "list", "--json")) if pin["name"] == "Garden shed"]
    title = lambda text: {"edit": "write", "field": "title", "value": text}
    page.evaluate(CLASH, [
        [a(93), {"title": "Twine", "items": [{"text": "Two rolls"}], "place": {"pin": shed}}, [title("Cord")], [title(RTL)]]])
    page.goto(f"{server.url}/#/task/{a(93)}")
    heading = page.get_by_role("heading", level=1)
    expect(page.get_by_role("link", name="Garden shed")).to_be_visible()
    expect(heading).to_be_focused()
    reach("button", f"Keep this: {RTL}")
    reach("button", "Keep this: Cord")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Conflicting edits")).to_have_count(0)
    expect(heading).to_have_text("Cord")
    expect(heading).to_be_focused()
    reach("button", "Shopping mode")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="End shopping mode")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.get_by_label("Two rolls")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.get_by_label("Two rolls")).to_be_checked()
    reach("button", "End shopping mode")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Shopping mode")).to_be_focused()
    reach("button", "Delete")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Restore")).to_be_visible()
    expect(heading).to_be_focused()
    page.evaluate(REFUSED, [{"title": RTL, "field": "title", "rule": "author", "value": RTL}])
    page.goto(f"{server.url}/#/phone")
    expect(heading).to_be_focused()
    reach("button", "Forget these")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Not accepted")).to_have_count(0)
    expect(heading).to_be_focused()
    page.goto(f"{server.url}/#/all")
    reach("checkbox", "Done: Keys only!")
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_contain_text("Done: Keys only!")
    phone.has("Keys only!", count=0)
    reach("button", "Undo")
    page.keyboard.press("Enter")
    phone.has("Keys only!")
    return (phone,)
