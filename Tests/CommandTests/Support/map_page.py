#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Opens a map in headless Chromium with the network off, performs user actions, and prints the results as JSON.

    map_page.py FILE TILES [FOLDER-FOR-SCREENSHOTS]

TILES is a map with tiles of https://tile.example.org and with the position of the device; its requests
are answered here and do not reach the network.
"""

import base64
import json
import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

WIDE = {"viewport": {"width": 1280, "height": 800}}
# A pixel, red.
TILE = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC")
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}

# Resolves when the page is quiet. Leaflet moves the map by setting styles, step by step.
SETTLED = """() => new Promise((resolve, reject) => {
    const state = () => Array.from(document.querySelectorAll('body > :not(script)'), one => one.outerHTML).join();
    const moves = () => document.getAnimations().some(one => one.playState === 'running');
    let last = state(), since = performance.now();
    const end = since + 20000;
    const look = () => {
        const now = performance.now(), next = state();
        if (next !== last || moves()) [last, since] = [next, now];
        if (now > end) reject(new Error('the page never comes to rest'));
        else if (now - since > 125) resolve();
        else setTimeout(look, 25);
    };
    look();
})"""


class Page:
    """A page in its own browser context, with its console messages and requests."""

    def __init__(self, browser, file: pathlib.Path, **options):
        self.context = browser.new_context(**{"offline": True} | options)
        self.context.route(lambda url: url.startswith("https:"), lambda route: route.fulfill(body=TILE, content_type="image/png"))
        self.page = self.context.new_page()
        self.requests, self.complaints = [], []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(file.as_uri())
        self.page.wait_for_selector(".mark.pin, .mark.cluster")
        self.settle()

    def settle(self):
        """Waits for an eighth of a second without a change or animation in the page."""
        self.page.evaluate(SETTLED)

    def text(self, selector: str) -> str:
        return self.page.inner_text(selector)

    def names(self) -> list:
        return self.page.eval_on_selector_all("#list bdi", "all => all.map(one => one.textContent)")

    def command(self) -> str:
        return self.page.input_value(".command input")

    def middle(self) -> list:
        """The centre's coordinates, selected by keyboard."""
        self.page.focus("#map")
        self.page.keyboard.press("Enter")
        self.settle()
        found = [float(part) for part in self.command().split()[-1].split(",")]
        self.page.keyboard.press("Escape")
        self.settle()
        return found

    def color(self, x: int, y: int) -> list:
        """The ground's colour at a pixel of the page."""
        return self.page.evaluate("""([x, y]) => {
            const canvas = document.querySelector('.leaflet-ground-pane canvas'), box = canvas.getBoundingClientRect();
            const scale = canvas.width / box.width;
            return [...canvas.getContext('2d').getImageData((x - box.left) * scale, (y - box.top) * scale, 1, 1).data];
        }""", [x, y])


def look_around(page: Page) -> dict:
    seen = {"title": page.page.title(), "count": page.text("#count"), "names": page.names(),
            "marks": page.page.locator(".mark.pin, .mark.photo").count(),
            "clusters": page.page.eval_on_selector_all(".mark.cluster", "all => all.map(one => Number(one.textContent))"),
            "scripts": page.page.locator("script").count(), "opened": page.middle(),
            "notices": page.page.inner_text("#notices") or page.page.text_content("#notices")}
    return seen


def colors(page: Page) -> dict:
    """The ground's colours, light and dark; reading them makes the browser log a warning."""
    seen = {"light": page.color(1200, 400)}
    page.page.emulate_media(color_scheme="dark")
    page.settle()
    return seen | {"dark": page.color(1200, 400)}


def filtered(page: Page) -> dict:
    seen, form = {}, page.page
    form.select_option("[name=category]", label="Garden")
    seen["category"] = page.names()
    seen["counted"] = page.text("#count")
    form.click("[type=reset]")
    form.select_option("[name=member]", label="Ben")
    seen["member"] = page.names()
    form.select_option("[name=state]", "done")
    seen["member, done"] = page.names()
    form.click("[type=reset]")
    form.select_option("[name=state]", "open")
    seen["open"] = page.names()
    form.click("[type=reset]")
    form.uncheck("[name=pin]")
    seen["photos"] = page.names()
    form.click("[type=reset]")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("/")
    page.page.keyboard.type("neighbours")
    seen["searched"] = page.names()
    form.click("[type=reset]")
    page.settle()
    seen["again"] = len(page.names())
    return seen


