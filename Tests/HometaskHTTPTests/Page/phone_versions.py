# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: a phone and the command in another folder, and a phone and a later version."""

import hashlib
import json
import os
import pathlib
import shutil
import subprocess

from playwright.sync_api import expect

from phone_browser import ENGINE, FAMILY, STATE, Phone
from phone_places import TAKEN

# The documents in a phone's store: [path, text, base].
DOCS = """async () => { const { answer, view } = await import('/store.js');
  return (await view((state, docs) => answer(docs.getAll()))).map(({ path, text, base }) => [path, text, base]); }"""
# A task as written by a later version, with an unknown field.
LATER = """async (text) => { const { app } = await import('/app.js');
  const author = { actor: 'zzzzzzzzzzzzzz', time: app.family.now() };
  const edits = [{ edit: 'write', field: 'glow', value: { colour: 'red', steps: [1, null, 'e\\u0301'] } }];
  return app.ask({ do: 'edit', document: text, author, edits }).document; }"""
# A document of an unknown kind, made from a known one.
OTHER = """async (id) => { const { app } = await import('/app.js');
  const author = { actor: 'zzzzzzzzzzzzzz', time: app.family.now() };
  const { document } = app.ask({ do: 'make', kind: 'category', id, fields: { name: 'Marvin' }, author });
  return document.replace('"kind": "category"', '"kind": "robot"'); }"""
# The size in bytes of the engine that the page gets.
SIZE = "async () => (await (await fetch('/engine.wasm')).arrayBuffer()).byteLength"


def git(*words, at=FAMILY, text=None):
    who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER")
        for what, value in (("NAME", "Ann"), ("EMAIL", "a@example.org"))}
    # The test's own index: the served repository has no work tree.
    environment = {"PATH": os.environ["PATH"], "GIT_INDEX_FILE": STATE + "/later-index", **who}
    return subprocess.run(
        ["git", "-C", at, *words], input=text, env=environment, capture_output=True, text=True, check=True).stdout


def tree(at):
    """The id of a repository's current tree."""
    return git("rev-parse", "HEAD^{tree}", at=at)


class Clone:
    """A clone of the family where Mia uses the command; its remote is the served repository."""

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
        """A task as shown by the command."""
        return json.loads(self.run("show", words, "--json"))[0]


def same(phone, clone):
    """The phone, the served family and the clone have identical documents."""
    assert tree(FAMILY) == tree(clone.folder), (tree(FAMILY), tree(clone.folder))
    assert same_as_served(phone.page) >= 10


def same_as_served(page):
    """Waits until each document of a page matches the served one byte for byte; returns their number."""
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
    """A phone and the command in a clone change different fields of a task apart: they converge, byte for byte. The
    same field: a conflict in both, which the phone resolves for both."""
    phone, clone = Phone(browser, server, "Tom"), Clone()
    page = phone.page
    phone.list()
    phone.add("Prune the willow")
    phone.settle()
    clone.run("sync")

    def apart(title, *words):
        """Changes the title offline on the phone, and the task by the command in the clone; then syncs both."""
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
    # The value that is not shown, so that the choice is an edit both receive.
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
    """Commits documents to the served family with plain git."""
    git("read-tree", "HEAD")
    for path, text in documents.items():
        blob = git("hash-object", "-w", "--stdin", text=text).strip()
        git("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    git("update-ref", "HEAD", git("commit-tree", "-p", "HEAD", "-m", message, git("write-tree").strip()).strip())


def upgraded(browser, server):
    """A page older than the server and others' documents sends its edits, and loses none of theirs; then the later page
    takes over, and shows everything."""
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
    # The same engine with a custom section, for another version of the page, as in `map_update`.
    engine = pathlib.Path(STATE) / "later.wasm"
    engine.write_bytes(pathlib.Path(ENGINE).read_bytes() + b"\0\4\1xx\0")
    server.start(str(engine))
    phone.context.set_offline(False)
    phone.sync()
    # The browser may have fetched the later version by now, but shows it only after a navigation.
    assert page.evaluate("window.isOld"), "another page has sent it"

    def holds():
        """Whether both have the edits of the phone and of the later version."""
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
    # The later page writes beside the unknown field.
    page.get_by_label("Priority").select_option("high")
    phone.sync()
    assert holds() == count
    assert json.loads(git("show", f"HEAD:{path}"))["priority"] == "high"
    server.kill()
    server.start()
    return (phone,)
