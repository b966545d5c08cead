# SPDX-License-Identifier: Apache-2.0
"""A way for phone_page.py: retries of unsent edits."""

from playwright.sync_api import expect

from phone_browser import Phone


def sends(browser, server):
    """Unsent edits are sent automatically when the page becomes visible, when the phone is online again, and when the
    page starts."""
    # Requests through a service worker cannot be held back here.
    phone, other = Phone(browser, server, "Tom", service_workers="block"), Phone(browser, server, "Mia")
    page = phone.page
    phone.list()
    other.list()

    def refuse(route):
        route.abort()

    def add(title):
        phone.add(title)
        expect(page.locator(".unsent")).to_have_count(1)
        # On its own, the page retries half a minute after a failure.
        page.wait_for_timeout(1000)
        expect(page.locator(".unsent")).to_have_count(1)

    phone.context.route("**/exchange", refuse)
    add("Sent on return")
    phone.context.unroute("**/exchange")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    other.has("Sent on return")
    phone.settle()
    # From here on the event stream is blocked, whose return would trigger sending too.
    phone.context.route("**/events", refuse)
    phone.context.set_offline(True)
    add("Sent with a network")
    phone.context.set_offline(False)
    other.has("Sent with a network")
    phone.settle()
    phone.context.route("**/exchange", refuse)
    add("Sent at the start")
    phone.context.unroute("**/exchange")
    page.reload()
    other.has("Sent at the start")
    phone.settle()
    return phone, other
