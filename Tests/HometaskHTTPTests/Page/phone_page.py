#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Drives the page for phones as families use it, in headless Chromium at the size of a phone, and reports failures.

    phone_page.py PROGRAM ENGINE FAMILY STATE [FOLDER-FOR-SCREENSHOTS [WAY ...]]

PROGRAM is hometask-serve, FAMILY the folder of a family with the members Mia, Tom and Kim, a child, with a weekly task
'Bins', a task 'Clean the kitchen' that requires a photo, a task 'Rake the leaves' at a pin 'Garden shed', a pin
'Harbour', a category 'Garden' and a view 'Hedges'. Runs all ways in two shares at once, each with a copy of the family
and a server of its own, or the given ways one after the other. Prints a line for each way, with `ok` in front if it
passed, and exits with 1 if one failed. One way of a share may fail once: a browser on a busy machine may be late. Its
fault is printed in any case.
"""

import io
import pathlib
import re
import shutil
import subprocess
import sys
import traceback

from PIL import Image
from playwright.sync_api import expect, sync_playwright

from phone_access import accessible, keyboard, language
from phone_background import background, background_photos
from phone_browser import ENGINE, FAMILY, HAS_TEXT, PROGRAM, STATE, Phone, Server, eventually
from phone_drafts import drafts, emptied, signed_off
from phone_faults import future, killed, late, lost, many, meanwhile, reloads, restored, revoked, tabs, unreadable
from phone_hunts import hunts, hunts_apart, hunts_hidden, hunts_made, hunts_map
from phone_kills import killed_exchange, killed_over, killed_photo
from phone_limit import limited
from phone_lists import lists, repeats, shopping, ticked, undone
from phone_notes import items, notes
from phone_order import order, order_apart, order_items
from phone_passkey import passkey
from phone_photos import cut, cut_sending, cut_short
from phone_places import history, map_hostile, map_keys, map_missing, map_offline, map_update, statistics
from phone_plain import engineless, old, plain, plain_stale
from phone_proxy import proxied
from phone_push import reminders
from phone_sending import sends
from phone_server import restored_server, unsynced
from phone_settings import settings
from phone_signin import signin
from phone_start import early, kept, rejoined, unstarted
from phone_survey import survey
from phone_task import choices, details, everything, this_once
from phone_unanswered import answerless, given_up
from phone_versions import cloned, upgraded

# Whether the pending photo has its position, within 15 seconds: a reloaded page does not look for one.
LOCATED = """async () => { const { answer, view } = await import('/store.js');
  for (let n = 0; n < 300; n++) {
    const [photo] = await view((state, docs, photos) => answer(photos.getAll()));
    if (photo?.position) return true;
    await new Promise(go => setTimeout(go, 50));
  }
  return false; }"""

# The ways

def offline(browser, server):
    """Offline, a reloaded page adds, edits, ticks and keeps a checklist, and sends everything later."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.add("Buy milk")
    phone.add("Water the plants", "@tom due:fri +garden")
    expect(phone.page.get_by_role("listitem").filter(has_text="Water").get_by_text("Tom · +garden")).to_be_visible()
    phone.page.get_by_label("New task").fill("Milk @nobody")
    phone.page.get_by_role("button", name="Add", exact=True).click()
    expect(phone.page.get_by_role("status")).to_contain_text("nobody")
    expect(phone.page.get_by_label("New task")).to_have_value("Milk @nobody")
    phone.page.get_by_label("New task").fill("Eggs due:tomorrow 18:00")
    phone.page.get_by_role("button", name="Add", exact=True).click()
    expect(phone.page.get_by_role("status")).to_contain_text('Did you mean due:"tomorrow 18:00"?')
    phone.page.get_by_label("Done: Eggs 18:00").click()
    phone.settle()
    server.kill()
    phone.page.reload()
    phone.add("Bread & <b>butter</b>")
    phone.show("Buy milk")
    phone.fill("Title", "Buy oat milk")
    expect(phone.page.get_by_text("Not sent yet")).to_be_visible()
    phone.page.get_by_label("New item").fill("two litres")
    phone.page.get_by_role("button", name="Add", exact=True).click()
    phone.page.get_by_label("two litres").check()
    phone.shot("task-offline")
    phone.list()
    phone.page.get_by_label("Done: Water the plants").click()
    expect(phone.page.get_by_role("status")).to_contain_text("Done: Water the plants")
    phone.page.reload()
    phone.list()
    titles = ["Bins", "Bread & <b>butter</b>", "Buy oat milk"]
    phone.has(*titles)
    phone.shot("list-offline")
    server.start()
    phone.sync()
    other = Phone(browser, server, "Mia")
    other.list()
    other.has(*titles)
    expect(other.page.get_by_text("1 of 1")).to_be_visible()
    other.list("Done")
    other.has("Water the plants")
    return phone, other


