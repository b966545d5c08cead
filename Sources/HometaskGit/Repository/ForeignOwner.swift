// SPDX-License-Identifier: Apache-2.0

import CProcess
import HometaskPlatform

/// The owner of a repository that git refuses because it belongs to another user (git-config(1), `safe.directory`).
public struct ForeignOwner: Hashable, Sendable {
    /// The folder that git would have to trust: the working tree, or the repository if it has none.
    public let folder: String
    /// The folder that git names when another git requests the repository: the repository itself.
    public let gitDirectory: String
    /// The owner's name, or user id if it has no name on this machine.
    public let owner: String
    /// The user that this process runs as.
    public let user: String

    /// Examines the repository at a path; nil if all of it belongs to this user, or if there is none.
    public init?(ofRepositoryAt path: String) {
        guard let real = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(real) }
        let parts = unsafe String(cString: real).split(separator: "/")
        let base = "/" + (parts.last == ".git" ? parts.dropLast() : parts[...]).joined(separator: "/")
        let places = [base, base + "/.git"]
        guard places.contains(where: { unsafe access($0 + "/HEAD", F_OK) == 0 }) else { return nil }
        let owners = places.compactMap { place -> uid_t? in
            var status = stat()
            return unsafe stat(place, &status) == 0 ? status.st_uid : nil
        }
        guard let other = owners.first(where: { $0 != geteuid() }) else { return nil }
        (folder, owner, user) = (base, Self.name(other), Self.name(geteuid()))
        gitDirectory = unsafe access(places[1], F_OK) == 0 ? places[1] : base
    }

    /// Returns the shell command that makes git trust a folder regardless of its owner.
    public static func trustCommand(_ folder: String) -> String {
        let isPlain = folder.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || "/._-".utf8.contains(byte)
        }
        let quoted = folder.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        return "git config --global --add safe.directory " + (isPlain ? folder : "'\(quoted)'")
    }

    private static func name(_ id: uid_t) -> String {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        guard unsafe getpwuid_r(id, &entry, &buffer, buffer.count, &found) == 0, let found = unsafe found else {
            return "number \(id)"
        }
        return unsafe String(cString: found.pointee.pw_name)
    }
}
