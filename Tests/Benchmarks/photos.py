#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what photos cost, beside the tools that do a part of it.

Attaching one of 12 megapixels is held against `vipsthumbnail` on the same file and one `git commit`; sending many against plain
git that pushes the same files.

    Tests/Benchmarks/photos.py --runs 9 --photos 200
"""

import argparse
import pathlib
import random
import statistics
import tempfile

from commands import release_binary
from processes import Cost, Runner, file_creation
from stores import StoreMaker


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--photos", type=int, default=200, help="how many of 3 MB are sent; 0 for none")
    parser.add_argument("--binary", type=pathlib.Path, help="the release build of hometask; built where none is named")
    parser.add_argument("--folder", type=pathlib.Path, help="where to work: a folder on the disk that is measured")
    return parser.parse_args()


def picture(path: pathlib.Path, seed: int, width: int = 4000, height: int = 3000):
    """A photo of hills and noise: as large as those of phones."""
    from PIL import Image

    chance = random.Random(seed)
    coarse = Image.frombytes("RGB", (80, 60), chance.randbytes(3 * 80 * 60)).resize((width, height), Image.BICUBIC)
    noise = Image.frombytes("RGB", (width // 2, height // 2), chance.randbytes(3 * (width // 2) * (height // 2)))
    Image.blend(coarse, noise.resize((width, height)), 0.18).save(path, "JPEG", quality=88)


def attaching(runner: Runner, store, folder: pathlib.Path, runs: int):
    """Alternates the two, each time with another photo."""
    plain = folder / "plain"
    runner.text(["git", "init", "--quiet", str(plain)])
    ours, theirs, memory = [], [], []
    for run in range(runs):
        path = folder / f"photo-{run}.jpg"
        picture(path, run)
        (plain / "note").write_text(f"{run}\n")
        first = [
            ["vipsthumbnail", str(path), "-s", "256x256", "-o", str(folder / "thumb.webp[Q=60]")],
            ["git", "-C", str(plain), "add", "note"], ["git", "-C", str(plain), "commit", "--quiet", "-m", f"{run}"],
        ]
        second = store.hometask("photo", "add", str(path), "--no-place")
        for mine in (True, False) if run % 2 else (False, True):
            if mine:
                ours.append(runner.cost(second))
            else:
                theirs.append(runner.cost(*first))
        if run == 0:
            memory = [runner.memory(first[0]), runner.memory(store.hometask("photo", "add", str(path), "--no-place"))]
        size = path.stat().st_size / 1e6
        path.unlink()
    mine, other = Cost.median(ours[1:]), Cost.median(theirs[1:])
    print(f"attaching 12 megapixels ({size:.1f} MB): {mine.wall:.0f} ms; vipsthumbnail and a commit {other.wall:.0f} ms; "
          f"{mine.wall / other.wall:.2f} times ({mine.cpu / other.cpu:.2f} of processor)")
    print(f"peak memory: hometask {memory[1]:.0f} MiB, vipsthumbnail {memory[0]:.0f} MiB")


def sending(runner: Runner, store, folder: pathlib.Path, count: int):
    """Both push the same files to a bare repository of their own."""
    hubs = [folder / "hub.git", folder / "plain-hub.git"]
    for hub in hubs:
        runner.text(["git", "init", "--quiet", "--bare", "-b", "main", str(hub)])
    plain = folder / "plain"
    files = []
    for number in range(count):
        path = plain / f"{number}.jpg"
        path.write_bytes(b"\xff\xd8\xff\xe0" + random.Random(number).randbytes(3_000_000))
        files.append(str(path))
    runner.text(["git", "-C", str(plain), "add", "."])
    runner.text(["git", "-C", str(plain), "commit", "--quiet", "-m", "photos"])
    runner.text(store.hometask("remote", "add", "origin", str(hubs[0])))
    runner.text(store.hometask("sync"))
    runner.text(store.hometask("plugin", "disable", "photo"))
    runner.text(store.hometask("photo", "add", "--no-place", *files))
    theirs = runner.cost(["git", "-C", str(plain), "push", "--quiet", str(hubs[1]), "HEAD:refs/heads/main"])
    ours = runner.cost(store.hometask("sync"))
    print(f"sending {count} photos of 3 MB: {ours.wall / 1000:.1f} s; plain git {theirs.wall / 1000:.1f} s; "
          f"{ours.wall / theirs.wall:.2f} times ({ours.cpu / theirs.cpu:.2f} of processor)")
    print(f"a sync with nothing to do then: {statistics.median(runner.cost(store.hometask('sync')).wall for _ in range(5)):.0f} ms")


def main():
    chosen = arguments()
    binary = str((chosen.binary or release_binary()).resolve())
    with tempfile.TemporaryDirectory(prefix="hometask-photos-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder)
        store = StoreMaker(runner, binary, folder).seed
        print(f"a small file takes {file_creation(folder):.0f} µs")
        attaching(runner, store, folder, chosen.runs)
        if chosen.photos:
            sending(runner, store, folder, chosen.photos)


if __name__ == "__main__":
    main()