def apart(browser, server):
    """Two phones change different fields of a task apart: both changes are kept. The same field: a conflict on both,
    which one of them resolves."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    tom.list()
    tom.add("Fix the bike")
    mia.list()
    expect(mia.page.get_by_role("link", name="Fix the bike")).to_be_visible()
    for phone in (tom, mia):
        phone.context.set_offline(True)
        phone.show("Fix the bike")
    tom.fill("Title", "Fix the red bike")
    mia.fill("Title", "Fix the blue bike")
    mia.fill("Due", "2027-01-15")
    for phone in (tom, mia, tom):
        phone.context.set_offline(False)
        phone.sync()
    for phone in (tom, mia):
        expect(phone.page.get_by_text("conflicting edits").first).to_be_visible()
        phone.show("bike")
        expect(phone.page.get_by_label("Due")).to_have_value("2027-01-15")
        expect(phone.page.get_by_text("Fix the red bike").first).to_be_visible()
        expect(phone.page.get_by_text("Fix the blue bike").first).to_be_visible()
    tom.page.get_by_role("listitem").filter(has_text="Fix the red bike").get_by_role("button").click()
    expect(tom.page.get_by_text("Conflicting edits")).to_have_count(0)
    tom.sync()
    mia.sync()
    mia.show("Fix the red bike")
    expect(mia.page.get_by_text("Conflicting edits")).to_have_count(0)
    return tom, mia


def twice(browser, server):
    """A recurring task done on two phones apart has one successor."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    for phone in (tom, mia):
        phone.list()
        expect(phone.page.get_by_role("link", name="Bins")).to_have_count(1)
        phone.context.set_offline(True)
        phone.page.get_by_label("Done: Bins").click()
        # The successor is there at once.
        expect(phone.page.get_by_role("link", name="Bins")).to_have_count(1)
        expect(phone.page.get_by_label("Done: Bins")).not_to_be_checked()
    for phone in (tom, mia, tom):
        phone.context.set_offline(False)
        phone.sync()
        phone.has("Bins")
    return tom, mia


