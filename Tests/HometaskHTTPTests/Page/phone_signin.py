# SPDX-License-Identifier: Apache-2.0
"""Joining without an invitation, by a link sent by e-mail and through a provider, for phone_page.py."""

import os
import pathlib
import re
import socket
import subprocess
import sys
import time
import urllib.request

from playwright.sync_api import expect

from phone_browser import CONTROLLED, PHONE, STATE, Phone, Server
from phone_survey import survey

HOME = pathlib.Path(STATE + "-signin")
CLAIMS = '{"sub": "tom", "email": "Tom@Example.org", "email_verified": true}'
EVE = '{"sub": "eve", "email": "eve@example.org", "email_verified": true}'


class Provider:
    """The provider from PyPI's oidc-provider-mock."""

    def __init__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.url = f"http://localhost:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "oidc_provider_mock", "--port", str(self.port), "--require-nonce", "--user-claims", CLAIMS,
             "--user-claims", EVE], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"{self.url}/.well-known/openid-configuration").close()
                return
            except OSError:
                time.sleep(0.1)
        raise AssertionError("the provider has not started")

    def kill(self):
        self.process.kill()
        self.process.wait()


class SignInServer(Server):
    """A server with a provider and a mail program, and its own database of phones."""

    def __init__(self, provider):
        super().__init__()
        self.url = f"http://localhost:{self.port}"
        HOME.mkdir(exist_ok=True)
        secret, mailer = HOME / "secret", HOME / "sendmail"
        secret.write_text("a secret\n".replace(" ", "-"))
        secret.chmod(0o600)
        mailer.write_text(f"#!/bin/sh\ncat >'{HOME}/new' && mv '{HOME}/new' '{HOME}/mail'\n")
        mailer.chmod(0o755)
        self.environment = os.environ | {"HOME": str(HOME)}
        for name, value in [("sendmail", mailer), ("from", "home@example.org")]:
            subprocess.run(
                ["hometask", "plugin", "config", "email", name, value], env=self.environment, cwd="/", check=True,
                capture_output=True)
        self.extra = ["--url", self.url, "--oidc-issuer", provider.url, "--oidc-client", "home", "--oidc-secret-file",
            str(secret), "--oidc-name", "Example"]

    def options(self):
        return [*super().options()[:2], "--state", str(HOME / "state")]


class Newcomer(Phone):
    """A phone that has not joined."""

    def __init__(self, browser, server):
        self.server, self.complaints = server, []
        self.context = browser.new_context(**PHONE)
        self.page = self.open()
        self.page.goto(server.url)
        assert self.page.evaluate(CONTROLLED) is True

    def joined(self, member):
        self.page.get_by_role("button", name="Join").click()
        expect(self.page.get_by_role("heading", name="Today")).to_be_visible()
        self.page.goto(f"{self.server.url}/#/phone")
        expect(self.page.get_by_role("heading", name=f"Phone of {member}")).to_be_visible()


def signin(browser, _):
    """Phones join by a link sent by e-mail, and through a provider, where a stranger is refused."""
    provider = Provider()
    server = SignInServer(provider)
    server.start()
    try:
        mia = Newcomer(browser, server)
        mia.page.get_by_label("Your e-mail address").fill("MIA@example.org")
        survey(mia.page, "sign in")
        mia.page.get_by_role("button", name="Send me a link").click()
        expect(mia.page.get_by_text("a mail with a link is on its way")).to_be_visible()
        survey(mia.page, "a mail was sent")
        for _ in range(300):
            if (HOME / "mail").exists():
                break
            time.sleep(0.1)
        mail = (HOME / "mail").read_text()
        assert "\nTo: mia@example.org\n" in mail, mail
        mia.page.goto(re.search(r"^http://localhost:\d+/join#[a-z2-7]{32}$", mail, re.MULTILINE)[0])
        mia.joined("Mia")
        tom = Newcomer(browser, server)
        for user, outcome in [("eve", "Not signed in"), ("tom", "Join the family")]:
            tom.page.get_by_role("link", name="Sign in with Example").click()
            tom.page.get_by_role("button", name=user).click()
            expect(tom.page.get_by_role("heading", name=outcome)).to_be_visible()
            if user == "eve":
                survey(tom.page, "not signed in")
                expect(tom.page.get_by_text("No member has an e-mail address that Example confirms")).to_be_visible()
                tom.page.get_by_role("link", name="Back").click()
        tom.joined("Tom")
        return mia, tom
    finally:
        server.kill()
        provider.kill()
