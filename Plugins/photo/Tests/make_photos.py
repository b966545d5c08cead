#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes photos for tests, with Pillow: python3 make_photos.py FOLDER NAME…

NAME.jpg, .png, .webp, .tif and .heic are pictures of four colours, 400 x 300 pixels upright: red at the top left, green at
the top right, blue and white below. The name says what is special about one; plain ones tell nothing but the picture.
"""

import io
import pathlib
import random
import struct
import sys
import zlib

from PIL import Image, TiffImagePlugin

SIZE = (400, 300)
QUARTERS = [((0, 0), "red"), ((200, 0), "lime"), ((0, 150), "blue"), ((200, 150), "white")]
# How a picture is turned so that the orientation of Exif sets it upright again.
TURNS = {
    1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}
FORMATS = {"jpg": "JPEG", "png": "PNG", "webp": "WEBP", "tif": "TIFF", "heic": "HEIF"}


def picture():
    image = Image.new("RGB", SIZE)
    for place, colour in QUARTERS:
        image.paste(colour, (*place, place[0] + 200, place[1] + 150))
    return image


def fraction(value, below=10000):
    return TiffImagePlugin.IFDRational(round(value * below), below)


def angle(degrees):
    degrees = abs(degrees)
    return tuple(fraction(part) for part in (int(degrees), int(degrees * 60) % 60, degrees * 3600 % 60))


def exif(latitude=None, longitude=None, time=None, offset=None, orientation=None, gps=None):
    data = Image.Exif()
    data[0x010F], data[0x0110] = "Acme", "Acme Snap 3"
    if orientation:
        data[0x0112] = orientation
    details = data.get_ifd(0x8769)
    if time:
        details[0x9003] = time
    if offset:
        details[0x9011] = offset
    details[0xA431] = "SERIAL-4711"
    place = data.get_ifd(0x8825)
    if latitude is not None:
        place.update({1: "N" if latitude >= 0 else "S", 2: angle(latitude),
                      3: "E" if longitude >= 0 else "W", 4: angle(longitude), 31: fraction(5.5, 10)})
    place.update(gps or {})
    return data


SPECIAL = {
    "plain": None,
    "south-west": dict(latitude=-33.8568, longitude=-151.2153),
    "amsterdam": dict(latitude=52.3702, longitude=4.8952, time="2026:07:14 10:20:30", offset="+02:00"),
    "local-time": dict(time="2026:07:14 10:20:30"),
    "satellite-time": dict(time="2000:01:01 00:00:00", gps={29: "2026:07:14", 7: (8, 20, 30)}),
    "zero": dict(latitude=0, longitude=0),
    "garbage": dict(gps={1: "N", 2: (fraction(95), fraction(0), fraction(0)), 3: "E", 4: angle(4)}),
    "no-hemisphere": dict(gps={2: angle(52), 4: angle(4)}),
    "no-such-day": dict(time="2026:02:30 25:61:00"),
    "below-the-sea": dict(latitude=31.5, longitude=35.5, gps={5: b"\x01", 6: fraction(430)}),
}


def bomb(width, height):
    """A PNG of many pixels and few bytes."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    row = bytes(1 + (width + 7) // 8)
    body = b"".join(packer.compress(row * 100) for _ in range(height // 100)) + packer.flush()
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def encoded(form, image=None, **options):
    if form == "HEIF":
        import pillow_heif
        pillow_heif.register_heif_opener()
    buffer = io.BytesIO()
    (image or picture()).save(buffer, form, **options)
    return buffer.getvalue()


def made(name, form):
    if name == "bomb":
        return bomb(20000, 20000)
    if name == "noise":
        random.seed(7)
        return encoded(form, Image.frombytes("RGB", (1200, 900), random.randbytes(3 * 1200 * 900)))
    if name.startswith("turned-"):
        orientation = int(name.removeprefix("turned-"))
        turn = TURNS[orientation]
        image = picture().transpose(turn) if turn is not None else picture()
        return encoded(form, image, exif=exif(orientation=orientation))
    if name == "cut":
        data = encoded(form)
        return data[: len(data) * 2 // 3]
    if name == "svg":
        return b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    if name == "polyglot":
        # A JPEG's first bytes, and then a TIFF.
        return b"\xff\xd8\xff\xe0" + encoded("TIFF")
    if name == "script":
        return encoded(form) + b"\n#!/bin/sh\nexit 1\n"
    if name == "transparent":
        image = picture().convert("RGBA")
        image.putalpha(128)
        return encoded(form, image)
    if name == "grey":
        return encoded(form, picture().convert("L"))
    if name == "inks":
        return encoded(form, picture().convert("CMYK"))
    if name == "profiled":
        from PIL import ImageCms
        return encoded(form, icc_profile=ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes())
    if name == "enclosed":
        # Exif with the head of a JPEG segment before it and zeros after it, as phones of Xiaomi write it into HEIC files.
        data = exif(**SPECIAL["amsterdam"]).tobytes()
        return encoded(form, exif=b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data + bytes(5000))
    special = SPECIAL[name]
    return encoded(form, exif=exif(**special)) if special is not None else encoded(form)


folder = pathlib.Path(sys.argv[1])
for name in sys.argv[2:]:
    stem, ending = name.rsplit(".", 1)
    (folder / name).write_bytes(made(stem, FORMATS.get(ending, "JPEG")))
