# SPDX-License-Identifier: Apache-2.0
"""A stand-in for Nominatim on the loopback. What is looked for says what it answers.

Argument: a folder, into which each request goes as JSON. Prints its port; ends with its standard input.
"""

import http.server
import json
import os
import sys
import threading
import time
import urllib.parse

folder = sys.argv[1]
DAM = {
    "place_id": 1,
    "licence": "Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright",
    "lat": "52.3730796",
    "lon": "4.8924534",
    "name": "Dam",
    "display_name": "Dam, Centrum, Amsterdam, Noord-Holland, Nederland",
    "address": {"city": "Amsterdam", "country": "Nederland", "country_code": "nl"},
}
HOSTILE = [
    {**DAM, "lat": "91"},
    {**DAM, "lon": "NaN"},
    {**DAM, "lat": "0x10"},
    {**DAM, "lat": {"a": 1}},
    {**DAM, "name": 7, "display_name": None},
    {**DAM, "name": "", "display_name": "\u0000\u001b"},
    "text",
    None,
    {**DAM, "name": "Red\u001b[31m\u202e\nroom", "display_name": "x" * 5000, "address": "nowhere"},
]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        parts = urllib.parse.urlsplit(self.path)
        query = urllib.parse.parse_qs(parts.query)
        request = {
            "path": parts.path,
            "query": {name: values[0] for name, values in query.items()},
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "time": time.time(),
        }
        with open(f"{folder}/{len(os.listdir(folder))}", "w") as file:
            json.dump(request, file)
        text = query.get("q", [""])[0]
        code, body = 200, json.dumps([DAM]).encode()
        if text.startswith("code "):
            code = int(text[5:])
        elif text == "hostile":
            body = json.dumps(HOSTILE).encode()
        elif text == "nothing":
            body = b"[]"
        elif text == "deep":
            body = b"[" * 100_000
        elif text == "page":
            body = b"<html>no</html>"
        elif text == "long":
            body = b"[" + b" " * 3_000_000 + b"]"
        elif text == "many":
            body = json.dumps([{**DAM, "name": f"Dam {number}"} for number in range(1000)]).encode()
        self.send_response(code)
        if code == 302:
            self.send_header("Location", "/elsewhere")
        if text != "long":
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body)
        except OSError:
            pass

    def log_message(self, *arguments):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
