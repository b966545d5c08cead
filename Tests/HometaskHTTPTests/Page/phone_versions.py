# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: a phone next to the command in another folder, and next to a later version of everything."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess

from playwright.sync_api import expect

from phone_browser import ENGINE, FAMILY, STATE, Phone
from phone_places import TAKEN

# The documents of a phone, as the store has them: [path, text, base].
DOCS = """async () => { const { answer, view } = await import('/store.js');
  return (await view((state, docs) => answer(docs.getAll()))).map(({ path, text, base }) => [path, text, base]); }"""
# A task as a later version writes it, with a field that nothing here knows.
LATER = """async (text) => { const { app } = await import('/app.js');
  const author = { actor: 'zzzzzzzzzzzzzz', time: app.family.now() };
  const edits = [{ edit: 'write', field: 'glow', value: { colour: 'red', steps: [1, null, 'e\\u0301'] } }];
  return app.ask({ do: 'edit', document: text, author, edits }).document; }"""
# A document of a kind that nothing here knows, made of one of another kind.
OTHER = """async (id) => { const { app } = await import('/app.js');
  const author = { actor: 'zzzzzzzzzzzzzz', time: app.family.now() };
  const { document } = app.ask({ do: 'make', kind: 'category', id, fields: { name: 'Marvin' }, author });
  return document.replace('"kind": "category"', '"kind": "robot"'); }"""
# How many bytes the engine has that the page gets now.
SIZE = "async () => (await (await fetch('/engine.wasm')).arrayBuffer()).byteLength"


def git(*words, at=FAMILY, text=None):
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Ann"), ("EMAIL", "a@example.org"))}
    # The index belongs to this test: what is served has no folder with files.
    environment = {"PATH": os.environ["PATH"], "GIT_INDEX_FILE": STATE + "/later-index", **who}
    return subprocess.run(
        ["git", "-C", at, *words], input=text, env=environment, capture_output=True, text=True, check=True).stdout


def tree(at):
    """The id of everything that a repository has now."""
    return git("rev-parse", "HEAD^{tree}", at=at)


class Clone:
    """The same family in another folder, where Mia uses the command; its remote is the repository that is served."""

    def __init__(self):
        self.folder, self.home = STATE + "/clone", STATE + "/clone-home"
        for folder in (self.folder, self.home):
            pathlib.Path(folder).mkdir()
        self.run("join", FAMILY, "--as", "Mia", "--device", "Mia's notebook")

    def run(self, *words):
        own = {"HOME": self.home, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}
        program = [shutil.which("hometask"), *words, "-C", self.folder]
        return subprocess.run(program, capture_output=True, text=True, check=True, env=own).stdout

    def task(self, words):
        """What the command shows of a task."""
        return json.loads(self.run("show", words, "--json"))[0]


def same(phone, clone):
    """The phone, the family that is served and the clone have the very same."""
    assert tree(FAMILY) == tree(clone.folder), (tree(FAMILY), tree(clone.folder))
    assert same_as_served(phone.page) >= 10


def same_as_served(page):
    """Waits until each document of a page is, byte for byte, the one that is served; returns how many there are."""
    for _ in range(300):
        lines = [line.split(None, 3) for line in git("ls-tree", "-r", "HEAD").splitlines()]
        served = {path: blob for _, _, blob, path in lines}
        docs = page.evaluate(DOCS)
        others = [doc for doc in docs if not doc[1] == doc[2] or served.get(doc[0]) != blob_id(doc[1])]
        if not others:
            return len(docs)
        page.wait_for_timeout(50)
    raise AssertionError(f"not as it is served: {others}")


def blob_id(text):
    data = text.encode()
    return hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()


