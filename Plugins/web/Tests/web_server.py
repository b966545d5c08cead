# SPDX-License-Identifier: Apache-2.0
"""A server on the loopback that puts each request it gets into a file of a folder, as JSON.

Arguments: folder, and for HTTPS certificate and key. Prints its port; ends with its standard input. A path below /code/
is answered with that code, /slow never, and /away sends elsewhere.
"""

import http.server
import json
import os
import ssl
import sys
import threading
import time

folder = sys.argv[1]


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        request = {
            "method": self.command,
            "path": self.path,
            "headers": {name.lower(): value for name, value in self.headers.items()},
            "body": body.decode(),
        }
        with open(f"{folder}/{len(os.listdir(folder))}", "w") as file:
            json.dump(request, file)
        if self.path == "/slow":
            time.sleep(60)
        code = int(self.path[6:9]) if self.path.startswith("/code/") else 200
        if self.path == "/away":
            code = 307
        self.send_response(code)
        if code == 307:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    do_GET = do_POST
    do_PUT = do_POST

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, request, client_address):
        """A client that does not trust the certificate hangs up."""


server = Server(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*sys.argv[2:])
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
