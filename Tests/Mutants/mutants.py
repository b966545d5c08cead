#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Inserts small faults into the sources, one at a time, and reports which of them the tests do not notice.

All faults are compiled into one build of a copy of the package, each behind a switch that is set when a program starts
(mutant schemata: R. H. Untch, A. J. Offutt, M. J. Harrold, "Mutation analysis using mutant schemata", ISSTA 1993). So a
run is one build, and then for each fault the few tests that should notice it. The number of the active fault is patched
into the files of the test bundle, of the command and of the server, in the place of five digits: tests start the
command with an environment of their own, and plugins in a sandbox that shows next to no files.

    Tests/Mutants/mutants.py                       all faults
    Tests/Mutants/mutants.py --list                the faults, and their results
    Tests/Mutants/mutants.py --only 3,17,reminders those with these numbers, of these names or files
    Tests/Mutants/mutants.py --check               whether each fault still fits its source, and which modules have
                                                   none; builds nothing

The faults are in 'faults/*.txt'; their format is described in 'faults.py'. Results are cached in 'results.json' in the
folder of the run as long as the fault and its filter are unchanged: --again retries the unnoticed ones, after a test
was added. The output of test runs is in 'logs' there.

A fault counts as noticed if a test fails, the test program is ended by a signal, or it exceeds --timeout. Without a
fault each filter must pass: otherwise the faults that name it have no result.
"""

import argparse
import collections
import errno
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import faults as table  # noqa: E402
from modules import BUNDLE, PROGRAMS, ROOT, gaps  # noqa: E402
from mutated_package import MARK, MutatedPackage  # noqa: E402

HERE = Path(__file__).resolve().parent


class Run:
    def __init__(self, folder, options):
        self.folder, self.options = folder, options
        self.copy = folder / "package"
        self.logs = folder / "logs"
        self.reached = folder / "reached"
        self.results_path = folder / "results.json"
        self.results = json.loads(self.results_path.read_text()) if self.results_path.is_file() else {}
        # Several jobs may end at once.
        self.keeping = threading.Lock()
        # The baseline of a filter is shared by all its faults: one job runs it, the others wait for it.
        self.bases = collections.defaultdict(threading.Lock)
        self.marks = {}
        # The package includes the server only if the first variable is set.
        self.environment = {"HOMETASK_SERVER": "1", "HOMETASK_TEST_SEED": "1", **os.environ}
        self.numbers = folder / "numbers.json"

    def build(self, faults):
        """Builds the copy, and stores the numbers of the faults in the build."""
        started = time.time()
        log = self.logs / "build.log"
        self.numbers.unlink(missing_ok=True)
        with open(log, "wb") as file:
            done = subprocess.run(
                ["swift", "build", "--build-tests"], cwd=self.copy, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=file, stderr=file)
        if done.returncode != 0:
            errors = [line for line in log.read_text(errors="replace").splitlines() if "error:" in line]
            sys.exit("\n".join(dict.fromkeys(errors)) or f"the build failed: {log}")
        self.numbers.write_text(json.dumps({fault.name: (fault.number, fault.code_mark) for fault in faults}))
        print(f"built in {time.time() - started:.0f} s", flush=True)

    def renumber(self, faults):
        """Assigns the faults their numbers in the build; one that is missing or has changed has none."""
        numbers = json.loads(self.numbers.read_text()) if self.numbers.is_file() else {}
        for fault in faults:
            number, mark = numbers.get(fault.name, (0, ""))
            fault.number = number if mark == fault.code_mark else 0

    def places(self):
        """A folder with the programs for each parallel run."""
        places = [self.folder / f"job-{job}" for job in range(self.options.jobs)]
        for place in places:
            shutil.rmtree(place, ignore_errors=True)
            self.fill(place)
        return places

    def fill(self, folder):
        built = self.copy / ".build/debug"
        missing = [name for name in PROGRAMS if not (built / name).is_file()]
        if missing:
            sys.exit(f"{built} has no {missing[0]}: build it, without --no-build")
        folder.mkdir(parents=True)
        for path in built.iterdir():
            if path.name.endswith((".resources", ".bundle")):
                (folder / path.name).symlink_to(path)
        for name in PROGRAMS:
            shutil.copy2(built / name, folder / name)

    # Runs of tests

    def tests(self, folder, number, filter, log, timeout):
        """The exit code of a run, and its reported results."""
        for name in PROGRAMS:
            self.switch(folder / name, number)
        reached = self.reached / str(number)
        reached.unlink(missing_ok=True)
        # Browser tests take minutes.
        words = [str(folder / BUNDLE), "--testing-library", "swift-testing", "--filter", filter]
        words += ["--skip", "PageTests.(browser|webkit)"]
        started = time.time()
        with open(log, "wb") as file:
            process = subprocess.Popen(
                words, cwd=self.copy, env=self.environment, stdin=subprocess.DEVNULL, stdout=file, stderr=file,
                start_new_session=True)
            code, is_over = None, False
            while code is None and not is_over:
                try:
                    code = process.wait(0.3)
                except subprocess.TimeoutExpired:
                    # With a fault switched on, the first failed test is enough.
                    failed = number and failed_tests(log.read_text(errors="replace"))
                    is_over = bool(failed) or time.time() - started > timeout
            if code is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        end_programs(folder)
        text = log.read_text(errors="replace")
        ran = re.findall(r"Test run with (\d+) tests?", text)
        return {
            "code": code, "seconds": round(time.time() - started, 1), "tests": max(map(int, ran), default=0),
            "reached": reached.exists(), "failed": failed_tests(text),
        }

    def switch(self, program, number):
        """Writes the number of the fault into a program; a running program is replaced by a copy."""
        if program.name not in self.marks:
            data = program.read_bytes()
            if data.count(MARK) != 1:
                sys.exit(f"{program} has {data.count(MARK)} switches, not one")
            self.marks[program.name] = data.index(MARK) + len(MARK)
        for attempt in range(2):
            try:
                with open(program, "r+b") as file:
                    file.seek(self.marks[program.name])
                    file.write(b"%05d" % number)
                return
            except OSError as error:
                if error.errno != errno.ETXTBSY or attempt:
                    raise
                draft = program.with_suffix(".copy")
                shutil.copy2(program, draft)
                draft.rename(program)

    def base(self, place, filter):
        """The baseline without a fault, which must pass."""
        key = f"base {filter}"
        with self.keeping:
            making = self.bases[key]
        with making:
            known = self.results.get(key)
            if known and known["code"] == 0 and known["tests"] > 0 and not self.options.again:
                return known
            name = hashlib.sha256(key.encode()).hexdigest()[:12]
            found = self.tests(place, 0, filter, self.logs / f"base-{name}.log", self.options.timeout * 3)
            found["filter"] = filter
            self.keep(key, found)
            return found

    def fault(self, place, fault):
        """Runs the filters of a fault, one after the other, until one notices it."""
        if fault.number == 0:
            return {"outcome": "unknown", "why": "it is not in the build", "seconds": 0}
        found, seconds, is_reached = None, 0.0, False
        for index, filter in enumerate(fault.filters):
            base = self.base(place, filter)
            if base["code"] != 0 or base["tests"] == 0:
                why = "no test has such a name" if base["tests"] == 0 else "its tests fail without it"
                return {**base, "outcome": "unknown", "why": f"{filter}: {why}"}
            timeout = max(self.options.timeout, base["seconds"] * 5)
            log = self.logs / f"{fault.name}{'' if index == 0 else f'-{index + 1}'}.log"
            found = self.tests(place, fault.number, filter, log, timeout)
            seconds, is_reached = seconds + found["seconds"], is_reached or found["reached"]
            found["seconds"] = round(seconds, 1)
            if found["failed"] or found["code"] not in (0, None):
                found.update(outcome="noticed", why="; ".join(found["failed"][:2]) or f"ended with {found['code']}")
                return found
            if found["code"] is None:
                return {**found, "outcome": "noticed", "why": f"took longer than {timeout:.0f} s"}
        return {**found, "outcome": "got through", "why": "reached" if is_reached else "not reached"}

    def keep(self, key, found):
        with self.keeping:
            self.results[key] = found
            draft = self.results_path.with_suffix(".new")
            draft.write_text(json.dumps(self.results, indent=1, sort_keys=True))
            draft.rename(self.results_path)

    def known(self, fault):
        found = self.results.get(fault.name)
        return found if found and found.get("mark") == fault.mark else None

    def all(self, faults):
        waiting = [fault for fault in faults if not fault.equivalent and self.is_open(fault)]
        places = self.places()
        print(f"{len(waiting)} of {len(faults)} faults to try", flush=True)

        def one(fault):
            place = places.pop()
            try:
                found = self.fault(place, fault)
            finally:
                places.append(place)
            found["mark"] = fault.mark
            self.keep(fault.name, found)
            print(line(fault, found), flush=True)

        with ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(one, waiting))

    def is_open(self, fault):
        known = self.known(fault)
        return known is None or (self.options.again and known["outcome"] != "noticed")


def end_programs(folder):
    """Ends processes that tests have started from a folder and left running, such as servers of killed tests."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if Path(os.readlink(process / "exe")).is_relative_to(folder):
                os.kill(int(process.name), signal.SIGKILL)
        except OSError:
            continue


