# SPDX-License-Identifier: Apache-2.0
"""Opens the second clue of a hunt with the code word of the first, independently implemented from hunt.schema.json."""
import hashlib
import json
import sys

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

path, word = sys.argv[1:]
clues = json.load(open(path, encoding="utf-8"))["clues"]
code, sealed = clues[0]["code"], clues[1]["sealed"]
derived = hashlib.scrypt(
    word.encode(), salt=bytes.fromhex(code["salt"]), n=2 ** code["cost"], r=8, p=1, maxmem=2**29, dklen=64)
assert derived[32:].hex() == code["check"], "the word does not fit the check"
data = bytes.fromhex(sealed["data"])
context = f"{sealed['by']}/{clues[1]['id']}".encode()
print(" ".join(json.loads(AESGCM(derived[:32]).decrypt(data[:12], data[12:], context))["text"]))
