# SPDX-License-Identifier: Apache-2.0
"""Prints ways over WGS 84, a line each: latitude and longitude of both ends, the azimuth at the first, the length.

Without arguments those are the test cases that GeographicLib publishes for its implementations in all languages, as its
Python package ships them: chosen like those of GeodTest (https://doi.org/10.5281/zenodo.32156) and computed with as many
digits. With a seed and a count they are random, and as the package computes them, to 15 nanometres.
"""

import random
import sys

from geographiclib.geodesic import Geodesic
from geographiclib.test.test_geodesic import GeodesicTest


def longitude(degrees):
    return (degrees + 180) % 360 - 180


def latitude(degrees):
    return max(-90.0, min(90.0, degrees))


def pair(source):
    start = (source.uniform(-90, 90), source.uniform(-180, 180))
    kind = source.randrange(5)
    if kind == 0:
        return start, (source.uniform(-90, 90), source.uniform(-180, 180))
    if kind == 1:
        return start, (latitude(start[0] + source.gauss(0, 0.01)), longitude(start[1] + source.gauss(0, 0.01)))
    if kind == 2:
        return start, (latitude(-start[0] + source.gauss(0, 0.3)), longitude(start[1] + 180 + source.gauss(0, 0.3)))
    if kind == 3:
        first = source.choice([0, 90, -90, 45, 1e-9])
        second = source.choice([0, 90, -90, -45, -first, first])
        return (first, start[1]), (second, longitude(start[1] + source.choice([0, 180, -180, 179.4, 179.7])))
    return start, (start[0], longitude(start[1] + source.gauss(0, 1e-4)))


if len(sys.argv) == 1:
    for case in GeodesicTest.testcases:
        start, end = (case[0], longitude(case[1])), (case[3], longitude(case[4]))
        print(*(repr(number) for number in (*start, *end, case[2], case[6])))
else:
    source = random.Random(int(sys.argv[1]))
    for _ in range(int(sys.argv[2])):
        start, end = pair(source)
        way = Geodesic.WGS84.Inverse(*start, *end)
        print(*(repr(number) for number in (*start, *end, way["azi1"], way["s12"])))
