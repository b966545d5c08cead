// SPDX-License-Identifier: Apache-2.0
import CProcess
import Glibc

/// Whom a repository belongs to that git refuses because it belongs to somebody else (git-config(1), `safe.directory`).
public struct ForeignOwner: Hashable, Sendable {
    /// The folder that git would have to be told to trust: the working tree, or the repository where it has none.
    public let folder: String
    /// The folder that git names where another git asks it for the repository: the repository itself.
    public let gitDirectory: String
    /// The owner's name, or number if the user has no name here.
    public let owner: String
    /// The user as whom this process runs.
    public let user: String

    /// Looks at the repository at a path; nil if all of it belongs to this user, or nothing is there.
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

    /// The command that has git trust a folder whoever owns it, as a shell takes it.
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
