#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads a calendar from standard input as other programs do, and prints what they find as JSON.

read_calendar.py todos   the to-dos, by icalendar
read_calendar.py zones   the offsets from UTC of each VTIMEZONE at the instants of the arguments, by dateutil
"""

import datetime
import io
import json
import sys


def moment(value):
    """A date as it is, a time in UTC."""
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return value.isoformat()


def categories(todo):
    found = todo.get("CATEGORIES", [])
    found = found if isinstance(found, list) else [found]
    return [str(word) for each in found for word in each.cats]


def read_todo(todo):
    def text(name):
        return str(todo.get(name, ""))

    def time(name):
        return moment(todo[name].dt) if name in todo else None

    related = todo.get("RELATED-TO", [])
    related = related if isinstance(related, list) else [related]
    return {
        "uid": text("UID"),
        "title": text("SUMMARY"),
        "description": text("DESCRIPTION"),
        "location": text("LOCATION"),
        "priority": int(todo.get("PRIORITY", 0)),
        "status": text("STATUS"),
        "due": time("DUE"),
        "completed": time("COMPLETED"),
        "created": time("CREATED"),
        "rule": todo["RRULE"].to_ical().decode() if "RRULE" in todo else None,
        "categories": categories(todo),
        "after": [str(each) for each in related],
        "alarms": len(list(todo.walk("VALARM"))),
        "geo": todo["GEO"].to_ical() if "GEO" in todo else None,
    }


def main():
    data = sys.stdin.buffer.read()
    if sys.argv[1] == "todos":
        import icalendar

        calendar = icalendar.Calendar.from_ical(data)
        result = [read_todo(todo) for todo in calendar.walk("VTODO")]
        assert not calendar.errors, calendar.errors
    else:
        import dateutil.tz

        zones = dateutil.tz.tzical(io.StringIO(data.decode().replace("\r\n", "\n")))
        result = {}
        for name in zones.keys():
            zone = zones.get(name)
            offsets = []
            for seconds in sys.argv[2:]:
                instant = datetime.datetime.fromtimestamp(int(seconds), datetime.timezone.utc)
                offsets.append(int(instant.astimezone(zone).utcoffset().total_seconds()))
            result[name] = offsets
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
