#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Says of each document whether it is valid, by an implementation of JSON Schema that is not ours.

    validate_samples.py SCHEMAS < DOCUMENTS

SCHEMAS is the folder of <kind>.schema.json; each line of the input is a kind, a tab and a document. Each line of the
output is "valid" or "invalid", in the same order.
"""

import json
import pathlib
import re
import sys

from jsonschema import Draft202012Validator, FormatChecker, ValidationError
from jsonschema.validators import extend


def pattern(validator, pattern, instance, schema):
    """As ECMA-262 has it, where "$" is the end of the text; Python's may be before a line feed there."""
    if isinstance(instance, str) and not re.search(re.sub(r"\$$", r"\\Z", pattern), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


Validator = extend(Draft202012Validator, {"pattern": pattern})


def validators(folder):
    formats = FormatChecker(formats=["uuid", "date", "date-time"])
    missing = {"uuid", "date", "date-time"} - set(formats.checkers)
    if missing:
        sys.exit(f"formats are not checked: {', '.join(sorted(missing))}; run .ci/bootstrap --tests")
    found = {}
    for path in folder.glob("*.schema.json"):
        schema = json.loads(path.read_bytes())
        Draft202012Validator.check_schema(schema)
        found[path.name.removesuffix(".schema.json")] = Validator(schema, format_checker=formats)
    return found


def main():
    by_kind = validators(pathlib.Path(sys.argv[1]))
    for line in sys.stdin.buffer:
        kind, _, document = line.decode().partition("\t")
        print("valid" if by_kind[kind].is_valid(json.loads(document)) else "invalid")


main()
