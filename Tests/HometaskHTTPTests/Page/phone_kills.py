# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: pages killed at a write to their storage during an exchange."""

import collections
import contextlib
import hashlib
import io
import json

from PIL import Image

from phone_browser import FAMILY, READY, Phone
from phone_places import command
from phone_versions import DOCS, git, same_as_served, tree

# Kills a page at one of its write transactions: it never commits, and nothing is written or requested afterwards. A
# transaction counts once, since it is atomic. Writes of list rows and drafts do not count: they happen on every
# rendering and while typing, outside of exchanges.
DEATH = """(number) => { const seen = new Set(); window.dead = undefined;
  for (const name of ['put', 'delete', 'clear']) { const original = IDBObjectStore.prototype[name];
    IDBObjectStore.prototype[name] = function (...words) {
      if (!['rows', 'drafts'].includes(words.at(-1))) seen.add(this.transaction);
      if (window.dead || seen.size >= number) {
        window.dead ??= [name, this.name, ...(this.name === 'state' ? words.slice(-1) : [])].join(' ');
        this.transaction.abort();
        throw new Error('dead');
      }
      return original.apply(this, words); }; }
  const ask = window.fetch;
  window.fetch = (...words) => (window.dead ? new Promise(() => {}) : ask(...words)); }"""
# Whether a page is idle: nothing to send, no exchange in progress, no unanswered request, and everything received from
# the server.
RESTS = """async (version) => {
  const [{ app }, { answer, view }] = await Promise.all(['/app.js', '/store.js'].map((at) => import(at)));
  // It has not opened its store yet.
  if (!app.opened) return false;
  const { held, pending } = await navigator.locks.query();
  if (held.length || pending.length) return false;
  const [outbox, phone, unsent, photos] = await view((state, docs, photos) => Promise.all([answer(state.get('outbox')),
    answer(state.get('phone')), answer(docs.index('unsent').count()), answer(photos.count())]));
  return !outbox && !unsent && !photos && phone.since === version; }"""
# Sets the lease of a phone and of its pending request to one unknown to the server.
AGED = """async (lease) => { const { change, answer } = await import('/store.js');
  await change(async (state) => {
    const [phone, { body, ...outbox }] = await Promise.all(['phone', 'outbox'].map((key) => answer(state.get(key))));
    state.put({ ...phone, lease }, 'phone');
    state.put({ ...outbox, body: JSON.stringify({ ...JSON.parse(body), lease }) }, 'outbox'); }); }"""
# Ends the wait for a photo's position, as after its time-out.
LATE = """async () => {
  const [{ app }, { answer, change }] = await Promise.all(['/app.js', '/store.js'].map((at) => import(at)));
  await change(async (state, docs, photos) => {
    for (const { until, ...photo } of await answer(photos.getAll())) photos.put(photo); });
  app.changed(); }"""


def rest(page, or_dead="false"):
    """Waits until a page is idle, or killed if that is allowed."""
    for _ in range(300):
        if page.evaluate(f"async (version) => {or_dead} || ({RESTS})(version)", tree(FAMILY).strip()):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it has not come to rest: {page.inner_text('#status')}")


def dies(phone, number, address, act=None):
    """Opens a page that is killed at a write, after starting an action if there is one, and waits until it is killed or
    idle; returns the write it was killed at, or nothing."""
    page = phone.open()
    if not act:
        page.add_init_script(f"({DEATH})({number})")
    with page.expect_response("**/exchange") if act else contextlib.nullcontext():
        page.goto(f"{phone.server.url}/#/{address}")
    if act:
        rest(page)
        page.evaluate(DEATH, number)
        act(page)
    rest(page, "Boolean(window.dead)")
    write = page.evaluate("window.dead")
    page.close()
    return write


def lives(phone, begin=None):
    """Starts a page that is not killed, with an optional script, and waits until it has sent everything and matches the
    server byte for byte. Returns the paths and members of the tasks, by title."""
    phone.page.goto(f"{phone.server.url}/#/all")
    assert phone.page.evaluate(READY), "the family was not loaded"
    if begin:
        phone.page.evaluate(begin)
    rest(phone.page)
    same_as_served(phone.page)
    tasks = collections.defaultdict(list)
    for path, text, _ in phone.page.evaluate(DOCS):
        if path.startswith("tasks/"):
            members = json.loads(text)
            tasks[members["title"]].append((path, members))
    return tasks


def in_step(phone, browser, server, member):
    """Ends a way: the phone has exactly the documents of a newly joined one of the same member. Returns both."""
    fresh, had = Phone(browser, server, member), []
    for one in (fresh, phone):
        lives(one)
        had.append(sorted(one.page.evaluate(DOCS)))
    assert had[0] == had[1], [doc for doc in had[0] + had[1] if (doc in had[0]) != (doc in had[1])]
    return phone, fresh


def commits(path):
    """The number of commits that changed a document."""
    return git("log", "--format=%h", "--", path).count("\n")


def keep(phone, *edits):
    """Stores an edit of a task as the page does."""
    phone.page.evaluate("""async ([title, edits]) => { const [{ app }, { answer, view }] =
        await Promise.all(['/app.js', '/store.js'].map((at) => import(at)));
      const doc = (await view((state, docs) => answer(docs.getAll()))).find(({ text }) => JSON.parse(text).title === title);
      await app.family.edit(doc.path, edits); }""", edits)


