// SPDX-License-Identifier: Apache-2.0

import HometaskGit
import HometaskPlatform
import HometaskSystem

/// A file of the working tree that should match HEAD. It does not use the repository, so several files can be processed
/// at once.
struct FileUpdate: Sendable {
    /// The file's path, valid for the working tree.
    let path: String
    /// HEAD's entry for the path; nil if there is none.
    let entry: TreeEntry?
    /// The contents that do not count as hand edits; nil means no file.
    var known: Set<ObjectID?>
    /// The content that the file should have: HEAD's content, except for a `.gitattributes` that is not hometask's own.
    let content: ObjectID?

    /// - Parameter substitute: the content that the file should have instead of HEAD's.
    init(path: String, entry: TreeEntry?, known: Set<ObjectID?>, substitute: ObjectID? = nil) {
        self.path = path
        self.entry = entry
        self.known = known
        content = substitute ?? entry?.id
    }

    /// The maximum size of a file in the working tree, in bytes; larger ones are only in the store.
    static let limit = 64 << 20

    /// The file's state compared with HEAD.
    enum State: Hashable, Sendable {
        /// It has HEAD's content.
        case current
        /// It has the substitute content.
        case standIn
        /// It differs from HEAD but is not a hand edit.
        case outdated
        /// It contains a hand edit.
        case edited
        /// A remote must not determine files of its name, so it stays as it is.
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
        // A file that is hidden by something else was not removed.
        if content == nil, WorkTreePath(path, below: root)?.obstacle != nil { return .outdated }
        return known.contains(content) ? .outdated : .edited
    }

    /// Returns the blob id of a file's content; nil if there is no file.
    static func hash(of path: String, below root: String) throws -> ObjectID? {
        do {
            guard WorkTreePath(path, below: root)?.isReachable == true,
                let bytes = try WholeFile.read(root + path, limit: limit)
            else { return nil }
            return try Repository.hashBlob(bytes)
        } catch let error as FileError {
            // Larger than any file that is written here: no tree contains it, so it is a user's own.
            if error.number == EFBIG { return .zero }
            if error.meansUnfitName { return nil }
            throw error.replicaError
        }
    }

    /// Returns the change of git's index for the file, so that `git status` shows only users' changes.
    ///
    /// - Parameter state: the file's state after it was written, if it was.
    func indexChange(_ entry: TreeEntry, once state: State) -> IndexChange {
        switch state {
        // A file with the same bytes as a link is not that link.
        case .current where entry.mode.isFile: .put(path: path, id: entry.id, mode: entry.mode)
        case .edited: .expect(path: path, id: entry.id, mode: entry.mode)
        case .current, .standIn, .outdated, .kept: .skip(path: path, id: entry.id, mode: entry.mode)
        }
    }

    /// The state after the file was written.
    var writtenState: State { content == entry?.id ? .current : .standIn }

    /// Writes the file. Links, submodules and paths that would leave the working tree are not written, and no file is
    /// executable: a remote has no control over anything outside the documents' folders.
    ///
    /// - Parameters:
    ///   - bytes: the content; nil if the file must not be written and an existing one must be removed.
    ///   - temporary: the path of a file that nothing else uses at the time.
    /// - Returns: whether the file exists.
    func writeFile(_ bytes: [UInt8]?, below root: String, via temporary: String) throws -> Bool {
        guard entry != nil, let place = WorkTreePath(path, below: root), place.obstacle == nil else { return false }
        guard let bytes else {
            // Its content is of an earlier version, not an edit.
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
