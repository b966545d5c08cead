# SPDX-License-Identifier: Apache-2.0
"""Reminders on phones, for phone_page.py, with a test push service and independent decryption and checks."""

import base64
import json
import os
import pathlib
import queue
import socket
import ssl
import subprocess
import tempfile
import threading
import time

import http_ece
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from playwright.sync_api import expect

from phone_browser import FAMILY, Phone, Server

HOST = "push.example.org"
# Chromium has no push service here, so the page gets a subscription made by the test.
SUBSCRIBE = """(subscription) => {
  const made = { toJSON: () => subscription, unsubscribe: async () => { localStorage.removeItem("made"); return true; } };
  PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
    localStorage.setItem("made", applicationServerKey);
    return made;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem("made") ? made : null);
}"""


def decoded(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """A proxy that answers as the push service, with a certificate for its name."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory()
        self.certificate, key = (str(pathlib.Path(self.folder.name) / name) for name in ("certificate.pem", "key.pem"))
        subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={HOST}",
            "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", key, "-out", self.certificate], check=True, capture_output=True)
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(self.certificate, key)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.status, self.requests = "201 Created", queue.Queue()
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        threading.Thread(target=self.serve, daemon=True).start()

    def subscription(self):
        point = self.private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        return {"endpoint": f"https://{HOST}/push/1", "expirationTime": None,
                "keys": {"p256dh": encoded(point), "auth": encoded(self.secret)}}

    def environment(self):
        return {"HTTPS_PROXY": f"http://127.0.0.1:{self.listener.getsockname()[1]}", "CURL_CA_BUNDLE": self.certificate}

    def serve(self):
        while True:
            connection, _ = self.listener.accept()
            with connection:
                assert self.head(connection)[0] == f"CONNECT {HOST}:443 HTTP/1.1"
                connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
                with self.context.wrap_socket(connection, server_side=True) as secure:
                    first, headers, rest = self.head(secure)
                    while len(rest) < int(headers["content-length"]):
                        rest += secure.recv(1 << 16)
                    self.requests.put((first, headers, rest))
                    secure.sendall(f"HTTP/1.1 {self.status}\r\nContent-Length: 0\r\n\r\n".encode())

    @staticmethod
    def head(connection):
        data = b""
        while b"\r\n\r\n" not in data:
            data += connection.recv(1 << 16)
        head, rest = data.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        return lines[0], {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines[1:])}, rest

    def message(self, application_key):
        """The next message, after checking its request against RFC 8030, 8188, 8291 and 8292."""
        first, headers, body = self.requests.get(timeout=30)
        assert first == "POST /push/1 HTTP/1.1", first
        assert int(headers["ttl"]) > 0 and len(headers["topic"]) <= 32, headers
        assert headers["content-encoding"] == "aes128gcm" and len(body) <= 4096, headers
        scheme, rest = headers["authorization"].split(" ", 1)
        words = dict(word.strip().split("=", 1) for word in rest.split(","))
        assert scheme == "vapid" and words["k"] == application_key, headers
        head, claims, signature = words["t"].split(".")
        number = [int.from_bytes(decoded(signature)[at:at + 32], "big") for at in (0, 32)]
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(words["k"])).verify(
            utils.encode_dss_signature(*number), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
        assert json.loads(decoded(head))["alg"] == "ES256"
        told = json.loads(decoded(claims))
        assert told["aud"] == f"https://{HOST}" and time.time() < told["exp"] < time.time() + 86400, told
        return http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret, version="aes128gcm")


def hometask(*words):
    subprocess.run(["hometask", "-C", FAMILY, *words], check=True, capture_output=True)


def add_due(title):
    """Adds a task for Tom due in three seconds, by the command."""
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 3))
    hometask("add", title, f"due:{at}", "@Tom")


# The notifications shown on the phone.
SHOWN = """async () => (await self.registration.getNotifications()).map(({ title, body, tag, data, actions }) =>
  ({ title, body, tag, data, actions: actions.map(({ action }) => action) }))"""
# Taps the notification shown.
TAP = """async (action) => { const [notification] = await self.registration.getNotifications();
  const event = new NotificationEvent("notificationclick", { notification, action });
  self.dispatchEvent(event); }"""
# The choice the worker leaves for a page it opens.
CHOOSE = """async (chosen) => { const cache = await caches.open("words");
  await cache.put(`/chosen/${chosen.task}`, new Response(JSON.stringify({ ...chosen, time: Date.now() }))); }"""


def reminders(browser, server):
    """A phone reminds after one tap: encrypted for it, shown without the page's help, and done or put off from
    there."""
    push, other = PushService(), Server()
    # Otherwise this server would send the reminders.
    server.kill()
    other.start(**push.environment())
    try:
        tom = Phone(browser, other, "Tom", permissions=["notifications"])
        tom.context.add_init_script(f"({SUBSCRIBE})({json.dumps(push.subscription())})")
        tom.page.goto(f"{other.url}/#/phone")
        tom.page.reload()
        tom.page.get_by_role("button", name="Remind me on this phone").click()
        expect(tom.page.get_by_text("This phone reminds you")).to_be_visible()
        tom.shot("reminders")
        key = tom.page.evaluate("() => localStorage.getItem('made')")
        worker = tom.context.service_workers[0]
        add_due("Feed the fish")
        message = push.message(key)
        told = json.loads(message)
        assert told["title"] == "Feed the fish" and told["kind"] == "due", told
        devtools = tom.context.new_cdp_session(tom.page)
        found = []
        devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
        devtools.send("ServiceWorker.enable")
        tom.page.wait_for_timeout(500)

        def deliver(data):
            devtools.send("ServiceWorker.deliverPushMessage",
                {"origin": other.url, "registrationId": found[0]["registrationId"], "data": data})
            for _ in range(100):
                if shown := worker.evaluate(SHOWN):
                    return shown
                tom.page.wait_for_timeout(50)
            raise AssertionError("nothing is shown")

        shown = deliver(message.decode())
        assert [one["title"] for one in shown] == ["Feed the fish"] and shown[0]["actions"] == ["done", "later"], shown
        assert shown[0]["tag"] == told["task"] and ":" in shown[0]["body"], shown
        # A tap on the notification opens its task without changing it.
        worker.evaluate(TAP, "")
        expect(tom.page.get_by_role("heading", name="Feed the fish")).to_be_visible()
        expect(tom.page.get_by_role("button", name="Done", exact=True)).to_be_visible()
        tom.page.goto(f"{other.url}/#/all")
        deliver(message.decode())
        worker.evaluate(TAP, "done")
        expect(tom.page.get_by_role("heading", name="Feed the fish")).to_be_visible()
        expect(tom.page.get_by_role("button", name="Open again")).to_be_visible()
        add_due("Turn the compost")
        deliver(push.message(key).decode())
        worker.evaluate(TAP, "later")
        expect(tom.page.get_by_role("heading", name="Turn the compost")).to_be_visible()
        expect(tom.page.get_by_text("No reminders until")).to_be_visible()
        # Put off by the page that a notification opens if there is none; a link cannot do that.
        add_due("Water the roses")
        told = json.loads(push.message(key))
        tom.page.goto(f"{other.url}/#/task/{told['task']}/later")
        tom.page.reload()
        expect(tom.page.get_by_role("heading", name="Water the roses")).to_be_visible()
        expect(tom.page.get_by_text("No reminders until")).to_have_count(0)
        tom.page.evaluate(CHOOSE, {"task": told["task"], "action": "later"})
        tom.page.goto(f"{other.url}/#/task/{told['task']}")
        tom.page.reload()
        expect(tom.page.get_by_text("No reminders until")).to_be_visible()
        tom.shot("snoozed")
        # An unreadable message is shown too, since browsers require a notification.
        assert "A reminder" in [one["title"] for one in deliver("\0")]
        # The push service reports an expired subscription: the server stops, and the page subscribes again.
        push.status = "410 Gone"
        add_due("Lock the shed")
        push.requests.get(timeout=30)
        device = tom.page.evaluate("async () => (await import('/app.js')).app.family.phone.device")
        state = "async (device) => (await (await fetch(`/api/phones/${device}/reminders`)).json()).isOn"
        for _ in range(100):
            if not tom.page.evaluate(state, device):
                break
            tom.page.wait_for_timeout(50)
        assert not tom.page.evaluate(state, device)
        push.status = "201 Created"
        tom.page.reload()
        expect(tom.page.get_by_role("heading", name="Water the roses")).to_be_visible()
        # The message missed by the first subscription arrives through the second one.
        assert json.loads(push.message(key))["title"] == "Lock the shed"
        assert tom.page.evaluate(state, device)
        tom.page.goto(f"{other.url}/#/phone")
        # Turned off while offline, it stays off: the server is told at the next start.
        tom.context.set_offline(True)
        tom.page.get_by_role("button", name="Stop reminding").click()
        expect(tom.page.get_by_text("This phone does not remind you")).to_be_visible()
        tom.context.set_offline(False)
        assert tom.page.evaluate(state, device)
        tom.page.reload()
        expect(tom.page.get_by_text("This phone does not remind you")).to_be_visible()
        for _ in range(100):
            if not tom.page.evaluate(state, device):
                break
            tom.page.wait_for_timeout(50)
        assert not tom.page.evaluate(state, device)
        return (tom,)
    finally:
        other.kill()
        server.start()
