// SPDX-License-Identifier: Apache-2.0

import HometaskPlatform
import HometaskSystem

/// A separate folder for packs that are not yet complete and checked: packs from a fetch, and packs that will replace
/// others in the store.
///
/// A fetch writes its packs and references there: the folder has a git directory and an object folder of its own, with
/// the store as alternate. Of the store's references, it contains only ``KnownCommits``. Then the packs move into the
/// store, each with its index last, and only then references move. The store keeps its previous content, whatever
/// happens in between. The next fetch or upkeep removes leftovers of the folder.
final class PackQuarantine: Sendable {
    private let objects: String
    private let common: String
    private let folder: String
    /// Held for the lifetime of the process that owns the folder.
    private let lock: Int32
    /// Whether a fetch offers commits of the store to the remote.
    let sharesCommits: Bool

    /// The prefix of the folder's name. `git prune`, which may run at the same time, does not remove folders with this
    /// prefix.
    private static let prefix = "hometask-incoming-"

    /// Creates a folder in the object store of a repository.
    ///
    /// - Parameter known: the commits that a fetch offers to the remote.
    init(of repository: Repository, knowing known: KnownCommits = .none) throws(GitError) {
        sharesCommits = !known.ids.isEmpty
        common = repository.commonDirectory
        objects = common + "objects/"
        folder = objects + Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 36) + "/"
        try Self.makeFolder(folder)
        lock = unsafe open(folder + "lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            let error = GitError.failure("write", folder + "lock", cause: errno)
            unsafe rmdir(folder)
            throw error
        }
        do {
            _ = FileLock.acquire(lock)
            for name in ["git", "git/refs", "objects", "objects/pack"] { try Self.makeFolder(folder + name) }
            try writeFile("git/HEAD", "ref: refs/heads/none\n")
            if !known.ids.isEmpty { try writeFile("git/packed-refs", known.packedReferences) }
        } catch {
            close(lock)
            StoreLeftovers.removeTree(folder)
            throw error
        }
    }

    deinit {
        StoreLeftovers.removeTree(folder)
        close(lock)
    }

    private static func makeFolder(_ path: String) throws(GitError) {
        guard unsafe mkdir(path, 0o700) == 0 else { throw GitError.failure("make", path, cause: errno) }
    }

    private func writeFile(_ name: String, _ text: String) throws(GitError) {
        try FileBytes.writeBytes(Array(text.utf8), to: folder + name, asReadableAs: folder + "lock")
    }

    /// The variables for running git in the folder.
    var environment: [String: String] {
        [
            "GIT_DIR": folder + "git", "GIT_COMMON_DIR": common, "GIT_OBJECT_DIRECTORY": folder + "objects",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": Self.quoted(objects),
        ]
    }

    /// The settings for running git in the folder.
    var settings: [String] { GitEnvironment.withoutAlternates(common) }

    /// Quotes a path so that git does not split it into several.
    private static func quoted(_ path: String) -> String {
        var text = "\""
        for character in path.unicodeScalars {
            switch character {
            case "\"", "\\": text += "\\" + String(character)
            case "\n": text += "\\n"
            default: text.unicodeScalars.append(character)
            }
        }
        return text + "\""
    }
}

extension PackQuarantine {
    /// Returns the prefix of the references that a refspec fetches, by the refspec's number: git stores references
    /// below `refs/worktree/` separately for each git directory (gitglossary(7), "per-worktree ref").
    static func reference(_ number: Int) -> String { "refs/worktree/\(number)" }

    /// Returns the fetched references: their names after ``reference(_:)``, which may be empty, and the objects that
    /// they name.
    func references(_ number: Int) throws(GitError) -> [(name: String, id: ObjectID)] {
        var found: [(name: String, id: ObjectID)] = []
        try collect(folder + "git/" + Self.reference(number), name: "", into: &found)
        return found.sorted { $0.name < $1.name }
    }

    private func collect(
        _ path: String, name: String, into found: inout [(name: String, id: ObjectID)]
    ) throws(GitError) {
        if let names = FolderNames.read(path) {
            for next in names { try collect("\(path)/\(next)", name: "\(name)/\(next)", into: &found) }
        } else if RemoteURL.exists(path) {
            let text = String(decoding: try FileBytes.read(path).prefix(40), as: UTF8.self)
            guard let id = ObjectID(hex: text) else {
                throw GitError(.corrupt, operation: "read \(path)", detail: "it names no object")
            }
            found.append((name: name, id: id))
        }
    }

    /// The size in bytes of the largest pack file that was received completely or in part.
    var largestFile: Int { (FolderNames.read(packs) ?? []).map { StoreLeftovers.size(of: packs + $0) }.max() ?? 0 }

    /// The folder of packs, with a trailing slash.
    var packs: String { folder + "objects/pack/" }

    /// Moves the received packs into the store, and flushes them. Until ``release(_:)`` they are protected from removal
    /// as unreachable packs (git-repack(1), `.keep`).
    ///
    /// - Parameter reason: the content of the `.keep` files.
    /// - Returns: the `.keep` files.
    func admit(keptFor reason: String = StoreLeftovers.keepText) throws(GitError) -> [String] {
        let (here, store) = (packs, objects + "pack/")
        let names = FolderNames.read(here) ?? []
        var kept: [String] = []
        for pack in names.sorted() where pack.hasPrefix("pack-") && pack.hasSuffix(".idx") {
            let name = String(pack.dropLast(".idx".count))
            // A pack's name is derived from its content.
            if RemoteURL.exists(store + pack) { continue }
            if unsafe mkdir(store, 0o777) != 0, errno != EEXIST { throw GitError.failure("make", store, cause: errno) }
            let keep = store + name + ".keep"
            let file = unsafe open(keep, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if file >= 0 {
                _ = unsafe write(file, reason, reason.utf8.count)
                close(file)
                kept.append(keep)
            } else if errno != EEXIST {
                throw GitError.failure("write", keep, cause: errno)
            }
            for kind in [".pack", ".rev", ".idx"] where names.contains(name + kind) {
                try flush(here + name + kind)
                guard unsafe rename(here + name + kind, store + name + kind) == 0 else {
                    throw GitError.failure("write", store + name + kind, cause: errno)
                }
            }
        }
        if !kept.isEmpty { try flush(store) }
        return kept
    }

    /// Allows packs to be repacked again.
    static func release(_ keeps: [String]) {
        for keep in keeps { unsafe unlink(keep) }
    }
}

extension PackQuarantine {
    /// The minimum age, in seconds, of a folder that is removed.
    private static var patience: Int { 60 }

    /// Removes the folders of processes that have ended.
    static func removeAbandoned(in objects: String) {
        for name in FolderNames.read(objects) ?? [] where name.hasPrefix(prefix) {
            let folder = objects + name + "/"
            let lock = unsafe open(folder + "lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            // A folder that has just been created may not be locked yet.
            let isFree = lock < 0 || FileLock.acquire(lock) == .taken
            if isFree, StoreLeftovers.age(of: folder) > patience { StoreLeftovers.removeTree(folder) }
            if lock >= 0 { close(lock) }
        }
    }
}
