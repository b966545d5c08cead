// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskGit

/// Files that HEAD contains and the working tree does not show: files that programs would obey, links, and documents
/// whose place is taken by something else. Git's index says for each that its file must not be checked.
extension WorkTree {
    /// Returns the update at a path.
    func update(_ path: String, _ entry: TreeEntry?, known: KnownFiles) throws -> FileUpdate {
        var contents = try contents(of: path, known)
        guard path == MergeDriver.attributesPath else { return FileUpdate(path: path, entry: entry, known: contents) }
        // Attributes make git run the programs that they name, and change how git reads the files' content.
        let own = try Repository.hashBlob(Array(MergeDriver.attributes.utf8))
        contents.insert(own)
        let isOwn = try entry.map { try holdsOwnAttributes($0) } ?? true
        return FileUpdate(path: path, entry: entry, known: contents, substitute: isOwn ? nil : own)
    }

    /// Returns whether HEAD's `.gitattributes` contains only what hometask writes.
    private func holdsOwnAttributes(_ entry: TreeEntry) throws -> Bool {
        guard entry.mode.isFile else { return false }
        do throws(GitError) {
            return MergeDriver.isOwn(try store.repository.readBlob(entry.id, limit: 1 << 20))
        } catch {
            if error.code == .tooLarge { return false }
            throw error.replicaError(subject: MergeDriver.attributesPath)
        }
    }

    /// Makes git ignore the executable bits of files: no file here is executable, whatever HEAD says.
    func ignoreFileModes() throws {
        do throws(GitError) {
            try store.repository.configuration.ignoreFileModes()
        } catch {
            throw error.replicaError(subject: "the repository's settings")
        }
    }

    /// Returns the documents of HEAD whose files are missing because something else is in their place, by that
    /// obstacle.
    func hiddenPaths(head: ObjectID) throws -> [String: [String]] {
        var hidden: [String: [String]] = [:]
        for path in try unwritten().union(differingPaths(head)).sorted() where DocumentPath(text: path) != nil {
            guard let obstacle = obstacle(to: path), try store.repository.trees.entry(at: path, in: head) != nil else {
                continue
            }
            hidden[obstacle, default: []].append(path)
        }
        return hidden
    }

    /// Rebuilds git's index from HEAD, including which files must not be checked. It does not mark any file with other
    /// content as unchanged: an edit remains visible, and so does the result of a power cut.
    func remakeIndex(from head: ObjectID) throws(GitError) {
        try store.repository.index.remake(from: head) { path, content in
            (try? FileUpdate.hash(of: path, below: root)) == content
        }
        let known = KnownFiles(trees: [head], takenIn: [:], unwritten: (try? unwritten()) ?? [])
        var changes: [IndexChange] = []
        for difference in try store.repository.trees.changes(from: nil, to: head) {
            let path = difference.path
            guard let entry = difference.new, WorkTreePath.isIndexable(path),
                !entry.mode.isFile || !WorkTreePath.isProper(path) || !WorkTreePath.isPlain(path)
                    || known.unwritten.contains(path)
                    || obstacle(to: path) != nil,
                let update = try? update(path, entry, known: known)
            else { continue }
            // A link in HEAD counts as absent.
            let state = entry.mode.isFile ? (try? update.state(below: root)) ?? .edited : .outdated
            changes.append(update.indexChange(entry, once: state))
        }
        try store.repository.index.update(changes)
    }
}
