// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily

/// A temporary folder for exchanging files with another program; it is removed when it is no longer needed.
public final class ScratchFolder: Sendable {
    /// The path of the folder, which is removed with its contents when this object is freed.
    public let path: String

    /// The prefix of the names of these folders.
    private static let prefix = "exchange-"
    /// The age in seconds at which a folder left by a killed process is removed.
    private static let patience = 3600

    /// Creates a folder inside another.
    public init(in folder: String) throws { path = try Self.lasting(in: folder) }

    /// Creates a folder inside another that is not removed automatically, for programs whose end is unknown. A later
    /// call removes it when it is at least an hour old.
    public static func lasting(in folder: String) throws -> String {
        LocalFile.makeFolder(folder)
        removeAbandoned(in: folder)
        let path = "\(folder)/\(prefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        guard mkdir(path, 0o700) == 0 else {
            throw ReplicaError(.inputOutput, "cannot make \(path): \(String(cString: strerror(errno)))")
        }
        return path
    }

    /// Removes the folder with its contents, which may be anything that the plugin put there.
    deinit { FolderTree.remove(path) }

    /// The path of a file in the folder.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    private static func removeAbandoned(in folder: String) {
        for name in LocalFile.names(in: folder) where name.hasPrefix(prefix) {
            var status = stat()
            let path = "\(folder)/\(name)"
            if lstat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > patience { FolderTree.remove(path) }
        }
    }
}
