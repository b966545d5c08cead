# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: browsers without scripts, or without WebAssembly."""

import re

from playwright.sync_api import expect

from phone_browser import PHONE, Phone, SHOTS
from phone_survey import survey

# Roles whose elements need an accessible name.
CONTROLS = ("button", "checkbox", "combobox", "link", "textbox")


def labelled(page):
    """Every control has a name, there is one main part with one first-level heading, and at twice the size everything
    but the scrollable links to lists fits the page."""
    size = page.viewport_size
    page.set_viewport_size({"width": size["width"] // 2, "height": size["height"] // 2})
    lists = page.get_by_role("navigation").get_by_role("link").all_inner_texts()
    for role in CONTROLS:
        for control in page.get_by_role(role).all():
            expect(control).to_have_accessible_name(re.compile(r"\S"))
            box = control.bounding_box()
            if control.inner_text() not in lists:
                assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"] // 2, (role, box)
    page.set_viewport_size(size)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    page.screenshot(path=SHOTS / "plain.png") if SHOTS else None


def browser_without_scripts(browser, **options):
    context = browser.new_context(java_script_enabled=False, **PHONE, **options)
    return context, context.new_page()


def join(page, server, member):
    """Joins by the form linked from an invitation's page, and returns the address of the plain page."""
    link = server.link(member)
    page.goto(link)
    page.get_by_role("link", name="join the family").click()
    page.get_by_label("The link of the invitation, or its code").fill(link)
    page.get_by_label("A name for this phone").fill("Old reader")
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    assert re.fullmatch(re.escape(server.url) + r"/plain/[0-9a-f-]{36}/", page.url), page.url
    return page.url


def plain(browser, server):
    """A browser without scripts joins, lists, searches, adds, edits and ticks; changes show on other phones' pages and
    here."""
    other = Phone(browser, server, "Tom")
    other.list()
    other.add("Sort the screws")
    other.settle()
    context, page = browser_without_scripts(browser)
    join(page, server, "Mia")
    labelled(page)
    page.get_by_role("link", name="Everyone's").click()
    expect(page.get_by_role("link", name="Sort the screws")).to_be_visible()
    page.get_by_label("New task").fill("Milk <i>2 l</i> @Mia +corner due:2027-01-05")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    page.reload()
    expect(page.get_by_role("link", name="Milk <i>2 l</i>")).to_have_count(1)
    page.get_by_label("New task").fill("Eggs due:whenever")
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("alert")).to_contain_text("whenever")
    expect(page.get_by_label("New task")).to_have_value("Eggs due:whenever")
    page.get_by_role("textbox", name="Search").fill("+corner")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_role("link", name="Sort the screws")).to_have_count(0)
    page.get_by_role("link", name="Milk").click()
    labelled(page)
    page.get_by_label("Title", exact=True).fill("Oat milk")
    page.get_by_label("Due", exact=True).fill("2027-01-06T18:00")
    page.get_by_label("Description").fill("\nfor the porridge")
    page.get_by_label("New item").fill("one litre")
    page.get_by_label("Tom").check()
    page.get_by_label("Priority").select_option("high")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="Oat milk", level=1)).to_be_visible()
    expect(page.get_by_label("Description")).to_have_value("\nfor the porridge")
    page.get_by_label("one litre").check()
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_label("one litre")).to_be_checked()
    expect(page.get_by_label("Due", exact=True)).to_have_value("2027-01-06T18:00")
    page.get_by_label("New comment").fill("The blue one")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("listitem").filter(has_text="The blue one")).to_contain_text("Mia")
    labelled(page)
    other.show("Oat milk")
    expect(other.page.get_by_label("one litre")).to_be_checked()
    expect(other.page.get_by_text("The blue one")).to_be_visible()
    page.goto(page.url.split("tasks/")[0] + "?list=all")
    page.get_by_role("button", name="Done: Sort the screws").click()
    expect(page.get_by_role("link", name="Sort the screws")).to_have_count(0)
    page.get_by_role("link", name="Today", exact=True).click()
    page.get_by_label("New task").fill("Sort the nails")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("button", name="Done: Sort the nails").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    expect(page.get_by_role("link", name="Sort the nails")).to_have_count(0)
    other.list("Done")
    other.has("Sort the screws")
    page.get_by_role("link", name="Done", exact=True).click()
    page.get_by_role("button", name="Open again: Sort the screws").click()
    expect(page.get_by_role("link", name="Sort the screws")).to_have_count(0)
    other.list()
    other.has("Sort the screws")
    page.goto(server.url + "/plain/")
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    page.get_by_text("This phone").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", name="Join the family")).to_be_visible()
    context.close()
    return (other,)


