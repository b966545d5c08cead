# SPDX-License-Identifier: Apache-2.0
"""Ways for phone_page.py: treasure hunts."""

import io
import json
import re

from PIL import Image
from playwright.sync_api import expect

from phone_browser import DUMP, Phone
from phone_places import PUT, a, command
from phone_survey import survey

HARBOUR = {"latitude": 53.5, "longitude": 9.9, "accuracy": 10}
# The ranking computed by the page.
RANKING = """async (title) => { const [{ app }, clues] = await Promise.all([import('/app.js'), import('/clues.js')]);
  const hunt = app.family.hunts().find((one) => one.title === title);
  return clues.ranking(hunt, clues.teamsOf(hunt)).map(({ rank, team, solved, points, seconds }) =>
    ({ rank, name: team.name, solved, points, seconds: seconds ?? null })); }"""
# The clues of a hunt among the places of the map.
PLACES = """async (title) => (await import('/places.js')).findPlaces().filter(({ hunt }) => hunt?.title === title)
  .map(({ name }) => name)"""
# The member the phone belongs to.
MEMBER = "async () => (await import('/app.js')).app.family.phone.member.id"
# The scrypt output for the test vector of RFC 7914, section 12, in hexadecimal.
SCRYPT = """() => new Promise((done) => { const worker = new Worker('/scrypt.js'), bytes = (text) => new TextEncoder().encode(text);
  worker.onmessage = ({ data }) => done([...data.bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  worker.postMessage({ word: bytes('pleaseletmein'), salt: bytes('SodiumChloride'), cost: 14 }); })"""
VECTOR = ("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2"
          "d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887")
# Everything a phone has of the page: its store with the bytes of every text, its caches, and the shown content.
CACHED = """async () => { const texts = [document.documentElement.outerHTML, JSON.stringify({ ...localStorage, ...sessionStorage })];
  for (const name of await caches.keys()) { const cache = await caches.open(name);
    for (const request of await cache.keys()) texts.push(await (await cache.match(request)).text()); }
  return texts.join(); }"""


def make(title):
    command("hunt", "new", title, "--text", "Ready, pirates?")
    for words in (["Look where boots wait", "--code", "Old Oak", "--points", "2"],
                  ["Now where kings wave", "--at", "Harbour", "--within", "50m"],
                  ["Under the red chair", "--code", "grüße", "--points", "5"],
                  ["Sing for Grandma"]):
        command("hunt", "add", title, *words)


def open_hunt(phone, title):
    page = phone.page
    page.goto(f"{phone.server.url}/#/lists")
    page.get_by_role("link", name="Treasure hunts").click()
    expect(page.get_by_role("heading", name="Treasure hunts", level=1)).to_be_focused()
    phone.show(title)


def enter(phone, word, label="Code word"):
    phone.page.get_by_label(label, exact=True).fill(word)
    phone.page.get_by_label(label, exact=True).press("Enter")


def says(phone, text):
    expect(phone.page.get_by_role("status")).to_contain_text(text)