def talk(browser, server):
    """Changes on one phone show on another: comments, tags, a priority, assignees."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    tom.list()
    tom.add("Paint the fence", "+garden +old")
    tom.show("Paint the fence")
    tom.fill("Tags", "garden weekend")
    tom.page.get_by_label("Priority").select_option("high")
    tom.page.get_by_label("Mia").check()
    tom.page.get_by_label("New comment").fill("Which colour? <i>red</i>")
    tom.page.get_by_role("button", name="Send").click()
    expect(tom.page.get_by_text("Which colour? <i>red</i>")).to_be_visible()
    tom.sync()
    mia.list("Mine")
    mia.show("Paint the fence")
    expect(mia.page.get_by_label("Tags")).to_have_value("garden weekend")
    expect(mia.page.get_by_label("Priority")).to_have_value("high")
    expect(mia.page.get_by_text("Which colour? <i>red</i>")).to_be_visible()
    # A text being typed survives an incoming change.
    mia.page.get_by_label("New comment").fill("Blue, I th")
    tom.show("Paint the fence")
    tom.fill("Title", "Paint the garden fence")
    expect(mia.page.get_by_role("heading", name="Paint the garden fence")).to_be_visible()
    expect(mia.page.get_by_label("New comment")).to_have_value("Blue, I th")
    expect(mia.page.get_by_label("New comment")).to_be_focused()
    mia.shot("task")
    return tom, mia


def refused(browser, server):
    """A child gets the reason for a refused edit; the other edits are accepted."""
    mia, kim = Phone(browser, server, "Mia"), Phone(browser, server, "Kim")
    mia.list()
    mia.add("Mow the lawn")
    mia.page.get_by_label("Done: Mow the lawn").click()
    mia.sync()
    kim.list("Done")
    kim.page.get_by_label("Done: Mow the lawn").click()
    expect(kim.page.get_by_role("status")).to_contain_text("not accepted")
    kim.page.get_by_role("button", name="Show").click()
    expect(kim.page.get_by_text("Mow the lawn: Done: Only adults may change this.")).to_be_visible()
    survey(kim.page, "refused")
    kim.page.get_by_label("Language").select_option("de")
    expect(kim.page.get_by_text("Das dürfen nur Erwachsene ändern.")).to_be_visible()
    kim.page.get_by_label("Sprache").select_option("en")
    expect(kim.page.get_by_label("Language")).to_be_visible()
    kim.list("Done")
    expect(kim.page.get_by_label("Done: Mow the lawn")).to_be_checked()
    kim.list()
    kim.add("Feed the cat")
    kim.settle()
    return mia, kim


def proof(browser, server):
    """A photo taken offline is kept, sent later in parts, and completes its task; others see it and the source of its
    place."""
    kim = Phone(browser, server, "Kim", geolocation={"latitude": 52.1, "longitude": 4.3}, permissions=["geolocation"])
    kim.list()
    kim.page.get_by_label("Done: Clean the kitchen").click()
    expect(kim.page.get_by_role("status")).to_contain_text("once a photo proves it")
    expect(kim.page.get_by_label("Done: Clean the kitchen")).not_to_be_checked()
    kim.context.set_offline(True)
    kim.show("Clean the kitchen")
    picture = io.BytesIO()
    Image.effect_noise((1200, 900), 90).convert("RGB").save(picture, "JPEG", quality=95)
    assert len(picture.getvalue()) > 1 << 20
    expect(kim.page.locator("#camera")).to_have_attribute("capture", "environment")
    kim.page.set_input_files("#camera", [{"name": "kitchen.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}])
    waiting = kim.page.get_by_alt_text("A photo that was not sent yet")
    expect(waiting).to_have_count(1)
    assert kim.page.evaluate(LOCATED), "the photo has no position"
    kim.page.reload()
    expect(waiting).to_have_count(1)
    kim.shot("photo-offline")
    kim.context.set_offline(False)
    kim.sync()
    kim.list("Done")
    kim.has("Clean the kitchen")
    mia = Phone(browser, server, "Mia")
    mia.list("Done")
    mia.show("Clean the kitchen")
    photo = mia.page.get_by_role("img", name="Photo, Kim")
    expect(photo).to_have_count(1)
    photo.scroll_into_view_if_needed()
    mia.page.wait_for_function("() => document.querySelector('ul.photos img')?.naturalWidth > 0")
    mia.shot("photo")
    expect(mia.page.get_by_role("link", name="Place: where the device was")).to_have_attribute("href", re.compile("^#/map/"))
    # The photo was shown once, so it is available offline.
    mia.context.set_offline(True)
    mia.page.reload()
    photo.scroll_into_view_if_needed()
    mia.page.wait_for_function("() => document.querySelector('ul.photos img')?.naturalWidth > 0")
    mia.context.set_offline(False)
    document = subprocess.run(["git", "-C", FAMILY, "grep", "-h", "-A6", '"location"', "HEAD", "--", "photos"],
        capture_output=True, text=True, check=True).stdout
    assert "52.1" in document and '"source": "device"' in document, document
    return kim, mia


def pressed(browser, server):
    """An incoming change during a press takes neither the press nor the focus away."""
    tom, mia = Phone(browser, server, "Tom"), Phone(browser, server, "Mia")
    for phone in (tom, mia):
        phone.list()
    tom.add("Sweep the stairs")
    tom.settle()
    mia.has("Sweep the stairs")
    mia.page.get_by_label("Search").focus()
    box = mia.page.get_by_role("link", name="Sweep the stairs").bounding_box()
    mia.page.mouse.move(box["x"] + 20, box["y"] + 10)
    mia.page.mouse.down()
    tom.add("Zip up the tent", "due:today")
    tom.settle()
    eventually(mia.page, HAS_TEXT, "Zip up the tent")
    mia.has("Zip up the tent", count=0)
    mia.page.mouse.up()
    expect(mia.page.get_by_role("heading", name="Sweep the stairs", level=1)).to_be_visible()
    mia.list()
    mia.page.get_by_label("Search").fill("zip")
    tom.add("Zip up the bag")
    mia.has("Zip up the bag")
    expect(mia.page.get_by_label("Search")).to_be_focused()
    expect(mia.page.get_by_label("Search")).to_have_value("zip")
    return tom, mia


WAYS = [early, unstarted, rejoined, kept, offline, apart, twice, talk, proof, pressed, reminders, lists, repeats,
        undone, ticked, shopping, details, everything, this_once, choices, items, notes, accessible, keyboard, language,
        hunts, hunts_hidden, hunts_apart, order, order_apart, order_items, settings, background, background_photos, sends, passkey,
        map_offline, map_keys, map_missing, map_update, map_hostile, hunts_map, hunts_made, statistics, history, lost, given_up,
        late, restored, meanwhile, cloned, killed, killed_exchange, killed_photo, killed_over, cut, cut_short, cut_sending,
        refused, reloads, tabs, future, upgraded, unreadable, revoked, answerless, drafts, emptied, signed_off, unsynced,
        restored_server, plain, plain_stale, old, engineless, many, signin, proxied]

# A selection of ways, by name.
ONLY = sys.argv[6:]


def main():
    sys.exit(not (attempt_chosen() if ONLY else attempt_all()))


def attempt_all():
    """Runs all ways in two shares at once, and returns whether all passed."""
    shares = []
    for share in range(2):
        folder = pathlib.Path(f"{STATE}-{share}")
        shutil.copytree(FAMILY, folder / "home", symlinks=True)
        words = [PROGRAM, ENGINE, folder / "home", folder / "state", sys.argv[5] if len(sys.argv) > 5 else ""]
        shares.append(subprocess.Popen([sys.executable, __file__, *words, *[way.__name__ for way in WAYS[share::2]]]))
    return [share.wait() for share in shares] == [0, 0]


def attempt_chosen():
    """Runs the chosen ways, and returns whether all passed."""
    passed, repeated = True, False
    server = Server()
    server.start()
    with sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, and only the test's own server is opened.
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for way in [way for way in WAYS if way.__name__ in ONLY]:
            with limited(way.__name__):
                done = attempt(way, browser, server)
            if not done and not repeated:
                repeated = True
                with limited(way.__name__):
                    done = attempt(way, browser, server)
            passed = done and passed
        browser.close()
    server.kill()
    return passed


def attempt(way, browser, server):
    """Runs a way, prints the outcome, and returns whether it passed."""
    try:
        for phone in way(browser, server):
            assert not phone.complaints, phone.complaints
            phone.context.close()
        print("ok", way.__doc__.split(":")[0].split(".")[0].replace("\n   ", ""), flush=True)
        return True
    except Exception:
        print("failed", way.__name__, traceback.format_exc(limit=-3), sep="\n")
        for page in Phone.opened:
            if not page.is_closed():
                print("at", page.url, page.inner_text("body"), sep="\n")
                page.context.close()
        sys.stdout.flush()
        if server.process.poll() is not None:
            server.start()
        return False


main()
