// SPDX-License-Identifier: Apache-2.0

import Foundation
import HometaskPlatform

/// A small in-memory file system, for tests of a full disk; only root may mount it.
public final class Mount: Sendable {
    /// The path of the mount point.
    public let path: String

    /// Whether this process may mount; tried once, because in a container root may lack the permission.
    public static let isPossible: Bool = {
        let path = NSTemporaryDirectory() + "/hometask-mount-" + UUID().uuidString
        defer { rmdir(path) }
        return (try? Mount(at: path, size: "64k")) != nil
    }()

    /// Mounts a file system at a new folder.
    ///
    /// - Parameter size: the size in the syntax of mount(8), such as `64k`.
    public init(at path: String, size: String) throws {
        self.path = path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try "size=\(size)".withCString { options in
            guard mount("tmpfs", path, "tmpfs", 0, options) == 0 else { throw POSIXError(.EPERM) }
        }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }

    /// Remounts the file system read-only.
    public func makeReadOnly() throws {
        let flags = UInt(MS_REMOUNT | MS_RDONLY)
        // A program started by another test briefly inherits this process's open files.
        for _ in 0..<500 {
            if mount(nil, path, nil, flags, nil) == 0 { return }
            guard errno == EBUSY else { break }
            usleep(10_000)
        }
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EPERM)
    }
}
