# SPDX-License-Identifier: Apache-2.0
"""Says when rules recur, by python-dateutil: a rule a line on standard input, its times as a line on standard output.

A line has, separated by blanks: the rule; the start, as a date or a local time; the zone; how many times are wanted at
most; and the year up to which is looked for them. A time is written as seconds since 1970, a date as it is.
"""

import datetime
import itertools
import re
import sys
import zoneinfo

from dateutil import rrule, tz


def occurrences(text, start):
    """The times of a rule."""
    return rrule.rrulestr(text, dtstart=start)


def of_whole_weeks(text, start):
    """The same for a rule that chooses by position within weeks, from the start of the first week on: dateutil itself
    counts positions from the start there, and from the start of the week in all later ones."""
    count = re.search("COUNT=([0-9]+)", text)
    bare = re.sub(";COUNT=[0-9]+", "", text)
    weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
    if "BYDAY" not in bare:
        bare += ";BYDAY=" + weekdays[start.weekday()]
    first = weekdays.index((re.search("WKST=(..)", text) or [0, "MO"])[1])
    week = start - datetime.timedelta((start.weekday() - first) % 7)
    found = (time for time in occurrences(bare, week) if time >= start)
    return itertools.islice(found, int(count[1])) if count else found


def main():
    for line in sys.stdin:
        text, start, zone, limit, horizon = line.split()
        # dateutil looks that far for a further day; the year 9999 would take seconds for a rule that names none.
        datetime.MAXYEAR = int(horizon)
        moment = datetime.datetime.fromisoformat(start)
        if "T" in start:
            moment = moment.replace(tzinfo=zoneinfo.ZoneInfo(zone))
        named = of_whole_weeks if "WEEKLY" in text and "BYSETPOS" in text else occurrences
        times = itertools.islice(named(text, moment), int(limit))
        times = (time for time in times if time.year < int(horizon))
        if "T" in start:
            print(*(int(tz.resolve_imaginary(time).timestamp()) for time in times))
        else:
            print(*(time.date().isoformat() for time in times))


main()
