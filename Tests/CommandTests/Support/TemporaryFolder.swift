// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A folder that goes when nobody holds it any more.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        // In memory where there is such a place: thousands of durable writes cost most of the time otherwise.
        let memory = URL(fileURLWithPath: "/dev/shm")
        let isWritable = FileManager.default.isWritableFile(atPath: memory.path)
        let base = (isWritable ? memory : FileManager.default.temporaryDirectory).resolvingSymlinksInPath()
        let folder = base.appendingPathComponent("hometask-tests-\(UUID().uuidString.prefix(13))")
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