def photograph(phone, colour):
    picture = io.BytesIO()
    Image.new("RGB", (60, 40), colour).save(picture, "JPEG")
    phone.page.set_input_files("input[type=file]", [{"name": "a.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}])


def whole(phone):
    return json.dumps(phone.page.evaluate(DUMP)) + phone.page.evaluate(CACHED)


def hunts(browser, server):
    """Two teams play a hunt, one of them offline until its last clue, which an adult accepts; the ranking is the same
    on both phones and by the command."""
    make("Birthday")
    options = {"geolocation": {"latitude": 53.52, "longitude": 9.9, "accuracy": 10}, "permissions": ["geolocation"]}
    kim, mia = Phone(browser, server, "Kim", **options), Phone(browser, server, "Mia")
    page = kim.page
    assert page.evaluate(SCRYPT) == VECTOR
    open_hunt(kim, "Birthday")
    expect(page.get_by_text("Ready, pirates?")).to_be_visible()
    expect(page.get_by_text("Look where boots wait")).to_have_count(0)
    survey(page, "a hunt to start")
    kim.context.set_offline(True)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Look where boots wait")).to_be_visible()
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    enter(kim, "Old Pine")
    says(kim, "‘Old Pine’ is not the code word")
    expect(page.get_by_label("Code word")).to_have_value("Old Pine")
    survey(page, "a wrong word")
    # With the keyboard: from the heading to the field, and on to the next clue.
    page.get_by_label("Code word").fill("")
    page.get_by_role("heading", level=1).focus()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.get_by_label("Code word").evaluate("e => e === document.activeElement"):
            break
    page.keyboard.type("OLD-óak")
    page.keyboard.press("Enter")
    says(kim, "Solved: clue 1")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_text("Now where kings wave")).to_be_visible()
    expect(page.get_by_text("Take a photo within 50 m of its place.")).to_be_visible()
    survey(page, "a clue with a photo")
    photograph(kim, "red")
    says(kim, "You are 2.2 km away from the place. An adult can accept the clue.")
    kim.context.set_geolocation(HARBOUR)
    photograph(kim, "blue")
    says(kim, "Solved: clue 2")
    page.reload()
    expect(page.get_by_text("Under the red chair")).to_be_visible()
    enter(kim, "Grüne")
    says(kim, "is not the code word")
    enter(kim, "GRUSSE!")
    says(kim, "Solved: clue 3")
    expect(page.get_by_text("An adult must accept it as solved.")).to_be_visible()
    survey(page, "a clue that an adult accepts")
    # Others play on two phones of one team in the meantime: each enters a word once.
    tom = Phone(browser, server, "Tom")
    for phone in (tom, mia):
        open_hunt(phone, "Birthday")
    tom.page.get_by_label("Team").fill("Sailors")
    tom.page.get_by_label("Mia").check()
    tom.page.get_by_role("button", name="Start").click()
    expect(mia.page.get_by_text("You play as Sailors · Tom · 0 of 4")).to_be_visible()
    enter(tom, "oldoak")
    says(tom, "Solved: clue 1")
    expect(mia.page.get_by_text("encrypted with the code word of clue 1").first).to_be_visible()
    survey(mia.page, "an encrypted clue")
    enter(mia, "old oak", "Code word of clue 1")
    expect(mia.page.get_by_text("Now where kings wave").first).to_be_visible()
    mia.page.reload()
    expect(mia.page.get_by_text("Now where kings wave").first).to_be_visible()
    expect(mia.page.get_by_text("Sing for Grandma")).to_have_count(0)
    kim.context.set_offline(False)
    kim.sync()
    open_hunt(kim, "Birthday")
    # A player does not see the progress of others.
    accept = mia.page.get_by_role("button", name="Accept clue 4 of Kim")
    expect(accept).to_be_visible()
    expect(mia.page.get_by_text("locked until the clues before it are solved")).to_have_count(1)
    expect(mia.page.get_by_text("Sing for Grandma")).to_have_count(0)
    expect(page.get_by_role("button", name="Accept")).to_have_count(0)
    survey(mia.page, "a clue to accept")
    accept.click()
    expect(page.get_by_text("All clues are solved.")).to_be_visible()
    for phone in (kim, mia, tom):
        phone.settle()
    wanted = ranked("Birthday")
    assert [team["name"] for team in wanted] == ["Kim", "Sailors"] and wanted[0]["points"] == 7, wanted
    for phone in (kim, mia, tom):
        assert phone.page.evaluate(RANKING, "Birthday") == wanted, (phone.page.evaluate(RANKING, "Birthday"), wanted)
        expect(phone.page.locator("ul.chart > li").first).to_contain_text("1. Kim4/47 points")
    # The photo is attached to its clue, with the phone's position.
    solved = json.loads(command("hunt", "status", "Birthday", "--json"))["teams"][0]["solved"]
    photo = next(step["photo"] for step in solved if step["how"] == "photo")
    page.get_by_role("img", name="Photo, Kim").scroll_into_view_if_needed()
    shown = json.loads(command("photo", "show", f"#{photo}", "--json"))
    assert shown["location"]["latitude"] == 53.5, shown
    survey(page, "a hunt that is solved")
    # A team that withdrew plays again under its name, with its solved clues.
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("button", name="Join Sailors")).to_be_visible()
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("You play as Kim · 4 of 4")).to_be_visible()
    page.get_by_role("link", name="Back").click()
    expect(page.get_by_text("4 clues · You play as Kim")).to_be_visible()
    survey(page, "hunts")
    kim.settle()
    return kim, mia, tom


