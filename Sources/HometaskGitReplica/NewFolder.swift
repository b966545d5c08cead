// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskFamily
import HometaskSystem

/// A folder in the making: a family's repository is made in a folder of its own and put in its place when it is whole.
///
/// Where the place does not exist, that folder is beside it and takes its name at the end, in one step. Where it is an
/// empty folder, perhaps the one that somebody stands in, the other is made inside it, and what it holds moves up; the
/// git directory comes last, and makes it a repository.
///
/// Invariant: until then there is no repository in the place. The process holds a lock of the kernel on the folder,
/// so that what a killed one left is known as such, and removed when something is made there again.
struct NewFolder {
    /// Where the family is to be.
    let place: String
    /// Where it is made.
    let path: String
    /// Whether the place was an empty folder.
    private let isInside: Bool
    private let file: Int32

    private static let mark = ".hometask-new-"
    /// The names that have moved into the place, or are about to, a line each. In the git directory, so that nothing of
    /// it shows among the family's files afterwards.
    private static let movedNames = [".git/hometask/moved", "moved"]
    /// What makes a folder a repository: of one with a working tree, and of a bare one.
    private static let last = [".git", "HEAD"]

    /// Makes the folder.
    ///
    /// - Throws: `ReplicaError` (`alreadyExists`) where the place holds anything.
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
        guard mkdir(path, 0o755) == 0 else { throw Self.cannotMake(self.place, in: above, errno) }
        file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard file >= 0, FileLock.take(file) == .taken else {
            let number = errno
            rmdir(path)
            throw FileError(path, "lock", number).replicaError
        }
    }

    /// The error of a folder that could not be made, without the name that it would have had in the making.
    private static func cannotMake(_ place: String, in above: String, _ number: Int32) -> ReplicaError {
        guard number == ENOENT else { return FileError(place, "make", number).replicaError }
        return ReplicaError(
            .notFound, "cannot make \(place): there is no folder \(above)",
            hint: "Create that folder first, or name another place.")
    }

    /// Puts what was made in its place.
    func finish() throws {
        defer { close(file) }
        if isInside {
            try moveUp()
        } else {
            // Another process may have made the place; an empty folder is replaced, anything else is not.
            guard rename(path, place) == 0 else { throw FileError(place, "make", errno).replicaError }
            try? WholeFile.flushFolder(of: place)
        }
    }

    /// Leaves the place as it was.
    func abandon() {
        Self.remove(path)
        close(file)
    }

    private func moveUp() throws {
        let names = Self.names(in: path).filter { !Self.last.contains($0) } + Self.last.filter { exists($0) }
        let list = Array((names.joined(separator: "\n") + "\n").utf8)
        do throws(FileError) {
            let moved = Self.movedNames[exists(".git") ? 0 : 1]
            try WholeFile.replace(
                "\(path)/\(moved)", with: list, mode: 0o600, durably: true, via: "\(path)/\(moved).new")
            for name in names where rename("\(path)/\(name)", "\(place)/\(name)") != 0 {
                throw FileError("\(place)/\(name)", "make", errno)
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

    /// Removes what killed processes left of folders in the making.
    ///
    /// - Parameter place: the folder into which their contents were moving.
    private static func removeDead(in folder: String, prefix: String, of place: String?) {
        for name in names(in: folder) where name.hasPrefix(prefix) {
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

    /// Whether no living process holds a folder; one that was just killed may hold it for a moment, by a child that has
    /// not become another program yet.
    private static func isFree(_ file: Int32) -> Bool {
        FileLock.take(file, patience: 1_000) == .taken
    }

    /// Removes a folder in which a git program that was ended with its hometask may still write its last file.
    private static func removeWhole(_ path: String) {
        for _ in 0..<300 {
            remove(path)
            if access(path, F_OK) != 0 { return }
            usleep(50_000)
        }
    }

    /// The names that had moved out of a folder when its process was killed.
    private static func moved(outOf path: String) -> [String] {
        let lists = movedNames.compactMap { (try? WholeFile.read("\(path)/\($0)", limit: 1 << 20)) ?? nil }
        return lists.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init) }.filter {
            access("\(path)/\($0)", F_OK) != 0 && !$0.contains("/") && $0 != "." && $0 != ".."
        }
    }

    /// - Returns: whether the folder is there, and empty; false if nothing is there.
    private static func isEmptyFolder(_ folder: String) throws -> Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(folder, "make", EEXIST).replicaError }
        guard let name = names(in: folder).first else { return true }
        throw ReplicaError(
            .alreadyExists,
            last.contains(name)
                ? "\(folder) already holds a git repository" : "\(folder) is not empty: it holds ‘\(name)’",
            hint: "Name a folder that is empty or does not exist.")
    }

    /// Removes a file, or a folder with all that is in it; links are removed, not what they point to.
    private static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        for name in names(in: path) { remove("\(path)/\(name)") }
        rmdir(path)
    }

    private static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
