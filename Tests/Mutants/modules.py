# SPDX-License-Identifier: Apache-2.0
"""What the build of the package makes, its modules, and which of these need no fault."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Modules that need no fault, and why. Those without Swift, such as the ones of C, are not looked at.
EXEMPT = {
    "Sources/HometaskCore": "it re-exports other modules and has no code of its own",
    "Sources/HometaskKit": "it re-exports other modules and has no code of its own",
    "Sources/Schemas": "it has the bytes of files and no rule of its own",
}


# What a build makes: the program with the tests, and those that they start from the folder in which they are.
BUNDLE = "hometaskPackageTests.xctest"
PROGRAMS = (BUNDLE, "hometask", "hometask-serve")


def module_of(path):
    """The folder of the module that a source belongs to."""
    parts = Path(path).parts
    return str(Path(*parts[: 3 if parts[0] == "Plugins" else 2]))


def files(top):
    """A file, or all files in a folder but for those of builds."""
    if top.is_file():
        return [top]
    return sorted(path for path in top.rglob("*") if path.is_file() and ".build" not in path.parts)


def modules():
    """The folders of all modules in Swift, but for tests."""
    paths = [path.relative_to(ROOT) for top in ("Sources", "Plugins") for path in files(ROOT / top)]
    sources = [path for path in paths if path.suffix == ".swift"]
    return sorted({module_of(str(path)) for path in sources if "Tests" not in path.parts})


def gaps(faults):
    """What is wrong with the modules that have no fault, and with the list of those that need none."""
    known = modules()
    tried = {module_of(fault.file) for fault in faults if not fault.equivalent}
    found = [f"{module}: it has no fault" for module in known if module not in tried and module not in EXEMPT]
    for module in EXEMPT:
        if module in tried or module not in known:
            reason = "it has a fault" if module in tried else "there is no such module"
            found.append(f"{module}: {reason}: take it out of EXEMPT")
    return found
