// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that goes when nobody holds it any more.
///
/// It lies in memory where that is possible: durable writes, which the tests do by the hundred, cost nothing there.
final class TemporaryFolder: Sendable {
    let path: String

    private static let base: URL = {
        let memory = "/dev/shm"
        if FileManager.default.isWritableFile(atPath: memory) { return URL(fileURLWithPath: memory) }
        return FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
    }()

    init() throws {
        let folder = Self.base.appendingPathComponent("hometask-tests-\(UUID().uuidString.prefix(13))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit {
        // A test may have taken away the right to write; removing needs it back.
        if (try? FileManager.default.removeItem(atPath: path)) == nil {
            for case let item as String in FileManager.default.enumerator(atPath: path) ?? .init() {
                chmod("\(path)/\(item)", 0o700)
            }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Makes a folder in this one.
    func folder(_ name: String) throws -> String {
        let folder = "\(path)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
