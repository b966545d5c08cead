// SPDX-License-Identifier: Apache-2.0

extension TreeStore {
    /// The paths at which two trees have different entries. A folder that only one of them has, or that is something
    /// else in the other, is one path; its content is not compared.
    ///
    /// The content at a path is the same in both trees if neither the path nor a folder above it is in the result.
    ///
    /// - Parameter limit: the number of paths beyond which no other folder is read; nil for as many as a family may have.
    /// - Throws: ``GitError/Code/tooLarge`` beyond the limit.
    public func changedEntries(
        from old: ObjectID, to new: ObjectID, limit: Int? = nil
    ) throws(GitError) -> [ChangedEntry] {
        var found: [ChangedEntry] = []
        var open = [(old: old, new: new, path: [UInt8](), depth: 0)]
        while let folder = open.popLast() {
            guard folder.depth < Self.depthLimit, found.count <= limit ?? Self.visitLimit else {
                throw GitError(.tooLarge, operation: "compare trees", detail: "they differ at too many places")
            }
            let (a, b) = (try raw(folder.old), try raw(folder.new))
            let prefix = folder.path + (folder.path.isEmpty ? [] : [UInt8(ascii: "/")])
            var (i, j) = (0, 0)
            while i < a.entries.count || j < b.entries.count {
                let order = a.order(of: i, against: b, at: j)
                let (one, two) = (order <= 0 ? a.entries[i] : nil, order >= 0 ? b.entries[j] : nil)
                if order <= 0 { i += 1 }
                if order >= 0 { j += 1 }
                if let one, let two {
                    if a.bytes[one.range].elementsEqual(b.bytes[two.range]) { continue }
                    if one.isFolder, two.isFolder {
                        open.append((a.id(of: one), b.id(of: two), prefix + a.name(of: one), folder.depth + 1))
                        continue
                    }
                }
                guard let name = one.map({ a.name(of: $0) }) ?? two.map({ b.name(of: $0) }) else { continue }
                found.append(
                    ChangedEntry(path: PathName.string((prefix + name)[...]), new: two.map { content($0, of: b) }))
            }
        }
        return found
    }

    private func content(_ entry: RawTree.Entry, of tree: RawTree) -> ChangedEntry.Content {
        let isFile = FileMode(stored: entry.mode).map { [.file, .executable].contains($0) } ?? false
        return isFile ? .file(tree.id(of: entry)) : .other
    }
}

/// A path at which a tree differs from another.
public struct ChangedEntry: Hashable, Sendable {
    /// What a tree has at a path.
    public enum Content: Hashable, Sendable {
        /// A file, and its content.
        case file(ObjectID)
        /// A folder, a link or a submodule.
        case other
    }

    /// The path from the root; see ``PathName`` for names that are not UTF-8.
    public let path: String
    /// What the second tree has there; nil for nothing.
    public let new: Content?
}
