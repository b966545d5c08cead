# SPDX-License-Identifier: Apache-2.0
"""A sendmail that speaks SMTP with a server, and that server: `serve FOLDER` and `send PORT ARGUMENTS`.

`serve` prints its port, puts each message it takes into a file of the folder, with its envelope in the first line, and
ends with its standard input. It refuses receivers that begin with `nobody`. `send` reads the receivers from the head, as
`-t` says, and ends with the codes of sysexits.h.
"""

import email
import email.policy
import os
import smtplib
import socketserver
import sys
import threading


class Session(socketserver.StreamRequestHandler):
    def say(self, line):
        self.wfile.write(line.encode() + b"\r\n")

    def handle(self):
        self.say("220 localhost")
        sender, receivers = None, []
        while line := self.rfile.readline():
            word = line.decode().strip()
            verb = word[:4].upper()
            if verb == "MAIL":
                sender, receivers = word[10:].split(">")[0].strip("<"), []
                self.say("250 OK")
            elif verb == "RCPT":
                receiver = word[8:].split(">")[0].strip("<")
                if receiver.startswith("nobody"):
                    self.say("550 no such user here")
                else:
                    receivers.append(receiver)
                    self.say("250 OK")
            elif verb == "DATA":
                self.say("354 go on")
                content = b""
                while (line := self.rfile.readline()) != b".\r\n":
                    content += line[1:] if line.startswith(b".") else line
                name = f"{self.server.folder}/{len(os.listdir(self.server.folder))}"
                with open(name, "wb") as file:
                    file.write(f"{sender} {' '.join(receivers)}\n".encode() + content)
                self.say("250 taken")
            elif verb == "QUIT":
                return self.say("221 bye")
            else:
                self.say("250 OK")


def serve(folder):
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session)
    server.daemon_threads = True
    server.folder = folder
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()


def send(port, arguments):
    if arguments != ["-t", "-i", "-oi"]:
        sys.exit(64)
    raw = sys.stdin.buffer.read()
    message = email.message_from_bytes(raw, policy=email.policy.default)
    receivers = [a.addr_spec for field in ("To", "Cc", "Bcc") for value in message.get_all(field, []) for a in value.addresses]
    try:
        with smtplib.SMTP("127.0.0.1", int(port), timeout=10) as connection:
            connection.sendmail(message["From"].addresses[0].addr_spec, receivers, raw.replace(b"\n", b"\r\n"))
    except smtplib.SMTPRecipientsRefused as error:
        print("refused:", error, file=sys.stderr)
        sys.exit(67)
    except OSError as error:
        print(error, file=sys.stderr)
        sys.exit(75)


if sys.argv[1] == "serve":
    serve(sys.argv[2])
else:
    send(sys.argv[2], sys.argv[3:])
