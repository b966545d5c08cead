# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: requests processed by the server whose answer never arrived."""

from playwright.sync_api import expect

from phone_browser import DUMP, Phone
from phone_task import hometask


def given_up(browser, server):
    """A value removed after the server received it stays removed, although the answer came too late; later edits are
    sent."""
    task = hometask("add", "Sort the shed", "+old")["id"]
    phone = Phone(browser, server, "Mia", service_workers="block")
    phone.list()
    phone.show("Sort the shed")
    taken = []

    def delay(route):
        if taken or "mistaken" not in (route.request.post_data or ""):
            return route.continue_()
        taken.append(route.fetch().status)
        hometask("edit", f"#{task}", "--untag", "mistaken")
        return route.fulfill(status=408, json={"error": "request", "message": "the request took too long"})

    phone.context.route("**/exchange", delay)
    with phone.page.expect_response(lambda response: response.status == 408):
        phone.fill("Tags", "mistaken old")
    phone.fill("Description", "Later")
    phone.context.unroute("**/exchange")
    phone.sync()
    phone.show("Sort the shed")
    expect(phone.page.get_by_label("Description")).to_have_value("Later")
    expect(phone.page.get_by_label("Tags")).to_have_value("old")
    shown = hometask("show", f"#{task}")[0]["document"]
    assert taken == [200], taken
    assert shown["tags"] == ["old"] and shown["description"] == ["Later"], shown
    hometask("delete", f"#{task}")
    return (phone,)


def answerless(browser, server):
    """Edits before a sign-out are there once after joining again, although their answer was lost."""
    phone = Phone(browser, server, "Tom", service_workers="block")
    phone.list()
    phone.add("Written once")
    phone.settle()
    phone.show("Written once")

    def lose(route):
        if "A line" in (route.request.post_data or ""):
            route.fetch()
            return route.abort()
        return route.continue_()

    phone.context.route("**/exchange", lose)
    with phone.page.expect_event("requestfailed", lambda request: request.url.endswith("/exchange")):
        phone.fill("Description", "A line")
    phone.fill("Title", "Written later")
    expect(phone.page.locator("p.unsent")).to_be_visible()
    server.ask("devices", "revoke", next(value["device"] for key, value in phone.page.evaluate(DUMP)["state"] if key == "phone"))
    # The answer is pending for as long as there is a route.
    phone.context.unroute_all(behavior="wait")
    phone.page.goto(server.link("Tom"))
    expect(phone.page.get_by_text("not sent")).to_be_visible()
    phone.page.get_by_role("button", name="Join").click()
    expect(phone.page.get_by_role("heading", name="Join the family")).to_have_count(0)
    phone.list()
    phone.settle()
    phone.show("Written later")
    expect(phone.page.get_by_label("Description")).to_have_value("A line")
    task = hometask("show", "Written later")[0]["document"]
    assert task["description"] == ["A line"], task
    hometask("delete", f"#{task['id']}")
    return (phone,)
