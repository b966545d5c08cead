// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
public import HometaskMerging

/// A document in the trash.
public struct TrashedDocument: Hashable, Sendable {
    /// Its place.
    public let path: DocumentPath
    /// What people call it: its title or name.
    public let name: String
    /// The deletion that put it there: by whom, and when.
    public let deletion: Write

    /// A document with its deletion.
    public init(path: DocumentPath, name: String, deletion: Write) {
        self.path = path
        self.name = name
        self.deletion = deletion
    }

    /// All of a version, the latest deletion first. Documents that cannot be read are left out.
    public static func all(in reader: any DocumentReader) throws -> [TrashedDocument] {
        var paths: [DocumentPath] = []
        for kind in DocumentKind.known where kind != .family && kind != .device {
            try reader.forEachMembers(of: kind, selecting: ["deleted"]) { path, members in
                if members["deleted"] != nil { paths.append(path) }
            }
        }
        return paths.compactMap { path in
            guard let document = try? reader.document(at: path), document.isDeleted, let deletion = document.deletion
            else { return nil }
            return TrashedDocument(path: path, name: Transaction.name(of: document), deletion: deletion)
        }
        .sorted { ($1.deletion.time, $0.path.text) < ($0.deletion.time, $1.path.text) }
    }
}
