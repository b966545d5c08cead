# SPDX-License-Identifier: Apache-2.0
"""The build products of the package, its modules, and those exempt from faults."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Modules exempt from faults, and why. Modules without Swift, such as those in C, are not checked.
EXEMPT = {
    "Sources/HometaskCore": "it re-exports other modules and has no code of its own",
    "Sources/HometaskKit": "it re-exports other modules and has no code of its own",
    "Sources/Schemas": "it has the bytes of files and no rule of its own",
}


# The build products: the test program, and the programs that tests start from the same folder.
BUNDLE = "hometaskPackageTests.xctest"
PROGRAMS = (BUNDLE, "hometask", "hometask-serve")


def module_of(path):
    """The folder of the module that a source belongs to."""
    parts = Path(path).parts
    return str(Path(*parts[: 3 if parts[0] == "Plugins" else 2]))


def files(top):
    """A file, or all files in a folder except those of builds."""
    if top.is_file():
        return [top]
    return sorted(path for path in top.rglob("*") if path.is_file() and ".build" not in path.parts)


def modules():
    """The folders of all Swift modules, except tests."""
    paths = [path.relative_to(ROOT) for top in ("Sources", "Plugins") for path in files(ROOT / top)]
    sources = [path for path in paths if path.suffix == ".swift"]
    return sorted({module_of(str(path)) for path in sources if "Tests" not in path.parts})


def gaps(faults):
    """The modules without a fault, and errors in the list of exempt ones."""
    known = modules()
    tried = {module_of(fault.file) for fault in faults if not fault.equivalent}
    found = [f"{module}: it has no fault" for module in known if module not in tried and module not in EXEMPT]
    for module in EXEMPT:
        if module in tried or module not in known:
            reason = "it has a fault" if module in tried else "there is no such module"
            found.append(f"{module}: {reason}: take it out of EXEMPT")
    return found
