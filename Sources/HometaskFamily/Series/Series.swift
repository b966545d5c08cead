// SPDX-License-Identifier: Apache-2.0

public import HometaskDocuments
package import HometaskMerging

/// The series of a recurring task. Each occurrence is a task of its own, whose id is derived from the one before it.
///
/// Invariant: an occurrence has at most one successor, whatever its rule, its date and edits of the series, because the
/// successor's id depends only on the occurrence's id.
public enum Series {
    /// The namespace of the ids of occurrences, a random id: `1c2f7c1e-5b0e-4d0b-9d4e-3b7a90c1d2a5`.
    static let namespace = DocumentID(randomBytes: (0x1c2f_7c1e_5b0e_4d0b, 0x9d4e_3b7a_90c1_d2a5))

    /// The id of an occurrence's successor.
    public static func successor(of occurrence: DocumentID) -> DocumentID {
        .derived(namespace: namespace, name: occurrence.description)
    }

    /// The fields that an occurrence passes on unchanged, in byte order. If one of them is changed for a single
    /// occurrence, the series' value is kept in `series`.
    package static let fields: [FieldName] = Set(TaskField.all.filter { $0.isOfSeries }.map { $0.key }).sorted()

    /// Whether nobody has written to a document since it was derived.
    package static func isUntouched(_ document: Document) -> Bool {
        document["previous"] != nil && document.seen.actors.allSatisfy { $0.isFollowing }
    }

    /// Records a person's change that is not an event (something was removed from a set, a text or a list), so that the
    /// document does not count as untouched: `previous` is written again.
    package static func touch(_ document: inout Document, changedFrom before: Document, by author: Author) {
        guard document != before, document.seen == before.seen, isUntouched(document) else { return }
        RegisterEdit(field: "previous", author: author.weakly).renew(in: &document)
    }

    /// The author of derived values that are written to a document.
    ///
    /// - Parameter content: everything that is written.
    package static func author(of content: JSON, onto document: Document, at time: Timestamp) -> Author {
        author(of: content, onto: document.encoded(), at: time)
    }

    /// The same for the bytes of a document.
    package static func author(of content: JSON, onto document: [UInt8], at time: Timestamp) -> Author {
        let origin = "\(time.rfc3339)\n\(content.compactText)\n"
        return Author(actor: .following(from: Array(origin.utf8) + document), time: time)
    }
}
