# SPDX-License-Identifier: Apache-2.0
"""Reads a message from standard input as Python's own mail package does, and prints what is in it as JSON."""

import email
import email.policy
import email.utils
import json
import sys

raw = sys.stdin.buffer.read()
message = email.message_from_bytes(raw, policy=email.policy.default)
print(
    json.dumps(
        {
            "names": message.keys(),
            "subject": message["Subject"],
            "to": [[a.display_name, a.addr_spec] for a in message["To"].addresses],
            "from": [[a.display_name, a.addr_spec] for a in message["From"].addresses],
            "id": message["Message-ID"],
            "date": email.utils.parsedate_to_datetime(message["Date"]).isoformat(),
            "day": message["Date"][:3] == email.utils.parsedate_to_datetime(message["Date"]).strftime("%a"),
            "body": message.get_content(),
            "longest": max(len(line) for line in raw.split(b"\n")),
            "ascii": raw.isascii(),
            "defects": [str(d) for d in message.defects]
            + [str(d) for value in message.values() for d in getattr(value, "defects", [])],
        }
    )
)
