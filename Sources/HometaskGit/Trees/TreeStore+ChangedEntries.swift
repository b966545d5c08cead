// SPDX-License-Identifier: Apache-2.0

extension TreeStore {
    /// Returns the paths at which two trees have different entries. A folder that only one of them has, or that is
    /// something else in the other, is one path; its content is not compared.
    ///
    /// The content at a path is the same in both trees if neither the path nor a folder above it is in the result.
    ///
    /// - Parameter limit: the number of paths beyond which no other folder is read; nil for as many as a family may
    ///   have.
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
                    ChangedEntry(path: PathName.string((prefix + name)[...]), file: two.flatMap { file($0, of: b) }))
            }
        }
        return found
    }

    private func file(_ entry: RawTree.Entry, of tree: RawTree) -> ObjectID? {
        guard let mode = FileMode(stored: entry.mode), [.file, .executable].contains(mode) else { return nil }
        return tree.id(of: entry)
    }
}

/// A path at which a tree differs from another.
public struct ChangedEntry: Sendable {
    /// The path from the root; see ``PathName`` for names that are not UTF-8.
    public let path: String
    /// The content of the file that the second tree has there; nil for nothing, and for anything but a file.
    public let file: ObjectID?
}
