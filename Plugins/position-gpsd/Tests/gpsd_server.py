# SPDX-License-Identifier: Apache-2.0
"""Speaks as gpsd does (gpsd_json(5)): greets, waits for ?WATCH, and says the lines of a file.

Arguments: the file; `stay` to keep the conversation open behind them, or `flood` to go on without an end of line. Prints
its port; ends with its standard input.
"""

import json
import socketserver
import sys
import threading
import time

path, manner = sys.argv[1:]


class Session(socketserver.StreamRequestHandler):
    def handle(self):
        self.wfile.write(b'{"class":"VERSION","release":"3.25","proto_major":3,"proto_minor":15}\r\n')
        line = self.rfile.readline().decode()
        if not line.startswith("?WATCH=") or not line.endswith(";\n"):
            return
        watch = json.loads(line[7:-2])
        if watch != {"enable": True, "json": True}:
            return
        with open(path, "rb") as file:
            for report in file:
                self.wfile.write(report.rstrip(b"\n") + b"\r\n")
                self.wfile.flush()
        try:
            while manner == "flood":
                self.wfile.write(b"x" * 65536)
            while manner == "stay":
                time.sleep(1)
        except OSError:
            pass


server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session)
server.daemon_threads = True
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
