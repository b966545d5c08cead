# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: who sees little, uses no pointer, or writes from right to left."""

import pathlib

import axe_playwright_python
from playwright.sync_api import expect

from phone_browser import CONTROLLED, Phone, READY

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
WIDE = """() => [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest('nav') && !e.parentElement.closest('#map')).map(e => e.outerHTML.slice(0, 120))"""


def check(page, place):
    """What axe finds in WCAG 2.2 A and AA, and in its best practices."""
    page.evaluate(AXE)
    outcome = page.evaluate("axe.run()")
    assert len(outcome["passes"]) > 10, (place, [rule["id"] for rule in outcome["passes"]])
    found = outcome["violations"]
    assert not found, (place, [(fault["id"], fault["help"], [node["html"][:200] for node in fault["nodes"]]) for fault in found])


def places(phone, server):
    """Every place of the page, with as much in it as there can be."""
    page = phone.page
    for name in ("today", "mine", "all", "done", "lists", "hunts", "statistics", "phone"):
        page.goto(f"{server.url}/#/{name}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        yield name
    page.goto(f"{server.url}/#/map")
    shed = page.get_by_role("button", name="Place: Garden shed, 1 task")
    expect(shed).to_be_visible()
    yield "map"
    shed.click()
    expect(page.locator(".card")).to_be_visible()
    yield "map with a card"
    phone.list()
    phone.show("Everything")
    page.get_by_role("button", name="Show the history").click()
    expect(page.locator("ul.history > li").first).to_be_visible()
    yield "task"
    page.goto(f"{server.url}/#/task/00000000-0000-4000-8000-000000000000")
    expect(page.get_by_role("heading", name="No such task")).to_be_visible()
    yield "no task"


def accessible(browser, server):
    """Every place, light and dark, with large text and from right to left, has nothing that axe finds, and fits."""
    phone = Phone(browser, server, "Mia")
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
    phone.settle()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        for place in places(phone, server):
            check(page, (scheme, place))
            for name, size in (("desktop", (1280, 800)), ("phone", (390, 844))):
                page.set_viewport_size({"width": size[0], "height": size[1]})
                phone.shot(f"{place}-{scheme}-{name}")
    page.emulate_media(color_scheme="light")
    for size, direction in (("200%", "ltr"), ("100%", "rtl")):
        for place in places(phone, server):
            page.evaluate(f"document.documentElement.style.fontSize = '{size}'; document.documentElement.dir = '{direction}'")
            wide = page.evaluate(WIDE) if direction == "ltr" else []
            assert not wide, (size, place, wide)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, direction, place)
            check(page, (size, direction, place))
            phone.shot(f"access-{place}-{size.strip('%')}-{direction}")
    other = browser.new_context()
    stranger = other.new_page()
    stranger.goto(server.link("Tom"))
    expect(stranger.get_by_role("button", name="Join")).to_be_visible()
    check(stranger, "join")
    stranger.goto(server.url)
    expect(stranger.get_by_role("heading", name="Join the family")).to_be_visible()
    check(stranger, "not joined")
    other.close()
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    moving = page.evaluate("""() => document.getAnimations().length + [...document.querySelectorAll('*')]
      .filter(e => getComputedStyle(e).transitionDuration !== '0s').length""")
    assert moving == 0, moving
    return (phone,)


def language(browser, server):
    """The page speaks the language of the browser, or the one that somebody chooses, also without a network."""
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
    # Also what the engine says, which speaks English, and without a network.
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
    """Without a pointer, a task is added, found, ticked, opened, edited and left again; the focus is never lost."""
    phone = Phone(browser, server, "Mia")
    page = phone.page
    phone.list()

    def reach(role, name, limit=60):
        """Goes on with the tab key until an element has the focus."""
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
    page.goto(f"{server.url}/#/all")
    reach("checkbox", "Done: Keys only!")
    page.keyboard.press("Space")
    expect(page.get_by_role("status")).to_contain_text("Done: Keys only!")
    phone.has("Keys only!", count=0)
    reach("button", "Undo")
    page.keyboard.press("Enter")
    phone.has("Keys only!")
    return (phone,)
