# SPDX-License-Identifier: Apache-2.0
"""Reads a picture from the terminal output of a program, and prints its size and the colours of its four quarters.

Usage: drawn_picture.py kitty|iterm|sixel FILE. The readers follow the protocols' specifications, not the writer:
https://sw.kovidgoyal.net/kitty/graphics-protocol/, https://iterm2.com/documentation-images.html, DEC STD 070.
"""
import base64
import io
import re
import sys

from PIL import Image


def kitty(text):
    pieces = re.findall(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\", text)
    assert pieces and all(len(data) <= 4096 for _, data in pieces), "pieces of at most 4096 bytes"
    keys = [dict(pair.split("=") for pair in head.split(",") if pair) for head, _ in pieces]
    assert keys[0]["a"] == "T" and keys[0]["f"] == "100", "a PNG that is shown at once"
    assert [key["m"] for key in keys] == ["1"] * (len(keys) - 1) + ["0"], "more comes until the last piece"
    return Image.open(io.BytesIO(base64.b64decode("".join(data for _, data in pieces), validate=True)))


def iterm(text):
    head, data = re.search(r"\x1b\]1337;File=([^:]*):([^\x07]*)\x07", text).groups()
    assert "inline=1" in head.split(";"), "shown and not stored"
    return Image.open(io.BytesIO(base64.b64decode(data, validate=True)))


def sixel(text):
    body = re.search(r"\x1bP[0-9;]*q(.*?)\x1b\\", text, re.S).group(1)
    colours, pixels, x, y, pen = {}, {}, 0, 0, None
    for word in re.findall(r'"[0-9;]*|#[0-9;]+|![0-9]+[?-~]|[?-~]|[$-]', body):
        if word[0] == "#":
            numbers = [int(number) for number in word[1:].split(";")]
            pen = numbers[0]
            if len(numbers) == 5:
                assert numbers[1] == 2 and all(0 <= part <= 100 for part in numbers[2:]), "RGB in percent"
                colours[pen] = tuple(part * 255 // 100 for part in numbers[2:])
        elif word == "$":
            x = 0
        elif word == "-":
            x, y = 0, y + 6
        elif word[0] != '"':
            count, bits = (int(word[1:-1]), word[-1]) if word[0] == "!" else (1, word)
            for _ in range(count):
                for row in range(6):
                    if (ord(bits) - 63) >> row & 1:
                        pixels[x, y + row] = colours[pen]
                x += 1
    width, height = max(x for x, _ in pixels) + 1, max(y for _, y in pixels) + 1
    image = Image.new("RGB", (width, height))
    for place, colour in pixels.items():
        image.putpixel(place, colour)
    return image


def name(image, x, y):
    channels = tuple(channel > 127 for channel in image.getpixel((x, y)))
    names = {(1, 0, 0): "red", (0, 1, 0): "green", (0, 0, 1): "blue", (1, 1, 1): "white", (0, 0, 0): "black"}
    return names.get(tuple(map(int, channels)), "other")


image = {"kitty": kitty, "iterm": iterm, "sixel": sixel}[sys.argv[1]](open(sys.argv[2], newline="").read()).convert("RGB")
w, h = image.size
print(w, h, *(name(image, w * x // 4, h * y // 4) for x, y in [(1, 1), (3, 1), (1, 3), (3, 3)]))
