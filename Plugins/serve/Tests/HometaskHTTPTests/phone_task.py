# SPDX-License-Identifier: Apache-2.0
"""A way for phone_page.py: what a task shows that is set by the command, and what adults say of it."""

import json
import subprocess

from playwright.sync_api import expect

from phone_access import check
from phone_browser import FAMILY, Phone


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
    for text in ("Where it is", "Behind the <b>sink</b>", "○ Pieces"):
        expect(page.locator("ul.comments bdi").first).to_contain_text(text)
    # A child does it, an adult rejects it, the child does it again, and the adult approves it.
    page.goto(f"{server.url}/#/task/{sweep}")
    mia.page.goto(f"{server.url}/#/task/{sweep}")
    waiting = page.get_by_text("Approval: waits for an adult to approve it")
    page.get_by_role("button", name="Done", exact=True).click()
    expect(waiting).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    kim.settle()
    expect(mia.page.get_by_role("button", name="Approve")).to_be_visible()
    check(mia.page, "a task to approve")
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
