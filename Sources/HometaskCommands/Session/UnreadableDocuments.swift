// SPDX-License-Identifier: Apache-2.0

import HometaskDocuments
import HometaskFamily

/// The unreadable documents that a list leaves out.
struct UnreadableDocuments: Sendable {
    private let kind: DocumentKind
    private let paths: [DocumentPath]

    /// Finds the documents of a kind that cannot be read: all but those with the given ids.
    init(_ kind: DocumentKind, besides readable: [DocumentID], reading reader: DocumentReader) throws {
        let readable = Set(readable)
        self.kind = kind
        paths = try reader.paths(of: kind).filter { path in path.id.map { !readable.contains($0) } ?? false }
    }

    /// Returns the message to show in place of an empty list if there are documents of this kind but none is readable;
    /// nil otherwise.
    ///
    /// - Parameter count: the number of readable documents.
    func emptySentence(besides count: Int) -> String? {
        if count > 0 || paths.isEmpty { return nil }
        return "\(paths.count) \(paths.count == 1 ? kind.rawValue : kind.plural) cannot be read."
    }

    /// Prints warnings that name the first documents, with a hint, to standard error.
    func warn(on output: Output) {
        for path in paths.prefix(3) {
            output.remark("warning: \(path.text) cannot be read and is left out; 'hometask doctor' says why")
        }
        let rest = paths.count - 3
        if rest > 0 {
            let noun = rest == 1 ? kind.rawValue : kind.plural
            output.remark("warning: \(rest) more \(noun) cannot be read and \(rest == 1 ? "is" : "are") left out")
        }
    }
}
