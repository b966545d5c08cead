// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform
import HometaskSystem

/// References whose files hold neither an id nor the name of another reference, as after a power cut: empty, filled
/// with zeroes, or cut short. The files themselves are examined, since libgit2 lists no references if one is torn.
enum TornReferences {
    /// The maximum depth of folders that are searched.
    private static let deepest = 8

    /// Returns the names of torn references in a folder and below.
    ///
    /// - Parameters:
    ///   - folder: such as `refs/remotes`.
    ///   - directory: the git directory, with a trailing slash.
    static func names(in folder: String, of directory: String, depth: Int = 0) -> [String] {
        (FolderNames.read(directory + folder) ?? []).sorted().flatMap { entry -> [String] in
            let name = folder + "/" + entry
            var status = stat()
            guard unsafe lstat(directory + name, &status) == 0 else { return [] }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where depth < deepest: return names(in: name, of: directory, depth: depth + 1)
            case S_IFREG where !name.hasSuffix(".lock"): return isTorn(directory + name) ? [name] : []
            default: return []
            }
        }
    }

    /// Returns whether the file of a reference can be read and holds no reference.
    static func isTorn(_ path: String) -> Bool {
        guard let bytes = try? FileBytes.read(path) else { return false }
        return !isSound(bytes)
    }

    /// Returns whether bytes are valid content of a reference's file (gitrepository-layout(5), `refs`).
    private static func isSound(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: "ref: refs/".utf8) { return true }
        guard ObjectID(hex: String(decoding: bytes.prefix(40), as: UTF8.self)) != nil else { return false }
        return bytes.count == 40 || [UInt8(ascii: "\n"), UInt8(ascii: " ")].contains(bytes[40])
    }
}
