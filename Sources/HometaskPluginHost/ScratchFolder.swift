// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily

/// A folder in which another program is handed files and leaves files; it goes when nobody needs it any more.
public final class ScratchFolder: Sendable {
    /// The path of the folder, which is removed with all in it when this object is freed.
    public let path: String

    /// What the names of these folders begin with.
    private static let prefix = "exchange-"
    /// After how many seconds one that a killed process has left is removed.
    private static let patience = 3600

    /// A new folder below another.
    public init(in folder: String) throws { path = try Self.lasting(in: folder) }

    /// A new folder below another that stays when nobody needs it, for programs of which nobody knows when they are
    /// done; a later one removes it, from an hour on.
    public static func lasting(in folder: String) throws -> String {
        LocalFile.makeFolder(folder)
        removeAbandoned(in: folder)
        let path = "\(folder)/\(prefix)\(String(UInt64.random(in: 0 ... .max), radix: 36))"
        guard mkdir(path, 0o700) == 0 else {
            throw ReplicaError(.inputOutput, "cannot make \(path): \(String(cString: strerror(errno)))")
        }
        return path
    }

    deinit { Self.remove(path) }

    /// The path of a file in it.
    public func file(_ name: String) -> String { "\(path)/\(name)" }

    private static func removeAbandoned(in folder: String) {
        for name in LocalFile.names(in: folder) where name.hasPrefix(prefix) {
            var status = stat()
            let path = "\(folder)/\(name)"
            if lstat(path, &status) == 0, time(nil) - status.st_mtim.tv_sec > patience { remove(path) }
        }
    }

    /// Removes a folder with all in it; the plugin may have put anything there. Links are not followed.
    private static func remove(_ path: String) {
        for name in LocalFile.names(in: path) where unlink("\(path)/\(name)") != 0 { remove("\(path)/\(name)") }
        rmdir(path)
    }
}

extension PluginHost {
    /// A folder in which a plugin is handed files.
    public func scratch(for plugin: UsablePlugin) throws -> ScratchFolder {
        try ScratchFolder(in: places.data(plugin.id))
    }
}
