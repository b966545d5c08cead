# SPDX-License-Identifier: Apache-2.0
"""A copy of the project with each fault behind a switch."""

import json
import re
import shutil

import faults as table
from modules import ROOT, files, module_of

COPIED = ["Package.swift", "Sources", "Plugins", "Schemas", "Tests", "README.md", ".ci", ".swift-format", ".github"]
MARK = b"hometask-mutant:"
# The pinned versions of dependencies. The copy keeps its own, so that a build does not look for newer ones.
VERSIONS = "Package.resolved"

SWIFT_SWITCH = """// SPDX-License-Identifier: Apache-2.0

@_silgen_name("hometask_mutant")
@usableFromInline
func hometaskMutant(_ number: Int32) -> Int32

@usableFromInline
func mutant(_ number: Int32) -> Bool { hometaskMutant(number) != 0 }
"""

C_HEADER = """// SPDX-License-Identifier: Apache-2.0
#include <stdint.h>
int32_t hometask_mutant(int32_t number);
"""

C_SWITCH = """// SPDX-License-Identifier: Apache-2.0
#include "mutant.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The tool writes the number into the program's file.
static const volatile char number_mark[] = "MARK00000";
static int32_t current;

__attribute__((constructor)) static void hometask_read_mutant(void) {
    for (size_t place = strlen("MARK"); number_mark[place]; place++)
        current = current * 10 + (number_mark[place] - '0');
}

int32_t hometask_mutant(int32_t number) {
    static int told;
    if (number != current) return 0;
    if (!told) {
        told = 1;
        char path[4096];
        int saved = errno;
        snprintf(path, sizeof path, "FOLDER/%d", (int)number);
        int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
        if (file >= 0) close(file);
        errno = saved;
    }
    return 1;
}
"""

# The end of the manifest: targets with faults depend on the switch.
MANIFEST_END = """
// Added for the run of mutants.
package.targets.append(.target(name: "CMutant", path: "CMutant"))
for target in package.targets where (MUTATED as [String]).contains(target.name) {
    target.dependencies.append("CMutant")
}
"""


class MutatedPackage:
    """- Parameter reached: the folder with a file for each fault that was executed while it was switched on."""

    def __init__(self, copy, reached):
        self.copy, self.reached = copy, reached

    def write(self, faults):
        texts = table.written(faults, ROOT)
        for folder in (self.copy, self.reached):
            folder.mkdir(parents=True, exist_ok=True)
        wanted = set()
        for top in COPIED:
            for path in files(ROOT / top):
                name = str(path.relative_to(ROOT))
                wanted.add(name)
                if name == "Package.swift":
                    self.put(name, (path.read_text() + manifest_end(faults)).encode(), path)
                elif path.name != VERSIONS or not (self.copy / name).is_file():
                    self.put(name, texts[name].encode() if name in texts else path.read_bytes(), path)
        own = {f"{module_of(fault.file)}/MutantSwitch.swift": SWIFT_SWITCH for fault in faults}
        own["CMutant/include/mutant.h"] = C_HEADER
        own["CMutant/mutant.c"] = C_SWITCH.replace("MARK", MARK.decode()).replace("FOLDER", str(self.reached))
        for name, text in own.items():
            wanted.add(name)
            self.put(name, text.encode())
        for top in [*COPIED, "CMutant"]:
            for path in files(self.copy / top):
                if str(path.relative_to(self.copy)) not in wanted and path.name != VERSIONS:
                    path.unlink()

    def put(self, name, data, model=None):
        """Writes a file if it differs, so that the build only compiles changed files."""
        path = self.copy / name
        if path.is_symlink() or not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_bytes(data)
        if model is not None:
            shutil.copymode(model, path)


def manifest_end(faults):
    """The addition to the manifest: the switch for the targets that have faults."""
    return MANIFEST_END.replace("MUTATED", json.dumps(sorted({target_of(fault.file) for fault in faults})))


def target_of(path):
    """The target of a source: by its folder, or for a plugin by its name in the manifest."""
    parts = module_of(path).split("/")
    if parts[-1] != "Sources":
        return parts[-1]
    manifest = (ROOT / PROJECT.manifest).read_text()
    found = re.search(rf'plugin\(\s*"(\w+)", in: "{re.escape(parts[1])}"', manifest)
    return found.group(1)
