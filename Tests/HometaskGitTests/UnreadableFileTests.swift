// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskGit
import Testing

@Suite struct UnreadableFileTests {
    private let sandbox: Sandbox

    init() throws { sandbox = try Sandbox() }

    @Test("Files that come and go, as while git packs or prunes, do not count as unreadable")
    func vanishing() async throws {
        let repository = try Repository.create(at: sandbox.path + "/r", bare: true)
        let folder = sandbox.path + "/r/objects/pack"
        let others = Task.detached {
            let paths = (0..<20).map { "\(folder)/\($0)" }
            while !Task.isCancelled {
                for path in paths { try Data().write(to: URL(fileURLWithPath: path)) }
                for path in paths { try FileManager.default.removeItem(atPath: path) }
            }
        }
        let found = (0..<300).compactMap { _ in repository.unreadableFile() }
        others.cancel()
        try await others.value
        #expect(found.isEmpty)
    }
}
