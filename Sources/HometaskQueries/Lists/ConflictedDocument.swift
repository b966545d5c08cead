// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// A document with open conflicts.
public struct ConflictedDocument: Hashable, Sendable {
    /// The document's path in the repository.
    public let path: DocumentPath
    /// The display name of the document: its title or name.
    public let name: String
    /// The document's open conflicts, by field and line.
    public let conflicts: [Conflict]
    /// The items of its checklist, or the clues of a hunt, which the conflicts may concern.
    public let items: [TaskItem]

    /// Creates a document with its conflicts.
    public init(path: DocumentPath, name: String, conflicts: [Conflict], items: [TaskItem] = []) {
        self.path = path
        self.name = name
        self.conflicts = conflicts
        self.items = items
    }

    /// Returns all documents of a version that have conflicts, by kind and then by name. Unreadable documents are left
    /// out.
    public static func all(in reader: DocumentReader) throws(ReplicaError) -> [ConflictedDocument] {
        var all: [ConflictedDocument] = []
        for kind in DocumentKind.known { all += try documents(of: kind, in: reader) }
        return all
    }

    private static func items(of document: Document) -> [TaskItem] {
        guard document.kind == .hunt else { return TaskItem.all(document["items"]) }
        return Clue.all(document["clues"]).map { clue in
            guard case .open(let content) = clue.body else { return TaskItem(["id": .string(clue.id)]) }
            return TaskItem(["id": .string(clue.id), "text": .string(content.name)])
        }
    }

    private static func documents(
        of kind: DocumentKind, in reader: DocumentReader
    ) throws(ReplicaError) -> [ConflictedDocument] {
        var paths: [DocumentPath] = []
        if kind == .family {
            paths = [.family]
        } else {
            try reader.forEachMembers(of: kind, selecting: ["conflicts"]) { path, members in
                if members["conflicts"]?.objectValue?.isEmpty == false { paths.append(path) }
            }
        }
        return paths.compactMap { path in
            guard let document = try? reader.document(at: path), !document.conflicts.isEmpty else { return nil }
            return ConflictedDocument(
                path: path, name: document.displayName, conflicts: document.conflicts,
                items: items(of: document))
        }
        .sorted { ($0.name.lowercased(), $0.path.text) < ($1.name.lowercased(), $1.path.text) }
    }
}
