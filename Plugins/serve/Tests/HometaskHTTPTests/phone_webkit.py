#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses the page for phones in WebKitGTK, the nearest to Safari that Debian has, and says what is not as it should be.

    phone_webkit.py PROGRAM ENGINE FAMILY STATE [WAY ...]

PROGRAM is hometask-serve, FAMILY the folder of a family with the members Mia and Tom and a task 'Bins'. Prints a line for
each way that was tried, `ok` in front if it went as it should, and ends with 1 if one did not. Times are printed, not
checked. Needs webkit2gtk-driver, gir1.2-webkit2-4.1, python3-gi, openssl, and xvfb unless there is a display.

The server has a certificate that the test makes: over http WebKit does not keep the `Secure` cookie of a phone, not even
from this machine.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import traceback

PROGRAM, ENGINE, FAMILY, STATE = sys.argv[1:5]
# Some ways alone, by their names.
ONLY = sys.argv[5:]
PATIENCE = 15
# WebKitWebDriver releases Control when it is sent again, and not at "\ue000" as other drivers do.
SELECT_ALL, TAB = "\ue009a\ue009", "\ue004"

# MiniBrowser, which comes with WebKitGTK, keeps nothing on the disk when it is driven: its storage is that of a private
# window. This browser, which Debian's own Python runs, keeps everything in the folder that it is given. For its service
# workers the capability acceptInsecureCerts is not enough.
BROWSER = """#!/usr/bin/python3
import sys, gi
gi.require_version("WebKit2", "4.1")
from gi.repository import WebKit2, Gtk
def view(session):
    made = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    made.get_settings().set_enable_write_console_messages_to_stdout(True)
    Gtk.Window(default_width=390, default_height=844, child=made).show_all()
    return made
data = WebKit2.WebsiteDataManager(base_data_directory=sys.argv[1], base_cache_directory=sys.argv[1] + "/cache")
data.set_tls_errors_policy(WebKit2.TLSErrorsPolicy.IGNORE)
context = WebKit2.WebContext(website_data_manager=data)
context.get_cookie_manager().set_persistent_storage(sys.argv[1] + "/cookies", WebKit2.CookiePersistentStorage.SQLITE)
context.set_automation_allowed(True)
context.connect("automation-started", lambda context, session: session.connect("create-web-view", view))
Gtk.main()
"""
# Loads the engine as the page does, and joins two versions of a task that two actors have edited apart.
TIMES = """const { loadEngine } = await import('/engine.js'), loads = [], id = crypto.randomUUID();
  const time = async (body) => { const begin = performance.now(); await body(); return performance.now() - begin; };
  let ask, joined;
  for (let n = 0; n < 5; n++) loads.push(await time(async () => { ask = await loadEngine(fetch('/engine.wasm')); }));
  const author = (actor) => ({ actor, time: '2026-11-21T09:00:00Z' });
  const { document } = ask({ do: 'make', kind: 'task', id, fields: { title: 'Paint it' }, author: author('d4k2m7') });
  const documents = [['d4k2m8', 'red'], ['d4k2m9', 'blue']].map(([actor, word]) => ask({ do: 'edit', document,
    author: author(actor), edits: [{ edit: 'write', field: 'title', value: `Paint it ${word}` },
      { edit: 'insertItem', field: 'items', members: { text: word } }] }).document);
  const join = () => { joined = ask({ do: 'join', documents }).document; };
  const first = await time(join), all = await time(() => { for (let n = 0; n < 200; n++) join(); });
  const { shown: { items }, conflicts } = ask({ do: 'read', document: joined });
  return { loads, first, mean: all / 200, items: items.length, conflicts: conflicts.length };"""


def until(body, what):
    """Waits until a function returns something true, and returns that."""
    end = time.monotonic() + PATIENCE
    while not (result := body()):
        assert time.monotonic() < end, f"not within {PATIENCE} s: {what}"
        time.sleep(0.1)
    return result


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def stored(title):
    """The task of this title as the family's repository has it; nothing if there is none."""
    files = output("git", "-C", FAMILY, "ls-tree", "-r", "--name-only", "HEAD", "tasks").split()
    tasks = [json.loads(output("git", "-C", FAMILY, "show", f"HEAD:{file}")) for file in files]
    return next((task for task in tasks if task["title"] == title), {})