def ranked(title):
    """The ranking computed by the command."""
    return [{"rank": team["rank"], "name": team["name"], "solved": len(team["solved"]), "points": team["points"],
             "seconds": team.get("seconds")} for team in json.loads(command("hunt", "status", title, "--json"))["teams"]]


def hunts_apart(browser, server):
    """Two phones start the same team apart and solve clues in any order, one clue on both: it is one team, and each
    clue counts once. After the end nothing is solved any more."""
    command("hunt", "new", "Park", "--free")
    for text, word in (("The pond", "frog"), ("The gate", "iron"), ("The swing", "rope")):
        command("hunt", "add", "Park", text, "--code", word, "--points", "1")
    tom, kim = Phone(browser, server, "Tom"), Phone(browser, server, "Kim")
    for phone, name, words in ((tom, "Owls", {1: "frog", 2: "iron"}), (kim, "OWLS", {2: "IRON"})):
        open_hunt(phone, "Park")
        phone.context.set_offline(True)
        phone.page.get_by_label("Team").fill(name)
        phone.page.get_by_role("button", name="Start").click()
        for number, word in words.items():
            # A word solves the clue it belongs to, whichever that is.
            field = phone.page.get_by_label("Code word").last
            field.fill(word)
            field.press("Enter")
            says(phone, f"Solved: clue {number}")
    for phone in (tom, kim, tom):
        phone.context.set_offline(False)
        phone.sync()
    for phone in (tom, kim):
        open_hunt(phone, "Park")
        expect(phone.page.get_by_text("2 of 3")).to_be_visible()
        expect(phone.page.get_by_text("The swing").first).to_be_visible()
        assert phone.page.evaluate(RANKING, "Park") == ranked("Park"), (phone.page.evaluate(RANKING, "Park"), ranked("Park"))
    assert ranked("Park")[0]["solved"] == 2 and len(ranked("Park")) == 1, ranked("Park")
    # A child cannot end an adult's hunt; an adult can, also offline.
    expect(kim.page.get_by_role("button", name="Finish")).to_have_count(0)
    tom.context.set_offline(True)
    tom.page.get_by_role("button", name="Finish").click()
    says(tom, "Finished: Park")
    tom.context.set_offline(False)
    tom.sync()
    open_hunt(tom, "Park")
    for phone in (tom, kim):
        expect(phone.page.get_by_text(re.compile("^finished: "))).to_be_visible()
        expect(phone.page.get_by_label("Code word")).to_have_count(0)
    assert finished("Park")
    tom.page.get_by_role("button", name="Resume").click()
    says(tom, "Resumed: Park")
    expect(kim.page.get_by_label("Code word")).to_have_count(1)
    tom.page.get_by_role("button", name="Undo").click()
    expect(kim.page.get_by_text(re.compile("^finished: "))).to_be_visible()
    tom.settle()
    assert finished("Park")
    command("hunt", "resume", "Park")
    for phone in (tom, kim):
        expect(phone.page.get_by_label("Code word")).to_have_count(1)
    return tom, kim


def finished(title):
    """Whether the hunt is finished, by the command."""
    return json.loads(command("hunt", "show", title, "--json")).get("finishedAt") is not None


def hunts_hidden(browser, server):
    """A clue's content is nowhere on a phone before its word is entered, neither shown, stored nor on the map; the word
    itself never is."""
    make("Hidden")
    tom = Phone(browser, server, "Tom")
    page = tom.page
    open_hunt(tom, "Hidden")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Look where boots wait")).to_be_visible()
    tom.settle()
    for secret in ("kings wave", "red chair", "Grandma", "53.5,"):
        shown = page.evaluate("document.documentElement.outerHTML")
        # Photos of another hunt and pins have positions.
        hidden = json.dumps([doc["text"] for path, doc in page.evaluate(DUMP)["docs"] if not path.startswith(("photos/", "pins/"))])
        assert secret not in shown + hidden, secret
    for secret in ("Old Oak", "oldoak", "kings wave"):
        assert secret not in whole(tom), secret
    enter(tom, "old oak")
    expect(page.get_by_text("Now where kings wave")).to_be_visible()
    # Content decrypted by the same word stays locked, and decrypted content is not stored.
    for secret in ("red chair", "Grandma"):
        assert secret not in whole(tom), secret
    for secret in ("Old Oak", "old oak", "oldoak"):
        assert secret not in json.dumps(page.evaluate(DUMP)), secret
    assert "kings wave" not in json.dumps(page.evaluate(DUMP))
    assert "53.5" not in page.evaluate("document.documentElement.outerHTML")
    tom.settle()
    return (tom,)


