#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the cost of photos, beside tools that do a part of it, and beside families without any.

attaching  one photo of 12 megapixels, against `vipsthumbnail` on the same file and one `git commit`
sending    many photos over ssh, against plain git that pushes the same files
joining    a family with gigabytes of photos, against the same one without
working    `list`, `add` and a `sync` with nothing to do in a family with thousands of photos, against one without; the
           remote is a folder, and for one more `sync` behind ssh

The two of a pair take turns, alternating the order, and the medians of one run are compared. Name a --folder in memory
(/dev/shm), unless the disk is to be measured. Peak memory is per process.

    Tests/Benchmarks/photos.py --folder /dev/shm --runs 9
    Tests/Benchmarks/photos.py --folder /dev/shm --only sending --photos 200
"""

import argparse
import pathlib
import random
import shutil
import statistics
import tempfile

from commands import release_binary
from processes import Cost, Runner, file_creation
from sshd import Server
from stores import Store, StoreMaker

PARTS = ["attaching", "sending", "joining", "working"]
# The size of each sent photo in bytes, and of those of the joined family.
LARGE = 3_000_000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, action="append", help="measure this alone; several times for several")
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--photos", type=int, default=200, help="how many are sent")
    parser.add_argument("--joined", type=int, default=680, help="how many the family has that is joined")
    parser.add_argument("--kept", type=int, default=5000, help="how many the family has that is worked in")
    parser.add_argument("--tasks", type=int, default=10_000, help="how many tasks both families have")
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


def padded(path: pathlib.Path, seed: int, size: int):
    """A small picture padded to any size with random bytes in segments that viewers skip; fast to make."""
    picture(path, seed, 320, 240)
    content = path.read_bytes()
    chance = random.Random(seed)
    left, segments = size - len(content), []
    while left > 4:
        count = min(left - 4, 65_000)
        segments.append(b"\xff\xef" + (count + 2).to_bytes(2, "big") + chance.randbytes(count))
        left -= count + 4
    path.write_bytes(content[:2] + b"".join(segments) + content[2:])


def alternate(runs: int, first, second) -> tuple[list[Cost], list[Cost]]:
    """Calls both in turn, once unmeasured, and returns their costs."""
    costs: tuple[list[Cost], list[Cost]] = ([], [])
    for run in range(runs + 1):
        for which in (0, 1) if run % 2 else (1, 0):
            cost = (first, second)[which](run)
            if run:
                costs[which].append(cost)
    return costs


def report(what: str, pair, names: tuple[str, str], limit: float, note: str = ""):
    ours, theirs = (Cost.median(costs) for costs in pair)
    ratio = ours.wall / theirs.wall
    verdict = "met" if ratio <= limit else "MISSED"
    print(
        f"{what}: {names[0]} {ours.wall:.0f} ms, {names[1]} {theirs.wall:.0f} ms; {ratio:.2f} times (at most {limit}: {verdict}), "
        f"{ours.cpu / max(theirs.cpu, 0.1):.2f} of processor{note}",
        flush=True,
    )


def attaching(runner: Runner, store: Store, folder: pathlib.Path, runs: int):
    plain = folder / "plain"
    runner.text(["git", "init", "--quiet", str(plain)])
    path, thumbnail = folder / "photo.jpg", folder / "thumb.webp[Q=60]"
    thumb = ["vipsthumbnail", str(path), "-s", "256x256", "-o", str(thumbnail)]

    def ours(run: int):
        picture(path, 2 * run + 1)
        return runner.cost(store.hometask("photo", "add", str(path), "--no-place"))

    def theirs(run: int):
        picture(path, 2 * run)
        (plain / "note").write_text(f"{run}\n")
        git = ["git", "-C", str(plain)]
        return runner.cost(thumb, [*git, "add", "note"], [*git, "commit", "--quiet", "-m", f"{run}"])

    pair = alternate(runs, ours, theirs)
    report("attaching 12 megapixels", pair, ("hometask", "vipsthumbnail and a commit"), 1.3)
    picture(path, 999)
    memory = runner.memory(store.hometask("photo", "add", str(path), "--no-place")), runner.memory(thumb)
    ratio = memory[0] / memory[1]
    verdict = "met" if ratio <= 1.3 else "MISSED"
    print(f"  peak memory: hometask {memory[0]:.0f} MiB, vipsthumbnail {memory[1]:.0f} MiB; {ratio:.2f} times (at most 1.3: {verdict})")


def attach(runner: Runner, store: Store, folder: pathlib.Path, count: int, size: int, isPicture: bool):
    """Attaches files of random bytes, or pictures, in batches of some hundred megabytes."""
    if not isPicture:
        runner.text(store.hometask("plugin", "disable", "photo"))
    turn = max(1, min(1000, 300_000_000 // size))
    for start in range(0, count, turn):
        paths = [folder / f"{number}.jpg" for number in range(start, min(start + turn, count))]
        for path in paths:
            number = int(path.stem)
            if isPicture:
                padded(path, number, size)
            else:
                path.write_bytes(b"\xff\xd8\xff\xe0" + random.Random(number).randbytes(size))
        runner.text(store.hometask("photo", "add", "--no-place", *map(str, paths)))
        for path in paths:
            path.unlink()
    if not isPicture:
        runner.text(store.hometask("plugin", "enable", "photo", "--yes"))


def hub(runner: Runner, path: pathlib.Path) -> pathlib.Path:
    runner.text(["git", "init", "--quiet", "--bare", "-b", "main", str(path)])
    return path


def sending(runner: Runner, store: Store, folder: pathlib.Path, count: int, runs: int, server: Server):
    """Both push the same files to new repositories: hometask the whole family, git one commit with the files."""
    plain = folder / "plain-photos"
    runner.text(["git", "init", "--quiet", str(plain)])
    attach(runner, store, folder, count, LARGE, isPicture=False)
    for number in range(count):
        (plain / f"{number}.jpg").write_bytes(b"\xff\xd8\xff\xe0" + random.Random(number).randbytes(LARGE))
    # git's best case: one pack without deltas, which a push sends unchanged.
    runner.text(["git", "-C", str(plain), "config", "core.bigFileThreshold", "1m"])
    runner.text(["git", "-C", str(plain), "add", "."])
    runner.text(["git", "-C", str(plain), "commit", "--quiet", "-m", "photos"])
    runner.text(store.hometask("remote", "add", "origin", server.address(hub(runner, folder / "first.git"))))

    def ours(run: int):
        path = hub(runner, folder / f"ours-{run}.git")
        runner.text(store.hometask("remote", "set", "origin", server.address(path)))
        cost = runner.cost(store.hometask("sync"))
        shutil.rmtree(path)
        return cost

    def theirs(run: int):
        path = hub(runner, folder / f"theirs-{run}.git")
        cost = runner.cost(
            ["git", "-C", str(plain), "push", "--quiet", server.address(path), "HEAD:refs/heads/main"])
        shutil.rmtree(path)
        return cost

    report(f"sending {count} photos of 3 MB over ssh", alternate(runs, ours, theirs), ("hometask", "plain git"), 1.1)
    shutil.rmtree(plain)


def device(maker: StoreMaker, name: str) -> tuple[Store, pathlib.Path]:
    """A device, and its still unshared remote."""
    remote = maker._remote(name)
    return maker._joined(remote, f"{name}-device", "Mia"), remote


def joining(runner: Runner, maker: StoreMaker, folder: pathlib.Path, count: int, runs: int, server: Server):
    with_photos, large = device(maker, "joined-with")
    _, small = device(maker, "joined-without")
    attach(runner, with_photos, folder, count, LARGE, isPicture=True)
    runner.text(with_photos.hometask("sync"))
    shutil.rmtree(with_photos.folder)
    for remote in (large, small):
        runner.text(["git", "-C", str(remote), "gc", "--quiet"])
    size = sum(file.stat().st_size for file in large.rglob("*") if file.is_file()) / 1e9
    runner.text(["git", "-C", str(folder), "init", "--quiet", "--bare", "thumbs.git"])

    def join(remote: pathlib.Path):
        def run(number: int):
            target = folder / f"new-{remote.name}-{number}"
            cost = runner.cost(
                [maker.hometask, "join", server.address(remote), str(target), "--as", "Tom", "--device", "new"])
            shutil.rmtree(target)
            return cost

        return run

    def thumbnails(run: int):
        """The time of plain git for the thumbnails alone."""
        target = hub(runner, folder / f"thumbs-{run}.git")
        cost = runner.cost(
            ["git", "-C", str(target), "fetch", "--quiet", server.address(large), "refs/hometask/thumbs/*:refs/thumbs/*"])
        shutil.rmtree(target)
        return cost

    pair = alternate(runs, join(large), join(small))
    report(f"joining a family with {count} photos ({size:.1f} GB)", pair, ("with", "without"), 1.1)
    bytes_ = Cost.median([thumbnails(run) for run in range(runs)])
    ours, theirs = (Cost.median(costs).wall for costs in pair)
    rest = (ours - bytes_.wall) / theirs
    verdict = "met" if rest <= 1.1 else "MISSED"
    print(f"  without what plain git takes for the thumbnails ({bytes_.wall:.0f} ms): {rest:.2f} times (at most 1.1: {verdict})")


def working(runner: Runner, maker: StoreMaker, folder: pathlib.Path, count: int, runs: int, server: Server):
    with_photos, with_hub = device(maker, "worked-with")
    without, without_hub = device(maker, "worked-without")
    attach(runner, with_photos, folder, count, 2000, isPicture=False)
    for store in (with_photos, without):
        runner.text(store.hometask("sync"))
        runner.text(store.hometask("upkeep"))
    names = ("with", "without")
    size = f"{maker.seed.count:,} tasks, {count:,} photos"

    def pair(command):
        return alternate(runs, lambda _: runner.cost(command(with_photos)), lambda _: runner.cost(command(without)))

    report(f"list, {size}", pair(lambda store: store.hometask("list", "@Mia", "--sort", "due", "--limit", "50")), names, 1.1)
    report(f"add, {size}", pair(lambda store: store.add()), names, 1.1)
    for store in (with_photos, without):
        runner.text(store.hometask("sync"))
    report(f"sync with nothing to do, {size}", pair(lambda store: store.hometask("sync")), names, 1.1)
    for store, path in ((with_photos, with_hub), (without, without_hub)):
        runner.text(store.hometask("remote", "add", "far", server.address(path)))
        runner.text(store.hometask("sync", "far"))
    report("  the same over ssh", pair(lambda store: store.hometask("sync", "far")), names, 1.1)
    runner.text(with_photos.hometask("config", "set", "photos", "all"))
    runner.text(with_photos.hometask("sync"))
    report("  the same on a device that holds all originals", pair(lambda store: store.hometask("sync")), names, 1.1)


def main():
    chosen = arguments()
    parts = chosen.only or PARTS
    binary = str((chosen.binary or release_binary()).resolve())
    with tempfile.TemporaryDirectory(prefix="hometask-photos-", dir=chosen.folder) as name:
        folder = pathlib.Path(name)
        runner = Runner(folder)
        maker = StoreMaker(runner, binary, folder)
        print(f"a small file takes {file_creation(folder):.0f} µs; medians of {chosen.runs} runs")
        if "attaching" in parts:
            attaching(runner, maker.bare(), folder, chosen.runs)
        with Server(folder) as server:
            runner.environment["GIT_SSH_COMMAND"] = server.command
            if "sending" in parts:
                store, _ = device(maker, "sender")
                runner.text(store.hometask("remote", "remove", "origin"))
                sending(runner, store, folder, chosen.photos, min(chosen.runs, 5), server)
                shutil.rmtree(store.folder)
            if "joining" in parts or "working" in parts:
                maker.grow(chosen.tasks)
            if "joining" in parts:
                joining(runner, maker, folder, chosen.joined, chosen.runs, server)
            if "working" in parts:
                working(runner, maker, folder, chosen.kept, chosen.runs, server)


if __name__ == "__main__":
    main()
