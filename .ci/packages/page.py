# SPDX-License-Identifier: Apache-2.0
"""Opens an invitation in Chromium, as a phone, adds a task offline and sends it: python3 page.py LINK"""

import sys

from playwright.sync_api import expect, sync_playwright

PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.goto(sys.argv[1])
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_role("heading", name="Today")).to_be_visible(timeout=15000)
    page.evaluate("() => navigator.serviceWorker.ready")
    page.reload()
    context.set_offline(True)
    page.reload()
    page.get_by_label("New task").fill("Water the plants")
    page.get_by_role("button", name="Add", exact=True).click()
    expect(page.get_by_role("status")).to_contain_text("Added: Water the plants", timeout=15000)
    context.set_offline(False)
    page.goto(page.url.split("/#")[0] + "/#/phone")
    page.get_by_role("button", name="Sync now").click()
    expect(page.get_by_text("Everything is sent").first).to_be_visible(timeout=15000)
    browser.close()
