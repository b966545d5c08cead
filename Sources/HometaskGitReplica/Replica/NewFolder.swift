// SPDX-License-Identifier: Apache-2.0

import HometaskFamily
import HometaskPlatform
import HometaskSystem

/// A folder under construction: a family's repository is created in a folder of its own and moved into place when it is
/// complete.
///
/// If the place does not exist, the new folder is created beside it and renamed at the end, in one step. If the place
/// is an empty folder, perhaps a shell's current directory, the new folder is created inside it, and its content moves
/// up. The git directory moves last, which makes the place a repository.
///
/// Invariant: until then there is no repository at the place. The process holds a kernel lock on the folder, so the
/// folder of a killed process is recognised, and removed when another one is created there.
struct NewFolder {
    /// The final path of the family's repository.
    let place: String
    /// The path at which it is created.
    let path: String
    /// Whether the place was an empty folder.
    private let isInside: Bool
    private let file: Int32

    private static let mark = ".hometask-new-"
    /// The names that have moved into the place or are about to, one a line. The list is in the git directory, so that
    /// it does not appear among the family's files afterwards.
    private static let movedNames = [".git/hometask/moved", "moved"]
    /// The entries that make a folder a repository: one with a working tree, and a bare one.
    private static let last = [".git", "HEAD"]

    /// Creates the folder.
    ///
    /// - Throws: `ReplicaError` (`alreadyExists`) if the place contains anything.
    init(for place: String) throws {
        var place = place[...]
        while place.count > 1, place.hasSuffix("/") { place = place.dropLast() }
        self.place = String(place)
        let slash = place.lastIndex(of: "/")
        let above = slash.map { $0 == place.startIndex ? "/" : String(place[..<$0]) } ?? "."
        let name = slash.map { String(place[place.index(after: $0)...]) } ?? String(place)
        Self.removeDead(in: above, prefix: "." + name + Self.mark, of: nil)
        Self.removeDead(in: self.place, prefix: Self.mark, of: self.place)
        isInside = try Self.isEmptyFolder(self.place)
        let number = String(UInt32.random(in: 0 ... .max), radix: 16)
        path = isInside ? "\(self.place)/\(Self.mark)\(number)" : "\(above)/.\(name)\(Self.mark)\(number)"
        guard mkdir(path, 0o755) == 0 else { throw Self.cannotMake(self.place, in: above, number: errno) }
        file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0, FileLock.acquire(file) == .taken else {
            let number = errno
            rmdir(path)
            throw FileError(path, "lock", number: number).replicaError
        }
    }

    /// Returns the error for a folder that could not be created, without its temporary name.
    private static func cannotMake(_ place: String, in above: String, number: Int32) -> ReplicaError {
        guard number == ENOENT else { return FileError(place, "make", number: number).replicaError }
        return ReplicaError(
            .notFound, "cannot make \(place): there is no folder \(above)",
            hint: "Create that folder first, or name another place.")
    }

    /// Moves the finished repository into place.
    func finish() throws {
        defer { close(file) }
        if isInside {
            try moveUp()
        } else {
            // Another process may have created the place: an empty folder is replaced, anything else is not.
            guard rename(path, place) == 0 else { throw FileError(place, "make", number: errno).replicaError }
            try? WholeFile.flushFolder(of: place)
        }
    }

    /// Restores the previous state of the place.
    func abandon() {
        Self.remove(path)
        close(file)
    }

    private func moveUp() throws {
        let names = (FolderNames.read(path) ?? []).filter { !Self.last.contains($0) } + Self.last.filter { exists($0) }
        let list = Array((names.joined(separator: "\n") + "\n").utf8)
        do throws(FileError) {
            let moved = Self.movedNames[exists(".git") ? 0 : 1]
            try WholeFile.replace(
                "\(path)/\(moved)", with: list, mode: 0o600, durably: true, via: "\(path)/\(moved).new")
            for name in names where rename("\(path)/\(name)", "\(place)/\(name)") != 0 {
                throw FileError("\(place)/\(name)", "make", number: errno)
            }
        } catch {
            for name in names where !exists(name) { Self.remove("\(place)/\(name)") }
            throw error.replicaError
        }
        try? WholeFile.flush(place)
        unlink("\(place)/\(Self.movedNames[0])")
        Self.remove(path)
    }

    private func exists(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }

    /// Removes the unfinished folders that killed processes left.
    ///
    /// - Parameter place: the folder into which their contents were moving.
    private static func removeDead(in folder: String, prefix: String, of place: String?) {
        for name in FolderNames.read(folder) ?? [] where name.hasPrefix(prefix) {
            let path = "\(folder)/\(name)"
            let file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard file >= 0 else { continue }
            defer { close(file) }
            guard isFree(file) else { continue }
            if let place, access("\(place)/.git", F_OK) != 0, access("\(place)/HEAD", F_OK) != 0 {
                for name in moved(outOf: path) { remove("\(place)/\(name)") }
            }
            removeWhole(path)
        }
    }

    /// Returns whether no living process holds a folder. A process that was just killed may still hold it for a moment,
    /// through a child that has not executed its own program yet.
    private static func isFree(_ file: Int32) -> Bool {
        FileLock.acquire(file, patience: 1_000) == .taken
    }

    /// Removes a folder in which a git program that was ended together with hometask may still be writing its last
    /// file.
    private static func removeWhole(_ path: String) {
        for _ in 0..<300 {
            remove(path)
            if access(path, F_OK) != 0 { return }
            usleep(50_000)
        }
    }

    /// Returns the names that had moved out of a folder when its process was killed.
    private static func moved(outOf path: String) -> [String] {
        var names: [String] = []
        for list in movedNames {
            guard let bytes = (try? WholeFile.read("\(path)/\(list)", limit: 1 << 20)) ?? nil else { continue }
            names += String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
        return names.filter { name in
            if name == "." || name == ".." || name.contains("/") { return false }
            return access("\(path)/\(name)", F_OK) != 0
        }
    }

    /// - Returns: whether the folder exists and is empty; false if nothing exists.
    private static func isEmptyFolder(_ folder: String) throws -> Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(folder, "make", number: EEXIST).replicaError }
        guard let name = FolderNames.read(folder)?.first else { return true }
        throw ReplicaError(
            .alreadyExists,
            last.contains(name)
                ? "\(folder) already holds a git repository" : "\(folder) is not empty: it holds ‘\(name)’",
            hint: "Name a folder that is empty or does not exist.")
    }

    /// Removes a file, or a folder with everything in it; links are removed, not their targets.
    private static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in FolderNames.read(path) ?? [] { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
