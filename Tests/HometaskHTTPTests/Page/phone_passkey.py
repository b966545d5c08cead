# SPDX-License-Identifier: Apache-2.0
"""Signing in with a passkey, by Chromium's virtual authenticator (WebAuthn of the DevTools protocol), for
phone_page.py."""

import json

from playwright.sync_api import expect

from phone_browser import PHONE, STATE, Phone, Server
from phone_survey import survey

AUTHENTICATOR = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True}


class PasskeyServer(Server):
    """A server with a host name, which passkeys need, and its own database of phones."""

    def __init__(self):
        super().__init__()
        self.url = f"http://localhost:{self.port}"
        self.extra = ["--url", self.url]

    def options(self):
        return [*super().options()[:2], "--state", STATE + "-passkey"]


class Authenticator:
    """The authenticator of a phone."""

    def __init__(self, phone):
        self.tools = phone.context.new_cdp_session(phone.page)
        self.tools.send("WebAuthn.enable")
        self.id = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})["authenticatorId"]

    def passkeys(self):
        return self.tools.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]

    def put(self, passkey):
        self.tools.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": passkey})


class Newcomer(Phone):
    """A phone that has not joined, whose authenticator has copies of these passkeys."""

    def __init__(self, browser, server, passkeys):
        self.server, self.complaints = server, []
        self.context = browser.new_context(**PHONE)
        self.page = self.open()
        self.authenticator = Authenticator(self)
        for one in passkeys:
            self.authenticator.put(one)
        self.page.goto(server.url)


def sign_in(phone):
    phone.page.get_by_role("button", name="Sign in with a passkey").click()


def joined(phone, member):
    """Enters a name for the phone, joins, and opens its settings."""
    expect(phone.page.get_by_label("A name for this phone")).to_be_visible()
    phone.page.get_by_label("A name for this phone").fill("again")
    phone.page.get_by_role("button", name="Join").click()
    expect(phone.page.get_by_role("heading", name="Today")).to_be_visible()
    phone.page.goto(f"{phone.server.url}/#/phone")
    expect(phone.page.get_by_role("heading", name=f"Phone of {member}")).to_be_visible()


def refused(phone):
    expect(phone.page.get_by_role("status")).to_contain_text("This passkey is not known here, or was removed")
    expect(phone.page.get_by_role("heading", name="Join the family")).to_be_visible()


def passkey(browser, _):
    """A member adds a passkey, signs out, signs in with it here and on another phone, and cannot once it is removed."""
    server = PasskeyServer()
    server.start()
    try:
        tom = Phone(browser, server, "Tom")
        authenticator = Authenticator(tom)
        page = tom.page
        page.goto(f"{server.url}/#/phone")
        add = page.get_by_role("button", name="Add a passkey")
        add.click()
        entry = page.get_by_role("listitem").filter(has_text="not used yet")
        expect(entry).to_have_count(1)
        # The same authenticator creates no second one.
        add.click()
        expect(page.get_by_role("status")).to_contain_text("This phone already has a passkey of yours")
        expect(entry).to_have_count(1)
        assert len(authenticator.passkeys()) == 1, authenticator.passkeys()
        survey(page, "phone with a passkey")
        tom.context.set_offline(True)
        page.goto(f"{server.url}/#/today")
        page.goto(f"{server.url}/#/phone")
        expect(page.get_by_text("This is on the server, which cannot be reached.")).to_be_visible()
        tom.context.set_offline(False)
        # The first request for the ways to sign in fails; they are offered by the next.
        failed = []
        page.route("**/api/sign-in", lambda route: (failed.append(1), route.abort()), times=1)
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_role("button", name="Sign in with a passkey")).to_be_visible()
        assert failed, "no request for the ways to sign in was failed"
        survey(page, "sign in with a passkey")
        sign_in(tom)
        joined(tom, "Tom")
        expect(page.get_by_role("listitem").filter(has_text="last used")).to_have_count(1)
        # On another phone with a copy, as from a keychain; the first one's counter is then behind, as with a stolen
        # copy.
        copies = authenticator.passkeys()
        other = Newcomer(browser, server, copies)
        sign_in(other)
        joined(other, "Tom")
        behind = Newcomer(browser, server, copies)
        sign_in(behind)
        refused(behind)
        # Removed on one phone, the passkey is valid on none.
        page.on("dialog", lambda dialog: dialog.accept())
        page.get_by_role("button", name="Remove").click()
        expect(page.get_by_role("listitem").filter(has_text="last used")).to_have_count(0)
        expect(add).to_be_focused()
        removed = Newcomer(browser, server, other.authenticator.passkeys())
        sign_in(removed)
        refused(removed)
        survey(removed.page, "a passkey was refused")
        # Revoking the phone that joined with a passkey removes the passkey from the server too.
        mia = Phone(browser, server, "Mia")
        held = Authenticator(mia)
        mia.page.goto(f"{server.url}/#/phone")
        mia.page.get_by_role("button", name="Add a passkey").click()
        expect(mia.page.get_by_role("listitem").filter(has_text="not used yet")).to_have_count(1)
        listed = json.loads(server.ask("devices", "list", "--json"))
        phone = next(one for one in listed if one["kind"] == "phone" and one["member"] == "Mia")
        assert [one["member"] for one in listed if one["kind"] == "passkey"] == ["Mia"], listed
        answer = server.ask("devices", "revoke", f"#{phone['id'][:8]}")
        assert "Removed the passkeys with which it could come back: 1." in answer, answer
        revoked = Newcomer(browser, server, held.passkeys())
        sign_in(revoked)
        refused(revoked)
        # A missing passkey and a cancelled prompt are reported.
        empty = Newcomer(browser, server, [])
        empty.authenticator.tools.send(
            "WebAuthn.setUserVerified", {"authenticatorId": empty.authenticator.id, "isUserVerified": False})
        sign_in(empty)
        expect(empty.page.get_by_role("status")).to_contain_text("there is no passkey", timeout=30000)
        return tom, other, behind, removed, mia, revoked, empty
    finally:
        server.kill()
