#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures a map with many pins and photos: how long it takes to write, how large it is, and when a browser shows it.

The photos are noise, so that their thumbnails have the maximum size. The start-up cost of the command is measured
beside it, since the map's files are in the program: with --before FILE against a build without them.

    Tests/Benchmarks/map.py --pins 1000 --photos 1000 --runs 7
"""

import argparse
import json
import pathlib
import random
import shutil
import statistics
import tempfile

from commands import release_binary
from processes import Cost, Runner
from stores import StoreMaker


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--pins", type=int, default=1000)
    parser.add_argument("--photos", type=int, default=1000)
    parser.add_argument("--binary", type=pathlib.Path, help="the release build of hometask; built where none is named")
    parser.add_argument("--before", type=pathlib.Path, help="a build of the same kind without maps")
    parser.add_argument("--folder", type=pathlib.Path, help="where to work: a folder on the disk that is measured")
    return parser.parse_args()


def place(chance: random.Random) -> tuple[float, float]:
    """A random place, usually near home, sometimes far away."""
    spread = chance.choice([0.05, 0.05, 0.5, 8])
    return 52.1 + chance.uniform(-spread, spread), 5.1 + chance.uniform(-spread, spread)


def photo(path: pathlib.Path, chance: random.Random):
    from PIL import Image

    def degrees(value: float):
        whole = int(value)
        return (whole, int((value - whole) * 60), round((value * 60 % 1) * 60, 3))

    latitude, longitude = place(chance)
    noise = Image.frombytes("RGB", (64, 48), chance.randbytes(3 * 64 * 48)).resize((640, 480), Image.BICUBIC)
    exif = Image.Exif()
    exif[0x8825] = {1: "N", 2: degrees(latitude), 3: "E" if longitude >= 0 else "W", 4: degrees(abs(longitude))}
    noise.save(path, "JPEG", quality=85, exif=exif.tobytes())


def fill(runner: Runner, store, folder: pathlib.Path, pins: int, photos: int):
    chance = random.Random(15)
    points = [
        {"type": "Feature", "properties": {"name": f"Place {number}"},
         "geometry": {"type": "Point", "coordinates": list(reversed(place(chance)))}}
        for number in range(pins)
    ]
    file = folder / "pins.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": points}))
    runner.text(store.hometask("import", "geojson", "--yes", str(file)))
    files = []
    for number in range(photos):
        files.append(folder / f"{number}.jpg")
        photo(files[-1], chance)
    for start in range(0, photos, 100):
        runner.text(store.hometask("photo", "add", "--no-place", *map(str, files[start:start + 100])))


def shown(file: pathlib.Path, runs: int) -> dict:
    """The times of Chromium's first paint and of the first marks, in milliseconds from opening the file."""
    from playwright.sync_api import sync_playwright

    first, marks = [], []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for _ in range(runs):
            context = browser.new_context(offline=True, viewport={"width": 1280, "height": 800})
            page = context.new_page()
            page.goto(file.as_uri())
            page.wait_for_selector(".mark")
            marks.append(page.evaluate("performance.now()"))
            page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")
            first.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
            context.close()
        browser.close()
    return {"first": statistics.median(first), "marks": statistics.median(marks)}


def starts(runner: Runner, store, binaries: list[str], runs: int):
    """Measures start-up, alternating the builds."""
    costs = {binary: {words: [] for words in ("--version", "list")} for binary in binaries}
    for _ in range(runs * 5):
        for binary in binaries:
            for words, all_costs in costs[binary].items():
                command = [binary, words] if words == "--version" else [binary, "-C", str(store.folder), words]
                all_costs.append(runner.cost(command))
    for binary, of_words in costs.items():
        texts = [f"{words} {Cost.median(found).wall:.1f} ms" for words, found in of_words.items()]
        size = pathlib.Path(binary).stat().st_size / 1e6
        print(f"{pathlib.Path(binary).name} ({size:.1f} MB): {', '.join(texts)}")


def main():
    chosen = arguments()
    binary = str((chosen.binary or release_binary()).resolve())
    with tempfile.TemporaryDirectory(prefix="hometask-map-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder)
        store = StoreMaker(runner, binary, folder).seed
        starts(runner, store, [*([str(chosen.before.resolve())] if chosen.before else []), binary], chosen.runs)
        fill(runner, store, folder, chosen.pins, chosen.photos)
        file = folder / "map.html"
        write = store.hometask("map", "-o", str(file), "--no-position")
        cost = Cost.median([runner.cost(write) for _ in range(chosen.runs)])
        drawn = Cost.median([runner.cost(store.hometask("map", "--no-position")) for _ in range(chosen.runs)])
        print(f"{chosen.pins} pins and {chosen.photos} photos: {cost.wall / 1000:.2f} s ({cost.cpu / 1000:.2f} s of processor), "
              f"{runner.memory(write):.0f} MiB at most; the file has {file.stat().st_size / 1e6:.1f} MB")
        print(f"drawn in the terminal: {drawn.wall / 1000:.2f} s")
        seen = shown(file, chosen.runs)
        print(f"Chromium: first paint after {seen['first']:.0f} ms, the marks after {seen['marks']:.0f} ms")


if __name__ == "__main__":
    main()
