# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: a server that cannot reach its remote, and one restored from a backup."""

import pathlib
import shutil

from playwright.sync_api import expect

from phone_browser import DUMP, FAMILY, STATE, Phone, write_by_hand
from phone_survey import survey
from phone_task import hometask

UNSYNCED = "The server has not synced since"


def unsynced(browser, server):
    """A server that has not reached its remote for days warns adults until it has."""
    hub = pathlib.Path(STATE, "hub.git")
    hometask("remote", "create", str(hub))
    hometask("sync")
    # An unreachable remote.
    away = hub.rename(hub.with_name("away.git"))
    [synced] = pathlib.Path(FAMILY).rglob("hometask/synced")
    synced.write_text("2026-01-02T03:04:05Z\n")
    try:
        mia, kim = Phone(browser, server, "Mia"), Phone(browser, server, "Kim")
        for phone in (mia, kim):
            phone.page.reload()
            expect(phone.page.get_by_role("heading", name="Today")).to_be_visible()
        notice = mia.page.get_by_role("alert").filter(has_text=UNSYNCED)
        expect(notice).to_contain_text("hometask sync")
        box = notice.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 390, box
        mia.shot("unsynced")
        survey(mia.page, "unsynced")
        expect(kim.page.get_by_text(UNSYNCED)).to_have_count(0)
        away.rename(hub)
        hometask("sync")
        # The page asks again when it becomes visible.
        mia.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(notice).to_have_count(0)
    finally:
        hometask("remote", "remove", "origin")
        shutil.rmtree(hub, ignore_errors=True)
        shutil.rmtree(away, ignore_errors=True)
    return mia, kim


def restored_server(browser, server):
    """A server restored from a backup gets later edits back from a phone, and keeps those in the backup."""
    phone = Phone(browser, server, "Tom")
    phone.list()
    phone.add("Before the server's backup")
    phone.settle()
    backup = STATE + "/backup"
    server.kill()
    shutil.copytree(FAMILY, backup, symlinks=True)
    server.start()
    phone.sync()
    phone.add("After the server's backup")
    phone.settle()
    arrived(phone)
    # A document the phone cannot read, and cannot send either; a later page may.
    strange = "tasks/cc/cccccccc-0000-4000-8000-000000000000.json"
    write_by_hand({strange: "{ of a later version"})
    phone.sync()
    server.kill()
    shutil.rmtree(FAMILY)
    shutil.move(backup, FAMILY)
    assert listed() == ["Before the server's backup"], listed()
    statuses = []
    phone.context.on("response", lambda response: statuses.append(response.status))
    server.start()
    phone.sync()
    phone.has("Before the server's backup", "After the server's backup")
    assert 410 in statuses, statuses
    assert [doc["text"] for path, doc in phone.page.evaluate(DUMP)["docs"] if path == strange] == ["{ of a later version"]
    arrived(phone)
    other = Phone(browser, server, "Mia")
    other.list()
    other.has("Before the server's backup", "After the server's backup")
    return phone, other


def listed():
    """The titles of this way's tasks on the server."""
    return sorted(task["title"] for task in hometask("list", "--all") if "server's backup" in task["title"])


def arrived(phone):
    """Waits until the server has both tasks, for at most 15 seconds."""
    for _ in range(50):
        if len(listed()) == 2:
            return
        phone.page.wait_for_timeout(300)
    raise AssertionError(listed())
