// SPDX-License-Identifier: Apache-2.0

import Glibc
import HometaskGit

/// A file of the working tree that is to show what HEAD holds. It asks nothing of the repository, so that several files
/// can be seen to at once.
struct FileUpdate: Sendable {
    /// Its path, a proper one of the working tree.
    let path: String
    /// What HEAD holds there; nil where nothing.
    let entry: TreeEntry?
    /// The contents that are no hand edits; nil for no file.
    var known: Set<ObjectID?>

    /// The largest file that is written to the working tree; larger ones stay in the store alone.
    static let limit = 64 << 20

    /// How the file stands to what HEAD holds.
    enum State: Hashable, Sendable {
        /// It holds that already.
        case current
        /// It holds something that nobody typed.
        case outdated
        /// Somebody typed what it holds.
        case edited
    }

    /// How the file below a root stands.
    func state(below root: String) throws -> State {
        let content = try Self.hash(of: path, below: root)
        if content == entry?.id { return .current }
        return known.contains(content) ? .outdated : .edited
    }

    /// The blob id of a file's content; nil where there is no file.
    static func hash(of path: String, below root: String) throws -> ObjectID? {
        do {
            guard WorkTreePath(path, below: root)?.isReachable == true,
                let bytes = try FileBytes.read(root + path, limit: limit)
            else { return nil }
            return try Repository.hashBlob(bytes)
        } catch let error as FileError {
            // Larger than any file that is written here: nothing that a tree holds, so somebody's own.
            if error.number == EFBIG { return .zero }
            if error.meansUnfitName { return nil }
            throw error.replicaError
        }
    }

    /// Writes the file. Links, submodules and paths that would leave the working tree are not written: what a remote sends
    /// has no say outside the documents' folders.
    ///
    /// - Parameters:
    ///   - bytes: the content; nil where it is not to be written.
    ///   - temporary: the path of a file that nobody else uses at the time.
    /// - Returns: whether it is there.
    func write(_ bytes: [UInt8]?, below root: String, via temporary: String) throws -> Bool {
        guard let bytes, let entry, entry.mode.isFile, let place = WorkTreePath(path, below: root),
            try place.makeFolders()
        else { return false }
        do throws(FileError) {
            try FileBytes.replace(
                root + path, with: bytes, mode: entry.mode == .executable ? 0o755 : 0o644, durably: false,
                via: temporary)
        } catch {
            if error.meansUnfitName { return false }
            throw error.replicaError
        }
        return true
    }
}
