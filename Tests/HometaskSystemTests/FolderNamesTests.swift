// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem
import TestSupport
import Testing

@Suite("The names in a folder")
struct FolderNamesTests {
    @Test("are all but '.' and '..', by the folder's path or its descriptor")
    func all() throws {
        let folder = try TemporaryFolder()
        for name in ["b", ".a"] { #expect(mkdir("\(folder.path)/\(name)", 0o700) == 0) }
        #expect(FolderNames.read(folder.path)?.sorted() == [".a", "b"])
        let opened = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #expect(FolderNames.read(opened: opened)?.sorted() == [".a", "b"])
    }

    @Test("are nil for anything but a folder")
    func none() {
        #expect(FolderNames.read("/proc/self/status") == nil)
        #expect(FolderNames.read("/proc/self/missing") == nil)
        #expect(FolderNames.read(opened: -1) == nil)
    }
}
