// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskFamily
public import HometaskMerging

/// A document in the trash.
public struct TrashedDocument: Hashable, Sendable {
    /// The document's path in the repository.
    public let path: DocumentPath
    /// The display name of the document: its title or name.
    public let name: String
    /// The deletion, with its author and time.
    public let deletion: Write

    /// Creates a deleted document.
    public init(path: DocumentPath, name: String, deletion: Write) {
        self.path = path
        self.name = name
        self.deletion = deletion
    }

    /// Reads the document at a path; nil if the document is not in the trash or cannot be read.
    init?(at path: DocumentPath, in reader: DocumentReader) {
        guard let document = try? reader.document(at: path), document.isDeleted, let deletion = document.deletion else {
            return nil
        }
        self.init(path: path, name: document.displayName, deletion: deletion)
    }

    /// Returns all documents in the trash of a version, the latest deletion first. Unreadable documents and those of
    /// the kinds in `others` are left out.
    public static func all(
        in reader: DocumentReader, but others: Set<DocumentKind> = []
    ) throws(ReplicaError) -> [TrashedDocument] {
        var paths: [DocumentPath] = []
        for kind in DocumentKind.known where !others.union([.family, .device]).contains(kind) {
            try reader.forEachMembers(of: kind, selecting: ["deleted"]) { path, members in
                if members["deleted"] != nil { paths.append(path) }
            }
        }
        return paths.compactMap { TrashedDocument(at: $0, in: reader) }
            .sorted { ($1.deletion.time, $0.path.text) < ($0.deletion.time, $1.path.text) }
    }
}
