// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import HometaskGit

@Suite("Flushing to the disk")
struct FlushingTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Flushing a device or a missing file is an error")
    func flushing() throws {
        try sandbox.write("x", to: "file")
        try flush(sandbox.path + "/file")
        try flush(sandbox.path)
        #expect(throws: GitError.self) { try flush("/dev/null") }
        #expect(throws: GitError.self) { try flush(sandbox.path + "/none") }
    }

    @Test("A reference is flushed, loose or packed; a missing or unflushable one is an error")
    func flushingReferences() throws {
        let local = sandbox.path + "/r"
        let repository = try Repository.create(at: local, bare: true)
        let one = try repository.commit("one")
        let name = "refs/heads/main"
        _ = try repository.references.move(name, from: nil, to: one, signature: .anna, message: "")
        try repository.references.flushReference(name)
        #expect(throws: GitError.self) { try repository.references.flushReference("refs/heads/none") }
        try sandbox.git("pack-refs", "--all", at: "r")
        try repository.references.flushReference(name)
        // A device cannot be flushed.
        for path in ["packed-refs", name] {
            try? FileManager.default.removeItem(atPath: local + "/" + path)
            try FileManager.default.createSymbolicLink(atPath: local + "/" + path, withDestinationPath: "/dev/null")
            #expect(throws: GitError.self, "\(path)") { try repository.references.flushReference(name) }
        }
    }
}
