// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskSystem
import TestSupport
import Testing

@Suite("Lock files")
struct LockFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func number(_ path: String) -> Int32? {
        do throws(FileError) {
            _ = try LockFile.acquire(path)
            return nil
        } catch {
            return error.operation == "lock" && error.path == path ? error.number : 0
        }
    }

    @Test("Only one holder has the lock at a time, until it is released")
    func oneHolder() throws {
        let path = folder.path + "/lock"
        let first = try #require(try LockFile.acquire(path))
        first.hold { #expect((try? LockFile.acquire(path)) ?? nil == nil) }
        #expect(try LockFile.acquire(path, patience: 4) == nil)
        withExtendedLifetime(first) {}
        try withExtendedLifetime(#require(try LockFile.acquire(path + "-other"))) {}
    }

    @Test("A released lock can be taken again")
    func again() throws {
        let path = folder.path + "/lock"
        for _ in 0..<3 { try #require(try LockFile.acquire(path)).hold {} }
    }

    @Test("An unusable lock file is an error, and a symbolic link is not followed")
    func refused() throws {
        #expect(number(folder.path) == EISDIR)
        #expect(number(folder.path + "/none/lock") == ENOENT)
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "target")
        #expect(number(folder.path + "/link") == ELOOP)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/target"))
    }
}