def failed_tests(text):
    names = re.findall(r'✘ Test (?:case passing .*? to )?("[^"\n]*"|\S+) (?:failed|recorded)', text)
    return list(dict.fromkeys(names))


def line(fault, found):
    outcome, why = (found["outcome"], found["why"]) if found else ("not tried", "")
    if fault.equivalent:
        outcome, why = "equivalent", fault.equivalent
    seconds = f"{found['seconds']:6.1f} s" if found else " " * 8
    return f"{fault.number:4} {outcome:12} {seconds}  {fault.name}: {why}"[:240]


def summary(run, faults):
    areas = {}
    for fault in faults:
        found = run.known(fault)
        outcome = "equivalent" if fault.equivalent else found["outcome"] if found else "not tried"
        areas.setdefault(fault.area, []).append((fault, outcome))
    kinds = ["noticed", "got through", "equivalent", "unknown", "not tried"]
    print(f"\n{'':16}" + "".join(f"{kind:>13}" for kind in kinds))
    for area, found in [*sorted(areas.items()), ("all", [one for found in areas.values() for one in found])]:
        counts = [sum(outcome == kind for _, outcome in found) for kind in kinds]
        print(f"{area:16}" + "".join(f"{count:13}" for count in counts))
    through = [fault for found in areas.values() for fault, outcome in found if outcome == "got through"]
    for fault in through:
        print(f"\n{fault.number} {fault.name} got through: {fault.suffers}\n    {fault.file}, tests {fault.tests}")
    return not through


