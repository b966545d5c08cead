# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: photos over bad connections."""

import contextlib
import hashlib
import io
import math
import re
import socket
import struct
import subprocess
import threading

from PIL import Image
from playwright.sync_api import expect

from phone_browser import FAMILY, Phone


def noise():
    """A picture of about two megabytes that cannot be compressed."""
    picture = io.BytesIO()
    Image.effect_noise((1600, 1600), 90).convert("RGB").save(picture, "JPEG", quality=95)
    return picture.getvalue()


def cut(browser, server):
    """A photo whose every part is cut off once arrives unchanged."""
    phone = Phone(browser, server, "Mia", service_workers="block")
    phone.list()
    phone.add("Photo in pieces")
    phone.show("Photo in pieces")
    seen = set()

    def lose(route):
        if route.request.url in seen:
            return route.continue_()
        # Of three parts, one fails, one reaches the server with its answer lost, and one is answered as truncated.
        kind = len(seen) % 3
        seen.add(route.request.url)
        if kind == 1:
            route.fetch()
        if kind == 2:
            return route.fulfill(status=400, json={"code": "request", "message": "the body did not come as a whole"})
        route.abort()

    phone.context.route("**/uploads/**", lose)
    picture = noise()
    phone.page.set_input_files("#photo", [{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture}])
    expect(phone.page.get_by_alt_text("A photo that was not sent yet")).to_have_count(1)
    expect(phone.page.locator("ul.photos a")).to_have_count(1, timeout=60000)
    assert len(seen) >= 3, seen
    address = phone.page.locator("ul.photos a").get_attribute("href")
    received = phone.context.request.get(server.url + address, headers={"Accept-Encoding": "identity"}).body()
    assert hashlib.sha256(received).digest() == hashlib.sha256(picture).digest(), len(received)
    return (phone,)


class CutOff:
    """A forwarding proxy that cuts every answer with an original after 300,000 bytes. For a part larger than `largest`,
    only the head passes. Resets every connection that sends more than `longest` bytes from the phone, before the last
    of them."""

    MOST = 300_000

    def __init__(self, target):
        self.target, self.cuts, self.largest = target, 0, math.inf
        self.longest, self.broken = math.inf, []
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near = self.socket.accept()[0]
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except ConnectionRefusedError:
                # The server was stopped.
                near.close()
                continue
            left = [None]
            threading.Thread(target=self.send, args=(near, far, left), daemon=True).start()
            threading.Thread(target=self.answer, args=(near, far, left), daemon=True).start()

    def send(self, near, far, left):
        received, part = 0, None
        with contextlib.suppress(OSError):
            while data := near.recv(65536):
                received += len(data)
                part = re.search(rb"PUT /\S+/uploads/\S+", data) or part
                if received > self.longest:
                    if part:
                        self.broken.append(part[0])
                    return self.reset(near, far)
                if b"/original HTTP" in data:
                    part = re.search(rb"bytes=(\d+)-(\d+)", data)
                    left[0] = 0 if part and int(part[2]) - int(part[1]) >= self.largest else self.MOST
                far.sendall(data)
            far.shutdown(socket.SHUT_WR)

    @staticmethod
    def reset(*ends):
        """Resets connections, as a broken line does: neither side can send any more."""
        for end in ends:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            end.shutdown(socket.SHUT_RD)
            end.close()

    def answer(self, near, far, left):
        with contextlib.suppress(OSError):
            while data := far.recv(65536):
                most = data.find(b"\r\n\r\n") + 4 if left[0] == 0 else left[0]
                near.sendall(data[:most])
                if left[0] is not None:
                    left[0] -= len(data)
                    if left[0] <= 0:
                        self.cuts += 1
                        break
        for end in (near, far):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def behind_cuts(browser, server, title):
    """An unreliable connection, and a phone behind it that shows a new task."""
    network = CutOff(server.port)
    server.kill()
    server.extra = ["--url", network.url]
    server.start()
    phone = Phone(browser, server, "Mia")
    phone.list()
    phone.add(title)
    phone.show(title)
    return network, phone


def cut_short(browser, server):
    """A photo whose answer is cut off repeatedly, or only fits in small parts, is shown as a whole."""
    network, phone = behind_cuts(browser, server, "Photo to look at")
    picture = noise()
    phone.page.set_input_files("#photo", [{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture}])
    phone.settle()
    link = phone.page.locator("ul.photos a")
    expect(link).to_have_count(1)
    expect(phone.page.get_by_alt_text("A photo that was not sent yet")).to_have_count(0)
    received = phone.page.evaluate("""async (address) => {
      const bytes = await (await fetch(address)).arrayBuffer();
      const digest = await crypto.subtle.digest('SHA-256', bytes);
      return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''); }""",
                                   link.get_attribute("href"))
    assert received == hashlib.sha256(picture).hexdigest()
    assert network.cuts >= 2, network.cuts
    network.largest = 200_000
    with phone.context.expect_page() as opened:
        link.click()
    shown = opened.value.locator("img")
    # A partial image is never complete, and its decode() never settles.
    expect(shown).to_have_js_property("complete", True)
    assert shown.evaluate("(image) => image.decode().then(() => image.naturalWidth)") == 1600
    opened.value.close()
    server.kill()
    server.extra = []
    server.start()
    return (phone,)


def cut_sending(browser, server):
    """A photo arrives over a line that resets each connection after 64 KB from the phone, without user action."""
    network, phone = behind_cuts(browser, server, "Photo on a short line")
    phone.settle()
    network.longest = 65536
    picture = noise()
    phone.page.set_input_files("#photo", [{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture}])
    expect(phone.page.locator("ul.photos a")).to_have_count(1, timeout=60000)
    expect(phone.page.get_by_alt_text("A photo that was not sent yet")).to_have_count(0)
    # The first parts were too large for this line.
    assert sum(b"from=0" in part for part in network.broken) >= 4, network.broken
    network.longest = math.inf
    digest = hashlib.sha256(picture).hexdigest()
    document = subprocess.run(["git", "-C", FAMILY, "grep", "-h", digest, "HEAD", "--", "photos"], capture_output=True,
                              text=True, check=False).stdout
    assert digest in document, document
    server.kill()
    server.extra = []
    server.start()
    return (phone,)