def cloned(browser, server):
    """A phone and the command in a clone change different fields of a task apart: both are one again, byte for byte. The
    same field: a conflict in both, which the phone resolves for both."""
    phone, clone = Phone(browser, server, "Tom"), Clone()
    page = phone.page
    phone.list()
    phone.add("Prune the willow")
    phone.settle()
    clone.run("sync")

    def apart(title, *words):
        """The phone changes the title without a network, the command something in the clone; then both send and get."""
        phone.context.set_offline(True)
        phone.show("willow")
        phone.fill("Title", title)
        expect(page.get_by_text("Not sent yet")).to_be_visible()
        clone.run("edit", "willow", *words)
        before = tree(FAMILY)
        assert tree(clone.folder) != before
        phone.context.set_offline(False)
        phone.sync()
        sent = tree(FAMILY)
        assert sent not in (before, tree(clone.folder)), "nothing was changed apart"
        clone.run("sync")
        assert tree(FAMILY) != sent, "the clone has sent nothing"
        phone.sync()
        same(phone, clone)
        phone.show("willow")

    apart("Prune the tall willow", "--points", "5", "--due", "2027-03-14")
    expect(page.get_by_label("Due", exact=True)).to_have_value("2027-03-14")
    expect(page.get_by_text("5 points")).to_be_visible()
    expect(page.get_by_text("Conflicting edits")).to_have_count(0)
    task = clone.task("willow")
    assert task["document"]["title"] == "Prune the tall willow" and task["document"]["points"] == 5, task
    assert task["document"]["due"] == {"date": "2027-03-14"} and task["conflicts"] == [], task
    phone.list()
    apart("Prune the old willow", "--title", "Prune the new willow")
    expect(page.get_by_text("Conflicting edits")).to_have_count(1)
    [conflict] = clone.task("willow")["conflicts"]
    titles = ["Prune the new willow", "Prune the old willow"]
    assert conflict["field"] == "title" and sorted(value["value"] for value in conflict["values"]) == titles, conflict
    for title in titles:
        expect(page.locator(".notice").get_by_text(title)).to_be_visible()
    # The one that is not shown, so that the choice is an edit that both see.
    chosen = next(title for title in titles if title != clone.task("willow")["document"]["title"])
    page.get_by_role("listitem").filter(has_text=chosen).get_by_role("button").click()
    expect(page.get_by_role("heading", name=chosen, level=1)).to_be_visible()
    phone.sync()
    clone.run("sync")
    same(phone, clone)
    phone.show(chosen)
    expect(page.get_by_text("Conflicting edits")).to_have_count(0)
    task = clone.task("willow")
    assert task["document"]["title"] == chosen and task["conflicts"] == [], task
    return (phone,)


def commit(message, documents):
    """Writes documents into the family that is served, as plain git does."""
    git("read-tree", "HEAD")
    for path, text in documents.items():
        blob = git("hash-object", "-w", "--stdin", text=text).strip()
        git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    git("update-ref", "HEAD", git("commit-tree", "-p", "HEAD", "-m", message, git("write-tree").strip()).strip())


def upgraded(browser, server):
    """A page that is older than the server and what others write sends what it has kept, and loses nothing of theirs; then
    the later page takes over, and shows it all."""
    phone = Phone(browser, server, "Tom")
    page = phone.page
    phone.list()
    phone.add("Charge the robot")
    phone.settle()
    path, text, _ = next(doc for doc in page.evaluate(DOCS) if "Charge the robot" in doc[1])
    other = "aaaaaaaa-1111-4000-8000-000000000000"
    robot, strange = f"robots/{other}.json", page.evaluate(OTHER, other)
    later = page.evaluate(LATER, text)
    before = page.evaluate("caches.keys()")
    phone.context.set_offline(True)
    server.kill()
    page.reload()
    phone.list()
    phone.add("Dust the robot")
    phone.show("Charge the robot")
    phone.fill("Title", "Charge the old robot")
    expect(page.get_by_role("heading", name="Charge the old robot", level=1)).to_be_visible()
    phone.list()
    expect(page.locator(".unsent")).to_have_count(2)
    page.evaluate("window.isOld = true")
    commit("Write as a later version", {path: later, robot: strange})
    # The same engine with a custom section, so that the page has another version, as in `map_update`.
    engine = pathlib.Path(STATE) / "later.wasm"
    engine.write_bytes(pathlib.Path(ENGINE).read_bytes() + b"\0\4\1xx\0")
    server.start(str(engine))
    phone.context.set_offline(False)
    phone.sync()
    assert page.evaluate("window.isOld") and page.evaluate("caches.keys()") == before, "another page has sent it"

    def holds():
        """Whether both have what the phone and what the later version has written."""
        count = same_as_served(page)
        task = json.loads(git("show", f"HEAD:{path}"))
        assert task["title"] == "Charge the old robot" and task["glow"] == json.loads(later)["glow"], task
        assert git("show", f"HEAD:{robot}") == strange
        texts = {path: text for path, text, _ in page.evaluate(DOCS)}
        assert "glow" in texts[path] and any("Dust the robot" in text for text in texts.values()), texts
        return count

    count = holds()
    page.reload()
    assert page.evaluate(TAKEN, before), "no other version has taken over"
    page.reload()
    assert page.evaluate(SIZE) == engine.stat().st_size, "it is not the later page"
    phone.list()
    phone.has("Dust the robot", "Charge the old robot")
    phone.show("Charge the old robot")
    page.get_by_role("button", name="Show the history").click()
    expect(page.locator("ul.history")).to_contain_text("glow")
    # The later page writes next to the field as well.
    page.get_by_label("Priority").select_option("high")
    phone.sync()
    assert holds() == count
    assert json.loads(git("show", f"HEAD:{path}"))["priority"] == "high"
    server.kill()
    server.start()
    return (phone,)