def plain_stale(browser, server):
    """A form opened before another member's edit keeps both edits, and a conflict is settled."""
    other = Phone(browser, server, "Tom")
    other.list()
    other.add("Wash the car")
    other.settle()
    context, page = browser_without_scripts(browser, locale="de-DE")
    page.goto(server.url + "/plain/join")
    page.get_by_label("Der Link der Einladung oder ihr Code").fill(server.link("Mia").split("#")[1])
    page.get_by_role("button", name="Beitreten").click()
    page.get_by_role("link", name="Alle").click()
    page.get_by_role("link", name="Wash the car").click()
    other.show("Wash the car")
    other.fill("Title", "Wash the red car")
    other.fill("Tags", "weekend")
    other.settle()
    page.get_by_label("Titel").fill("Wash the blue car")
    page.get_by_label("Priorität").select_option("low")
    page.get_by_role("button", name="Speichern").click()
    expect(page.get_by_label("Schlagwörter")).to_have_value("weekend")
    expect(page.get_by_role("heading", name="Widersprüchliche Änderungen: Titel")).to_be_visible()
    page.get_by_role("button", name="Das behalten: Wash the blue car").click()
    expect(page.get_by_role("heading", name="Widersprüchliche Änderungen: Titel")).to_have_count(0)
    expect(page.get_by_role("heading", name="Wash the blue car", level=1)).to_be_visible()
    expect(other.page.get_by_role("heading", name="Wash the blue car", level=1)).to_be_visible()
    expect(other.page.get_by_label("Priority")).to_have_value("low")
    context.close()
    return (other,)


def old(browser, server):
    """A browser without modules, or with an older JavaScript, is led to the plain page."""
    def newer(route):
        """The document with a script in an unsupported syntax."""
        answer = route.fetch()
        headers = {name: value for name, value in answer.headers.items() if name != "content-security-policy"}
        start = '<script type="module">'
        assert start in answer.text()
        route.fulfill(headers=headers, body=answer.text().replace(start, start + "const broken = ?? 1;"))

    no_modules = "delete HTMLScriptElement.prototype.noModule"
    for script, document in ((no_modules, None), ("0", newer)):
        context = browser.new_context(**PHONE, service_workers="block")
        context.add_init_script(script)
        if document:
            context.route(server.url + "/join", document)
        page = context.new_page()
        link = server.link("Mia")
        page.goto(link)
        page.wait_for_url("**/plain/join#" + link.split("#")[1])
        page.get_by_label("The link of the invitation, or its code").fill(page.url)
        page.get_by_role("button", name="Join").click()
        expect(page.get_by_role("heading", name="Today")).to_be_visible()
        context.close()
    return ()


def audit(page, server):
    """Checks plain pages with axe, which needs a browser with scripts."""
    page.get_by_label("New task").fill("Audited +tag @Mia due:fri")
    page.get_by_role("button", name="Add").click()
    page.get_by_role("link", name="Everyone's").click()
    page.get_by_role("link", name="Audited").click()
    for label in ("New item", "Description"):
        page.get_by_label(label).fill("one")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("New comment").fill("two")
    page.get_by_role("button", name="Send").click()
    page.get_by_label("Due", exact=True).fill("whenever")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("alert")).to_be_visible()
    root = page.url.split("tasks/")[0]
    survey(page, "plain task refused")
    for name, rest in (
            ("list", ""), ("nothing", "?list=all&search=zzz"), ("search refused", "?list=all&search=due:whenever"),
            ("saved", "?list=all&saved=1"), ("done", "?list=done"), ("no task", "tasks/x")):
        page.goto(root + rest)
        survey(page, f"plain {name}")
    page.goto(server.url + "/plain/join")
    survey(page, "plain join")


def engineless(browser, server):
    """A browser with scripts but without WebAssembly is led to the plain page, with the code of its invitation or as
    the phone it is."""
    context = browser.new_context(**PHONE)
    context.add_init_script("delete globalThis.WebAssembly")
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    link = server.link("Mia")
    code = link.split("#")[1]
    page.goto(link)
    expect(page.get_by_text("This browser has no WebAssembly")).to_be_visible()
    expect(page.get_by_label("The link of the invitation, or its code")).to_have_value(code)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    assert "/plain/" in page.url, page.url
    assert not [url for url in asked if code in url.split("#")[0]], asked
    page.goto(server.url)
    expect(page.get_by_role("link", name="The plain page")).to_be_visible()
    survey(page, "without an engine")
    page.get_by_role("link", name="The plain page").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible()
    audit(page, server)
    context.close()
    # A phone that joined earlier, and whose worker caches the page.
    phone = Phone(browser, server, "Tom")
    phone.context.add_init_script("delete globalThis.WebAssembly")
    phone.page.reload()
    phone.page.get_by_role("link", name="The plain page").click()
    expect(phone.page.get_by_role("heading", name="Today")).to_be_visible()
    assert "/plain/" in phone.page.url, phone.page.url
    expect(phone.page.get_by_role("button", name="Add")).to_be_visible()
    return (phone,)