def hunts_map(browser, server):
    """The map shows the place of a clue solved by the member's team, with a link to its hunt; not that of an unsolved
    clue, nor of one solved by others."""
    make("Mapped")
    options = {"geolocation": HARBOUR, "permissions": ["geolocation"]}
    tom, mia = Phone(browser, server, "Tom", **options), Phone(browser, server, "Mia")
    page = tom.page

    def found(phone):
        """The hunt's clues in the list below the map, and those among its places."""
        phone.page.goto(f"{server.url}/#/map")
        expect(phone.page.locator("ul.places").get_by_role("button", name="Harbour")).to_be_visible()
        # Only now everything the phone can decrypt is decrypted.
        expect(phone.page.locator("#map canvas")).to_have_count(1)
        rows = phone.page.locator("ul.places > li").filter(has_text="Mapped").get_by_role("button").all_inner_texts()
        assert phone.page.evaluate(PLACES, "Mapped") == rows, (phone.page.evaluate(PLACES, "Mapped"), rows)
        return rows

    open_hunt(tom, "Mapped")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_text("Look where boots wait")).to_be_visible()
    assert found(tom) == []
    open_hunt(tom, "Mapped")
    enter(tom, "old oak")
    expect(page.get_by_text("Now where kings wave")).to_be_visible()
    # The phone knows the place now, but does not show it.
    assert found(tom) == []
    open_hunt(tom, "Mapped")
    photograph(tom, "green")
    says(tom, "Solved: clue 2")
    tom.settle()
    # After a reload, the page has to decrypt the clue first.
    page.goto(f"{server.url}/#/map")
    page.reload()
    row = page.locator("ul.places > li").filter(has_text="Mapped")
    expect(row.get_by_role("button")).to_have_text("Clue 2")
    assert found(tom) == ["Clue 2"]
    row.get_by_role("button").click()
    expect(page.get_by_role("button", name="Treasure hunt: Mapped, Clue 2")).to_be_visible()
    card = page.locator(".leaflet-popup")
    expect(card.get_by_role("heading", name="Clue 2")).to_be_visible()
    # A popup that is fading in has too little contrast.
    page.wait_for_function("() => getComputedStyle(document.querySelector('.leaflet-popup')).opacity === '1'")
    tom.shot("map-clue")
    survey(page, "the map with a clue")
    card.get_by_role("link", name="Mapped").click()
    expect(page.get_by_role("heading", name="Mapped", level=1)).to_be_visible()
    # Another member does not see the team's finds, even with the word, until a team of her own has solved the clue.
    mia.sync()
    assert found(mia) == []
    open_hunt(mia, "Mapped")
    mia.page.get_by_role("button", name="Start").click()
    enter(mia, "old oak")
    expect(mia.page.get_by_text("Now where kings wave").first).to_be_visible()
    assert found(mia) == []
    open_hunt(mia, "Mapped")
    mia.page.get_by_role("button", name="Accept clue 2 of Mia").click()
    says(mia, "Solved: clue 2")
    assert found(mia) == ["Clue 2"]
    mia.settle()
    return tom, mia


def hunts_made(browser, server):
    """The author of a hunt who does not play it has its places on the map; nobody else has."""
    mia, tom = Phone(browser, server, "Mia"), Phone(browser, server, "Tom")
    point = {"latitude": 48.1, "longitude": 11.5, "within": 50}
    hunt = {"title": "Made", "clues": [{"id": "c", "text": ["Look up"], "place": point}],
            "created": {"at": "2026-11-24T10:00:00Z", "by": mia.page.evaluate(MEMBER)}}
    for phone, wanted in ((mia, ["Clue 1"]), (tom, [])):
        phone.page.evaluate(PUT, [["hunt", a(21), hunt]])
        assert phone.page.evaluate(PLACES, "Made") == wanted, wanted
    return mia, tom
