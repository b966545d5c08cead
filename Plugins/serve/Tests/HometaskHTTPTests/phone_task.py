# SPDX-License-Identifier: Apache-2.0
"""A way for phone_page.py: what a task shows that is set by the command."""

import json
import subprocess

from playwright.sync_api import expect

from phone_browser import FAMILY, Phone

# Rejects what was done, as `hometask reject` does.
REJECT = """async ([task, why]) => {
  const [{ app }, { Family }] = await Promise.all([import('/app.js'), import('/family.js')]);
  const of = app.family.task(task).shown.completion.at, by = app.family.phone.member.id;
  await app.family.edit(Family.path('task', task), [{ edit: 'write', field: 'completion', value: null },
    { edit: 'write', field: 'verdict', value: { approved: false, at: app.family.now(), by, of, why } }]);
  app.changed(); }"""


def hometask(*words):
    return json.loads(subprocess.run(["hometask", "-C", FAMILY, *words, "--json"], check=True, capture_output=True, text=True).stdout)


def details(browser, server):
    """A task shows what only the command sets, its notes, and whether an adult has approved what was done, and why not."""
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
    page.goto(f"{server.url}/#/task/{sweep}")
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_text("Approval: waits for an adult to approve it")).to_be_visible()
    kim.settle()
    mia.page.goto(f"{server.url}/#/task/{sweep}")
    expect(mia.page.get_by_role("button", name="Open again")).to_be_visible()
    mia.page.evaluate(REJECT, [sweep, "Crumbs are left"])
    mia.settle()
    rejected = page.get_by_text("Approval: rejected by Mia")
    expect(rejected).to_contain_text("Crumbs are left")
    # A verdict is about a completion, which is known by its second.
    page.wait_for_timeout(1100)
    page.get_by_role("button", name="Done", exact=True).click()
    expect(page.get_by_text("Approval: waits for an adult to approve it")).to_be_visible()
    kim.settle()
    return kim, mia
