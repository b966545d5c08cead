# SPDX-License-Identifier: Apache-2.0
"""The guide's configuration of nginx in front of the server, for phone_page.py."""

import hashlib
import http.client
import json
import pathlib
import random
import re
import secrets
import socket
import ssl
import subprocess
import tempfile
import time
import uuid

from phone_browser import STATE, Server

GUIDE = pathlib.Path(__file__).parents[3] / "Sources/HometaskCommands/HometaskCommands.docc/Phones.md"
NGINX = "/usr/sbin/nginx"
# The largest body the server accepts, as a phone sends it.
LONGEST = 8 << 20
# The configuration around the guide's part: a single process that writes nothing outside its folder.
AROUND = """
daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    scgi_temp_path scgi;
    uwsgi_temp_path uwsgi;
    server {
        listen 127.0.0.1:%(port)d ssl;
        ssl_certificate chain.pem;
        ssl_certificate_key key.pem;
        %(guide)s
    }
}
"""


class Proxied(Server):
    """A server behind nginx, with its own database of phones."""

    def __init__(self):
        super().__init__()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.public = free.getsockname()[1]
        self.extra = ["--url", f"https://localhost:{self.public}", "--behind-proxy"]

    def options(self):
        return [*super().options()[:2], "--state", STATE + "-proxy"]


class Proxy:
    def __init__(self, server, folder):
        """Starts nginx as in the guide, with its own certificate, and waits until it listens."""
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "key.pem", "-out", "chain.pem",
             "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], cwd=folder, check=True, capture_output=True)
        part = re.search(r"With nginx:\n\n *```\n(.*?)```", GUIDE.read_text(), re.DOTALL)[1]
        # Only the port differs.
        assert part.count("http://127.0.0.1:8420;") == 1, part
        part = part.replace("127.0.0.1:8420", f"127.0.0.1:{server.port}")
        (folder / "nginx.conf").write_text(AROUND % {"port": server.public, "guide": part})
        self.errors = folder / "errors"
        with self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                [NGINX, "-e", "stderr", "-p", f"{folder}/", "-c", f"{folder}/nginx.conf"], stderr=errors)
        self.port = server.public
        self.context = ssl.create_default_context(cafile=folder / "chain.pem")
        self.cookie = None
        while True:
            assert self.process.poll() is None, self.errors.read_text()
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except ConnectionRefusedError:
                time.sleep(0.05)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def ask(self, method, path, body=None, kind="application/json"):
        """Sends a request over TLS, and returns the answer with its body unread."""
        connection = http.client.HTTPSConnection("localhost", self.port, context=self.context, timeout=60)
        connection.request(method, path, body, {"Content-Type": kind} | ({"Cookie": self.cookie} if self.cookie else {}))
        return connection.getresponse()

    def json(self, *words, **more):
        answer = self.ask(*words, **more)
        text = answer.read()
        assert answer.status == 200, (answer.status, text, self.errors.read_text())
        return json.loads(text), answer.headers

    def exchange(self, phone, *docs, length=0):
        """Exchanges as a phone, stores the state for its next exchange, and returns the version."""
        body = json.dumps({"lease": phone["lease"], "since": phone.get("version"), "docs": docs}).ljust(length)
        answer, _ = self.json("POST", f"/api/phones/{phone['device']}/exchange", body)
        assert not answer["refused"], answer
        phone |= {"lease": answer["lease"], "version": answer["version"]}
        return answer["version"]


def task(member, title):
    name = str(uuid.uuid4())
    created = {"at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "by": member}
    return {"path": f"tasks/{name[:2]}/{name}.json",
            "text": json.dumps({"id": name, "kind": "task", "title": title, "created": created})}


def version_of(events):
    """The version in the next event of a stream."""
    while True:
        line = events.readline()
        assert line, "the stream of events has ended"
        if line.startswith(b"data: "):
            return line.removeprefix(b"data: ").strip().decode()


def proxied(browser, _):
    """Behind nginx, configured as in the guide, a phone joins over TLS, sends a body of the maximum size, is notified
    of a change by its event stream, and sends a part of a photo."""
    server = Proxied()
    server.start()
    with tempfile.TemporaryDirectory() as folder:
        proxy = Proxy(server, pathlib.Path(folder))
        try:
            link = server.link("Mia")
            assert link.startswith(f"https://localhost:{proxy.port}/join#"), link
            page = proxy.ask("GET", "/join")
            assert page.status == 200 and b"<html" in page.read(), page.status
            attempt = "".join(random.choices("abcdefghijklmnopqrstuvwxyz234567", k=32))
            words = {"code": link.split("#")[1], "attempt": attempt, "name": "phone"}
            phone, head = proxy.json("POST", "/api/join", json.dumps(words))
            assert "Secure" in head["Set-Cookie"], head["Set-Cookie"]
            proxy.cookie = head["Set-Cookie"].split(";")[0]
            path = f"/api/phones/{phone['device']}"
            version = proxy.exchange(phone)
            events = proxy.ask("GET", path + "/events")
            assert events.status == 200, events.status
            assert version_of(events)
            changed = proxy.exchange(phone, task(phone["member"]["id"], "Behind nginx"), length=LONGEST)
            assert changed != version
            while version_of(events) != changed:
                pass
            events.close()
            photo = secrets.token_bytes(1 << 20)
            digest = hashlib.sha256(photo).hexdigest()
            received, _ = proxy.json("PUT", f"{path}/uploads/{digest}?bytes={len(photo) + 1}&from=0", photo,
                kind="application/octet-stream")
            assert received == {"received": len(photo)}, received
        finally:
            proxy.kill()
            server.kill()
    return ()
