# SPDX-License-Identifier: Apache-2.0
"""The packages that faults are put into, and the modules in them."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


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
    folder = Path(package_of(path).folder)
    parts = Path(path).relative_to(folder).parts
    return str(folder.joinpath(*parts[: 3 if parts[0] == "Plugins" else 2]))


def files(top):
    """A file, or all files in a folder but for those of builds."""
    if top.is_file():
        return [top]
    return sorted(path for path in top.rglob("*") if path.is_file() and ".build" not in path.parts)
