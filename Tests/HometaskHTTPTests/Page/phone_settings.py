# SPDX-License-Identifier: Apache-2.0
"""A way for phone_page.py: settings of members on their phones."""

import json
import subprocess

from playwright.sync_api import expect

from phone_browser import FAMILY, Phone
from phone_survey import check


def hometask(*words):
    return subprocess.run(["hometask", "-C", FAMILY, *words], check=True, capture_output=True, text=True).stdout


def member(name):
    return next(one for one in json.loads(hometask("member", "list", "--json")) if one["name"] == name)


def stored(path):
    """The content at a path of the family's repository."""
    return subprocess.run(["git", "-C", FAMILY, "grep", "-h", "", "HEAD", "--", path],
        check=True, capture_output=True, text=True).stdout


# Whether a document on the phone contains a text, within 15 seconds: before that, a closed page may not have stored it.
KEPT = """async (wanted) => { const { answer, view } = await import('/store.js');
  for (let n = 0; n < 300; n++) {
    if ((await view((state, docs) => answer(docs.getAll()))).some(({ text }) => text.includes(wanted))) return true;
    await new Promise(go => setTimeout(go, 50));
  }
  return false; }"""


def there(phone):
    phone.page.goto(f"{phone.server.url}/#/phone")
    return phone.page


def settings(browser, server):
    """Members set their reminders, also offline; a phone its name and colours; adults the family's settings. A child's
    phone does not show those, and its edits of them are refused."""
    kim, mia = Phone(browser, server, "Kim"), Phone(browser, server, "Mia")
    page = there(kim)
    kim.context.set_offline(True)
    kim.fill("from", "20:30")
    expect(page.get_by_label("until", exact=True)).to_have_value("07:00")
    kim.fill("until", "06:45")
    kim.fill("until", "20:30")
    expect(page.get_by_role("status")).to_contain_text("another time")
    kim.fill("until", "06:45")
    kim.fill("What is due on a day is due at", "16:00")
    page.get_by_label("Remind me of tasks").select_option("a day before")
    assert page.evaluate(KEPT, "P1D"), "the reminder was not kept"
    page.reload()
    expect(page.get_by_label("until", exact=True)).to_have_value("06:45")
    expect(page.get_by_label("Remind me of tasks").locator("option:checked")).to_have_text("a day before")
    kim.context.set_offline(False)
    kim.sync()
    set_by_phone = member("Kim")
    assert set_by_phone["quietHours"] == {"from": "20:30", "to": "06:45"}, set_by_phone
    assert set_by_phone["remindAt"] == "16:00" and set_by_phone["reminders"] == ["P1D"], set_by_phone
    # A setting only the command can make is shown, and can be cleared here.
    hometask("member", "edit", "Kim", "--remind", "1d,2h")
    there(kim)
    expect(page.get_by_label("Remind me of tasks").locator("option:checked")).to_contain_text("a day before, PT2H")
    check(page, "settings of a child")
    page.get_by_label("Remind me of tasks").select_option("as usual in the family")
    kim.fill("from", "")
    expect(page.get_by_label("until", exact=True)).to_have_value("")
    kim.sync()
    assert not {"quietHours", "reminders"} & set(member("Kim")), member("Kim")
    # Reserved for adults.
    there(kim)
    expect(page.get_by_label("Colours")).to_be_visible()
    expect(page.get_by_role("heading", name="The family")).to_have_count(0)
    page.evaluate("""async () => { const { app } = await import('/app.js');
      await app.family.edit('family.json', [{ edit: 'write', field: 'units', value: 'imperial' }]);
      app.changed(); }""")
    expect(page.get_by_role("status")).to_contain_text("not accepted")
    assert "units" not in json.loads(stored("family.json"))
    page.get_by_role("button", name="Forget these").click()
    # As an adult.
    there(mia)
    mia.page.get_by_label("Distances").select_option("in miles")
    mia.page.get_by_label("Weeks begin on").select_option("Sunday")
    mia.sync()
    family = json.loads(stored("family.json"))
    assert family["units"] == "imperial" and family["weekStart"] == "sunday", family
    there(mia)
    mia.page.get_by_label("Distances").select_option("in kilometres")
    mia.page.get_by_label("Weeks begin on").select_option("Monday")
    # The server stores the phone's name, so the phone has to be online.
    expect(mia.page.get_by_label("A name for this phone")).not_to_have_value("")
    mia.fill("A name for this phone", " Mia's  new phone ")
    expect(mia.page.get_by_label("A name for this phone")).to_have_value("Mia's new phone")
    mia.sync()
    assert "Mia's new phone" in server.ask("devices")
    assert "Mia's new phone" in stored("devices")
    there(mia)
    mia.context.set_offline(True)
    mia.fill("A name for this phone", "Another")
    expect(mia.page.get_by_role("status")).to_contain_text("cannot be reached")
    mia.page.reload()
    expect(mia.page.get_by_label("A name for this phone")).to_have_value("Mia's new phone")
    # The colours are local to this phone, and apply to the first paint.
    ground = lambda: mia.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground() == "rgb(255, 255, 255)"
    mia.page.get_by_label("Colours").select_option("dark")
    assert ground() == "rgb(21, 23, 22)"
    check(mia.page, "settings in the dark")
    mia.shot("settings")
    mia.page.reload()
    assert ground() == "rgb(21, 23, 22)"
    mia.page.emulate_media(color_scheme="dark")
    mia.page.get_by_label("Colours").select_option("light")
    assert ground() == "rgb(255, 255, 255)"
    mia.page.get_by_label("Colours").select_option("as on the device")
    assert ground() == "rgb(21, 23, 22)"
    mia.context.set_offline(False)
    mia.sync()
    return kim, mia