def unanswered(phone, first, second, lease=None):
    """Adds two tasks: the answer about the first one, which the server has, is lost, and the second one is not sent.
    With a lease, the phone is as if restored from a backup."""
    cut = []

    def lose(route):
        # A page sends nothing else until its request is answered: a pending request without the task would be repeated
        # for ever.
        if not cut and first not in route.request.post_data:
            return route.continue_()
        if not cut:
            cut.append(route.fetch().status)
        return route.abort()

    phone.context.route("**/exchange", lose)
    phone.list()
    with phone.page.expect_event("requestfailed", lambda request: first in (request.post_data or "")):
        phone.add(first)
    assert cut == [200], cut
    phone.add(second)
    keep(phone, first, [{"edit": "write", "field": "priority", "value": "high"}])
    if lease:
        phone.page.evaluate(AGED, lease)
    # At another address, the page is gone and does not send its edits.
    phone.page.goto("about:blank")
    phone.context.unroute("**/exchange")


def once(phone, sent, kept, theirs):
    """Starts a page that is not killed: it ends with both tasks of `unanswered` and the others' edits, and has sent
    everything once."""
    tasks = lives(phone)
    [(sent, members)], [(kept, _)], [_] = tasks[sent], tasks[kept], tasks[theirs]
    assert members["priority"] == "high" and members["points"] == 5, members
    # The first task was added, and changed by the command and by the phone.
    assert commits(sent) == 3 and commits(kept) == 1, git("log", "--format=%s", "--", sent, kept)


def killed_exchange(browser, server):
    """A page killed at any write of an exchange, after a lost answer and amid others' changes, loses nothing it has
    kept, and sends each edit once."""
    # Requests through a service worker cannot be cut here.
    phone, deaths = Phone(browser, server, "Mia", service_workers="block"), []
    for number in range(1, 40):
        sent, kept, theirs = (f"{what} {number:02}" for what in ("Sent", "Kept", "Theirs"))
        unanswered(phone, sent, kept)
        command("edit", sent, "points:5")
        command("add", theirs)
        deaths.append(dies(phone, number, "all"))
        once(phone, sent, kept, theirs)
        if not deaths[-1]:
            break
    # On the answer about the first task, on storing the request with the other edits, and on its answer.
    assert not deaths[-1] and deaths.count("put docs") >= 2 and "put state outbox" in deaths, deaths
    return in_step(phone, browser, server, "Mia")


def photos(task):
    """The digests of a task's photos."""
    found = []
    for path in git("ls-tree", "-r", "--name-only", "HEAD", "photos").split():
        members = json.loads(git("show", f"HEAD:{path}"))
        if members.get("about", {}).get("id") == task:
            assert commits(path) == 1, members
            found.append(members["sha256"])
    return found


def killed_photo(browser, server):
    """A page killed at any write while it stores and sends a photo attaches it once, if it has shown it."""
    phone, deaths, lost = Phone(browser, server, "Mia"), [], 0
    phone.list()
    phone.add("Paint the door")
    phone.settle()
    [(_, members)] = lives(phone)["Paint the door"]
    task = members["id"]
    for number in range(1, 40):
        phone.page.goto("about:blank")
        picture, shown = io.BytesIO(), []
        Image.new("RGB", (8, 8), (number * 5, 90, 120)).save(picture, "PNG")
        data, before = picture.getvalue(), photos(task)

        def attach(page):
            page.set_input_files("#photo", [{"name": "door.png", "mimeType": "image/png", "buffer": data}])
            page.wait_for_function("(count) => window.dead || document.querySelectorAll('ul.photos li').length > count",
                arg=len(before))
            shown.append(page.locator("ul.photos li").count() > len(before))

        deaths.append(dies(phone, number, f"task/{task}", attach))
        lives(phone, LATE)
        after, digest = photos(task), hashlib.sha256(data).hexdigest()
        assert sorted(after) == sorted(before + [digest] * after.count(digest)), (before, after)
        assert after.count(digest) == 1 or deaths[-1] and not shown[0] and not after.count(digest), (after, deaths, shown)
        lost += not after.count(digest)
        if not deaths[-1]:
            break
    # On storing the photo, on noting its position, and on deleting it after sending.
    assert not deaths[-1] and deaths.count("put photos") >= 2 and "delete photos" in deaths and lost >= 1, deaths
    return in_step(phone, browser, server, "Mia")


def killed_over(browser, server):
    """A page killed at any write while it starts over, since the server has it in another state, loses nothing it has
    kept, and removes nothing written by others."""
    phone, deaths, answers = Phone(browser, server, "Tom", service_workers="block"), [], []
    phone.context.on("response", lambda response: answers.append(response.status))
    for number in range(1, 40):
        sent, kept, theirs = (f"{what} {number:02} over" for what in ("Sent", "Kept", "Theirs"))
        unanswered(phone, sent, kept, "0" * 32)
        command("edit", sent, "points:5")
        command("add", theirs)
        deaths.append(dies(phone, number, "all"))
        once(phone, sent, kept, theirs)
        assert 410 in answers, answers
        answers.clear()
        if not deaths[-1]:
            break
    # On noting the start over, on storing its requests, on receiving everything, and on the answer to its edits.
    assert not deaths[-1] and deaths.count("put state outbox") >= 2 and deaths.count("put docs") >= 2, deaths
    assert "put state phone" in deaths, deaths
    return in_step(phone, browser, server, "Tom")
