// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import Synchronization

/// A folder that goes when nobody holds it any more, or when the tests end: a static property never lets go.
public final class TemporaryFolder: Sendable {
    /// The folder's real path.
    public let path: String

    /// How often removing it is tried, and how long is waited in between, in microseconds.
    private static let patience = (tries: 100, pause: UInt32(10_000))

    /// The folders that are there; those that still are when the tests end are removed then.
    private static let present: Mutex<Set<String>> = {
        atexit { TemporaryFolder.present.withLock { $0 }.forEach { TemporaryFolder.remove($0) } }
        return Mutex([])
    }()

    /// Makes the folder: in memory where there is such a place, since thousands of durable writes cost most of the time
    /// otherwise.
    ///
    /// - Parameter onDisk: whether it is to be where temporary files are as a rule.
    public init(onDisk: Bool = false) throws {
        let memory = URL(fileURLWithPath: "/dev/shm")
        let isInMemory = !onDisk && FileManager.default.isWritableFile(atPath: memory.path)
        let base = (isInMemory ? memory : FileManager.default.temporaryDirectory).resolvingSymlinksInPath()
        let folder = base.appendingPathComponent("hometask-tests-\(UUID().uuidString.prefix(13))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
        Self.present.withLock { _ = $0.insert(folder.path) }
    }

    deinit {
        Self.remove(path)
        Self.present.withLock { _ = $0.remove(path) }
    }

    private static func remove(_ path: String) {
        for _ in 0..<patience.tries {
            if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
            guard FileManager.default.fileExists(atPath: path) else { return }
            // A test may have taken away the right to write; removing needs it back. Or a program that a test has ended
            // still writes its last file.
            for case let item as String in FileManager.default.enumerator(atPath: path) ?? .init() {
                chmod("\(path)/\(item)", 0o700)
            }
            usleep(patience.pause)
        }
    }

    /// Makes a folder in this one.
    public func folder(_ name: String) throws -> String {
        let folder = "\(path)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