def selected(faults, words):
    if not words:
        return faults
    wanted = set(words.split(","))
    found = [fault for fault in faults if wanted & {str(fault.number), fault.name, fault.area}]
    missing = wanted - {word for fault in faults for word in (str(fault.number), fault.name, fault.area)}
    if missing:
        sys.exit(f"no such fault: {', '.join(sorted(missing))}")
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--folder", type=Path, help="where the copy, its build and the results are kept")
    parser.add_argument("--only", help="numbers, names or files of faults, divided by commas")
    parser.add_argument("--list", action="store_true", help="list the faults")
    parser.add_argument("--check", action="store_true", help="see whether faults fit, and every module has one")
    parser.add_argument("--again", action="store_true", help="try those again that got through")
    parser.add_argument("--no-build", action="store_true", help="take the copy and the build of the last run")
    parser.add_argument("--jobs", type=int, default=1, help="how many runs of tests at once")
    parser.add_argument("--timeout", type=float, default=120, help="seconds after which a run counts as hanging")
    options = parser.parse_args()
    try:
        faults = table.read(HERE / "faults")
        if options.check:
            table.written(faults, ROOT)
            found = gaps(faults)
            if found:
                sys.exit("\n".join(found))
            print(f"{len(faults)} faults fit their sources, and every module has one")
            return
        folder = (options.folder or Path(tempfile.gettempdir()) / "hometask-mutants").resolve()
        if ROOT == folder or ROOT in folder.parents:
            sys.exit(f"{folder} is in the package: give --folder one outside")
        run = Run(folder, options)
        chosen = selected(faults, options.only)
        if options.list:
            for fault in chosen:
                print(line(fault, run.known(fault)) + f" [{fault.tests}]")
            return
        run.logs.mkdir(parents=True, exist_ok=True)
        if not options.no_build:
            MutatedPackage(run.copy, run.reached).write(faults)
            run.build(faults)
        run.renumber(faults)
        started = time.time()
        run.all(chosen)
        print(f"tried in {time.time() - started:.0f} s")
        if not summary(run, chosen):
            sys.exit(1)
    except table.Refusal as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    main()