def read(page: Page, name: str) -> dict:
    """A place's card, as shown."""
    page.page.click(f"#list button:has-text({json.dumps(name)})")
    page.page.wait_for_selector(".leaflet-popup .card")
    page.settle()
    card = page.page.locator(".leaflet-popup .card")
    seen = {"text": card.inner_text(), "markup": card.locator("script, b, a, iframe").count(),
            "picture": card.locator("img.large").evaluate_all("all => all.map(one => one.naturalWidth)")}
    page.page.keyboard.press("Escape")
    page.settle()
    return seen


def by_keyboard(page: Page) -> dict:
    page.page.click("#home")
    page.settle()
    before = page.middle()
    page.page.focus("#map")
    page.page.keyboard.press("ArrowRight")
    page.settle()
    after = page.middle()
    scale = page.text(".leaflet-control-scale-line")
    page.page.focus("#map")
    page.page.keyboard.press("+")
    page.settle()
    seen = {"moved": [before, after], "scales": [scale, page.text(".leaflet-control-scale-line")]}
    page.page.click("#home")
    page.settle()
    page.page.focus(".mark.pin")
    seen["focused"] = page.page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.page.keyboard.press("Enter")
    page.settle()
    seen["opened"] = page.text(".leaflet-popup h2")
    page.page.keyboard.press("Escape")
    page.settle()
    return seen


def on_the_ground(page: Page) -> dict:
    page.page.click("#home")
    page.settle()
    middle = page.middle()
    page.page.mouse.click(640, 400)
    page.settle()
    seen = {"middle": middle, "command": page.command()}
    page.page.mouse.click(900, 700)
    page.settle()
    seen["closed"] = page.page.locator(".leaflet-popup").count() == 0
    page.page.mouse.click(640, 400, button="right")
    page.settle()
    seen["right"] = page.command()
    page.page.keyboard.press("Escape")
    return seen


def on_a_phone(page: Page) -> dict:
    seen = {"panel": page.page.is_visible("#panel"),
            "overflow": page.page.evaluate("document.documentElement.scrollWidth - innerWidth"),
            "smallest": min(page.page.eval_on_selector_all(
                "#bar button, .leaflet-bar a", "all => all.map(one => one.getBoundingClientRect().height)"))}
    page.page.tap("#toggle")
    seen["opened"] = page.page.is_visible("#panel")
    page.page.tap("#list button:has-text('Home')")
    page.settle()
    page.settle()
    seen["card"] = page.text(".leaflet-popup h2")
    seen["away"] = not page.page.is_visible("#panel")
    page.page.tap(".leaflet-popup-close-button")
    page.settle()
    touch = page.context.new_cdp_session(page.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": 195, "y": 650}]})
    page.page.wait_for_timeout(1200)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.settle()
    seen["command"] = page.command()
    return seen


def with_tiles(page: Page) -> dict:
    tiles = page.page.locator("img.leaflet-tile")
    seen = {"credit": page.text("#credit"), "opened": page.middle(), "here": page.page.locator(".mark.here").count(),
            "drawn": tiles.evaluate_all("all => all.filter(one => one.naturalWidth > 0).length"),
            "hosts": sorted({request.split("/")[2] for request in page.requests if request.startswith("http")})}
    page.page.uncheck("#tiles")
    page.settle()
    return seen | {"left": tiles.count(), "complaints": page.complaints}


def main():
    file, other = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
    shots = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    with sync_playwright() as playwright:
        # Chromium's sandbox does not start for root, and the opened file is the test's own.
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        wide = Page(browser, file, **WIDE)
        seen = {"start": look_around(wide) | colors(Page(browser, file, **WIDE)), "filters": filtered(wide)}
        seen["cards"] = {name: read(wide, name) for name in ("Home", "</script>", "Stairs")}
        seen["keyboard"] = by_keyboard(wide)
        seen["ground"] = on_the_ground(wide)
        phone = Page(browser, file, **PHONE)
        seen["phone"] = on_a_phone(phone)
        seen["tiles"] = with_tiles(Page(browser, other, offline=False, **WIDE))
        seen["requests"] = wide.requests + phone.requests
        seen["complaints"] = wide.complaints + phone.complaints
        seen["alerted"] = wide.page.evaluate("window.alerted === undefined ? false : window.alerted")
        if shots:
            wide.page.screenshot(path=shots / "wide.png")
            phone.page.screenshot(path=shots / "phone.png")
        browser.close()
    json.dump(seen, sys.stdout)


if __name__ == "__main__":
    main()
