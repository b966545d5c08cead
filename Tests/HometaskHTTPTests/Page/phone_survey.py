# SPDX-License-Identifier: Apache-2.0
"""Checks of each place for ways of phone_page.py: it passes axe, and fits in every size and colour scheme."""

import pathlib

import axe_playwright_python

from phone_browser import PHONE, SHOTS

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()
WIDE = """() => [...document.querySelectorAll('body *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1
  && !e.closest('nav') && !e.parentElement.closest('#map')).map(e => e.outerHTML.slice(0, 120))"""
MOVING = """() => [...document.getAnimations().map(({ effect }) => effect.target), ...[...document.querySelectorAll('*')]
  .filter(e => getComputedStyle(e).transitionDuration !== '0s')].map(e => e.outerHTML.slice(0, 120))"""
# The axe rules that depend on sizes and colours.
LOOKS = "{ runOnly: ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size'] }"
# The phone last, which is the initial size of pages.
SIZES = (("desktop", {"width": 1280, "height": 800}), ("phone", PHONE["viewport"]))


def check(page, place):
    """Checks WCAG 2.2 A and AA and best practices with axe."""
    found = audit(page, place)
    assert len(found["passes"]) > 10, (place, [rule["id"] for rule in found["passes"]])


def audit(page, place, options="{}"):
    """Runs axe, expects no violations, and returns the outcome."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    outcome = page.evaluate(f"axe.run({options})")
    found = outcome["violations"]
    assert not found, (place, [(fault["id"], fault["help"], [node["html"][:200] for node in fault["nodes"]]) for fault in found])
    return outcome


def survey(page, place):
    """The page passes axe and fits: light and dark, on a phone and on a desktop, and on a phone with large text and
    from right to left. Nothing moves with reduced motion. Takes a screenshot of each."""
    def look(how):
        width = page.viewport_size["width"]
        wide = page.evaluate(WIDE) if not how.endswith("rtl") else []
        assert not wide, (place, how, wide)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (place, how)
        assert audit(page, (place, how), LOOKS)["passes"], (place, how)
        if SHOTS:
            page.screenshot(path=SHOTS / f"{place}-{how}.png", full_page=True)

    def write(size, direction):
        page.evaluate(f"document.documentElement.style.fontSize = '{size}'; document.documentElement.dir = '{direction}'")

    page.emulate_media(reduced_motion="reduce")
    assert not page.evaluate(MOVING), (place, page.evaluate(MOVING))
    check(page, place)
    for name, size in SIZES:
        page.set_viewport_size(size)
        for scheme in ("dark", "light"):
            page.emulate_media(color_scheme=scheme)
            look(f"{scheme}-{name}")
    for size, direction in (("200%", "ltr"), ("", "rtl")):
        write(size, direction)
        look(f"light-{name}-{size.strip('%') or 100}-{direction}")
    write("", "")
