// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskGit
import HometaskSystem

/// A file of the working tree that is to show what HEAD holds. It asks nothing of the repository, so that several files
/// can be seen to at once.
struct FileUpdate: Sendable {
    /// Its path, a proper one of the working tree.
    let path: String
    /// What HEAD holds there; nil if nothing.
    let entry: TreeEntry?
    /// The contents that do not count as hand edits; nil means no file.
    var known: Set<ObjectID?>
    /// What the file is to hold: what HEAD holds, except a `.gitattributes` that is not hometask's own.
    let content: ObjectID?

    /// - Parameter substitute: what the file is to hold instead of what HEAD holds.
    init(path: String, entry: TreeEntry?, known: Set<ObjectID?>, substitute: ObjectID? = nil) {
        self.path = path
        self.entry = entry
        self.known = known
        content = substitute ?? entry?.id
    }

    /// The maximum size of a file in the working tree, in bytes; larger ones are only in the store.
    static let limit = 64 << 20

    /// How the file compares with HEAD.
    enum State: Hashable, Sendable {
        /// It holds that already.
        case current
        /// It holds what it is to hold instead.
        case standIn
        /// It differs from HEAD but is not a hand edit.
        case outdated
        /// Somebody typed what it holds.
        case edited
        /// Its name is none that a remote decides on, so it stays as it is.
        case kept
    }

    /// Compares the file below a root with HEAD.
    func state(below root: String) throws -> State {
        let content = try Self.hash(of: path, below: root)
        if content == entry?.id { return .current }
        if content == self.content { return .standIn }
        guard WorkTreePath.isProper(path), WorkTreePath.isPlain(path) || path == MergeDriver.attributesPath else {
            return .kept
        }
        // What is hidden behind something else was not removed.
        if content == nil, WorkTreePath(path, below: root)?.obstacle != nil { return .outdated }
        return known.contains(content) ? .outdated : .edited
    }

    /// The blob id of a file's content; nil if there is no file.
    static func hash(of path: String, below root: String) throws -> ObjectID? {
        do {
            guard WorkTreePath(path, below: root)?.isReachable == true,
                let bytes = try WholeFile.read(root + path, limit: limit)
            else { return nil }
            return try Repository.hashBlob(bytes)
        } catch let error as FileError {
            // Larger than any file that is written here: nothing that a tree holds, so somebody's own.
            if error.number == EFBIG { return .zero }
            if error.meansUnfitName { return nil }
            throw error.replicaError
        }
    }

    /// What git's index is to say of the file, so that `git status` shows what somebody did and nothing else.
    ///
    /// - Parameter state: how it stands after it was written, as far as it was.
    func indexChange(_ entry: TreeEntry, once state: State) -> IndexChange {
        switch state {
        case .current: .put(path: path, id: entry.id, mode: entry.mode)
        case .edited: .expect(path: path, id: entry.id, mode: entry.mode)
        case .standIn, .outdated, .kept: .skip(path: path, id: entry.id, mode: entry.mode)
        }
    }

    /// The state after the file was written.
    var writtenState: State { content == entry?.id ? .current : .standIn }

    /// Writes the file. Links, submodules and paths that would leave the working tree are not written, and no file may
    /// be run: what a remote sends has no say outside the documents' folders.
    ///
    /// - Parameters:
    ///   - bytes: the content; nil if it is not to be written, and what is there goes.
    ///   - temporary: the path of a file that nobody else uses at the time.
    /// - Returns: whether it is there.
    func write(_ bytes: [UInt8]?, below root: String, via temporary: String) throws -> Bool {
        guard entry != nil, let place = WorkTreePath(path, below: root), place.obstacle == nil else { return false }
        guard let bytes else {
            // What it holds is of an earlier version, and no edit.
            unlink(root + path)
            return false
        }
        guard try place.makeFolders() else { return false }
        do throws(FileError) {
            try WholeFile.replace(
                root + path, with: bytes, mode: 0o644, durably: false, via: temporary)
        } catch {
            if error.meansUnfitName { return false }
            throw error.replicaError
        }
        return true
    }
}
