# SPDX-License-Identifier: Apache-2.0
"""The packages that faults are put into, their modules, and which of these have no fault."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Modules that need no fault, and why. Those without Swift, such as the ones of C, are not looked at.
EXEMPT = {
    "Sources/HometaskCore": "it re-exports other modules and has no code of its own",
    "Sources/HometaskKit": "it re-exports other modules and has no code of its own",
    "Plugins/serve/Plugins/EmbedLanguages": "it runs while the server is built, before a fault can be switched on",
    "Plugins/serve/Sources/LanguageEmbedder": "it runs while the server is built, before a fault can be switched on",
}


@dataclass(frozen=True)
class Package:
    """A package, and what its build makes."""

    name: str
    # Where it is in the project, and where its build is in the copy.
    folder: str
    scratch: str
    # The program with the tests, and the one that they start from the folder in which they are.
    bundle: str
    command: str
    # The tests that are left out, as a regular expression.
    skipped: str = ""

    @property
    def manifest(self):
        return str(Path(self.folder, "Package.swift"))

    @property
    def programs(self):
        return self.bundle, self.command


PROJECT = Package("hometask", ".", ".build", "hometaskPackageTests.xctest", "hometask")
# Tests in browsers take minutes.
SERVER = Package(
    "serve", "Plugins/serve", ".build-serve", "hometask-servePackageTests.xctest", "hometask-serve",
    skipped="PageTests.(browser|webkit)")
PACKAGES = (PROJECT, SERVER)


def package_of(path):
    """The package that a source belongs to."""
    return SERVER if path.startswith(SERVER.folder + "/") else PROJECT


def module_of(path):
    """The folder of the module that a source belongs to."""
    package = package_of(path)
    folder = Path(package.folder)
    parts = Path(path).relative_to(folder).parts
    return str(folder.joinpath(*parts[: 3 if package == PROJECT and parts[0] == "Plugins" else 2]))


def files(top):
    """A file, or all files in a folder but for those of builds."""
    if top.is_file():
        return [top]
    return sorted(path for path in top.rglob("*") if path.is_file() and ".build" not in path.parts)


def modules():
    """The folders of all modules in Swift, but for tests."""
    paths = [path.relative_to(ROOT) for top in ("Sources", "Plugins") for path in files(ROOT / top)]
    sources = [path for path in paths if path.suffix == ".swift" and path.name != "Package.swift"]
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
