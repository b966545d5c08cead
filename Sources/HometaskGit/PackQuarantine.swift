// SPDX-License-Identifier: Apache-2.0
import Glibc
import HometaskSystem

/// A separate folder for packs that are not yet complete and checked: packs that a fetch brings, and packs that are to
/// replace others in the store.
///
/// Git writes packs and references of a fetch there (a git directory and an object folder of its own, with the store as
/// alternate). Then the packs move into the store, the index of each last, and only then a reference moves. Whatever
/// happens in between, the store has what it had before; what is left of the folder is removed by the next fetch
/// or upkeep.
final class PackQuarantine: Sendable {
    private let objects: String
    private let common: String
    private let folder: String
    /// Locked as long as the process lives to which the folder belongs.
    private let lock: Int32

    /// The beginning of the folder's name. No name that `git prune` removes: that may run beside.
    private static let prefix = "hometask-incoming-"

    /// Makes a folder in the object store of a repository.
    init(of repository: borrowing Repository) throws(GitError) {
        common = repository.commonDirectory
        objects = common + "objects/"
        folder = objects + Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 36) + "/"
        try Self.make(folder)
        lock = unsafe open(folder + "lock", O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard lock >= 0 else {
            let error = GitError.failure("write", folder + "lock", errno)
            unsafe rmdir(folder)
            throw error
        }
        do {
            _ = FileLock.take(lock)
            for name in ["git", "git/refs", "objects", "objects/pack"] { try Self.make(folder + name) }
            try FileBytes.write(
                Array("ref: refs/heads/none\n".utf8), to: folder + "git/HEAD", asReadableAs: folder + "lock")
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

    private static func make(_ path: String) throws(GitError) {
        guard unsafe mkdir(path, 0o700) == 0 else { throw GitError.failure("make", path, errno) }
    }

    /// The variables under which git works in the folder.
    var environment: [String: String] {
        [
            "GIT_DIR": folder + "git", "GIT_COMMON_DIR": common, "GIT_OBJECT_DIRECTORY": folder + "objects",
            "GIT_ALTERNATE_OBJECT_DIRECTORIES": Self.quoted(objects),
        ]
    }

    /// A path that git does not take for several.
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
    /// The place for the references that a refspec fetches, by the number of the refspec: git keeps references below
    /// `refs/worktree/` for each git directory apart (gitglossary(7), "per-worktree ref").
    static func reference(_ number: Int) -> String { "refs/worktree/\(number)" }

    /// The references that were fetched: their names behind ``reference(_:)``, which may be empty, and what they name.
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

    /// How many bytes the largest file of a pack has that came, or was on its way.
    var largestFile: Int { (FolderNames.read(packs) ?? []).map { StoreLeftovers.size(of: packs + $0) }.max() ?? 0 }

    /// The folder of packs, with a slash at its end.
    var packs: String { folder + "objects/pack/" }

    /// Moves the packs that came into the store, on the disk. Until ``release(_:)`` they are kept from being removed
    /// as packs whose objects nothing leads to (git-repack(1), `.keep`).
    ///
    /// - Parameter reason: what stands in the files that keep them.
    /// - Returns: these files.
    func admit(keptFor reason: String = StoreLeftovers.keepText) throws(GitError) -> [String] {
        let (here, store) = (packs, objects + "pack/")
        let names = FolderNames.read(here) ?? []
        var kept: [String] = []
        for pack in names.sorted() where pack.hasPrefix("pack-") && pack.hasSuffix(".idx") {
            let name = String(pack.dropLast(".idx".count))
            // A pack is named after what it holds.
            if RemoteURL.exists(store + pack) { continue }
            if unsafe mkdir(store, 0o777) != 0, errno != EEXIST { throw GitError.failure("make", store, errno) }
            let keep = store + name + ".keep"
            let file = unsafe open(keep, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if file >= 0 {
                _ = unsafe write(file, reason, reason.utf8.count)
                close(file)
                kept.append(keep)
            } else if errno != EEXIST {
                throw GitError.failure("write", keep, errno)
            }
            for kind in [".pack", ".rev", ".idx"] where names.contains(name + kind) {
                try flush(here + name + kind)
                guard unsafe rename(here + name + kind, store + name + kind) == 0 else {
                    throw GitError.failure("write", store + name + kind, errno)
                }
            }
        }
        if !kept.isEmpty { try flush(store) }
        return kept
    }

    /// Lets packs be repacked again.
    static func release(_ keeps: [String]) {
        for keep in keeps { unsafe unlink(keep) }
    }
}

extension PackQuarantine {
    /// How old a folder is at least, in seconds, that is removed.
    private static var patience: Int { 60 }

    /// Removes the folders of processes that have ended.
    static func removeAbandoned(in objects: String) {
        for name in FolderNames.read(objects) ?? [] where name.hasPrefix(prefix) {
            let folder = objects + name + "/"
            let lock = unsafe open(folder + "lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
            // One that has just been made may not be locked yet.
            let isFree = lock < 0 || FileLock.take(lock) == .taken
            if isFree, StoreLeftovers.age(of: folder) > patience { StoreLeftovers.removeTree(folder) }
            if lock >= 0 { close(lock) }
        }
    }
}