class Server:
    def __init__(self, folder):
        self.port, self.tls = free_port(), ["--tls-cert", f"{folder}/certificate.pem", "--tls-key", f"{folder}/key.pem"]
        self.url = f"https://127.0.0.1:{self.port}/"
        output("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-addext",
            "subjectAltName=IP:127.0.0.1", "-out", self.tls[1], "-keyout", self.tls[3])

    def start(self):
        self.process = subprocess.Popen(
            [PROGRAM, "--family", FAMILY, "--state", STATE, "--port", str(self.port), "--engine", ENGINE, *self.tls],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout.readline().startswith("Serving")

    def kill(self):
        self.process.kill()
        self.process.wait()


class Phone:
    """A browser with storage of its own, in which a member has joined. It is driven by WebDriver."""

    opened = []

    def __init__(self, folder, member):
        self.folder = tempfile.mkdtemp(dir=folder)
        with open(f"{self.folder}/browser", "w", opener=lambda path, flags: os.open(path, flags, 0o755)) as browser:
            browser.write(BROWSER)
        self.start(json.loads(output(PROGRAM, "invite", member, "--json", "--family", FAMILY, "--state", STATE))["link"])
        self.press("Join")
        self.see('//ul[@class="tasks"]')
        until(lambda: self.run("return Boolean(navigator.serviceWorker.controller);"), "a service worker serves the page")
        self.list()

    def start(self, url):
        self.port, self.session = free_port(), ""
        with open(f"{self.folder}/log", "a") as log:
            # In a process group of its own, so that all its parts can be ended.
            self.process = subprocess.Popen(["WebKitWebDriver", f"--port={self.port}"], stdout=log, stderr=log,
                start_new_session=True, env={**os.environ, "HOME": self.folder, "NO_AT_BRIDGE": "1"})
        Phone.opened.append(self)
        until(lambda: socket.socket().connect_ex(("127.0.0.1", self.port)) == 0, "WebKitWebDriver listens")
        browser = {"binary": f"{self.folder}/browser", "args": [f"{self.folder}/data"]}
        wanted = {"acceptInsecureCerts": True, "webkitgtk:browserOptions": browser}
        self.session = "/session/" + self.call("/session", {"capabilities": {"alwaysMatch": wanted}})["sessionId"]
        self.call("/url", {"url": url})

    def kill(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        Phone.opened.remove(self)

    def call(self, path, body):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        connection.request("POST", self.session + path, json.dumps(body))
        value = json.load(connection.getresponse())["value"]
        assert not isinstance(value, dict) or "error" not in value, (path, body, value)
        return value

    def run(self, script):
        """What a script, the body of an async function, returns in the page."""
        ended, value = self.call("/execute/async", {"args": [], "script": f"""const end = arguments[0];
          (async () => {{ {script} }})().then((value) => end([true, value]), (error) => end([false, String(error)]));"""})
        assert ended, value
        return value

    def find(self, path):
        found = self.call("/elements", {"using": "xpath", "value": path})
        return ["/element/" + next(iter(element.values())) for element in found]

    def see(self, path):
        return until(lambda: self.find(path), path)[0]

    def click(self, path):
        self.call(self.see(path) + "/click", {})

    def press(self, name):
        """Presses the button, link or checkbox of this name."""
        self.click(f'//button[.="{name}"] | //a[.="{name}" or bdi="{name}"] | //input[@aria-label="{name}" or ../bdi="{name}"]')

    def type(self, name, text):
        """Types into the field of this name, in place of what it has, and leaves it."""
        field = self.see(f'//input[@aria-label="{name}" or @id=//label[.="{name}"]/@for]')
        self.call(field + "/value", {"text": SELECT_ALL + text + TAB})

    def list(self):
        if self.find('//a[.="Back"]'):
            self.press("Back")
        self.press("Everyone's")
        self.see('//h1[.="Everyone\'s"]')

    def add(self, words):
        self.type("New task", words)
        self.press("Add")
        self.see('//p[@id="status"][contains(., "Added")]')

    def sync(self):
        self.list()
        self.press("Phone")
        self.press("Sync now")
        self.see('//p[contains(., "Everything is sent")]')
        self.list()


# The ways

def joins(folder, server):
    """A phone joins by an invitation and shows the list."""
    Phone(folder, "Tom").see('//ul[@class="tasks"]//bdi[.="Bins"]')


def edits(folder, server):
    """What a phone adds and edits reaches the family's repository."""
    tom = Phone(folder, "Tom")
    tom.add("Water the plants @tom due:fri +garden")
    tom.see('//li[contains(., "Tom · +garden")]')
    tom.press("Water the plants")
    tom.type("Title", "Water all plants")
    tom.type("New item", "the fern")
    tom.press("Add")
    tom.press("the fern")
    until(lambda: (stored("Water all plants").get("items") or [{}])[0].get("done"), "the item is done in the repository")
    task = stored("Water all plants")
    assert task["tags"] == ["garden"] and task["assignees"] and task["due"]["date"], task


def offline(folder, server):
    """Without the server, a page that is loaded again and a browser that is started anew work, and send it all later."""
    tom = Phone(folder, "Tom")
    tom.add("Buy milk")
    until(lambda: stored("Buy milk"), "the task in the repository")
    server.kill()
    tom.call("/refresh", {})
    tom.list()
    tom.add("Bread & <b>butter</b>")
    tom.press("Done: Bread & <b>butter</b>")
    tom.see('//p[@id="status"][contains(., "Done: Bread")]')
    tom.kill()
    tom.start(server.url)
    tom.list()
    tom.press("Buy milk")
    tom.type("Title", "Buy oat milk")
    tom.see('//p[.="Not sent yet"]')
    server.start()
    tom.sync()
    assert stored("Buy oat milk") and stored("Bread & <b>butter</b>")["completion"]


def apart(folder, server):
    """Two phones edit a title apart: both show the conflict, and one resolves it."""
    phones = tom, mia = Phone(folder, "Tom"), Phone(folder, "Mia")
    tom.add("Fix the bike")
    mia.see('//bdi[.="Fix the bike"]')
    server.kill()
    for phone, title in ((tom, "Fix the red bike"), (mia, "Fix the blue bike")):
        phone.press("Fix the bike")
        phone.type("Title", title)
        phone.see(f'//h1[.="{title}"]')
    server.start()
    for phone in (tom, mia, tom):
        phone.sync()
    for phone in phones:
        phone.click('//li[contains(., "conflicting edits")]//a[contains(., "bike")]')
        for title in ("Fix the red bike", "Fix the blue bike"):
            phone.see(f'//div[contains(., "Conflicting edits: title")]//li[contains(., "{title}")]')
    tom.click('//li[contains(., "Fix the red bike")]/button')
    for phone in phones:
        phone.see('//main[h1="Fix the red bike" and not(contains(., "Conflicting edits"))]')


def times(folder, server):
    """The engine joins two versions of a task."""
    found = Phone(folder, "Tom").run(TIMES)
    print("engine, in ms: loaded in", *map(round, found["loads"]), f"joined in {found['mean']:.2f}, at first", round(found["first"]))
    assert found["items"] == 2 and found["conflicts"] == 1, found


WAYS = [joins, edits, offline, apart, times]


def main():
    failed = False
    display = None
    if "DISPLAY" not in os.environ:
        display = subprocess.Popen(["Xvfb", "-displayfd", "1", "-nolisten", "tcp"], stdout=subprocess.PIPE, text=True,
            stderr=subprocess.DEVNULL)
        os.environ["DISPLAY"] = f":{display.stdout.readline().strip()}"
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder)
        server.start()
        for way in [way for way in WAYS if way.__name__ in ONLY or not ONLY]:
            begin = time.monotonic()
            try:
                way(folder, server)
                print("ok", way.__doc__, f"({time.monotonic() - begin:.1f} s)")
            except Exception:
                failed = True
                print("failed", way.__name__, traceback.format_exc(limit=-3), sep="\n")
                for phone in Phone.opened:
                    print("at", *phone.run("return [location.href, document.body.innerText];"), sep="\n")
            for phone in list(Phone.opened):
                phone.kill()
                print(open(f"{phone.folder}/log").read())
            if server.process.poll() is not None:
                server.start()
        server.kill()
    if display:
        display.terminate()
    sys.exit(failed)


main()
