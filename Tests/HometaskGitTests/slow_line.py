# SPDX-License-Identifier: Apache-2.0
"""Passes on what comes to a port of its own, which it prints, to another, and back; as slowly as a line on standard input says.
It ends when nothing more can come there."""

import os
import socket
import sys
import threading
import time

rate = None


def read_rate():
    global rate
    for line in sys.stdin:
        rate = int(line)
    os._exit(0)


def pump(source, target, is_slow):
    while True:
        if is_slow and rate == 0:
            time.sleep(0.05)
            continue
        data = source.recv(16_384)
        if not data:
            break
        if is_slow and rate:
            time.sleep(len(data) / rate)
        target.sendall(data)
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


listener = socket.socket()
# What a slow reader leaves waits at the sender.
listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16_384)
listener.bind(("127.0.0.1", 0))
listener.listen()
print(listener.getsockname()[1], flush=True)
threading.Thread(target=read_rate, daemon=True).start()
while True:
    client, _ = listener.accept()
    server = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    threading.Thread(target=pump, args=(client, server, True), daemon=True).start()
    threading.Thread(target=pump, args=(server, client, False), daemon=True).start()
