// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform
import Synchronization

/// A folder removed on release, or at exit: static properties are never released.
public final class TemporaryFolder: Sendable {
    /// The folder's real path.
    public let path: String

    /// The attempts to remove a folder, and the pause between them, in microseconds.
    private static let patience = (tries: 100, pause: UInt32(10_000))

    /// The existing folders; any left at exit are removed then.
    private static let present: Mutex<Set<String>> = {
        atexit { TemporaryFolder.present.withLock { $0 }.forEach { TemporaryFolder.remove($0) } }
        return Mutex([])
    }()

    /// Makes the folder, in memory if possible, since thousands of durable writes would otherwise dominate the run
    /// time.
    ///
    /// - Parameter onDisk: whether to use the temporary directory on disk.
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
            // A test may have revoked the write permission that removal needs, or a program killed by a test may still
            // be writing its last file.
            for case let item as String in FileManager.default.enumerator(atPath: path) ?? .init() {
                chmod("\(path)/\(item)", 0o700)
            }
            usleep(patience.pause)
        }
    }

    /// Makes a subfolder of this folder.
    public func folder(_ name: String) throws -> String {
        let folder = "\(path)/\(name)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return folder
    }
}
