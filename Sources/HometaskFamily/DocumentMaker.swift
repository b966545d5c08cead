// SPDX-License-Identifier: Apache-2.0

package import HometaskDocuments
package import HometaskMerging

/// Creates and checks new documents for a transaction.
///
/// Thread-safe, because it holds only the author and the rules of the transaction, which adds the documents later, one
/// by one.
public struct DocumentMaker: Sendable {
    package let author: Author
    private let rules: DocumentRules

    /// Creates documents by an author.
    package init(author: Author, rules: DocumentRules) {
        (self.author, self.rules) = (author, rules)
    }

    /// Creates a document from values by field, omitting nil values.
    ///
    /// - Throws: `ReplicaError` if a value is not valid.
    package func makeDocument(
        _ kind: DocumentKind, id: DocumentID, at path: DocumentPath, fields: [FieldName: JSON?]
    ) throws(ReplicaError) -> NewDocument {
        var document = Document(id: id, kind: kind)
        for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
            if let value {
                document.writeValue(value, to: field, rule: rules.rule(of: field, in: document), by: author)
            }
        }
        return NewDocument(
            path: path, document: document, bytes: try rules.check(document, changedFrom: nil, at: path))
    }
}

/// A new, valid document that is not yet part of a transaction.
package struct NewDocument: Sendable {
    package let path: DocumentPath
    package let document: Document
    /// The canonical bytes of the document.
    package let bytes: [UInt8]
}
